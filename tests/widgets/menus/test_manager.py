"""The menu manager on a backend that fails, refuses or has nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
from textual.app import App
from textual.widgets import Input

from svc_tui import Svc, SvcRootComponents
from svc_tui.cms import SvcMenuManager
from svc_tui.widgets.menus.tree import SvcMenuTreeview
from tests.console import wait_until
from tests.menus import Backend, menu, node
from tests.widgets.listing.test_examples import sees, started


class Alone(App[None]):
    """A manager with services of its own."""

    def __init__(self, backend: Backend, folder: Path, **props: Any) -> None:
        super().__init__()
        transport = httpx.MockTransport(backend)
        self.svc = Svc("http://cms.test", state_dir=folder, transport=transport)
        self.props = {"languages": ("en", "it"), "model_name": None, **props}

    async def on_mount(self) -> None:
        await self.svc.start()
        await self.mount(SvcMenuManager(1, **self.props), SvcRootComponents())
        self.query_one(SvcMenuTreeview).focus()


async def test_a_dead_server_is_told_and_asked_again(tmp_path: Path) -> None:
    backend = Backend(menu([node("a")], []))
    backend.dead = True
    async with started(Alone(backend, tmp_path)) as pilot:
        await sees(pilot, "Press r to try again.")
        backend.dead = False
        await pilot.press("r")
        await sees(pilot, "Address  /a")


async def test_a_save_into_nothing_loses_nothing(tmp_path: Path) -> None:
    backend = Backend(menu([node("a"), node("b")], []))
    app = Alone(backend, tmp_path)
    async with started(app) as pilot:
        await sees(pilot, "Address  /a")
        await pilot.press("J")
        backend.dead = True
        await pilot.press("f2")
        await sees(pilot, "Nothing you typed is lost.", "changed")
        backend.dead = False
        await pilot.press("f2")
        await wait_until(pilot, lambda: backend.sent)
        nodes = backend.sent[0]["translations"]["en"]["nodes"]
        assert [one["id"] for one in nodes] == ["b", "a"]


async def test_an_empty_menu_gets_its_first_entry(tmp_path: Path) -> None:
    backend = Backend({"id": 1, "key": "main", "nodes": []})
    async with started(Alone(backend, tmp_path, languages=())) as pilot:
        await sees(pilot, "No entries yet. Press n to create the first one.")
        await pilot.press("n")
        await wait_until(pilot, lambda: isinstance(pilot.app.focused, Input))
        await pilot.press("A", "escape", "f2")
        await wait_until(pilot, lambda: backend.sent)
        assert [one["title"] for one in backend.sent[0]["nodes"]] == ["A"]


async def test_a_refusal_in_another_language_is_gone_to(tmp_path: Path) -> None:
    backend = Backend(menu([node("a")], [node("b"), node("c", node("d"))]))
    backend.refusal = {
        "detail": "Please look again.",
        "translations": {"it": {"nodes": [{}, {"nodes": [{"link": {"static": ["Dead link."]}}]}]}},
    }
    app = Alone(backend, tmp_path)
    async with started(app) as pilot:
        await sees(pilot, "Address  /a")
        await pilot.press("i")
        await wait_until(pilot, lambda: isinstance(pilot.app.focused, Input))
        await pilot.press("x", "enter", "f2")
        await sees(pilot, "[▸ Italiano]", "! d", "Dead link.", "Please look again.")
        assert app.query_one(SvcMenuManager).path == (1, 0)


async def test_a_refusal_of_another_value_is_told_by_its_label(tmp_path: Path) -> None:
    backend = Backend(menu([node("a")], []))
    backend.refusal = {"enabled": ["It is needed."], "seo_title": ["Too short."]}
    async with started(Alone(backend, tmp_path)) as pilot:
        await sees(pilot, "Address  /a")
        await pilot.press("i")
        await wait_until(pilot, lambda: isinstance(pilot.app.focused, Input))
        await pilot.press("x", "enter", "f2")
        await sees(pilot, "Enabled: It is needed.", "Seo Title: Too short.")


async def test_what_can_only_be_read_takes_no_keys(tmp_path: Path) -> None:
    backend = Backend(menu([node("a"), node("b")], []))
    app = Alone(backend, tmp_path, readonly=True)
    async with started(app) as pilot:
        await sees(pilot, "read-only", "Address  /a")
        await pilot.press("J", "d", "n", "m", "f2")
        assert not app.query_one(SvcMenuManager).store.dirty
        assert not backend.sent


async def test_an_entry_that_cannot_be_read_is_kept_and_moved(tmp_path: Path) -> None:
    backend = Backend(menu([node("a"), None, "text"], []))
    async with started(Alone(backend, tmp_path)) as pilot:
        await sees(pilot, "(unreadable entry, kept unchanged)")
        await pilot.press("down", "e", "K", "f2")
        await wait_until(pilot, lambda: backend.sent)
        assert backend.sent[0]["translations"]["en"]["nodes"] == [None, node("a"), "text"]
