"""Keys that are typed before what they are meant for is there go to it all the same."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
from textual.events import Key
from textual.widgets import Input

from svc_tui.screens.listing import ListPage
from svc_tui.screens.media import MediaPage
from svc_tui.textual_patches import key_order
from svc_tui.widgets.form.form import SvcForm
from svc_tui.widgets.form.repeater.item_list import ItemList
from svc_tui.widgets.media.drop_area import PathInput
from svc_tui.widgets.media.folder_dialog import SvcMediaFolderDialog
from svc_tui.widgets.media.manager import SvcMediaManager
from tests.backends.demo import DemoProcess
from tests.console import NAMES, Person
from tests.screens.lists import hold, list_of, store_of, writing
from tests.screens.test_record import field, opened, stored, writes

Console = Callable[..., AbstractAsyncContextManager[Person]]


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may take longer to open a page than anybody would wait for it."""
    monkeypatch.setattr(key_order, "OPENING", 30.0)


KEYS = {**NAMES, "/": "slash", "+": "plus", "&": "ampersand", ":": "colon"}


def burst(person: Person, text: str) -> None:
    """Characters that arrive all at once, as from a slow line."""
    for character in text:
        person.app.post_message(Key(KEYS.get(character, character), character))


async def test_what_is_typed_behind_n_is_the_title_of_the_new_record(console: Console):
    async with console(start="/articles") as person:
        await list_of(person)
        burst(person, "nMarkt dw xq")
        await person.sees("Markt dw xq")
        assert person.location == "/articles/new"


async def test_enter_typed_among_the_rest_leads_from_field_to_field(console: Console):
    async with console(start="/articles") as person:
        await list_of(person)
        burst(person, "nA\nB\nC")
        await person.sees("1/500")
        await person.settles()
        rows = [" ".join(row.split()[1:]) for row in person.text().splitlines()]
        assert "▕ Title* • A" in rows
        assert "▕ Slug • aB" in rows  # Behind what was made of the title.
        assert "▕▎Summary • en C" in rows


async def test_what_is_typed_behind_n_waits_for_a_slow_backend(console: Console):
    async with console(start="/articles") as person:
        await list_of(person)
        go_on = hold(person, lambda request: True)
        burst(person, "nHello w d ")
        await person.until(lambda: person.location == "/articles/new")
        go_on.set()
        await person.sees("Hello w d")


@pytest.mark.parametrize("key", ["n", "e", "i"])
async def test_what_is_typed_while_a_form_is_being_imported_is_its_title(
    console: Console, monkeypatch: pytest.MonkeyPatch, key: str
):
    """The first form of a session may take longer to build than keys wait for a backend."""
    async with console(start="/articles") as person:
        await list_of(person)
        loop, build = asyncio.get_running_loop(), SvcForm.__init__
        clock = loop.time

        def build_slowly(form: SvcForm, *args: Any, **named: Any) -> None:
            build(form, *args, **named)
            monkeypatch.setattr(loop, "time", lambda: clock() + 2 * key_order.OPENING)

        monkeypatch.setattr(SvcForm, "__init__", build_slowly)
        burst(person, f"{key}quiz d night")
        await person.sees("quiz d night")
        assert not any("does nothing here" in one for one in person.toasts)


async def test_what_is_typed_behind_i_goes_into_the_small_form(console: Console):
    async with console(start="/articles") as person:
        await list_of(person)
        go_on = hold(person, lambda request: True)
        burst(person, "iZw d x")
        await person.sees("Loading…")
        go_on.set()
        await person.sees("Zw d x")
        assert isinstance(person.app.page, ListPage)
        assert not store_of(person).state.selection


@pytest.mark.parametrize(
    ("typed", "seen"),
    [
        ("/lighthouse d", "lighthouse d"),
        ("&lighthouse d", "lighthouse d"),
        (":articles d", ":articles d"),
        ("Xd n/x", "d n/x"),
        ("V\nd n x", "d n x"),
        ("IZq d", "Zq d"),
    ],
)
async def test_what_is_typed_behind_a_key_of_a_list_reaches_the_line_that_it_opens(
    console: Console, typed: str, seen: str
):
    async with console(start="/articles") as person:
        await list_of(person)
        burst(person, typed)
        await person.sees(seen)
        assert person.location.startswith("/articles")


async def test_what_is_typed_behind_a_new_folder_is_its_name(console: Console):
    async with console(start="/media") as person:
        await library_of(person)
        burst(person, "Nd x n")
        await person.sees("d x n")
        assert isinstance(person.app.screen, SvcMediaFolderDialog)


async def test_what_is_typed_behind_a_search_is_meant_for_what_it_finds(console: Console):
    async with console(start="/articles") as person:
        await list_of(person)
        go_on = hold(person, lambda request: request.url.params.get("search") == "harbour f")
        burst(person, "/harbour f\n\n")
        await person.until(lambda: store_of(person).state.loading)
        go_on.set()
        await person.until(lambda: person.location.startswith("/articles/"))
        assert person.location == "/articles/16"


async def test_what_is_typed_behind_a_mark_of_everything_is_meant_for_all(console: Console):
    async with console(start="/articles") as person:
        await list_of(person)
        go_on = hold(person, lambda request: True)
        burst(person, "Ax")
        svc = person.app.svc
        assert svc is not None
        await person.until(lambda: svc.fetch.loading)
        go_on.set()
        await person.sees("Actions for all 300")


async def test_what_is_typed_behind_a_search_that_makes_no_sense_mends_it(console: Console):
    async with console(start="/articles") as person:
        await list_of(person)
        burst(person, "/status:bog\nus")
        await person.sees("status:bogus")
        assert person.location == "/articles"


async def test_esc_does_not_wait_for_a_form_that_is_being_read(console: Console):
    async with console(start="/articles") as person:
        await list_of(person)
        go_on = hold(person, lambda request: True)
        burst(person, "i")
        await person.sees("Loading…")
        person.app.post_message(Key("escape", None))
        await person.sees_no("Loading…")
        go_on.set()


async def library_of(person: Person) -> SvcMediaManager:
    """The library at its root, read."""
    await person.sees("▸ Photos")
    assert isinstance(person.app.screen, MediaPage)
    manager = person.app.screen.manager
    await person.until(lambda: not manager.coming)
    return manager


async def test_what_is_typed_behind_e_is_the_title_of_the_file(console: Console):
    async with console(start="/media") as person:
        manager = await library_of(person)
        await person.until(lambda: manager.store.state.medias)
        manager.gallery.go_to_row(len(manager.gallery.entries) - 1)
        go_on = hold(person, lambda request: True)
        burst(person, "edMdw ")
        await person.until(lambda: manager.store.state.edit_media is not None)
        go_on.set()
        title = manager.editor.query_one(".control.title", Input)
        await person.until(lambda: title.value.endswith("dMdw "))
        assert person.app.screen is person.app.page


async def test_a_path_typed_behind_u_is_the_path_of_a_file(console: Console):
    async with console(start="/media") as person:
        await library_of(person)
        burst(person, "U/srv/d x.png")
        await person.sees("/srv/d x.png")
        assert person.app.screen.query_one(PathInput).value == "/srv/d x.png"
        assert person.location == "/media"


async def test_keys_behind_a_folder_are_meant_for_what_is_in_it(console: Console):
    async with console(start="/media") as person:
        manager = await library_of(person)
        folders = manager.store.state.folders
        at = next(n for n, one in enumerate(folders) if one.name == "Photos")
        manager.gallery.go_to_row(at)
        go_on = hold(person, lambda request: True)
        burst(person, "\nj\n")
        await person.until(lambda: manager.store.state.loading)
        assert manager.store.state.parent_folder is None
        go_on.set()
        await person.until(lambda: len(manager.store.state.parent_folders) == 2)
        assert manager.store.state.parent_folders[0].name == "Photos"


async def test_an_answer_behind_d_waits_for_its_question(console: Console):
    async with console(start="/media") as person:
        manager = await library_of(person)
        go_on = hold(person, lambda request: True)
        burst(person, "dN")
        await person.until(lambda: manager.coming)
        go_on.set()
        await person.sees("Delete this folder?")
        await person.settles()
        dialogs = [type(screen) for screen in person.app.screen_stack]
        assert SvcMediaFolderDialog not in dialogs


async def test_keys_behind_a_sign_out_act_on_nothing_of_the_page_that_was_left(
    console: Console, monkeypatch: pytest.MonkeyPatch
):
    async with console(start="/articles") as person:
        await list_of(person)
        go_on = hold(person, writing)
        await person.press("g", "q")
        await person.until(lambda: person.app.svc.auth.signing_out)
        monkeypatch.setattr(key_order, "OPENING", 0.0)  # However long the backend takes.
        burst(person, "n")
        person.app.post_message(Key("escape", None))
        await person.pilot.pause(0.1)
        assert person.location == "/articles" and "1-20 of 300" in person.text()
        go_on.set()
        await person.sees("Password")
        assert person.location.startswith("/login")
        await person.until(lambda: person.app.screen.query_one("#password", Input).value == "n")


async def test_quitting_waits_for_no_sign_out(console: Console):
    async with console(start="/articles") as person:
        await list_of(person)
        hold(person, writing)
        await person.press("g", "q")
        await person.until(lambda: person.app.svc.auth.signing_out)
        burst(person, "n")
        person.app.post_message(Key("ctrl+q", None))
        await person.until(lambda: person.app._exit)


async def test_two_quick_changes_of_the_face_lead_back_to_the_first(console: Console):
    async with console(start="/media", size=(120, 40)) as person:
        manager = await library_of(person)
        burst(person, "jVVj")
        await person.until(lambda: manager.gallery.view.row == 2)
        assert manager.gallery.mode == "list"
        assert person.app.focused is manager.gallery.view


async def test_what_is_typed_behind_a_new_item_is_its_text(console: Console):
    async with console(start="/articles/20") as person:
        await person.sees("Town council")
        await person.settles()
        await person.press("right_curly_bracket", "right_curly_bracket")
        await person.sees("No items. Press Enter, then n to add one.")

        burst(person, "\nntext\nMarkt d")

        await person.sees("Markt d")


async def test_what_is_typed_behind_an_item_that_fills_the_screen_is_its_text(console: Console):
    async with console(start="/articles/20") as person:
        await person.sees("Town council")
        await person.settles()
        await person.press("right_curly_bracket", "right_curly_bracket")
        await person.sees("No items. Press Enter, then n to add one.")
        burst(person, "\nntext\nMarkt")
        await person.sees("Markt")
        await person.press("escape")
        await person.until(lambda: isinstance(person.app.focused, ItemList))

        burst(person, "+ d y")

        await person.sees("Markt d y")


def titles(person: Person) -> list[str]:
    """The titles of the first rows, as the list has them."""
    return [str(row["title"]) for row in store_of(person).state.rows[:4]]


async def test_what_is_typed_behind_f9_goes_into_the_next_row(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles") as person:
        await list_of(person)
        before = titles(person)
        go_on = hold(person, writing)
        person.app.post_message(Key("i", "i"))
        for typed, then in ((" AA", "f9"), (" BB", "f9"), (" CC", "ctrl+s")):
            burst(person, typed)
            person.app.post_message(Key(then, None))
        burst(person, "jj")
        await person.sees("Quick edit:", "AA")
        go_on.set()
        added = (" AA", " BB", " CC", "")
        wanted = [old + new for old, new in zip(before, added, strict=True)]
        await person.until(lambda: titles(person) == wanted)
        await person.sees_no("Quick edit:")


async def test_what_a_slow_save_outlasts_stays_in_the_form_it_was_typed_into(
    console: Console, fresh_demo: DemoProcess, monkeypatch: pytest.MonkeyPatch
):
    """Behind a save that takes longer than keys are kept, none is saved in the wrong row."""
    monkeypatch.setattr(key_order, "OPENING", 0.1)
    async with console(start="/articles") as person:
        await list_of(person)
        await person.press("down")
        before = titles(person)
        go_on = hold(person, writing)
        await person.press("i")
        await person.sees("Quick edit:", "Title")
        await person.settles()
        await person.press(*" AA", "f9")
        await person.press(*"BB")
        await person.sees(" AABB")
        go_on.set()
        await person.sees("Saved. Changes made during the save are not saved yet: Title.", " AABB")
        await person.settles()
        await person.press("ctrl+s")
        await person.sees_no("Quick edit:")
        await person.until(lambda: titles(person)[1] == before[1] + " AABB")
        assert titles(person)[2] == before[2]


async def test_what_is_typed_behind_a_save_that_is_refused_is_not_typed_into_its_record(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles") as person:
        await list_of(person)
        await person.press("down")
        before = titles(person)
        await person.press("i")
        await person.sees("Quick edit:", "Title")
        await person.settles()
        person.app.post_message(Key("ctrl+u", None))
        person.app.post_message(Key("f9", None))
        burst(person, "BB")
        person.app.post_message(Key("f9", None))
        await person.sees("This field is required.")
        await person.settles()
        assert "BB" not in person.text() and titles(person) == before
        assert any("What you typed after it was ignored" in one for one in person.toasts)
        await person.press("C")
        await person.until(lambda: getattr(person.app.focused, "value", None) == "C")


async def test_save_and_next_stays_with_the_record_that_was_typed_into_during_the_save(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles/5") as person:
        await opened(person)
        await writes(person, "slug", "sent")
        go_on = hold(person, writing)
        await person.press("f9")
        await person.until(lambda: person.app.page.detail.store.state.saving)
        await person.press("z")
        go_on.set()
        await person.sees("Saved. Changes made during the save are not saved yet: Slug.")
        assert person.location == "/articles/5"
        assert field(person, "slug").content() == "sentz"
        assert (await stored(person))["slug"] == "sent"


async def test_a_save_names_its_undo_unless_more_was_typed_and_on_its_own_page_alone(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles/5") as person:
        await opened(person)
        await writes(person, "slug", "sent")
        go_on = hold(person, writing)
        await person.press("ctrl+s")
        await person.until(lambda: person.app.page.detail.store.state.saving)
        await person.press("z")
        go_on.set()
        await person.told("Saved.")

        await person.press("ctrl+s")
        await person.told("Saved. Press u to undo it.")
        await person.sees("u to undo it.")
        await person.goes_to("/")
        await person.sees_no("u to undo it.")
