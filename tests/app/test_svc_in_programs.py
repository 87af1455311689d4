"""`Svc` in a program: many requests at once, event loops, threads, and after its end."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from textual.app import App
from textual.widget import AwaitMount

from svc_tui import (
    FieldDescriptor,
    NotSent,
    Options,
    Svc,
    SvcApp,
    SvcDetail,
    TokenAuth,
    WrongEndpoint,
    console_from,
    use_svc,
)
from svc_tui.testing import until
from svc_tui.testing.waiting import until_true
from tests.backends.demo import DemoProcess
from tests.fakes import BASE, FakeBackend


async def test_a_hundred_requests_at_once_share_one_session(demo: DemoProcess) -> None:
    async with Svc(demo.url) as svc:
        await svc.auth.login("editor", "editor")
        articles = svc.crud("/api/articles")
        ids = [row["id"] for row in (await articles.list(page_size=10)).results]

        found = await asyncio.gather(*(articles.detail(ids[n % len(ids)]) for n in range(100)))

    assert [record["id"] for record in found] == [ids[n % len(ids)] for n in range(100)]


def _services() -> Svc:
    return Svc(BASE, transport=FakeBackend().on("GET", "/api/books/", []).transport)


async def _rows(svc: Svc) -> int:
    return len((await svc.crud("/api/books").list()).results)


def test_a_second_event_loop_is_told_what_to_do() -> None:
    svc = _services()
    assert asyncio.run(_rows(svc)) == 0

    with pytest.raises(RuntimeError, match=r"create one per asyncio\.run\(\) and thread"):
        asyncio.run(_rows(svc))


def test_another_thread_is_told_what_to_do() -> None:
    svc, said = _services(), list[str]()

    def work() -> None:
        try:
            asyncio.run(_rows(svc))
        except RuntimeError as error:
            said.append(str(error))

    asyncio.run(_rows(svc))
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()

    assert said == [
        "This Svc belongs to another event loop: create one per asyncio.run() and thread."
    ]


async def test_after_its_end_a_request_is_refused_with_the_reason() -> None:
    async with _services() as svc:
        pass

    with pytest.raises(NotSent, match="this session is closed"):
        await _rows(svc)


class _Named(SvcApp):
    """A console that notes whose services its own code gets."""

    found: Svc | None = None

    def key_f7(self) -> None:
        self.found = use_svc()


async def test_use_svc_in_a_console_gives_its_own_services(tmp_path: Path) -> None:
    consoles = [
        _Named(Options(base_url=BASE), transport=FakeBackend().transport, state_dir=tmp_path / name)
        for name in "ab"
    ]

    async def pressed(app: _Named) -> None:
        async with app.run_test() as pilot:
            await until_true(app, lambda: app.svc is not None)
            await pilot.press("f7")
            await until_true(app, lambda: app.found is not None)

    await asyncio.gather(*map(pressed, consoles))

    assert [app.found for app in consoles] == [app.svc for app in consoles]
    assert consoles[0].svc is not consoles[1].svc


async def test_services_that_are_started_twice_are_started_once() -> None:
    async with _services() as svc:
        await svc.start()
        assert await _rows(svc) == 0


LOGIN = {"kind": "token", "login": {"path": "/t/"}}


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: {"base_url": BASE}, "Set `auth_login_url` in Options(…), or try"),
        (lambda: {"base_url": BASE, "auth": TokenAuth("/t/")}, "Check `login` in TokenAuth(…)."),
        (
            lambda: {"options": Options(base_url=BASE, auth=LOGIN)},
            "Check `login` in Options(auth=…).",
        ),
        (
            lambda: {"options": _from_file('auth = { kind = "token", login = { path = "/t/" } }')},
            "Check `login` under [svc.auth] in the console file.",
        ),
        (
            lambda: {"options": _from_file("")},
            "If the backend uses a token, an API key or no sign-in, set `kind` under [svc.auth]",
        ),
    ],
)
async def test_a_sign_in_that_is_not_there_names_what_was_written(
    make: Callable[[], dict[str, Any]], told: str
) -> None:
    svc = Svc(**make(), transport=FakeBackend().transport)
    with pytest.raises(WrongEndpoint) as refused:
        await svc.auth.login("ada", "secret")
    await svc.aclose()

    assert told in str(refused.value)


def _from_file(line: str) -> Options:
    with TemporaryDirectory() as folder:
        file = Path(folder, "svc.toml")
        file.write_text(f'[svc]\nbase_url = "{BASE}"\n{line}\n')
        return console_from(file).options


@pytest.mark.parametrize("session", [None, "memory"])
async def test_a_form_of_a_program_leaves_nothing_on_the_disk(
    session: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    backend = FakeBackend().on("GET", "/api/books/1/", {"id": 1, "title": "Old"})
    svc = Svc(BASE, transport=backend.transport, session=session)
    fields = [FieldDescriptor(key="title")]

    class Host(App[None]):
        def open(self) -> AwaitMount:
            return self.mount(SvcDetail("/api/books", 1, fields, svc=svc))

    host = Host()
    async with host.run_test() as pilot:
        await host.open()
        await until(pilot, "Old")
        await pilot.press("enter", *"er")
        svc.preferences.remember(list_preview=True)
        await host.query_one(SvcDetail).remove()
        await host.open()
        await until(pilot, "Older")  # Its form offers what was typed.
    await svc.aclose()

    assert [*tmp_path.rglob("*")] == []
