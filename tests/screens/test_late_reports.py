"""A handler that goes on after its action was given up: what it reports is told on any page."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from contextvars import Context
from pathlib import Path

import pytest

from svc_tui import ActionContext, ActionDescriptor, SvcList
from svc_tui.stores.listing import action_store
from svc_tui.testing import FakeBackend, sign_in, until
from tests.screens.books import console


@pytest.mark.parametrize("leaves", [False, True])
@pytest.mark.parametrize("context", [None, Context()], ids=["own", "of a thread"])
async def test_a_late_report_is_told_on_the_list_and_on_every_other_page(
    backend: FakeBackend,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    leaves: bool,
    context: Context | None,
) -> None:
    monkeypatch.setattr(action_store, "HANDLER_ENDS_IN", 0)
    begun, ends = asyncio.Event(), asyncio.Event()

    async def binds(ctx: ActionContext) -> None:
        while not ends.is_set():
            with suppress(asyncio.CancelledError):
                begun.set()
                await ends.wait()
        asyncio.get_running_loop().call_soon(ctx.ok, 1, context=context)

    bind = ActionDescriptor(label="Bind", handler=binds)
    app = console(backend, tmp_path, "/books", actions=[bind])
    async with app.run_test(size=(120, 30)) as pilot:
        await sign_in(pilot, "admin")
        await until(pilot, "1-1 of 1")
        await pilot.press("x")
        await until(pilot, "Actions for")
        await pilot.press("b", "enter")
        await until(pilot, "Bind 1 row?")
        await pilot.press("y")
        await until(pilot, begun.is_set)
        await pilot.press("escape")
        await until(pilot, "stopping")
        await pilot.press("escape")
        await until(pilot, "Bind: 1 unknown")
        await pilot.press("escape")
        if leaves:
            await pilot.press("1")
            await until(pilot, lambda: not app.screen.query(SvcList))
        ends.set()

        await until(pilot, "Bind sent a late result. Harbour: ok")
