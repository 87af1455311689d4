"""A save that the server never answers: Esc says so, and its own limit ends it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from svc_tui import FieldDescriptor, Options, Resource, SvcApp
from svc_tui.testing import BASE, FakeBackend, sign_in, text, until, waits_for
from svc_tui.widgets.record import writer


async def test_a_save_that_hangs_is_told_on_esc_and_ended_with_everything_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "WAITING_SECONDS", 0.05)
    backend = FakeBackend()
    backend.add_user("admin", superuser=True)
    backend.add_collection("/api/books", [{"id": 1, "title": "Harbour"}])
    backend.on("PATCH", "/api/books/1", waits_for(asyncio.Event(), {}))
    books = Resource(
        name="books", endpoint="/api/books", columns=["title"],
        fields=[FieldDescriptor(key="title", type="text")],
    )  # fmt: skip
    app = SvcApp(
        Options(base_url=BASE, answer_timeout=2), resources=[books], start="/books/1",
        transport=backend.transport, state_dir=tmp_path,
    )  # fmt: skip

    async with app.run_test(size=(80, 24)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Harbour")
        await pilot.press("enter", "X", "escape", "ctrl+s")
        await until(pilot, "saving…")
        await pilot.press("escape")
        await until(pilot, "Still saving. This page closes when it is done.")
        await until(pilot, "Not saved yet: Title.")
        await pilot.press("escape")
        await until(pilot, lambda: "Not saved yet: Title." not in text(pilot))
        said = " ".join(text(pilot).replace("▕", " ").split())
        assert said.count("Could not reach") == 1 and "Nothing you typed is lost." in said
        assert "HarbourX" in said and "changed (1)" in said
        assert app.svc is not None and str(app.svc.router.state.location) == "/books/1"
