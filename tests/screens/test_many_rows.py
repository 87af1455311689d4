"""Rows in the editor and through a command: reviewed, sent, told, undone, and nothing lost."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import httpx
import pytest

from svc_tui.config import restricted
from svc_tui.screens.login import LoginOverlay
from svc_tui.stores.runs.run_journal import RunJournal, kept_runs
from svc_tui.stores.session.snack_store import LEFT, UNDONE
from svc_tui.terminal.external_editor import EditorResult
from tests.backends.demo import DemoProcess
from tests.console import Person
from tests.screens.lists import settled, store_of, watch
from tests.screens.test_record import door

Console = Callable[..., AbstractAsyncContextManager[Person]]


async def marked(person: Person, count: int) -> list[str]:
    """The first articles are there and marked; returns their keys."""
    await person.sees("1-20 of")
    await settled(person)
    await person.press(*["space"] * count)
    await person.until(lambda: len(store_of(person).state.selection) == count)
    return list(store_of(person).state.selection.rows)


def editor(person: Person, *edits: Callable[[str], str | None]) -> list[str]:
    """Stand in for $EDITOR: each call edits the text, or fails with None; returns the texts."""
    opened: list[str] = []

    async def edit_outside(before: str, suffix: str) -> EditorResult:
        opened.append(before)
        after = edits[len(opened) - 1](before)
        if after is None:
            return EditorResult(words="The editor exited with code 3. Nothing was changed.")
        return (
            EditorResult(after) if after != before else EditorResult(words="Nothing was changed.")
        )

    person.app.edit_outside = edit_outside  # type: ignore[attr-defined]
    return opened


async def record(person: Person, key: str) -> dict[str, Any]:
    assert person.app.svc is not None
    found: dict[str, Any] = await person.app.svc.crud("/api/articles").detail(key)
    return found


def question(person: Person) -> str:
    """What is asked now."""
    assert person.app.svc is not None
    asked = person.app.svc.confirm.state.question
    return asked.message if asked is not None else ""


def answered(person: Person) -> list[str]:
    """The paths of writes that the backend carried out, from here on."""
    assert person.app.svc is not None
    written: list[str] = []
    client = person.app.svc.fetch._client
    assert client is not None

    async def note(response: httpx.Response) -> None:
        if response.request.method == "PATCH" and response.is_success:
            written.append(response.request.url.path)

    hooks = client.event_hooks
    client.event_hooks = {**hooks, "response": [*hooks["response"], note]}
    return written


async def signs_in_again(person: Person) -> None:
    """The password is typed over whatever is open when the session ended."""
    await person.sees("Your session has ended.")
    await person.may_type()
    await person.type("admin\n")
    await person.until(lambda: not isinstance(person.app.screen, LoginOverlay))


def numbered(text: str) -> str:
    """Give every row another title."""
    return text.replace("title: ", "title: No. ")


async def test_rows_are_edited_reviewed_sent_and_undone(
    console: Console, fresh_demo: DemoProcess
) -> None:
    async with console(start="/articles", max_rows=5) as person:
        keys = await marked(person, 5)
        before = [await record(person, key) for key in keys]
        sent, opened = watch(person), editor(person, numbered)
        await person.press("E")
        await person.sees("Edit 5 rows?", "At most 5 at once.", "f sends 3 first")
        assert "author" not in opened[0] and opened[0].count("status: ") == 5
        assert not [one for one in sent if one.startswith("PATCH")]
        await person.press("space")
        await person.sees("Edit 4 of 5 rows?")
        await person.press("f")
        await person.sees("Continue with the other 1 row?", ": done")
        await person.may_type()
        await person.press("y")
        await person.until(lambda: "Edit: 4 ok. Press u to undo it." in person.toasts)
        assert len([one for one in sent if one.startswith("PATCH")]) == 4
        after = [await record(person, key) for key in keys]
        assert after[0]["title"] == before[0]["title"]
        assert [one["title"] for one in after[1:]] == [f"No. {one['title']}" for one in before[1:]]
        await person.until(lambda: list(store_of(person).state.selection.rows) == keys[:1])
        assert person.app.svc is not None and not kept_runs(person.app.svc.state_dir / "runs")
        await person.settles()
        await person.press("u")
        await person.sees("Undo “Edit”")
        await person.press("y")
        await person.until(lambda: "Undo “Edit”: 4 ok" in person.toasts)
        undone = [await record(person, key) for key in keys]
        assert [one["title"] for one in undone] == [one["title"] for one in before]


async def test_a_row_that_changed_meanwhile_is_left_out_and_says_so(
    console: Console, fresh_demo: DemoProcess
) -> None:
    async with console(start="/articles") as person:
        keys = await marked(person, 2)
        assert person.app.svc is not None
        crud = person.app.svc.crud("/api/articles")

        async def edit_outside(before: str, suffix: str) -> EditorResult:
            await crud.partial_update(int(keys[0]), {"title": "Theirs"})
            return EditorResult(numbered(before))

        person.app.edit_outside = edit_outside  # type: ignore[attr-defined]
        await person.press("E")
        await person.sees("Edit 1 of 2 rows?", "The record has changed since.")
        await person.press("up", "up", "space", "enter")
        await person.until(lambda: "Edit: 1 ok. Press u to undo it." in person.toasts)
        assert (await record(person, keys[0]))["title"] == "Theirs"


async def test_the_way_back_that_is_named_is_that_of_the_newest_rows(
    console: Console, fresh_demo: DemoProcess
) -> None:
    async with console(start="/articles") as person:
        await marked(person, 2)
        editor(person, numbered)
        assert person.app.svc is not None
        snack = person.app.svc.snack
        snack.show("Publish: 3 ok. Press u to undo it.", duration=0, until=(LEFT, UNDONE))
        await person.press("E")
        await person.sees("Edit 2 rows?")
        await person.press("enter")
        await person.sees("Edit: 2 ok. Press u to undo it.")
        assert [one.message for one in snack.state.toasts] == ["Edit: 2 ok. Press u to undo it."]


async def test_of_two_runs_at_once_neither_overwrites_the_other(
    console: Console, fresh_demo: DemoProcess
) -> None:
    async with console(start="/articles") as person:
        keys = await marked(person, 2)
        editor(person, numbered)
        assert person.app.svc is not None
        crud = person.app.svc.crud("/api/articles")
        await crud.partial_update(int(keys[1]), {"attributes": {"api_key": "kept off the disk"}})
        await person.press("E")
        await person.sees("Edit 2 rows?", "This run contains secrets", "can't be resumed.")
        await person.settles()
        await crud.partial_update(int(keys[1]), {"title": "Theirs"})
        await person.press("enter")
        await person.sees("Edit: 1 ok, 1 failed", "Someone else changed")
        assert (await record(person, keys[1]))["title"] == "Theirs"
        assert (await record(person, keys[0]))["title"].startswith("No. ")
        await person.press("R")
        await person.sees("Edit: 1 failed", "Someone else changed")
        assert (await record(person, keys[1]))["title"] == "Theirs"


async def test_a_text_that_came_back_wrong_is_named_kept_and_opened_again(
    console: Console, fresh_demo: DemoProcess, tmp_path: Path
) -> None:
    async with console(start="/articles") as person:
        await marked(person, 2)
        sent = watch(person)
        opened = editor(
            person,
            lambda text: text,
            lambda text: None,
            lambda text: "",
            lambda text: numbered(text).replace("- id: 1\n", "- id: 999\n"),
            lambda text: opened[0] + "- id: 3\n",
            lambda text: opened[0][: opened[0].index("- id: 2\n")],
            lambda text: numbered(opened[0]),
        )
        await person.press("E")
        await person.until(lambda: "Nothing was changed." in person.toasts)
        await person.press("E")
        await person.until(lambda: any("exited with code 3" in said for said in person.toasts))
        await person.press("E")
        for why in (
            "came back empty",
            "line 4: id 999 is not one of",
            "id 3 is not one of these",
            "id 2 is missing",
        ):
            await person.sees("This can't be read")
            await person.until(lambda why=why: why in question(person))
            await person.may_type()
            await person.press("y" if why != "id 2 is missing" else "n")
        await person.until(lambda: any("E to reopen it" in said for said in person.toasts))
        assert "- id: 2\n" in opened[3], "an empty text is not opened again"
        [kept] = (tmp_path / "state" / "edits").iterdir()
        assert kept.stat().st_mode & 0o777 == 0o600
        assert opened[4].startswith("# PROBLEM: The edited text, line 4: id 999")
        await person.press("E")
        await person.sees("Continue your earlier edit?")
        await person.press("g")
        await person.sees("Edit 2 rows?")
        assert opened[6] == kept.read_text()
        await person.press("escape")
        await person.until(lambda: any("E to reopen it" in said for said in person.toasts))
        assert len(list((tmp_path / "state" / "edits").iterdir())) == 2
        assert not [one for one in sent if one.startswith("PATCH")]


async def test_values_that_the_form_refuses_are_not_sent(
    console: Console, fresh_demo: DemoProcess, tmp_path: Path
) -> None:
    async with console(start="/articles") as person:
        await marked(person, 1)
        sent = watch(person)
        wrong = "status: nowhere"
        opened = editor(person, lambda text: re.sub("status: .*", wrong, text), lambda text: None)
        await person.press("E")
        why = "status=nowhere: This is not one of the choices: "
        await person.until(lambda: any(why in said for said in person.toasts))
        await person.until(lambda: any("E to reopen it" in said for said in person.toasts))
        await person.press("E")
        await person.sees("Continue your earlier edit?")
        await person.press("g")
        await person.until(lambda: len(opened) == 2)
        assert wrong in opened[1]
        person.dismiss_toasts()
        await person.press("vertical_line")
        await person.sees("Pipe 1 row through a command")
        await person.type(script(tmp_path, "row['status'] = 'nowhere'"))
        await person.press("enter")
        await person.until(lambda: any(why in said for said in person.toasts))
        assert not [one for one in sent if one.startswith("PATCH")]


def script(folder: Path, body: str) -> str:
    """A command that has each row as `row`."""
    program = folder / "filter.py"
    program.write_text(
        "import json, sys, os, time\nfor line in sys.stdin:\n    row = json.loads(line)\n"
        f"    {body}\n    print(json.dumps(row))\n"
    )
    return shlex.join([sys.executable, str(program)])


async def test_rows_go_through_a_command_and_are_reviewed(
    console: Console, fresh_demo: DemoProcess, tmp_path: Path
) -> None:
    async with console(start="/articles") as person:
        keys = await marked(person, 2)
        sent = watch(person)

        async def pipe(line: str) -> None:
            person.dismiss_toasts()
            await person.press("vertical_line")
            await person.sees("Pipe 2 rows through a command")
            await person.press("ctrl+u")
            await person.press("ctrl+a", "ctrl+k")
            await person.type(line)
            await person.press("enter")

        for body, why in (
            ("print('nonsense')", "line 1: not valid JSON"),
            ("sys.exit('out of paper')", "exited with code 1: out of paper"),
            ("os.kill(os.getpid(), 9)", "killed by signal 9"),
            ("continue", "printed nothing"),
            ("row['id'] += 1000", "is not one of these rows"),
        ):
            await pipe(script(tmp_path, body))
            await person.until(lambda why=why: any(why in said for said in person.toasts))
        await pipe("/no/such/program")
        await person.until(lambda: any("can't be run" in said for said in person.toasts))
        await pipe("echo '")
        await person.until(lambda: any("can't be read" in said for said in person.toasts))
        await person.press("escape")
        hanging = tmp_path / "pid"
        await pipe(script(tmp_path, f"open({str(hanging)!r}, 'w').write('x'); time.sleep(600)"))
        await person.until(hanging.exists)
        await person.sees("is running · Esc stops it")
        await person.press("escape")
        await person.until(lambda: "Stopped: nothing was changed." in person.toasts)
        await pipe(script(tmp_path, f"row['title'] = row['title'].upper() + ' {keys[0]}'"))
        await person.sees("Pipe 2 rows?")
        assert not [one for one in sent if one.startswith("PATCH")]
        await person.press("enter")
        await person.until(lambda: "Pipe: 2 ok. Press u to undo it." in person.toasts)
        assert (await record(person, keys[0]))["title"].endswith(f" {keys[0]}")


async def test_a_run_goes_on_after_signing_in_over_it_and_writes_each_row_once(
    console: Console, fresh_demo: DemoProcess
) -> None:
    async with console(start="/articles") as person:
        keys = await marked(person, 5)
        before = [await record(person, key) for key in keys]
        editor(person, numbered)
        written = answered(person)
        await person.press("E")
        await person.sees("Edit 5 rows?")
        await person.press("f")
        await person.sees("Continue with the other 2 rows?")
        door(fresh_demo, "expire")
        await person.may_type()
        await person.press("y")
        await signs_in_again(person)
        await person.sees("Edit: 3 ok, 2 skipped", "You are not signed in", "svc-tui resume")
        runs = person.app.svc.state_dir / "runs"
        elsewhere = RunJournal.open(kept_runs(runs)[0])
        await person.press("R")
        await person.until(lambda: any("in progress elsewhere" in said for said in person.toasts))
        assert len(written) == 3
        elsewhere.close()
        await person.press("w")
        await person.sees("Edit: 3 ok, 2 skipped")
        await person.press("enter")
        await person.sees("R retries untried rows")
        await person.press("R")
        await person.until(lambda: "Edit: 5 ok. Press u to undo it." in person.toasts)
        after = [await record(person, key) for key in keys]
        assert [one["title"] for one in after] == [f"No. {one['title']}" for one in before]
        assert sorted(written) == sorted(f"/api/articles/{key}/" for key in keys)
        assert not kept_runs(runs)
        await person.press("escape")
        await person.sees_no("Tasks in this session")
        await person.settles()
        await person.press("u")
        await person.sees("Undo “Edit”")
        await person.press("y")
        await person.until(lambda: "Undo “Edit”: 5 ok" in person.toasts)
        assert [(await record(person, key))["title"] for key in keys] == [
            one["title"] for one in before
        ]


async def test_rows_left_by_a_lost_server_can_be_gone_on_with(
    console: Console, fresh_demo: DemoProcess
) -> None:
    async with console(start="/articles") as person:
        await marked(person, 5)
        editor(person, numbered)
        await person.press("E")
        await person.sees("Edit 5 rows?")
        await person.settles()
        assert person.app.svc is not None
        person.app.svc.fetch.base = type(person.app.svc.fetch.base)("http://127.0.0.1:1")
        await person.press("enter")
        await person.sees("Edit: ", "svc-tui resume")
        assert len(kept_runs(person.app.svc.state_dir / "runs")) == 1


async def test_a_restricted_console_opens_no_editor_and_runs_no_command(
    console: Console, demo: DemoProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with console(start="/articles") as person:
        await marked(person, 1)
        opened = editor(person, numbered)
        monkeypatch.setattr(restricted, "_here", [None])
        await person.press("E")
        await person.until(lambda: any("Editors are off" in said for said in person.toasts))
        await person.press("vertical_line")
        await person.until(lambda: any("are off" in said for said in person.toasts))
        assert not opened


async def test_all_rows_that_match_are_edited_on_whatever_page_they_are(
    console: Console, fresh_demo: DemoProcess
) -> None:
    async with console(start="/articles?search=harbour&page_size=2") as person:
        await person.sees("1-2 of")
        await settled(person)
        count = store_of(person).state.count
        assert 2 < count < 60
        await person.press("A")
        await person.until(lambda: store_of(person).state.selection.everything is not None)
        opened = editor(person, lambda text: text.replace("title: ", "title: X", 1))
        await person.press("E")
        await person.sees("Edit 1 row?")
        assert opened[0].count("status: ") == count
        await person.press("escape")
