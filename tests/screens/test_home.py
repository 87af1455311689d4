"""The first page, where a console declares nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx

from svc_tui import Options, SvcApp
from tests.backends.demo import DemoProcess
from tests.console import Person, person_at


async def signed_in(person: Person, user: str = "admin") -> None:
    await person.sees("Username")
    await person.type(f"{user}\n{user}\n")
    await person.sees(f"Signed in as {user}")


async def test_a_console_without_resources_shows_what_the_backend_has(
    demo: DemoProcess, tmp_path: Path
) -> None:
    async with person_at(SvcApp(Options(base_url=demo.url), state_dir=tmp_path)) as person:
        await signed_in(person)
        await person.sees("Articles", "Orders", "Media")
        await person.goes_to("/orders")
        await person.sees("Number", "Customer", "Amount")
        await person.press("enter")
        await person.sees("Email", "Currency")


async def test_a_place_deep_in_an_unknown_backend_can_be_opened_at_once(
    demo: DemoProcess, tmp_path: Path
) -> None:
    app = SvcApp(Options(base_url=demo.url), state_dir=tmp_path, start="/authors/1")
    async with person_at(app) as person:
        await person.sees("Username")
        await person.type("viewer\nviewer\n")
        await person.sees("needs permission `change_author`")


async def test_a_backend_without_a_root_says_how_its_lists_are_declared(tmp_path: Path) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        known: dict[str, Any] = {
            "/api/auth/login": {"detail": "ok"},
            "/api/profiles/me/": {"id": 1, "username": "admin", "is_superuser": True},
        }
        body = known.get(request.url.path)
        return httpx.Response(404 if body is None else 200, json=body or {"detail": "Not found."})

    app = SvcApp(
        Options(base_url="http://cms.test"),
        state_dir=tmp_path,
        transport=httpx.MockTransport(answer),
    )
    async with person_at(app, (80, 24)) as person:
        await signed_in(person)
        await person.sees(
            "No lists are defined, and the backend describes none", "resources=[Resource("
        )
        assert any("No list of collections was found" in toast for toast in person.toasts)
