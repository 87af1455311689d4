"""Navigation menus on the real CMS, as an administrator, an editor and a viewer use them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from svc_tui.screens.menus import MenuPage
from svc_tui.stores.menus.menu_edits import new_entry
from svc_tui.text import may_be_painted
from svc_tui.textual_patches import key_order
from svc_tui.widgets.menus.manager import SvcMenuManager
from tests.backends.cms import CmsProcess
from tests.cms_services import MENUS
from tests.console import Person
from tests.hostile import HOSTILE
from tests.menus import titles
from tests.screens.cms_consoles import starter
from tests.screens.cms_consoles import stored as had
from tests.screens.lists import hold
from tests.screens.test_first_pages import without_port
from tests.screens.test_typed_ahead import burst

FILE = '[svc]\ndialect = "camomilla"\ntitle = "CMS"\n'


@pytest.fixture
def console(cms: CmsProcess, tmp_path: Path) -> Any:
    """`async with console(user="editor", start="/menus/2") as person:`."""
    return partial(starter(cms, tmp_path, FILE), **{"start": "/menus/1", "size": (80, 24)})


def manager(person: Person) -> SvcMenuManager:
    assert isinstance(person.app.page, MenuPage)
    return person.app.page.manager


async def stored(person: Person, id: str = "1") -> Any:
    """What the CMS has of a menu."""
    return await had(person, f"{MENUS}/{id}/")


async def test_menus_are_listed_with_their_entries(console: Any) -> None:
    async with console(start="/") as person:
        await person.sees("Continue")
        await person.goes_to("/menus")
        await person.sees("main", "en 3 · it 1", "footer", "en 1 · it 0")


async def test_a_menu_shows_the_tree_of_each_language(console: Any) -> None:
    async with console() as person:
        await person.sees("▾ About", "└── Team", "Address  /about/team", "Address  /contact")
        await person.press("]")
        await person.sees("[▸ Italiano]", "Address  /it/about")
        await person.sees_no("Contact")


async def shown(person: Person, *words: str) -> None:
    """The menu is there and can be worked with."""
    await person.sees(*(words or ("Address  /contact",)))
    await person.until(lambda: manager(person).treeview.has_focus)


async def saved(person: Person) -> None:
    await person.press("f2")
    await person.told_of("Saved.")


async def test_entries_are_made_named_and_saved(console: Any, fresh_cms: CmsProcess) -> None:
    async with console() as person:
        await shown(person)
        await person.press("n")
        await person.sees("(no title)")
        await person.type("News")
        await person.press("escape", "N")
        await person.type("Archive")
        await person.press("escape")
        await person.sees("▾ News", "└── Archive", "About")
        await saved(person)

        nodes = (await stored(person))["translations"]["en"]["nodes"]
        assert titles(nodes) == ["About", ["Team"], "News", ["Archive"], "Contact"]
        assert len({nodes[1]["id"], nodes[1]["nodes"][0]["id"], ""}) == 3
        assert nodes[0]["id"] == "about"


async def test_an_entry_is_carried_in_and_out_and_put_back(
    console: Any, fresh_cms: CmsProcess
) -> None:
    async with console() as person:
        await shown(person)
        await person.press("end", "m", "right")
        await person.sees("└── ⇅ Contact", "Moving:")
        await person.press("escape")
        await person.sees_no("⇅")
        assert not manager(person).store.dirty
        await person.press("m", "right", "up", "enter")
        await saved(person)

        nodes = (await stored(person))["translations"]["en"]["nodes"]
        assert titles(nodes) == ["About", ["Contact", "Team"]]


async def test_what_would_be_too_deep_says_so_and_stays(console: Any) -> None:
    async with console() as person:
        await shown(person)
        await person.press("end", "m", "down")
        await person.sees("It is already the last one.")
        await person.press("escape")
        manager(person).menus.trees.max_depth = 2
        await person.press("home", "down", "N")
        await person.until(lambda: "The menu can't have 3 levels. The limit is 2." in person.toasts)
        assert not manager(person).store.dirty


async def test_deleting_says_what_goes_along_and_can_be_taken_back(
    console: Any, fresh_cms: CmsProcess
) -> None:
    async with console() as person:
        await shown(person)
        await person.press("d")
        await person.sees("Delete About?", "1 entry inside it will be deleted too.")
        await person.press("y")
        await person.sees_no("Team")
        await person.press("u")
        await person.sees("Team")
        await person.press("d")
        await person.sees("Delete About?")
        await person.press("y")
        await person.sees_no("Team")
        await saved(person)
        assert titles((await stored(person))["translations"]["en"]["nodes"]) == ["Contact"]
        assert titles((await stored(person))["translations"]["it"]["nodes"]) == ["Chi siamo"]


async def test_an_entry_leads_to_a_page_that_was_looked_up(
    console: Any, fresh_cms: CmsProcess
) -> None:
    async with console() as person:
        await shown(person)
        manager(person).editor.type_into("link.link_type")
        await person.press("enter")
        await person.type("page")
        await person.press("enter")
        await person.sees("(none chosen)")
        manager(person).editor.type_into("link.url_node")
        await person.press("enter")
        await person.sees("[Pages]", "(Page) Home")
        await person.press("tab")
        await person.sees("[Articles]", "Harbour news 00")
        await person.type("news 07")
        await person.sees("1 page")
        await person.press("enter")
        await person.sees("Page     (Article) Harbour news 07")
        await person.press("escape")
        await saved(person)
        await person.sees("Page     /harbour-news-07")

        link = (await stored(person))["translations"]["en"]["nodes"][0]["link"]
        assert (link["link_type"], link["url_node"]["id"]) == ("RE", 8)
        assert link["static"] == "/about"
        assert link["content_type"]["app_label"] == "camomilla"


async def test_pages_are_found_by_their_address(console: Any) -> None:
    async with console() as person:
        await shown(person)
        manager(person).menus.edits.write_node("en", (0,), "link.link_type", "RE")
        await person.sees("(none chosen)")
        manager(person).editor.type_into("link.url_node")
        await person.press("enter")
        await person.sees("(Page) Home")
        await person.press("shift+tab")
        await person.sees("[By address]", "Type part of an address.")
        await person.type("news-06")
        await person.sees("/harbour-news-06  not public")


async def test_wrong_entries_are_marked_and_f8_goes_to_each(console: Any) -> None:
    async with console() as person:
        await shown(person)
        menus = manager(person).menus
        menus.edits.write_node("en", (0, 0), "title", " ")
        menus.edits.write_node("it", (0,), "link.static", "javascript:alert(1)")
        await person.press("equals_sign")
        await person.sees("there are errors in Entries (en)", "F8 goes to the error")
        await person.press("f8")
        await person.sees(
            "2 entries with errors", "[▸ English•]", "Italiano•!", "An entry needs a title."
        )
        assert manager(person).path == (0, 0)
        await person.press("f8")
        await person.sees("[▸ Italiano•]", "This can run code in a visitor's browser")
        assert titles((await stored(person))["translations"]["en"]["nodes"])[1] == ["Team"]


async def test_a_refusal_of_the_cms_stands_at_its_entry(
    console: Any, fresh_cms: CmsProcess
) -> None:
    async with console() as person:
        await shown(person)
        menus = manager(person).menus
        menus.edits.write_node("en", (1,), "id", 5)
        await person.press("f2")
        await person.sees("! Contact", "Input should be a valid string")
        assert manager(person).path == (1,)


async def test_leaving_asks_and_a_draft_is_offered_later(
    console: Any, fresh_cms: CmsProcess
) -> None:
    async with console() as person:
        await shown(person)
        await person.press("K", "J", "i")
        await person.sees("Rename")
        await person.type("Who we are")
        await person.press("enter")
        await person.sees("Who we are")
        await person.press("escape")
        await person.sees("Unsaved changes", "Not saved yet: Entries (en).")
        await person.press("escape")
        await person.sees("Who we are")
        person.app.svc.drafts.flush()
    async with console() as person:
        await person.sees("Entries (en)", "Who we are")


async def test_somebody_elses_change_is_not_gone_over(console: Any, fresh_cms: CmsProcess) -> None:
    async with console() as person:
        await shown(person)
        svc = person.app.svc
        theirs = (await stored(person))["translations"]["en"]["nodes"]
        theirs[1]["title"] = "Write to us"
        await svc.crud(MENUS).partial_update(1, {"translations": {"en": {"nodes": theirs}}})
        await person.press("end", "i")
        await person.sees("Rename")
        await person.type("Contact us")
        await person.press("enter", "f2")
        await person.sees("Contact us (en): Title", "Write to us")
        assert titles((await stored(person))["translations"]["en"]["nodes"])[-1] == "Write to us"
        await person.press("m", "y")
        await person.told_of("Saved.")
        assert titles((await stored(person))["translations"]["en"]["nodes"])[-1] == "Contact us"


async def test_what_two_people_do_to_different_entries_is_no_conflict(
    console: Any, fresh_cms: CmsProcess
) -> None:
    async with console() as person:
        await shown(person)
        theirs = (await stored(person))["translations"]["en"]["nodes"]
        theirs[1]["title"] = "Write to us"
        await person.app.svc.crud(MENUS).partial_update(
            1, {"translations": {"en": {"nodes": [*theirs, new_entry("Added by them")]}}}
        )
        await person.press("d")
        await person.sees("Delete About?")
        await person.press("y")
        await person.sees_no("Team")
        await saved(person)
        assert any("Someone else changed 2 other entries" in one for one in person.toasts)
        await person.sees("Write to us", "Added by them")
        nodes = (await stored(person))["translations"]["en"]["nodes"]
        assert titles(nodes) == ["Write to us", "Added by them"]


async def test_a_change_in_another_language_is_no_conflict(
    console: Any, fresh_cms: CmsProcess
) -> None:
    async with console() as person:
        await shown(person)
        theirs = {"translations": {"it": {"nodes": []}}}
        await person.app.svc.crud(MENUS).partial_update(1, theirs)
        await person.press("d")
        await person.sees("Delete About?")
        await person.press("y")
        await person.sees_no("Team")
        await saved(person)
        assert (await stored(person))["translations"]["it"]["nodes"] == []


async def test_a_viewer_looks_and_is_told_why_nothing_else_goes(console: Any) -> None:
    async with console(user="viewer") as person:
        await shown(person)
        await person.sees("needs permission `change_menu`")
        await person.press("n")
        await person.sees("Saving needs permission `change_menu`.")
        await person.press("x")
        await person.sees("Change key…", "change_menu", "delete_menu")
        assert not manager(person).store.dirty


async def test_an_editor_makes_a_menu_and_deletes_it(console: Any, fresh_cms: CmsProcess) -> None:
    async with console(user="editor", start="/menus") as person:
        await person.sees("footer")
        await person.press("n")
        await person.sees("The key of this menu")
        await person.type("side")
        await person.press("enter")
        await person.sees("No entries in English yet. Press n to create the first one.")
        await person.press("n")
        await person.type("First")
        await saved(person)
        await person.until(lambda: person.location == "/menus/3")
        assert titles((await stored(person, "3"))["translations"]["en"]["nodes"]) == ["First"]
        await person.press("escape", "x")
        await person.sees("Delete this menu…")
        manager_screen = person.app.screen
        manager_screen.query_one("OptionList").highlighted = 2
        await person.press("enter")
        await person.sees("Menu side, with 1 entry in English, 0 entries in Italiano")
        await person.press("y")
        await person.until(lambda: person.location == "/menus")
        await person.sees_no("side")


async def test_what_is_typed_behind_enter_on_a_menu_waits_for_its_tree(
    console: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(key_order, "OPENING", 30.0)
    async with console(user="editor", start="/menus") as person:
        await person.sees("footer")
        await person.until(lambda: person.app.svc and not person.app.svc.fetch.loading)
        go_on = hold(person, lambda request: "/menus/" in request.url.path)
        burst(person, "\nnNews")
        await person.until(lambda: person.location.startswith("/menus/"))
        await person.sees("Loading…")
        await person.pilot.pause(0.5)  # The others would have acted by now.
        go_on.set()
        await person.sees("News")


async def test_an_empty_language_takes_the_entries_of_another(
    console: Any, fresh_cms: CmsProcess
) -> None:
    async with console(start="/menus/2?lang=it") as person:
        await person.sees("No entries in Italiano yet", "Press F to")
        await person.press("F")
        await person.sees("Copy to Italiano from")
        await person.press("enter")
        await person.sees("Address  /imprint")
        await saved(person)
        texts = (await stored(person, "2"))["translations"]
        assert titles(texts["it"]["nodes"]) == ["Imprint"]
        assert texts["it"]["nodes"][0]["id"] != texts["en"]["nodes"][0]["id"]


SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])


@SIZES
async def test_the_manager_looks_as_it_should(
    console: Any, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    async with console(size=size) as person:
        await shown(person)
        menus = manager(person).menus
        page = {"link_type": "RE", "url_node": {"id": 8, "permalink": "/harbour-news-07"}}
        menus.edits.add("en", (0, 1), {**new_entry("News"), "link": page})
        menus.edits.add("en", (2,), {**new_entry("Gone"), "link": {"link_type": "RE"}})
        menus.edits.write_node("en", (0, 0), "title", "")
        await person.press("f2")
        await person.sees("An entry needs a title.")
        await person.settles()
        assert without_port(person.text()) == snapshot


@SIZES
async def test_carrying_and_the_choice_of_a_page_look_as_they_should(
    console: Any, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    async with console(size=size) as person:
        await shown(person)
        await person.press("end", "m", "right")
        await person.sees("⇅ Contact")
        await person.settles()
        assert without_port(person.text()) == snapshot(name="carrying")
        await person.press("enter")
        manager(person).menus.edits.write_node("en", (0, 1), "link.link_type", "RE")
        await person.sees("(none chosen)")
        manager(person).editor.type_into("link.url_node")
        await person.press("enter")
        await person.sees("(Page) Home", "3 pages")
        await person.settles()
        assert without_port(person.text()) == snapshot(name="pages")


async def test_hostile_titles_are_text(console: Any, fresh_cms: CmsProcess) -> None:
    async with console() as person:
        await shown(person)
        nodes = [
            {**new_entry(value), "link": {"link_type": "ST", "static": value}}
            for name, value in HOSTILE.items()
            if name != "surrogates"  # No backend can send one.
        ]
        crud = person.app.svc.crud(MENUS)
        await crud.partial_update(1, {"translations": {"en": {"nodes": nodes}}})
        await person.press("r")
        await person.until(lambda: len(manager(person).shown_tree) == len(nodes))
        for _ in nodes:
            await person.press("down")
            assert all(may_be_painted(line) for line in person.text().split("\n"))
        assert not manager(person).store.dirty


async def test_an_entry_is_looked_for_by_its_title(console: Any) -> None:
    async with console() as person:
        await shown(person)
        await person.press("slash")
        await person.type("tea")
        await person.sees("1 of 3", "▾ About", "└── Team")
        await person.sees_no("Address  /contact")
        await person.press("enter", "m")
        await person.until(lambda: any("Some entries are hidden" in one for one in person.toasts))
        await person.press("escape")
        await person.sees("Address  /contact")
        assert person.location == "/menus/1"


async def test_entries_fold_and_an_error_inside_marks_what_hides_it(console: Any) -> None:
    async with console() as person:
        await shown(person)
        await person.press("left")
        await person.sees("▸ About (1)")
        await person.sees_no("Team")
        manager(person).store.say({"translations.en.nodes.0.nodes.0.title": ("No.",)})
        await person.sees("▸ ! About")
        await person.press("f8")
        await person.sees("▾ About", "! Team", "No.")


async def test_the_mouse_drags_an_entry_to_the_place_of_another(console: Any) -> None:
    async with console() as person:
        await shown(person)
        await person.settles()
        tree = manager(person).treeview
        await person.pilot.mouse_down(tree, offset=(4, 2))
        await person.pilot.mouse_up(tree, offset=(4, 0))
        moved = ["Contact", "About", ["Team"]]
        await person.until(lambda: titles(manager(person).shown_tree.nodes) == moved)
        assert manager(person).path == (0,)


async def test_the_last_save_is_taken_back(console: Any, fresh_cms: CmsProcess) -> None:
    async with console() as person:
        await shown(person)
        await person.press("J")
        await saved(person)
        await person.press("u")
        await person.sees("Undo your last save?", "Entries (en)")
        await person.press("y")
        await person.until(lambda: any(one.startswith("Undone:") for one in person.toasts))
        nodes = (await stored(person))["translations"]["en"]["nodes"]
        assert titles(nodes) == ["About", ["Team"], "Contact"]


async def test_a_menu_that_is_not_there_says_so(console: Any) -> None:
    async with console(start="/menus/77") as person:
        await person.sees(
            "This menu was not found: it may have been deleted. Press Esc to go back."
        )


async def test_keys_of_menus_open_them_too(console: Any) -> None:
    async with console(start="/menus/footer") as person:
        await person.sees("Address  /imprint")
