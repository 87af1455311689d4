"""The first page, where a console declares nothing."""

from __future__ import annotations

from pathlib import Path

from svc_tui import Options, SvcApp
from tests.backends.demo import DemoProcess
from tests.console import person_at


async def test_a_console_without_resources_says_how_they_are_declared(
    demo: DemoProcess, tmp_path: Path
) -> None:
    app = SvcApp(Options(base_url=demo.url), state_dir=tmp_path)
    async with person_at(app, (80, 24)) as person:
        await person.sees("Username")
        await person.type("admin")
        await person.press("enter")
        await person.type("admin")
        await person.press("enter")
        await person.sees("Signed in as admin", "No lists are declared yet")
