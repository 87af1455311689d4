"""The backend is down when the console starts, and up when somebody signs in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from svc_tui.app.app import SvcApp
from svc_tui.cli.console import prepare
from svc_tui.cli.loading import load
from svc_tui.screens.error_pages import UnreachablePage
from svc_tui.screens.login import LoginPage
from tests.backends.cms import CmsProcess
from tests.backends.process import free_port
from tests.backends.tls import pumped
from tests.console import Person, person_at


@asynccontextmanager
async def listening(port: int, url: str) -> AsyncIterator[None]:
    """The server at `url` can be reached at this port, too."""
    there = urlsplit(url)

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        back, out = await asyncio.open_connection(there.hostname, there.port)
        await asyncio.gather(pumped(reader, out), pumped(back, writer))

    server = await asyncio.start_server(forward, "127.0.0.1", port)
    try:
        yield
    finally:
        server.close()


def console_at(port: int, state: Path, folder: Path) -> SvcApp:
    """A console of which only the address is told."""
    prepare()
    file = folder / "svc.toml"
    file.write_text(f'[svc]\nbase_url = "http://127.0.0.1:{port}"\n')
    return SvcApp(load=partial(load, file, {}, environ={}, state=state))


def speaks(person: Person) -> str:
    """The dialect of the console now."""
    assert person.app.svc is not None
    return person.app.svc.dialect.name


async def test_the_cms_is_found_out_when_somebody_signs_in(cms: CmsProcess, tmp_path: Path) -> None:
    port = free_port()
    async with person_at(console_at(port, tmp_path / "state", tmp_path)) as person:
        await person.until(lambda: isinstance(person.app.screen, LoginPage))
        await person.type("admin\nwrong\n")
        await person.sees("Could not reach")
        assert speaks(person) == "rest"

        async with listening(port, cms.url):
            await person.press("ctrl+u")
            await person.until(lambda: getattr(person.app.focused, "id", "") == "password")
            await person.type("admin\n")

            await person.until(lambda: person.app.svc.auth.is_authenticated)
            assert speaks(person) == "camomilla"
            await person.sees("admin@127.0.0.1")
            await person.settles()


async def test_a_kept_session_of_the_cms_goes_on_when_the_cms_is_back(
    cms: CmsProcess, tmp_path: Path
) -> None:
    port, state = free_port(), tmp_path / "state"
    async with listening(port, cms.url), person_at(console_at(port, state, tmp_path)) as person:
        await person.until(lambda: isinstance(person.app.screen, LoginPage))
        await person.type("admin\nadmin\n")
        await person.until(lambda: person.app.svc.auth.is_authenticated)
        await person.settles()
    (state / "preferences.json").unlink()

    async with person_at(console_at(port, state, tmp_path)) as person:
        await person.until(lambda: isinstance(person.app.screen, UnreachablePage))
        async with listening(port, cms.url):
            await person.press("r")

            await person.until(lambda: person.app.svc.auth.is_authenticated)
            assert speaks(person) == "camomilla"
            await person.sees("admin@127.0.0.1")
            await person.settles()


async def test_a_file_that_broke_meanwhile_is_said_and_ends_nothing(tmp_path: Path) -> None:
    async with person_at(console_at(free_port(), tmp_path / "state", tmp_path)) as person:
        await person.until(lambda: isinstance(person.app.screen, LoginPage))
        await person.until(person.app.booted.is_set)
        (tmp_path / "svc.toml").write_text("[svc")

        await person.type("admin\nadmin\n")

        await person.sees("Could not reach")
        assert any("svc.toml, line 1" in one for one in person.toasts)
        assert isinstance(person.app.screen, LoginPage)
