"""Relations: named, chosen from a small list, reordered, made in place."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import OptionList

from svc_tui.api.errors import flatten_errors
from svc_tui.app.context import Svc
from svc_tui.stores.record.draft import Draft, same
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.line import LineInput
from svc_tui.widgets.form.picker import PickerDialog
from tests.console import screen_text, wait_until
from tests.fakes import BASE, FakeBackend, json_answer, sent_json
from tests.stores.record.test_related_store import ADA, BOB, EVE, pages
from tests.widgets.form.form_alone import Host, shown, typed, values

AUTHORS = "/api/authors/"


def backend(*answers: Any) -> FakeBackend:
    fake = FakeBackend().on("GET", AUTHORS, *(answers or (pages([ADA, BOB, EVE]),)))
    for row in (ADA, BOB, EVE):
        fake.on("GET", f"{AUTHORS}{row['id']}/", row)
    return fake


@asynccontextmanager
async def relation(
    value: Any, fake: FakeBackend, folder: Path, type: str = "fks", **attrs: Any
) -> AsyncIterator[tuple[Any, Host, Any]]:
    svc = Svc(BASE, transport=fake.transport, state_dir=folder)
    said = {"endpoint": "/api/authors", **attrs}
    async with shown(value, type, svc=svc, attrs=said, size=(80, 24)) as world:
        yield world
    await svc.aclose()


async def picker(pilot: Any, app: Host, field: SvcField, *keys: str) -> PickerDialog:
    """Open it and wait for its rows."""
    await typed(pilot, field, *(keys or ("enter",)))
    await wait_until(pilot, lambda: isinstance(app.screen, PickerDialog))
    dialog = app.screen
    assert isinstance(dialog, PickerDialog)
    await wait_until(pilot, lambda: dialog.is_mounted and not dialog.store.state.loading)
    await wait_until(pilot, lambda: dialog.store.state.loaded or dialog.store.state.problem)
    await pilot.pause()
    return dialog


async def test_a_preselected_id_shows_its_name_with_one_small_request(tmp_path: Path):
    fake = backend()
    async with relation(2, fake, tmp_path) as (pilot, app, _):
        await wait_until(pilot, lambda: "Bob" in screen_text(app))
        assert fake.calls == ["GET /api/authors/2/"]
        assert values(app) == []


@pytest.mark.parametrize(
    ("value", "told"),
    [(2, True), (BOB, True), ([BOB], True), (None, False), ({"name": "Bob"}, False)],
)
async def test_the_hint_names_the_key_that_opens_a_chosen_record(
    value: Any, told: bool, tmp_path: Path
):
    async with relation(value, backend(), tmp_path) as (_, _, field):
        assert ("gd to open the record" in field.type_hint) is told


async def test_an_id_without_a_record_stands_for_itself(tmp_path: Path):
    async with relation(77, backend(), tmp_path) as (pilot, app, field):
        await wait_until(pilot, lambda: "#77 ?" in screen_text(app))
        assert field.value == 77


@pytest.mark.parametrize(
    ("before", "attrs", "after"),
    [
        (1, {}, 2),
        ({"id": 1, "name": "Ada"}, {}, BOB),
        (None, {}, BOB),
        (None, {"return_object": False}, 2),
        (1, {"return_object": True}, BOB),
        ({"id": 1, "name": "Ada"}, {"return_object": False}, 2),
        (None, {"return_object": False, "item_value": "name", "item_text": "name"}, "Bob"),
    ],
)
async def test_records_are_written_whole_or_as_ids(
    before: Any, attrs: dict[str, Any], after: Any, tmp_path: Path
):
    async with relation(before, backend(), tmp_path, **attrs) as (pilot, app, field):
        await picker(pilot, app, field, "B")
        await wait_until(pilot, lambda: "1 record." in screen_text(app))
        await pilot.press("enter")
        await wait_until(pilot, lambda: values(app) == [after])
        assert "Bob" in screen_text(app)


async def test_the_same_record_again_is_no_edit_and_stays_as_it_came(tmp_path: Path):
    value = {"id": "1", "name": "Ada of old", "more": [1]}
    async with relation(value, backend(), tmp_path) as (pilot, app, field):
        await picker(pilot, app, field)
        await pilot.press("enter")
        await wait_until(pilot, lambda: len(app.screen_stack) == 1)
        assert values(app) == []
        assert field.value is value


async def test_nothing_can_be_chosen_where_it_is_not_required(tmp_path: Path):
    async with relation(1, backend(), tmp_path) as (pilot, app, field):
        await picker(pilot, app, field)
        await pilot.press("down", "home", "enter")
        await wait_until(pilot, lambda: values(app) == [None])


async def test_the_next_page_comes_at_the_end_of_the_rows(tmp_path: Path):
    fake = backend(pages([ADA, BOB], [EVE]))
    async with relation(None, fake, tmp_path) as (pilot, app, field):
        await picker(pilot, app, field)
        assert "2 of 3 records" in screen_text(app)
        await pilot.press("down", "end")
        await wait_until(pilot, lambda: "Eve" in screen_text(app))
        await pilot.press("end", "enter")
        await wait_until(pilot, lambda: values(app) == [EVE])


async def test_a_point_reads_the_next_page_too(tmp_path: Path):
    async with relation(None, backend(pages([ADA], [BOB])), tmp_path) as (pilot, app, field):
        await picker(pilot, app, field)
        await pilot.press("tab", "full_stop")
        await wait_until(pilot, lambda: "Bob" in screen_text(app))


async def test_nothing_matching_is_said(tmp_path: Path):
    async with relation(None, backend(), tmp_path) as (pilot, app, field):
        await picker(pilot, app, field, "z")
        await wait_until(pilot, lambda: "Nothing matches “z”" in screen_text(app))
        await pilot.press("enter")
        await pilot.pause()
        assert values(app) == []


@pytest.mark.parametrize(
    ("status", "said"), [(403, "You don't have permission to see"), (404, "This list")]
)
async def test_a_list_that_cannot_be_seen_says_why_and_keeps_the_value(
    status: int, said: str, tmp_path: Path
):
    fake = backend(json_answer({"detail": "No."}, status))
    async with relation(1, fake, tmp_path) as (pilot, app, field):
        await picker(pilot, app, field)
        await wait_until(pilot, lambda: said in screen_text(app))
        await pilot.press("enter", "escape")
        await pilot.pause()
        assert values(app) == []
        assert field.value == 1


async def test_what_was_picked_last_comes_first_the_next_time(tmp_path: Path):
    fake = backend()
    async with relation(None, fake, tmp_path, return_object=False) as (pilot, app, field):
        await picker(pilot, app, field, "E")
        await wait_until(pilot, lambda: "1 record." in screen_text(app))
        await pilot.press("enter")
        await wait_until(pilot, lambda: values(app) == [3])
        assert field.svc.preferences.state.picked == {"/api/authors": [3]}
    async with relation(None, backend(pages([ADA, BOB], [EVE])), tmp_path) as (pilot, app, field):
        field.svc.preferences.load()
        await picker(pilot, app, field)
        await wait_until(pilot, lambda: "recent" in screen_text(app))
        rows = [line for line in screen_text(app).splitlines() if "#" in line]
        assert "Eve" in rows[0]


M2M = [{"id": 3, "name": "Eve", "kept": True}, 1]


async def test_several_keep_their_order_and_their_own_shapes(tmp_path: Path):
    async with relation(M2M, backend(), tmp_path, "m2m", return_object=False) as world:
        pilot, app, field = world
        await wait_until(pilot, lambda: "2: Eve, Ada" in screen_text(app))
        await picker(pilot, app, field, "B")
        await wait_until(pilot, lambda: "1 record" in screen_text(app))
        await pilot.press("enter")
        await wait_until(pilot, lambda: "3 chosen" in screen_text(app))
        await pilot.press("f2")
        await wait_until(pilot, lambda: same(values(app)[-1:], [[*M2M, 2]]))


async def test_the_chosen_ones_are_moved_and_taken_out(tmp_path: Path):
    async with relation([1, 2, 3], backend(), tmp_path, "m2m") as (pilot, app, field):
        dialog = await picker(pilot, app, field)
        dialog.query_one(".chosen", OptionList).focus()
        await pilot.press("J", "J", "up", "delete", "f2")
        await wait_until(pilot, lambda: values(app) == [[2, 1]])
        await picker(pilot, app, field)
        await pilot.press("escape")
        await wait_until(pilot, lambda: len(app.screen_stack) == 1)
        assert values(app) == [[2, 1]]


async def test_unticking_and_ticking_again_ends_where_it_began(tmp_path: Path):
    value = [{"id": 1}]
    async with relation(value, backend(), tmp_path, "m2m") as (pilot, app, field):
        await picker(pilot, app, field)
        await pilot.press("tab", "space", "space", "enter")
        await wait_until(pilot, lambda: len(app.screen_stack) == 1)
        assert values(app) == []
        assert field.value is value


@pytest.mark.parametrize("value", ["odd", {"no": "id"}, [{"no": "id"}, [1]], True, None, []])
async def test_odd_values_are_shown_and_survive_another_choice(value: Any, tmp_path: Path):
    async with relation(value, backend(), tmp_path, "m2m", return_object=False) as world:
        pilot, app, field = world
        await picker(pilot, app, field, "B")
        await wait_until(pilot, lambda: "1 record" in screen_text(app))
        await pilot.press("enter")
        await pilot.press("f2")
        kept = value if isinstance(value, list) else [value] if value is not None else []
        await wait_until(pilot, lambda: same(values(app)[-1:], [[*kept, 2]]))


async def test_a_new_record_is_made_in_place_and_chosen(tmp_path: Path):
    fake = backend().on(
        "POST",
        AUTHORS,
        json_answer({"name": ["This name is taken."]}, 400),
        json_answer({"id": 9, "name": "Zoe"}, 201),
    )
    async with relation(None, fake, tmp_path, return_object=False) as (pilot, app, field):
        dialog = await picker(pilot, app, field, "Z")
        await pilot.press("ctrl+n")
        await wait_until(pilot, lambda: "Quick add" in screen_text(app))
        await wait_until(pilot, lambda: app.screen is not dialog and app.focused is not None)
        await pilot.press("o", "e", "f2")
        await wait_until(pilot, lambda: "This name is taken." in screen_text(app))
        await pilot.press("f2")
        await wait_until(pilot, lambda: values(app) == [9])
        assert sent_json(fake.last) == {"name": "Zoe"}
        assert "Zoe" in screen_text(app)


async def test_without_the_right_no_record_is_made_and_the_right_is_named(tmp_path: Path):
    async with relation(None, backend(), tmp_path, model="author") as (pilot, app, field):
        await picker(pilot, app, field)
        await pilot.press("ctrl+n")
        await wait_until(pilot, lambda: "needs permission" in screen_text(app))


async def test_without_an_endpoint_it_is_said_and_nothing_changes():
    async with shown(3, "fks") as (pilot, app, field):
        await typed(pilot, field, "enter")
        await wait_until(pilot, lambda: "Nothing to choose from" in screen_text(app))
        await pilot.press("enter", "escape")
        assert values(app) == []


async def test_an_error_about_one_of_several_names_the_record(tmp_path: Path):
    value = [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bea"}]
    async with relation(value, backend(), tmp_path, "m2m") as (pilot, app, _):
        found = flatten_errors({"it": [{}, {"name": ["is retired."]}]})
        app.form.show(Draft.of({"it": value}), found, None)
        await pilot.pause()

        assert "Bea, name: is retired." in screen_text(app)


async def test_a_failed_search_names_a_key_that_works_where_one_types(tmp_path: Path):
    fake = backend(json_answer({"detail": "Broken."}, 500), pages([ADA, BOB, EVE]))
    async with relation(None, fake, tmp_path) as (pilot, app, field):
        dialog = await picker(pilot, app, field)
        await wait_until(pilot, lambda: "Press F5" in screen_text(app))
        assert dialog.focused is dialog._line
        await pilot.press("f5")
        await wait_until(pilot, lambda: "Eve" in screen_text(app))


async def test_the_hint_of_the_picker_follows_the_focus(tmp_path: Path):
    async with relation(None, backend(), tmp_path) as (pilot, app, field):
        await picker(pilot, app, field)
        assert "Type to search" in screen_text(app) and ". next page" not in screen_text(app)
        await pilot.press("down")
        await wait_until(pilot, lambda: ". next page" in screen_text(app))


async def test_enter_before_the_answer_takes_the_only_match(tmp_path: Path):
    async with relation(None, backend(), tmp_path) as (pilot, app, field):
        await picker(pilot, app, field)
        await pilot.press("B", "o", "enter")  # Before the search has begun.
        await wait_until(pilot, lambda: len(app.screen_stack) == 1)
        assert values(app) == [BOB]


async def test_enter_before_the_answer_takes_none_of_several_matches(tmp_path: Path):
    fake = backend(pages([ADA, BOB, {"id": 4, "name": "Bea"}]))
    async with relation(None, fake, tmp_path) as (pilot, app, field):
        dialog = await picker(pilot, app, field)
        await pilot.press("B", "enter")
        await wait_until(pilot, lambda: "2 records" in screen_text(app))
        assert app.screen is dialog and values(app) == []


async def test_enter_before_the_answer_ticks_the_only_match_of_several(tmp_path: Path):
    async with relation([], backend(), tmp_path, "m2m") as (pilot, app, field):
        dialog = await picker(pilot, app, field)
        await pilot.press("B", "o", "enter")
        await wait_until(pilot, lambda: dialog.picks.keys == ("2",))
        assert app.screen is dialog and dialog.query_one(LineInput).value == ""


async def test_without_a_match_no_key_promises_to_choose(tmp_path: Path):
    async with relation(None, backend(), tmp_path) as (pilot, app, field):
        await picker(pilot, app, field, "z")
        await wait_until(pilot, lambda: "Nothing matches “z”" in screen_text(app))
        assert "Enter chooses" not in screen_text(app)
