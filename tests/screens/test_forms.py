"""Forms with tabs, groups, languages and errors, on the real demo backend."""

from __future__ import annotations

from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.events import Key
from textual.widgets import Input

from svc_tui.app.app import SvcApp
from svc_tui.config.options import Options
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.resource import Resource
from svc_tui.widgets.form.calendar import CalendarDialog
from svc_tui.widgets.form.chooser import ChoiceDialog
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.form import SvcForm
from svc_tui.widgets.form.repeater.item_list import ItemList
from svc_tui.widgets.form.tabs import TabBar
from svc_tui.widgets.scrolling import scrolling_ancestor
from tests.console import Person, person_at
from tests.screens.test_first_pages import without_port

SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])


def fields(**said: dict[str, Any]) -> list[FieldDescriptor]:
    """An article in three tabs with groups and sub-tabs."""
    declared: list[dict[str, Any]] = [
        {"key": "title", "required": True, "translatable": True, "tab": "Text"},
        {"key": "slug", "tab": "Text"},
        {"key": "summary", "type": "textarea", "translatable": True, "tab": "Text"},
        {"key": "body", "type": "textarea", "translatable": True, "tab": "Text",
         "expandable": True, "attrs": {"rows": 3}},
        {"key": "price", "type": "number", "tab": "Filing", "group": "Numbers", "cols": 6,
         "attrs": {"min": 0}},
        {"key": "rating", "type": "number", "tab": "Filing", "group": "Numbers", "cols": 6,
         "attrs": {"min": 0, "max": 5}},
        {"key": "event_date", "type": "date", "tab": "Filing", "group": "Dates",
         "subtab": "Event"},
        {"key": "published_at", "type": "datetime", "tab": "Filing", "group": "Dates",
         "subtab": "Publishing", "when": {"status": "published"}},
        {"key": "position", "type": "number", "tab": "Filing", "group": "Dates",
         "subtab": "Order"},
        {"key": "attributes", "type": "json", "tab": "More"},
    ]  # fmt: skip
    return [FieldDescriptor(**{**one, **said.get(one["key"], {})}) for one in declared]


STATUS = FieldDescriptor(
    key="status", type="select", required=True, attrs={"items": ["draft", "review", "published"]}
)
FEATURED = FieldDescriptor(key="featured", type="switch")


@pytest.fixture
def newsroom(tmp_path: Path, demo: Any):
    """Article 5 in a form of the test's own."""

    @asynccontextmanager
    async def opened(start: str = "/articles/5", size=(120, 40), url: str = "", **said: Any):
        beside, added = said.pop("beside", [STATUS, FEATURED]), said.pop("added", ())
        resource = Resource(
            name="articles",
            endpoint="/api/articles",
            model="article",
            languages=said.pop("languages", ("en", "it")),
            fields=[*fields(**said), *added],
            sidebar_fields=beside,
        )
        options = Options(base_url=url or demo.url)
        app = SvcApp(options, resources=[resource], state_dir=tmp_path / "s", start=start)
        async with person_at(app, size=size) as person:
            await person.type("admin\nadmin\n")
            await person.until(lambda: person.app.screen.query(SvcField))
            await person.settles()
            yield person

    return opened


def at(person: Person, key: str) -> SvcField:
    """The field of this key, which is mounted."""
    return next(one for one in person.app.page.detail.fields if one.descriptor.key == key)


async def writes(person: Person, key: str, text: str) -> None:
    """Replace what stands in a field that is seen."""
    field = at(person, key)
    assert field.begin(), person.text()
    await person.pilot.pause()
    await person.press("end")
    for _ in range(len(field.content() or "")):
        await person.pilot.press("backspace")
    await person.type(text)


def face(person: Person) -> str:
    """The screen."""
    return without_port(person.text())


def bar(person: Person) -> str:
    """The open tab."""
    return person.app.page.detail.forms[0].parts[0].bar.active


async def test_tabs_are_turned_by_key_looking_and_typing(newsroom):
    async with newsroom() as person:
        assert bar(person) == "Text"
        await person.press("right_curly_bracket")
        assert bar(person) == "Filing"
        await person.press("left_curly_bracket", "e", "ctrl+g")
        await person.until(lambda: bar(person) == "Filing")
        assert person.app.focused is at(person, "price").editor


async def test_enter_after_the_last_field_of_a_tab_goes_on_in_the_next(newsroom):
    async with newsroom() as person:
        at(person, "slug").begin()
        await person.press("right_curly_bracket")  # Text, while one types.
        assert str(at(person, "slug").content()).endswith("}")
        await person.press("escape", "right_curly_bracket", "e")
        await person.until(lambda: person.app.focused is at(person, "price").editor)
        await person.press("enter", "enter")
        await person.until(lambda: person.app.focused is at(person, "event_date").editor)


async def test_the_row_of_tabs_is_in_sight_after_another_tab_was_opened(newsroom):
    more = [
        FieldDescriptor(key=f"{tab}_{n}", tab=tab) for tab in ("Text", "More") for n in range(19)
    ]
    async with newsroom(size=(80, 24), beside=[], added=more) as person:
        await person.press("left_curly_bracket", "end")
        await person.until(lambda: "Filing" not in person.text())

        await person.press("right_curly_bracket")

        await person.sees("Filing", "Title*")


async def test_a_group_is_folded_from_any_of_its_fields(newsroom):
    async with newsroom(size=(80, 24)) as person:
        await person.press("right_curly_bracket", "underscore")
        await person.sees("▸ Numbers")
        assert "Price" not in person.text()
        await person.press("enter")
        await person.sees("▾ Numbers", "Price")


async def test_errors_are_counted_at_tab_group_and_language_and_listed(newsroom):
    async with newsroom(size=(80, 24)) as person:
        await person.press("right_curly_bracket")
        await writes(person, "rating", "9")
        await person.press("escape", "left_curly_bracket")
        await writes(person, "title", "")
        await person.press("escape", "f2")

        await person.sees(
            "2 errors. Press F8 for the next.",
            "- Title (en): This field is required.",
            "- Rating: Must be at most 5.",
            "[Text•]",
            "Filing• 1!",
            "[▸ English•]",
        )
        await person.press("f8")
        await person.until(lambda: person.app.focused is at(person, "rating").editor)
        await person.sees("▾ Numbers• 1!")


async def test_the_count_of_errors_stays_while_a_wrong_field_is_edited_and_still_wrong(newsroom):
    async with newsroom() as person:
        await person.press("right_curly_bracket")
        await writes(person, "rating", "9")
        await person.press("escape", "left_curly_bracket")
        await writes(person, "title", "")
        await person.press("escape", "f2")
        await person.sees("2 errors · F8")
        await person.press("f8")
        await person.until(lambda: person.app.focused is at(person, "rating").editor)

        await person.press("end", "9")
        await person.sees("99", "2 errors · F8")
        await person.press("backspace", "backspace", "3")
        await person.sees("1 error · F8")


async def test_the_list_of_errors_goes_to_another_language_and_tab(newsroom):
    async with newsroom() as person:
        await person.press("right_square_bracket")
        await writes(person, "title", "")
        await writes(person, "summary", "Solo questo")
        await person.press("escape", "left_square_bracket", "right_curly_bracket")
        await writes(person, "rating", "9")
        await person.press("escape", "f2")
        await person.sees("2 errors")
        await person.press("escape", "exclamation_mark")
        await person.sees("Text › Title (it): This field is required.")
        await person.sees("Filing › Numbers › Rating: Must be at most 5.")

        await person.press("enter")

        await person.until(lambda: person.app.focused is at(person, "title").editor)
        assert person.app.page.detail.lang == "it"
        assert bar(person) == "Text"


async def test_one_error_is_one(newsroom):
    async with newsroom() as person:
        await writes(person, "title", "")
        await person.press("f2")
        await person.sees("1 error · F8")
        assert "- Title" not in person.text()


async def test_errors_of_a_form_that_scrolls_with_its_frame_are_counted_in_view(newsroom):
    high = {"body": {"attrs": {"rows": 30}}}
    async with newsroom(beside=(), **high) as person:
        await writes(person, "title", "")
        await person.press("f2")
        await person.sees("1 error. Press F8 to go to it.")
        assert "F8 next error" not in person.text()

        await person.press("escape", "end", "pagedown")

        assert "Press F8" in person.text()


@pytest.mark.parametrize(
    ("size", "more", "apart"), [((100, 29), 0, 0), ((100, 30), 6, 1), ((100, 30), 7, 0)]
)
async def test_a_blank_line_is_between_few_fields_where_there_is_room(newsroom, size, more, apart):
    added = [FieldDescriptor(key=f"more_{n}", tab="Text") for n in range(more)]
    async with newsroom(size=size, added=added) as person:
        title, slug = at(person, "title").region, at(person, "slug").region
        assert slug.y - title.bottom == apart


async def test_a_required_field_says_so_after_it_was_left_and_not_before(newsroom):
    async with newsroom(start="/articles/new") as person:
        assert "This field is required." not in person.text()
        await person.press("enter")
        await person.sees("This field is required.", "[Text]", "1 error · F8 next error")


async def test_a_new_form_without_input_is_left_without_errors_and_without_a_question(newsroom):
    async with newsroom() as person:
        await person.goes_to("/articles/new")
        await person.until(lambda: at(person, "title").has_focus_within)
        await person.press("escape")
        await person.sees("Enter Edit")
        await person.settles()
        assert "This field is required." not in person.text()
        await person.press("escape")
        await person.until(lambda: person.location == "/articles/5")


async def test_a_refusal_about_a_field_that_is_not_shown_stands_at_the_top(newsroom):
    hidden = {"price": {"when": {"slug": "another"}}}
    async with newsroom(**hidden) as person:
        detail = person.app.page.detail
        detail.store.say(detail.put_errors({"price": ("Too dear.",), "ghost": ("Boo.",)}))
        await person.sees("Price (not shown): Too dear.", "ghost: Boo.")
        await person.press("f8")
        assert "Press F8" not in person.text()


async def test_a_condition_is_heard_while_one_chooses(newsroom):
    async with newsroom() as person:
        await person.press("right_curly_bracket")
        field = at(person, "event_date")
        before = "Publishing" in person.text()
        status = at(person, "status").value
        await _choose(person, "draft" if status == "published" else "published")
        await person.until(lambda: ("Publishing" in person.text()) is not before)
        assert field.display


async def _choose(person: Person, word: str) -> None:
    at(person, "status").begin()
    await person.type(word[:2])
    await person.sees(word)
    await person.press("enter")


async def test_the_caret_stays_in_its_field_when_the_language_changes(newsroom):
    async with newsroom() as person:
        at(person, "summary").begin()
        await person.press("ctrl+t")
        await person.until(lambda: person.app.page.detail.lang == "it")
        assert person.app.focused is at(person, "summary").editor


async def test_an_empty_title_is_named_by_the_first_language_that_has_one(newsroom):
    async with newsroom(start="/articles/new") as person:
        await person.press("ctrl+t")
        await person.type("Titolo")
        await person.sees("Titolo")
        await person.press("ctrl+t")
        await person.until(lambda: person.app.page.detail.lang == "en")
        await person.sees("Titolo", "English, not translated yet", "Italiano•")
        assert "New record" not in person.text()


async def test_two_languages_stand_beside_each_other_from_120_columns_on(newsroom):
    async with newsroom() as person:
        await person.press("percent_sign")
        await person.sees("it │")
        await person.pilot.resize_terminal(100, 40)
        await person.sees_no("it │")
        await person.press("percent_sign")
        await person.until(lambda: any("120 columns" in toast for toast in person.toasts))


async def test_languages_beside_each_other_change_places_with_the_one_that_is_edited(newsroom):
    async with newsroom() as person:
        await person.press("percent_sign")
        await person.sees("it │")
        await person.press("right_square_bracket")
        await person.sees("en │")
        await person.press("left_square_bracket")
        await person.sees("it │")


async def test_empty_fields_are_filled_after_they_were_shown_and_none_is_written_over(newsroom):
    async with newsroom(start="/articles/new") as person:
        await person.type("Harbour")
        await writes(person, "summary", "About it")
        await person.press("ctrl+t")
        await writes(person, "summary", "Suo")
        await person.press("escape", "F")
        await person.sees("Fill 1 empty Italiano field from English", "[x] Title: Harbour")
        assert "Summary:" not in person.text()

        await person.press("f2")

        await person.until(lambda: at(person, "title").content() == "Harbour")
        assert at(person, "summary").content() == "Suo"
        await person.press("F")
        await person.until(lambda: person.toasts[-1].endswith("text for an empty Italiano field."))


async def test_the_hint_tells_when_an_empty_language_is_missed(newsroom):
    async with newsroom(start="/articles/new") as person:
        await person.press("ctrl+t", "escape")
        await person.until(lambda: "Required if any Italiano text is filled in." in hint(person))


async def test_advice_is_shown_and_keeps_nobody_from_saving(newsroom, fresh_demo):
    async def taken(value: str, model: Any) -> str:
        return f"{value} is taken."

    advised = {"slug": {"validate_async": taken, "validate_async_debounce": 0}}
    async with newsroom(url=fresh_demo.url, **advised) as person:
        await writes(person, "slug", "same")
        await person.sees("same is taken.")
        assert "error" not in person.text()
        await person.type("x")
        await person.sees("samex is taken.")
        await person.press("f2")
        await person.told_of("Saved.")


async def test_gg_takes_the_cursor_to_the_first_field(newsroom):
    async with newsroom() as person:
        body = person.app.page.detail.body
        first = body.stop
        await person.press("end")
        assert body.stop is not first

        await person.press("g", "g")

        await person.until(lambda: body.stop is first)
        await person.until(lambda: body.region.contains_region(first.region))


async def test_a_field_is_edited_on_the_whole_screen_and_saved(newsroom):
    async with newsroom() as person:
        at(person, "body").begin()
        await person.press("f5")
        await person.sees("Toggle full screen")
        await person.press("f")
        await person.until(lambda: "Toggle full screen" not in person.text())
        await person.type("Typed there. ")
        await person.press("escape")
        await person.sees("changed (1)", "Typed there.")


@pytest.mark.parametrize("key", ["f5", "plus"])
async def test_a_field_without_a_full_screen_says_so(newsroom, key):
    async with newsroom() as person:
        cursor = person.app.page.detail.body.cursor
        cursor.move_to(at(person, "slug"))
        await person.press(key)
        await person.told("This field has no full screen. Type here.")
        cursor.move_to(at(person, "status"))
        await person.press(key)
        await person.told("This field has no full screen.")


# What it looks like


@SIZES
async def test_face_of_tabs(newsroom, size, snapshot: SnapshotAssertion):
    async with newsroom(size=size) as person:
        await person.press("down", "down")
        assert face(person) == snapshot


@SIZES
async def test_face_of_groups_with_columns_and_sub_tabs(newsroom, size, snapshot):
    async with newsroom(size=size) as person:
        await person.press("right_curly_bracket")
        assert face(person) == snapshot


async def test_a_form_that_gets_narrower_in_a_larger_terminal_has_the_same_lines(newsroom):
    async with newsroom(size=(120, 40)) as person:
        await person.press("right_curly_bracket")
        await person.settles()
        wanted = person.text()
        await person.pilot.resize_terminal(80, 24)
        await person.settles()
        await person.pilot.resize_terminal(120, 40)
        await person.settles()
        assert person.text() == wanted


@SIZES
async def test_face_of_folded_groups(newsroom, size, snapshot):
    async with newsroom(size=size) as person:
        await person.press("right_curly_bracket")
        await writes(person, "rating", "9")
        await person.press("escape", "underscore")
        await person.sees("▸ Numbers")
        assert face(person) == snapshot


@SIZES
async def test_face_of_errors_on_all_levels(newsroom, size, snapshot):
    async with newsroom(size=size) as person:
        await person.press("right_curly_bracket")
        await writes(person, "rating", "9")
        await writes(person, "price", "1_000")
        await person.press("escape", "left_curly_bracket")
        await writes(person, "title", "")
        await person.press("f2")
        await person.sees("3 errors")
        assert face(person) == snapshot
        await person.press("escape", "exclamation_mark")
        await person.sees("Rating: Must be at most 5.")
        assert face(person) == snapshot(name="list")


async def test_face_of_two_languages(newsroom, snapshot):
    async with newsroom(start="/articles/16", size=(120, 40)) as person:
        await person.press("percent_sign")
        await person.sees("it │")
        await person.settles()
        assert face(person) == snapshot


@SIZES
async def test_face_of_filling(newsroom, size, snapshot):
    async with newsroom(start="/articles/new", size=size) as person:
        await person.type("Harbour")
        await writes(person, "summary", "About it")
        await person.press("ctrl+t", "escape", "F")
        await person.sees("Fill 2 empty Italiano fields")
        assert face(person) == snapshot


async def test_space_ticks_and_enter_fills_as_in_other_lists_with_ticks(newsroom):
    async with newsroom(start="/articles/new") as person:
        await person.type("Harbour")
        await writes(person, "summary", "About it")
        await person.press("ctrl+t", "escape", "F")
        await person.sees("[x] Title", "Enter fills · Space ticks · Esc cancels")
        await person.press("space")
        await person.sees("[ ] Title", "Fill 1 empty Italiano field")

        await person.press("enter")

        await person.sees_no("empty Italiano field")
        draft = person.app.page.detail.store.state.draft
        assert draft.get("translations.it.summary") == "About it"
        assert not draft.get("translations.it.title")


@SIZES
async def test_face_of_a_field_on_the_whole_screen(newsroom, size, snapshot):
    async with newsroom(start="/articles/new", size=size) as person:
        at(person, "body").begin()
        await person.press("f5")
        await person.sees("Toggle full screen")
        await person.press("f")
        await person.until(lambda: "Toggle full screen" not in person.text())
        await person.type("Line one")
        assert face(person) == snapshot


async def test_a_slug_follows_its_title_while_its_own_tab_was_never_opened(newsroom):
    moved = {"slug": {"type": "slug", "tab": "More", "attrs": {"source": "title"}}}
    async with newsroom("/articles/new", **moved) as person:
        await writes(person, "title", "Far away")

        detail = person.app.page.detail
        await person.until(lambda: detail.store.state.draft.get("slug") == "far-away")
        assert not any(one.descriptor.key == "slug" for one in detail.fields)


BLOCKS = {
    "type": "repeater",
    "tab": "Text",
    "fields": [{"key": "word", "required": True}, {"key": "more"}],
}


def blamed(person: Person) -> list[str]:
    """The first words of the items of which an error is said."""
    lines = [line for line in person.text().splitlines() if "error" in line and "▾" in line]
    return [line.partition("▾")[2].split()[0] for line in lines]


async def adds_item(person: Person, *keys: str) -> None:
    """A new item, and keys once one types in it."""
    await person.until(lambda: isinstance(person.app.focused, ItemList))
    await person.press("n")
    await person.until(lambda: isinstance(person.app.focused, Input))
    await person.press(*keys)


async def test_a_new_item_is_blamed_for_nothing_before_somebody_was_there(newsroom):
    async with newsroom("/articles/new", attributes=BLOCKS) as person:
        await writes(person, "title", "A")
        at(person, "attributes").begin()
        await adds_item(person, "x", "escape")
        await adds_item(person)
        await person.settles()
        assert "This field is required" not in person.text()

        await person.press("tab", "escape")
        await adds_item(person)
        await person.until(lambda: blamed(person) == ["2"])
        at(person, "slug").begin()
        await person.until(lambda: blamed(person) == ["2", "3"])

        at(person, "attributes").begin()
        await person.until(lambda: at(person, "attributes").has_focus_within)
        await person.press("escape")
        await adds_item(person, "f2")
        await person.until(lambda: blamed(person) == ["2", "3", "4"])


async def test_gg_goes_to_the_first_item_of_a_list_of_items(newsroom):
    async with newsroom("/articles/new", attributes=BLOCKS) as person:
        at(person, "attributes").begin()
        await adds_item(person, "x", "escape")
        await adds_item(person, "y", "escape")
        items = person.app.page.detail.query_one(ItemList)
        await person.until(lambda: items.at == items.items.items[1].key)

        await person.press("g", "g")

        await person.until(lambda: items.at == items.items.items[0].key)


def hint(person: Person) -> str:
    """What is said below the current field."""
    stops = [one for form in person.app.page.detail.query(SvcForm) for one in form.stops]
    return " ".join(one.help.words for one in stops if one.help.words).strip()


async def test_the_hint_tells_the_keys_that_mean_something_where_one_is(newsroom):
    async with newsroom("/articles/new", attributes=BLOCKS) as person:
        await person.press("escape")
        blocks = at(person, "attributes")
        person.app.page.detail.body.cursor.move_to(blocks)
        await person.sees("No items. Press Enter, then n to add one.")
        assert hint(person) == ""

        await person.press("enter")
        await person.sees("No items. Press n to add one.")
        assert hint(person) == ""

        await adds_item(person)
        await person.until(lambda: hint(person) == "")
        await person.press("escape")
        await person.until(lambda: hint(person).startswith("Enter opens, n adds"))

        await person.press("escape", "right_curly_bracket")
        await person.until(
            lambda: hint(person).startswith("Press Enter to edit. A number, 0 or more")
        )


@pytest.mark.parametrize(
    ("key", "empty", "given"),
    [
        ("category", "Press Enter to choose.", "gd to open the record."),
        ("gallery", "Only images.", "J or K to move it."),
        ("cover", "Press Enter to open the library. Only", "Delete to remove."),
    ],
)
async def test_the_hint_of_an_empty_field_names_no_key_for_what_is_not_there(
    console, key: str, empty: str, given: str
):
    async with console(start="/articles/new") as person:
        await person.sees("Save and close")
        form = next(one for one in person.app.page.detail.forms if key in _keys(one))
        await form.reveal(next(one for one in form.descriptors if one.key == key))
        field, cursor = at(person, key), person.app.page.detail.body.cursor
        await person.press("escape")
        cursor.move_to(field)
        await person.until(lambda: empty in hint(person) and given not in hint(person))
        field.accept([4, 5] if key == "gallery" else 4)
        await person.until(lambda: given in hint(person))
        field.accept([] if key == "gallery" else None)
        await person.until(lambda: empty in hint(person) and given not in hint(person))


async def test_delete_removes_the_only_file_of_a_field_under_the_cursor(console):
    async with console(start="/articles/new") as person:
        await person.sees("Save and close")
        form = next(one for one in person.app.page.detail.forms if "cover" in _keys(one))
        field = next(one for one in form.fields if one.descriptor.key == "cover")
        await person.press("escape")
        person.app.page.detail.body.cursor.move_to(field)
        await person.press("delete")
        await person.until(lambda: "There is no file to remove." in person.toasts)
        field.accept(4)
        await person.until(lambda: field.removal_unavailable() == "")
        await person.press("delete")
        await person.until(lambda: field.value is None)


async def test_the_help_of_a_field_is_in_sight_when_its_picture_appears(console):
    async with console(start="/articles/21", size=(120, 21)) as person:
        await person.sees("Save and close", "Cover")
        await person.settles()
        field = at(person, "cover")
        person.app.page.detail.body.cursor.show(field)
        await person.until(lambda: hint(person).startswith("Press Enter to open"))
        field.accept(4)
        await person.sees("Press Enter to open the", "library, Delete to remove.", "Only images.")


async def test_a_late_picture_leaves_a_form_where_it_was_scrolled_to(console):
    async with console(start="/articles/21", size=(120, 18)) as person:
        await person.sees("Save and close", "Cover")
        await person.settles()
        field = at(person, "cover")
        at(person, "gallery").accept([4, 5, 6])
        person.app.page.detail.body.cursor.show(field)
        await person.settles()
        around = scrolling_ancestor(field)
        around.scroll_end(animate=False)
        await person.until(lambda: field.region.y < around.region.y)
        scrolled = around.scroll_y

        field.accept(4)

        await person.until(lambda: field.size.height > 6)
        await person.settles()
        assert around.scroll_y == scrolled


async def test_the_caret_stays_in_sight_while_a_text_grows(console):
    async with console(start="/articles/22", size=(80, 24)) as person:
        await person.sees("Save and close", "Body")
        await person.settles()
        cursor = person.app.page.detail.body.cursor
        cursor.show(at(person, "body"))
        await person.press("e", "ctrl+end")

        for line in range(9):
            await person.press("enter")
            await person.type(f"line{line}")
            await person.sees(f"line{line}")


def _keys(form: SvcForm) -> list[str]:
    return [one.key for one in form.descriptors]


async def test_enter_is_not_said_to_open_a_calendar_while_it_goes_on(console):
    async with console(start="/articles/3") as person:
        await person.sees("Save and close", "Published")
        await person.settles()
        field = at(person, "published_at")
        person.app.page.detail.body.cursor.move_to(field)
        await person.until(lambda: hint(person).startswith("Press Enter for a calendar"))
        assert field.begin()
        await person.until(lambda: hint(person).startswith("Press F6 for a calendar"))


async def test_the_footer_on_inner_tabs_names_the_next_tab_once(console):
    async with console(start="/articles/5") as person:
        await person.sees("Save and close")
        await person.press("right_curly_bracket")
        await person.sees("Event")
        bar = next(one for one in person.app.screen.query(TabBar) if "Event" in one.names)
        bar.focus()
        await person.until(lambda: "to change tabs" in bar.help.words)
        await person.settles()
        assert person.text().splitlines()[-1].count("Next tab") == 1


async def test_home_goes_to_the_first_field_and_not_to_the_tabs(newsroom):
    async with newsroom(size=(80, 24)) as person:
        body = person.app.page.detail.body
        first = body.here
        assert first is not None
        await person.press("end")
        await person.until(lambda: body.here is at(person, "featured"))
        await person.press("home")
        await person.until(lambda: body.stop is first)


async def test_a_choice_that_takes_letters_is_typing_in_the_footer(newsroom):
    async with newsroom(size=(80, 24)) as person:
        assert at(person, "title").begin()
        await person.sees("Typing")
        assert at(person, "status").begin()
        await person.sees("Enter Choose", "Typing")
        await person.press("escape")
        await person.sees("Enter Choose")
        await person.sees_no("Typing")


async def test_one_enter_opens_what_is_chosen_from_and_page_down_walks(newsroom):
    async with newsroom(size=(80, 24)) as person:
        body = person.app.page.detail.body
        await person.press("pagedown")
        assert body.cursor.stops.index(body.stop) > 1
        await person.press("end")
        await person.until(lambda: body.here is at(person, "featured"))
        await person.press("up")
        await person.sees("Enter Choose")
        await person.press("enter")
        await person.until(lambda: isinstance(person.app.screen, ChoiceDialog))
        await person.press("escape", "p")
        await person.until(lambda: isinstance(person.app.screen, ChoiceDialog))
        await person.press("escape", "escape", "home", "right_curly_bracket")
        await person.until(lambda: at(person, "event_date").is_mounted)
        body.cursor.show(at(person, "event_date"))
        await person.press("enter")
        await person.until(lambda: isinstance(person.app.screen, CalendarDialog))
        await person.press("escape", "enter")
        await person.until(lambda: isinstance(person.app.screen, CalendarDialog))
        for digit in "20260501":  # All at once, as from a slow line.
            person.app.post_message(Key(digit, digit))
        await person.sees("Typed: 2026-05-01")
        await person.press("enter")
        await person.until(lambda: at(person, "event_date").content() == "2026-05-01")


async def test_the_field_that_is_typed_into_stays_in_sight_on_a_tiny_terminal(newsroom):
    async with newsroom(size=(120, 40)) as person:
        await writes(person, "summary", "seen")
        editor = at(person, "summary").editor
        for size in ((50, 12), (30, 8), (80, 24)):
            await person.pilot.resize_terminal(*size)
            body = person.app.page.detail.body
            await person.until(lambda b=body: b.region.overlaps(editor.region))
            await person.sees("seen")
