"""Profiles that are opened while another one is still on its way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from svc_tui import Options, Svc
from svc_tui.app.console import Console
from svc_tui.app.profiles import Profiles


class Host:
    """An app that shows whatever console it was told to."""

    svc: Svc | None = None
    profiles: Profiles
    answered: Callable[[], Any]
    """Awaited before the services of a console are ready."""

    def take_over(self, console: Console) -> None:
        self.svc = console.svc

    async def adopt(self, console: Console) -> None:
        self.take_over(console)
        await self.answered()
        self.profiles.adopted(console)


async def test_of_two_profiles_that_are_wanted_at_once_the_first_is_shown(tmp_path: Path) -> None:
    def console_of(name: str) -> Console:
        options = Options(base_url="http://127.0.0.1:9", profile=name)
        return Console(
            Svc(options=options, state_dir=tmp_path),
            profiles=("one", "two", "three"),
            load_profile=console_of,
        )

    answers = asyncio.Event()
    host = Host()
    host.answered = answers.wait
    host.profiles = profiles = Profiles(host)
    first = console_of("one")
    host.take_over(first)
    profiles.adopted(first)
    two = asyncio.create_task(profiles.switch("two"))
    while host.svc is first.svc:
        await asyncio.sleep(0)
    await asyncio.wait_for(profiles.switch("three"), 30)
    assert "two is still opening." in first.svc.snack.state.toasts[-1].message
    answers.set()
    await two
    assert profiles.current == "two" and host.svc is not None and host.svc.config.profile == "two"
    await profiles.switch("one")
    assert profiles.current == "one" and host.svc is first.svc
    await profiles.aclose()
