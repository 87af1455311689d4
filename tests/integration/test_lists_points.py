"""Everything that a list does, on a real backend, as a person meets it."""

from __future__ import annotations

import asyncio
import csv
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import httpx
import pytest
from textual.app import App
from textual.widgets import Input, OptionList

from svc_tui import (
    FieldDescriptor,
    FilterDescriptor,
    ListColumn,
    Slots,
    Svc,
    SvcList,
    SvcListTable,
    SvcRootComponents,
)
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.list_store import ListStore
from svc_tui.stores.listing.row_sources import ServerSource
from svc_tui.stores.rows import Row
from svc_tui.widgets.formatting import FORMATS
from svc_tui.widgets.listing.quick_edit_dialog import QuickEditDialog
from svc_tui.widgets.record.detail import SvcDetail
from tests.backends.demo import DemoProcess
from tests.console import Person, screen_text, wait_until
from tests.screens.lists import complete_status, settled, store_of, watch

Console = Callable[..., AbstractAsyncContextManager[Person]]

DRAWN: list[tuple[ListColumn, Callable[[Row], str]]] = [
    (ListColumn(key="title", format="text", width=12), lambda row: f"<{row['id']}>"),
    (ListColumn(key="rating", format="number", width=6), lambda row: f" {row['rating']} "),
    (ListColumn(key="price", format="money", width=7), lambda row: f" {float(row['price']):.2f} "),
    (
        ListColumn(key="featured", format="boolean", width=8),
        lambda row: " ✓ " if row["featured"] else " · ",
    ),
    (ListColumn(key="published_at", format="date", width=10), lambda row: row["published_at"][:10]),
    (ListColumn(key="created", format="datetime", width=20), lambda row: f" {row['created'][:8]}"),
    (ListColumn(key="modified", format="relative", width=14), lambda row: " ago "),
    (ListColumn(key="status", format="badge", width=9), lambda row: row["status"]),
    (ListColumn(key="cover", format="image", width=5), lambda row: "▣" if row["cover"] else "—"),
    (ListColumn(key="position", format="size", width=6), lambda row: f" {row['position']} B "),
    (
        ListColumn(key="tags", format="labels", width=20),
        lambda row: ", ".join(map(str, row["tags"])),
    ),
    (ListColumn(key="translations", format="publishing", width=9), lambda row: " — "),
    (ListColumn(key="author.name", width=14), lambda row: row["author"]["name"]),
]
"""A column of every format, and what it draws of a row of the demo."""


class Alone(App[None]):
    """One list on the demo, in an app that has nothing else."""

    def __init__(self, url: str, folder: Path, **wishes: Any) -> None:
        super().__init__()
        self.svc = Svc(url, state_dir=folder)
        self.wishes = wishes
        self.sent: list[str] = []

    async def on_mount(self) -> None:
        await self.svc.start()
        await self.svc.auth.login("admin", "admin")
        client = self.svc.fetch._client
        assert client is not None

        async def note(request: httpx.Request) -> None:
            self.sent.append(f"{request.method} {request.url.raw_path.decode()}")

        client.event_hooks["request"].append(note)
        self.list = SvcList("/api/articles", **self.wishes)
        await self.mount(self.list, SvcRootComponents())
        self.list.table.grid.focus()

    def saw(self, *texts: str) -> bool:
        """Whether all of these stand on the screen."""
        return all(text in screen_text(self) for text in texts)


# Columns


async def test_every_format_is_drawn_of_what_the_backend_sends(demo: DemoProcess, tmp_path: Path):
    columns = [column for column, _ in DRAWN]
    slots = Slots({"cell.title": lambda item, value: f"<{item['id']}>"})
    app = Alone(demo.url, tmp_path, columns=columns, slots=slots)
    assert {one.format for one in columns if one.format} == {*FORMATS}
    async with app.run_test(size=(200, 24)) as pilot:
        await wait_until(pilot, lambda: app.saw("1-20 of 300", "<1>", "Hanna Schäfer"))
        rows = app.list.store.state.rows
        row = next(one for one in rows if one["tags"] and one["cover"] and one["published_at"])
        line = next(one for one in screen_text(app).splitlines() if f"<{row['id']}>" in one)
        missing = [column.key for column, drawn in DRAWN if drawn(row) not in line]
        assert not missing, f"{line}\n{row}"
        assert "?" not in screen_text(app)
        await app.svc.aclose()


# Filters


async def test_a_default_choice_is_in_the_very_first_request(demo: DemoProcess, tmp_path: Path):
    filters = [
        FilterDescriptor(value="status", choices=["draft", "review"], default_choice="review")
    ]
    app = Alone(demo.url, tmp_path, columns=[ListColumn(key="title")], filters=filters)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: app.saw("Status: Review", "1-20 of "))
        rows = [one for one in app.sent if one.startswith("GET /api/articles/?")]
        assert "status=review" in rows[0]
        await app.svc.aclose()


async def test_default_days_are_in_the_very_first_request(demo: DemoProcess, tmp_path: Path):
    filters = [
        FilterDescriptor(
            value="published_at",
            text="Published",
            datepicker=True,
            default_choice="-3650d..today",
            from_param="published_after",
            to_param="published_before",
        )
    ]
    app = Alone(demo.url, tmp_path, columns=[ListColumn(key="title")], filters=filters)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: app.saw("Published: -3650d..today", "1-20 of"))
        rows = [one for one in app.sent if one.startswith("GET /api/articles/?")]
        assert "published_after=" in rows[0] and "published_before=" in rows[0]
        await app.svc.aclose()


async def test_a_typed_line_is_completed_and_knows_words_choices_and_days(console: Console):
    async with console(start="/articles", size=(120, 40)) as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await complete_status(person)
        await person.type(" published_at:>-3650d harbour")
        sent = watch(person)
        await person.press("enter")
        await person.sees("Status: Draft", "harbour")
        await person.until(lambda: store_of(person).state.query.search == "harbour")
        await person.settles()
        asked = [one for one in sent if "page_size=20" in one and "page=1&" in one]
        assert len(asked) == 1
        assert "status=draft" in asked[0] and "published_after=" in asked[0]


async def test_what_tab_would_complete_is_said_once_and_only_while_typing(console: Console):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("slash")
        await person.type("author:")
        await person.sees('Tab: "Ada Moretti" · "')
        await person.press("escape")
        await person.sees_no("Tab:")
        await person.sees("1-20 of 300")


# Location


async def test_all_of_a_list_is_in_its_location_and_comes_back(console: Console):
    where = (
        "/articles?search=the&page=2&page_size=10&ordering=-title&f_status=draft,published"
        "&tab=published"
    )
    async with console(start=where) as person:
        await person.sees("11-20 of", "Status: Draft", "[Published")
        keys = store_of(person).state.keys
        await person.press("enter")
        await person.sees("Save and close")
        await person.press("escape")
        await person.sees("11-20 of")
        await person.until(lambda: store_of(person).state.keys == keys)
        left = person.location
    async with console(start=left) as again:
        await again.sees("11-20 of", "Status: Draft", "[Published")
        assert store_of(again).state.keys == keys
        assert "-title" in str(store_of(again).state.query.ordering)


# Marks and actions


async def test_all_that_matches_is_counted_again_and_stopped_where_it_moved(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles?f_status=draft", size=(120, 40)) as person:
        await person.sees("1-20 of 93")
        await settled(person)
        await person.press("A")
        await person.sees("all 93 marked (Status: Draft)")
        crud = person.app.svc.crud("/api/articles")  # type: ignore[union-attr]
        await crud.partial_update(store_of(person).state.rows[0]["id"], {"status": "review"})
        await person.press("x")
        await person.sees("Publish all or none")
        menu = person.app.screen.query_one(OptionList)
        menu.highlighted = next(
            n for n, one in enumerate(menu.options) if "Publish all or none" in str(one.prompt)
        )
        await person.press("enter")
        await person.sees("Type 93 to continue, then")
        sent = watch(person)
        await person.may_type()
        await person.type("93")
        await person.press("tab", "tab", "enter")
        await person.sees("Nothing was done")
        assert not [one for one in sent if one.startswith("POST")]


async def test_an_action_is_stopped_and_says_what_was_left(
    console: Console, fresh_demo: DemoProcess
):
    from tests.screens.lists import hold, writing

    async with console(start="/articles?tab=draft") as person:
        await person.sees("[Drafts 93]")
        await settled(person)
        await person.press("asterisk", "x", "enter")
        await person.sees("Publish 20 rows?")
        go_on = hold(person, writing)
        await person.press("y")
        await person.sees("0/20", "Esc stops")
        await person.press("escape")
        go_on.set()
        await person.sees("skipped")


# Quick edit and quick add


async def test_a_quick_edit_sends_only_what_changed_of_the_fresh_record(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        bodies: list[Any] = []
        client = person.app.svc.fetch._client  # type: ignore[union-attr]

        async def keep(request: httpx.Request) -> None:
            if request.method == "PATCH":
                bodies.append(json.loads(request.content))

        client.event_hooks["request"].append(keep)  # type: ignore[union-attr]
        httpx.post(f"{fresh_demo.url}/api/_test/touch/articles/1", trust_env=False)
        await person.press("i")
        await person.sees("(edited)")  # Not the row that is shown, but the record as it is now.
        await person.press("tab", "tab", "space", "ctrl+s")
        await person.sees_no("Quick edit")
        await person.until(lambda: bodies)
        assert [*bodies[0]] == ["featured"]


async def test_a_record_is_added_from_the_list(console: Console, fresh_demo: DemoProcess):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("I")
        await person.sees("Quick add", "Title")
        await person.type("Brand new")
        await person.press("ctrl+s")
        await person.sees_no("Quick add")
        await person.sees("of 301")


async def test_more_can_stand_in_a_quick_edit(demo: DemoProcess, tmp_path: Path):
    from textual.widgets import Static

    slots = Slots({"qedit.extra": lambda model: Static(f"Number {model['id']}")})
    fields = [FieldDescriptor(key="title")]
    app = Alone(
        demo.url, tmp_path, columns=[ListColumn(key="title")], edit_fields=fields, slots=slots
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: app.saw("1-20 of 300"))
        await pilot.press("down", "i")
        await wait_until(pilot, lambda: app.saw("Number 2"))
        await app.svc.aclose()


async def test_a_quick_edit_that_is_taken_away_while_it_is_drawn_ends_quietly(
    demo: DemoProcess, tmp_path: Path
):
    columns, fields = [ListColumn(key="title")], [FieldDescriptor(key="title")]
    app = Alone(demo.url, tmp_path, columns=columns, edit_fields=fields)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: app.saw("1-20 of 300"))
        await pilot.press("i")
        await wait_until(pilot, lambda: app.saw("Quick edit: "))
        dialog = app.screen
        assert isinstance(dialog, QuickEditDialog)

        await dialog.query("*").remove()
        dialog.head("Harbour")
        dialog.say("The title is missing.")

        await app.svc.aclose()


# Order


async def test_a_row_is_carried_to_a_place_whose_number_is_typed(
    console: Console, fresh_demo: DemoProcess
):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        sent = watch(person)
        await person.press("m", "1", "5", "0")
        await person.sees("150 of 300")
        await person.press("up")
        await person.sees("149 of 300")
        await person.press("enter")
        await person.sees("Order saved.")
        await person.settles()
        assert store_of(person).state.keys[8] == "1"
        assert len([one for one in sent if "update_order" in one]) == 1


async def test_a_refused_move_is_undone_and_told(console: Console, fresh_demo: DemoProcess):
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await settled(person)
        await person.press("m", "down")
        await person.sees("Moving", "2 of 300")
        crud = person.app.svc.crud("/api/articles")  # type: ignore[union-attr]
        await crud.delete(2)  # A colleague was quicker: the place is no more.
        await person.press("enter")
        await person.sees_no("Moving")
        await person.until(lambda: person.toasts)
        assert not any("Order saved" in one for one in person.toasts)
        assert store_of(person).state.keys[0] == "1"


async def test_rows_do_not_move_while_sorted_otherwise_and_it_says_so(console: Console):
    async with console(start="/articles?ordering=-title") as person:
        await person.sees("sorted by Title ▼", "1-20 of 300")
        await person.press("m")
        await person.until(lambda: any("moved" in one for one in person.toasts))
        await person.sees_no("Moving")


# Modes


async def test_a_hybrid_list_asks_once_and_does_the_rest_itself(demo: DemoProcess, tmp_path: Path):
    columns = [ListColumn(key="title", sortable=True)]
    app = Alone(demo.url, tmp_path, columns=columns, mode="hybrid")
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: app.saw("1-20 of 300"))
        app.sent.clear()
        await pilot.press("full_stop", "s")
        await wait_until(pilot, lambda: app.saw("sorted by Title ▲"))
        await pilot.press("slash", *"harbour", "enter")
        await wait_until(pilot, lambda: app.saw("search “harbour”"))
        assert app.list.store.state.rows
        assert app.sent == []
        await app.svc.aclose()


# Views and files


async def test_the_views_of_a_team_are_offered_and_not_written(console: Console):
    from svc_tui.config.paths import config_dir

    team = config_dir() / "views.toml"
    team.parent.mkdir(parents=True, exist_ok=True)
    text = """[[views]]
resource = "articles"
name = "Theirs"
location = "/articles?f_status=review"
"""
    team.write_text(text, "utf-8")
    async with console(start="/articles") as person:
        await person.sees("1-20 of 300")
        await person.press("V")
        await person.sees("Theirs")
        await person.press("D")
        await person.until(lambda: any("team" in one for one in person.toasts))
        person.dismiss_toasts()
        await person.press("V")
        await person.sees("Theirs")
        await person.press("enter")
        await person.sees("1-20 of 58", "Status: In review")
    assert team.read_text("utf-8") == text


@pytest.mark.parametrize("form", ["csv", "jsonl"])
async def test_what_matches_is_written_and_starts_no_formula(
    console: Console, fresh_demo: DemoProcess, tmp_path: Path, form: str
):
    async with console(start="/articles?f_status=review") as person:
        await person.sees("1-20 of 58")
        crud = person.app.svc.crud("/api/articles")  # type: ignore[union-attr]
        number = store_of(person).state.rows[0]["id"]
        await crud.partial_update(number, {"title": '=HYPERLINK("http://x","y")'})
        await person.press("r", "X")
        await person.sees("Export to a file")
        path = tmp_path / f"review.{form}"
        person.app.screen.query_one(Input).value = str(path)
        await person.press("enter")
        await person.until(lambda: any("58 rows written to" in one for one in person.toasts))
    if form == "csv":
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        assert rows[0]["Title"] == '\'=HYPERLINK("http://x","y")'
        assert next(iter(rows[0])) == "Id", "without ids nobody finds the way back from a file"
        assert rows[0]["Id"] == str(number)
        assert {row["Status"] for row in rows} == {"review"}, "the value, not what it is called"
    else:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        assert '=HYPERLINK("http://x","y")' in str(rows[0])
    assert len(rows) == 58


# Copies, and the preview


async def test_copied_commands_run_in_a_shell(
    console: Console, fresh_demo: DemoProcess, tmp_path: Path
):
    async def copied(person: Person, letter: str) -> str:
        person.dismiss_toasts()
        await person.press("y", letter)
        await person.sees("Copied to the terminal's clipboard.")
        return person.app.clipboard

    async def run(line: str, *more: str) -> str:
        words = shlex.split(line)
        assert words[0] == "svc-tui"
        done = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-m", "svc_tui", *words[1:], *more],
            capture_output=True,
            text=True,
            env={**os.environ, "SVC_TUI_STATE_DIR": str(tmp_path / "state")},
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    here = "/articles?f_status=draft&search=harbour&ordering=-published_at"
    async with console(start=here) as person:
        await person.sees("Status: Draft", "1-3 of 3")
        keys = list(store_of(person).state.keys)
        line = await copied(person, "x")
        assert "--order=-published_at" in line and "--search=harbour" in line
        listed = json.loads(await run(line, "-o", "json"))
        assert [str(row["id"]) for row in listed] == keys
        assert person.app.svc is not None
        await person.goes_to(f"/articles/{keys[0]}")
        await person.sees("Save and close")
        await person.settles()
        assert json.loads(await run(await copied(person, "x"), "-o", "json"))["id"] == int(keys[0])
        detail = person.app.screen.query_one(SvcDetail)
        detail.store.edit("featured", not detail.store.state.draft.get("featured"))
        assert await detail.store.save()
        line = await copied(person, "w")
        assert re.search(rf"svc-tui update articles {keys[0]} --set=featured:=(true|false) ", line)
        assert json.loads(await run(line, "-o", "json"))[0]["state"] == "skipped"


async def test_where_nothing_matches_the_preview_forgets_what_it_showed(console: Console):
    async with console(start="/articles", size=(140, 40)) as person:
        await person.sees("1-20 of 300")
        await person.press("p")
        await person.sees("Slug            a-headline")
        await person.press("slash", *"zzzz", "enter")
        await person.sees("Nothing matches.")
        await person.sees_no("Slug            a-headline")
        await person.press("0")
        await person.sees("1-20 of 300", "Slug            a-headline")


# Alone, with its messages


class TableApp(App[None]):
    """A table alone, on a session that has begun."""

    def __init__(self, svc: Svc, endpoint: str = "/api/articles") -> None:
        super().__init__()
        self.wanted = svc, endpoint

    async def on_mount(self) -> None:
        svc, endpoint = self.wanted
        await svc.start()
        await svc.auth.login("admin", "admin")
        table = SvcListTable(endpoint, [ListColumn(key="title")], svc=svc)
        await self.mount(table)
        table.grid.focus()


async def test_a_table_alone_says_what_is_marked_and_what_matches(
    demo: DemoProcess, tmp_path: Path
):
    svc = Svc(demo.url, state_dir=tmp_path)
    told: list[Any] = []

    class Table(TableApp):
        def on_svc_list_table_selection_changed(self, event: Any) -> None:
            told.append(event.selection)

        def on_svc_list_table_selection_query_changed(self, event: Any) -> None:
            told.append(str(event.query))

    app = Table(svc)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: "1-20 of 300" in screen_text(app))
        await pilot.press("space", "A")
        await wait_until(pilot, lambda: "all" in told)
        await pilot.press("slash", *"harbour", "enter")
        await wait_until(pilot, lambda: "search “harbour”" in screen_text(app))
        await wait_until(pilot, lambda: "search=harbour" in told)
        assert told[-1] != "all"
        assert any(isinstance(one, tuple) and len(one) == 1 for one in told)
        await svc.aclose()


async def test_a_table_says_what_matches_with_the_query_of_its_endpoint(
    demo: DemoProcess, tmp_path: Path
):
    svc = Svc(demo.url, state_dir=tmp_path)
    told: list[Any] = []

    class Table(TableApp):
        def on_svc_list_table_selection_query_changed(self, event: Any) -> None:
            told.append(event.query)

    app = Table(svc, "/api/articles?author=3")
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: "1-" in screen_text(app) and told)
        assert str(told[-1]) == "author=3"
        state = app.query_one(SvcListTable).listed
        matching = await svc.crud("/api/articles").matching(told[-1].multi_items()).list()
        assert matching.count == state.count > 0
        await svc.aclose()


async def test_everything_of_a_narrowed_endpoint_is_called_by_the_endpoints_query(
    demo: DemoProcess, tmp_path: Path
):
    svc = Svc(demo.url, state_dir=tmp_path)

    app = TableApp(svc, "/api/articles?author=3")
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: " of " in screen_text(app))
        await pilot.press("space", "A")
        await wait_until(pilot, lambda: "marked (Author: 3)" in screen_text(app))
        assert "no filter" not in screen_text(app)
        await svc.aclose()


async def test_page_turns_through_a_list_ask_for_each_page_once(demo: DemoProcess, tmp_path: Path):
    turns, sent = 65, list[str]()  # More than twice through all pages.
    async with Svc(demo.url, state_dir=tmp_path) as svc:
        await svc.auth.login("admin", "admin")

        async def note(request: httpx.Request) -> None:
            sent.append(str(request.url))

        assert svc.fetch._client is not None
        svc.fetch._client.event_hooks["request"].append(note)
        store = ListStore(
            ServerSource(svc.crud("/api/articles"), rest=0), query=ListQuery(page_size=10)
        )
        await store.refresh()
        for turn in range(turns):
            await store.go_to(turn % 30 + 1)
            assert store.state.query.page == turn % 30 + 1 and len(store.state.rows) == 10
        store.close()
    # What is read ahead is not asked for again: that would be two for each turn.
    assert turns <= len(sent) < turns * 1.5
