"""The console at a location, on the demo."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from svc_tui.cli.loading import load
from tests.backends.demo import DemoProcess
from tests.console import demo_console, person_at


async def test_a_location_opens_its_page_with_its_query(console: Any) -> None:
    async with console(start="/articles?tab=draft&page=2") as person:
        await person.sees("page 2/", "[Drafts")
        assert "tab=draft" in person.location and "page=2" in person.location


async def test_after_signing_in_the_location_is_reached(console: Any) -> None:
    async with console(user=None, start="/orders?page=2") as person:
        await person.sees("Username")
        await person.type("admin\tadmin\n")
        await person.sees("Customer")
        await person.until(lambda: "page=2" in person.location)


async def test_changed_keys_act_and_doubts_are_told(demo: DemoProcess, tmp_path: Path) -> None:
    file = tmp_path / "svc.toml"
    file.write_text(
        f'[svc]\nbase_url = "{demo.url}"\n[keys]\n"list.next" = ["x", "ctrl+h"]\n'
        '[[resources]]\nname = "articles"\nendpoint = "/api/articles"\ncolumns = ["title"]\n'
    )
    app = demo_console(demo.url, tmp_path / "state", start="/articles", file=file)
    async with person_at(app) as person:
        never = '"ctrl+h" may never arrive'
        await person.until(lambda: any(never in toast for toast in person.toasts))
        await person.sees("Harbour festival")
        await person.press("x")
        await person.until(lambda: "page=2" in person.location)


async def test_an_unknown_theme_stops_nobody(demo: DemoProcess, tmp_path: Path) -> None:
    console = load(
        None, {"base_url": demo.url, "theme": "svc-drak"}, environ={}, state=tmp_path / "state"
    )
    assert console.warnings == ('--theme: theme "svc-drak" is unknown; did you mean "svc-dark"?',)


def test_a_password_is_in_no_repr(demo: DemoProcess, tmp_path: Path) -> None:
    console = load(
        None,
        {"base_url": demo.url, "user": "me"},
        password="hunter2",
        environ={},
        state=tmp_path / "state",
    )
    assert console.credentials == ("me", "hunter2")
    assert "hunter2" not in repr(console)
