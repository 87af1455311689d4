"""`svc-tui undo`: writes of earlier sessions are taken back, each compared first."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from svc_tui import Svc
from svc_tui.cli.exits import CONFLICT, ERROR, OK, PARTLY_DONE, REFUSED, USAGE
from svc_tui.config.options import Options
from svc_tui.config.paths import state_dir
from svc_tui.models.listing import ActionDescriptor
from svc_tui.models.resource import Resource
from svc_tui.stores.listing.action_store import ActionStore
from svc_tui.stores.listing.selection import Selection
from tests.backends.demo import DemoProcess
from tests.cli.runs import ROOT, Done, svc_tui
from tests.cli.test_sign_in import sign_in
from tests.pty.terminal import Terminal

Work = Callable[[Svc], Awaitable[Any]]


def session(demo: DemoProcess, work: Work, user: str = "admin", state: Path | None = None) -> Any:
    """What a console does in a session of its own."""

    async def run() -> Any:
        options = Options(base_url=demo.url, user=user)
        async with Svc(options=options, session="kept", state_dir=state or state_dir()) as svc:
            if svc.auth.user is None:
                await svc.auth.login(user, user)
            return await work(svc)

    return asyncio.run(run())


def undo(demo: DemoProcess, *flags: str) -> Done:
    return svc_tui("--url", demo.url, "--user", "admin", "undo", *flags)


def log() -> list[dict[str, Any]]:
    return list(json.loads(svc_tui("history", "-o", "json").out))


async def _changed(svc: Svc) -> Any:
    await svc.crud("/api/articles").detail(5)
    await svc.crud("/api/articles").partial_update(5, {"title": "Mistaken", "status": "draft"})


async def _unread(svc: Svc) -> Any:
    await svc.crud("/api/tags").partial_update(1, {"name": "blind"})


async def _deleted(svc: Svc) -> Any:
    record = await svc.crud("/api/articles").detail(6)
    await svc.crud("/api/articles").delete(6)
    return record


async def _created(svc: Svc) -> Any:
    return await svc.crud("/api/tags").create({"name": "harbour life"})


def test_changes_deletions_and_creations_are_taken_back_in_another_process(
    fresh_demo: DemoProcess,
) -> None:
    sign_in(fresh_demo, "admin")
    before = session(fresh_demo, lambda svc: svc.crud("/api/articles").detail(5))
    session(fresh_demo, _changed)
    lost = session(fresh_demo, _deleted)
    tag = session(fresh_demo, _created)

    session(fresh_demo, _unread)
    unread = undo(fresh_demo, "4")
    assert unread.code == ERROR
    assert "The previous value was not recorded" in unread.err

    dry = undo(fresh_demo, "1", "2", "3", "--dry-run")
    assert dry.code == OK, dry.err
    assert 'title: "Mistaken" → ' in dry.out and "POST /api/articles/" in dry.out
    assert f"DELETE /api/tags/{tag['id']}/" in dry.out
    assert len(log()) == 4

    assert undo(fresh_demo, "1", "2", "3").code == USAGE  # Nobody can be asked.
    assert undo(fresh_demo, "1", "2", "99", "--yes").code == USAGE
    assert len(log()) == 4

    done = undo(fresh_demo, "1", "2", "3", "--yes")
    assert done.code == OK, done.err

    after = session(fresh_demo, lambda svc: svc.crud("/api/articles").detail(5))
    assert (after["title"], after["status"]) == (before["title"], before["status"])
    *_, untagged, created, changed = log()
    assert [untagged["undoes"], created["undoes"], changed["undoes"]] == [[3], [2], [1]]
    again = session(fresh_demo, lambda svc: svc.crud("/api/articles").detail(created["id"]))
    kept = ("title", "body", "summary", "category", "author", "tags", "translations", "price")
    assert {key: again[key] for key in kept if key in lost} == {
        key: lost[key] for key in kept if key in lost
    }
    assert f"created again as {created['id']}" in done.out

    twice = undo(fresh_demo, "1")
    assert twice.code == ERROR
    assert "undone" in twice.err
    assert "The log is intact" in svc_tui("history", "--verify").out


def test_what_somebody_changed_since_is_left_alone(fresh_demo: DemoProcess, tmp_path: Path) -> None:
    sign_in(fresh_demo, "admin")
    session(fresh_demo, _changed)
    tag = session(fresh_demo, _created)

    async def theirs(svc: Svc) -> None:
        await svc.crud("/api/articles").partial_update(5, {"title": "Theirs"})
        await svc.crud("/api/tags").partial_update(tag["id"], {"name": "theirs"})

    session(fresh_demo, theirs, "editor", tmp_path / "colleague")

    changed, created = undo(fresh_demo, "1"), undo(fresh_demo, "2", "--yes")

    assert (changed.code, created.code) == (CONFLICT, CONFLICT)
    assert "title has changed since then" in changed.err
    assert "changed after it was created" in created.err
    after = session(fresh_demo, lambda svc: svc.crud("/api/articles").detail(5))
    assert (after["title"], after["status"]) == ("Theirs", "draft")


def test_a_run_over_many_rows_goes_back_row_by_row(fresh_demo: DemoProcess, tmp_path: Path) -> None:
    sign_in(fresh_demo, "admin")
    archive = ActionDescriptor.model_validate(
        {
            "label": "Archive",
            "request": {
                "method": "PATCH",
                "path": "{endpoint}/{id}/",
                "body": {"status": "review"},
            },
        }
    )

    async def run(svc: Svc) -> list[Any]:
        crud = svc.crud(Resource(name="articles", endpoint="/api/articles").endpoint)
        rows = (await crud.list(page_size=4, status="draft")).results
        actions = ActionStore(crud, history=svc.history, base="/articles")
        state = await actions.run(archive, Selection({str(row["id"]): row for row in rows}))
        assert len(state.of("ok")) == 4
        return rows

    rows = session(fresh_demo, run)
    assert len({one["run"] for one in log()}) == 1
    assert {one["action"] for one in log()} == {"Archive"}

    async def theirs(svc: Svc) -> None:
        await svc.crud("/api/articles").partial_update(rows[0]["id"], {"status": "published"})

    session(fresh_demo, theirs, "editor", tmp_path / "colleague")
    done = undo(fresh_demo, "1", "--run", "--yes")

    assert done.code == PARTLY_DONE, done.err
    assert done.out.count(": restored.\n") == 3

    async def now(svc: Svc) -> list[Any]:
        crud = svc.crud("/api/articles")
        return [(await crud.detail(row["id"]))["status"] for row in rows]

    assert session(fresh_demo, now) == ["published", "draft", "draft", "draft"]


@pytest.fixture
def protected(fresh_demo: DemoProcess, tmp_path: Path) -> str:
    file = tmp_path / "svc.toml"
    file.write_text(
        f'[svc]\nbase_url = "{fresh_demo.url}"\n'
        "[profiles.production]\nprotect = true\nmax_rows = 1\n"
    )
    return str(file)


def test_a_protected_profile_wants_its_name(fresh_demo: DemoProcess, protected: str) -> None:
    sign_in(fresh_demo, "admin")
    session(fresh_demo, _changed)
    session(fresh_demo, _created)
    command = ("--config", protected, "--profile", "production", "--user", "admin", "undo")

    refused = svc_tui(*command, "1", "--yes")
    assert refused.code == REFUSED
    assert "production is protected" in refused.err
    capped = svc_tui(*command, "1", "2", "--yes", "--profile-name", "production")
    assert capped.code == REFUSED
    assert "the limit of 1 (max_rows)" in capped.err
    argv, env = [sys.executable, "-m", "svc_tui", *command, "1"], {"PYTHONPATH": str(ROOT)}
    for typed, code in ((b"y\r", ERROR), (b"production\r", OK)):
        with Terminal(argv, size=(160, 24), env=env, preloaded=True) as terminal:
            terminal.wait_for("Type production to continue:").send(typed)
            assert terminal.wait_exit() == code, terminal.text()
