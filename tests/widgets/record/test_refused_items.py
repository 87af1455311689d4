"""Items of a list that a backend refuses, while somebody goes on working on the list."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from textual.app import App, ComposeResult
from textual.pilot import Pilot

from svc_tui.app.context import Svc
from svc_tui.models.fields import FieldDescriptor
from svc_tui.widgets.form.repeater.item_list import ItemList
from svc_tui.widgets.record.detail import SvcDetail
from tests.console import screen_text, wait_until
from tests.fakes import BASE, FakeBackend, json_answer, waits_for

ITEM = "/api/pages/7/"
RECORD = {"id": 7, "blocks": [{"title": "first"}, {"title": "second"}, {"title": "third"}]}
REFUSAL = {"blocks": [{"title": ["Taken."]}, {}, {"title": ["Too long."]}]}
BLOCKS = FieldDescriptor.model_validate(
    {"key": "blocks", "type": "repeater", "fields": [{"key": "title"}]}
)


class Alone(App[None]):
    """A record in an app that is no console."""

    def __init__(self, svc: Svc) -> None:
        super().__init__()
        self.svc = svc

    def compose(self) -> ComposeResult:
        yield SvcDetail("/api/pages", 7, fields=[BLOCKS], svc=self.svc)


def line_of(app: App[Any], word: str) -> str:
    return next((line for line in screen_text(app).splitlines() if word in line), "")


async def pressed(pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


async def test_a_refusal_stands_at_its_items_though_they_were_moved_while_it_was_sent(
    tmp_path: Path,
) -> None:
    answered = asyncio.Event()
    backend = FakeBackend().on("GET", ITEM, RECORD)
    backend.on("PATCH", ITEM, waits_for(answered, json_answer(REFUSAL, status=400)))
    async with Svc(BASE, transport=backend.transport, state_dir=tmp_path) as svc:
        app = Alone(svc)
        async with app.run_test(size=(100, 30)) as pilot:
            await wait_until(pilot, lambda: "third" in screen_text(app))
            app.query_one(ItemList).focus()
            await pressed(pilot, "c", "f2")
            await wait_until(pilot, lambda: backend.last.method == "PATCH")
            await pressed(pilot, "home", "J", "J")
            answered.set()
            await wait_until(pilot, lambda: "error" in line_of(app, "3 first"))

            # Sent: first, its copy, second, third. Refused: the first and the third of these.
            assert "1 error" in line_of(app, "2 second")
            assert "error" not in line_of(app, "1 first")
            assert "error" not in line_of(app, "4 third")

            await pressed(pilot, "home", "down", "enter")
            await wait_until(pilot, lambda: "Too long." in screen_text(app))
            await pressed(pilot, "x")
            await wait_until(pilot, lambda: "error" not in line_of(app, "second"))
            assert "1 error" in line_of(app, "3 first")

            await pressed(pilot, "escape", "G", "K", "f8")
            await wait_until(pilot, lambda: "Taken." in screen_text(app))
            assert "▾  4 first" in screen_text(app)
