"""Whose session is kept where, on a real backend: by a script, the command line and the console."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from svc_tui import SignInRefused, Svc
from svc_tui.cli.exits import NOT_SIGNED_IN, OK
from svc_tui.screens.login import LoginPage
from tests.backends.demo import DemoProcess
from tests.cli.runs import sentence, svc_tui
from tests.console import Person

Console = Callable[..., AbstractAsyncContextManager[Person]]


async def signs_in(demo: DemoProcess, folder: Path, name: str) -> None:
    """A script that signs in, on a state directory where others may have signed in before."""
    async with Svc(demo.url, state_dir=folder) as svc:
        await svc.auth.login(name, name)


async def who_is(demo: DemoProcess, folder: Path, user: str | None = None) -> tuple[str, bool]:
    """Name and superuser of a kept session; "" where nobody is signed in."""
    async with Svc(demo.url, state_dir=folder, user=user) as svc:
        found = svc.auth.user
        return (found.username, found.is_superuser) if found else ("", False)


async def test_a_second_user_who_signs_in_leaves_the_first_ones_session_alone(
    demo: DemoProcess, tmp_path: Path
) -> None:
    await signs_in(demo, tmp_path, "viewer")
    await signs_in(demo, tmp_path, "admin")

    assert await who_is(demo, tmp_path, "viewer") == ("viewer", False)
    assert await who_is(demo, tmp_path, "admin") == ("admin", True)


async def test_a_failed_sign_in_leaves_the_first_ones_session_alone(
    demo: DemoProcess, tmp_path: Path
) -> None:
    await signs_in(demo, tmp_path, "viewer")
    async with Svc(demo.url, state_dir=tmp_path) as svc:
        with pytest.raises(SignInRefused):
            await svc.auth.login("admin", "wrong")

    assert await who_is(demo, tmp_path) == ("viewer", False)


async def test_a_script_as_admin_does_not_change_who_the_command_line_is(
    demo: DemoProcess, own_places: Path
) -> None:
    done = svc_tui(
        "login", "--url", demo.url, "--user", "editor", "--password-stdin", stdin="editor"
    )
    assert done.code == OK, done.err
    async with Svc(demo.url, user="editor", session="kept") as svc:
        await svc.auth.login("admin", "admin")

    who = svc_tui("whoami", "--url", demo.url, "--user", "editor", "-o", "json")

    assert json.loads(who.out)["username"] == "editor"


async def test_signing_in_as_another_on_the_login_page_keeps_both_apart(
    demo: DemoProcess, console: Console, tmp_path: Path
) -> None:
    async with console(user="viewer") as person:
        await person.goes_to("/login")
        await person.until(lambda: isinstance(person.app.screen, LoginPage))
        await person.until(lambda: getattr(person.app.focused, "id", "") == "password")
        await person.press("shift+tab", "end", *["backspace"] * len("viewer"))
        await person.type("admin\nadmin\n")
        await person.until(lambda: person.app.svc.auth.name == "admin")

    assert await who_is(demo, tmp_path / "state", "viewer") == ("viewer", False)
    assert await who_is(demo, tmp_path / "state", "admin") == ("admin", True)


def with_somebody_elses_cookies(folder: Path, user: str, other: str) -> Path:
    """Another user's cookies in a user's file, as an older version left them behind."""
    kept = {json.loads(path.read_text())["user"]: path for path in folder.glob("sessions/*.json")}
    poisoned = json.loads(kept[other].read_text()) | {"user": user}
    del poisoned["id"]
    kept[user].write_text(json.dumps(poisoned))
    return kept[user]


async def test_a_kept_session_that_is_another_users_is_refused_and_said(
    demo: DemoProcess, tmp_path: Path
) -> None:
    await signs_in(demo, tmp_path, "viewer")
    await signs_in(demo, tmp_path, "admin")
    file = with_somebody_elses_cookies(tmp_path, "viewer", "admin")

    async with Svc(demo.url, state_dir=tmp_path, user="viewer") as svc:
        assert not svc.auth.is_authenticated
        assert not svc.jar.has_session
        assert svc.auth.state.refused == (
            "The session saved for viewer belongs to admin, so it was not used. Sign in again."
        )
    assert not file.exists()
    assert await who_is(demo, tmp_path, "admin") == ("admin", True)


async def test_the_command_line_refuses_it_too(demo: DemoProcess, own_places: Path) -> None:
    state = own_places / "svc-state"
    for command in (("whoami",), ("upload", "x.jpg"), ("doctor",)):
        await signs_in(demo, state, "viewer")
        await signs_in(demo, state, "admin")
        with_somebody_elses_cookies(state, "viewer", "admin")
        (own_places / "x.jpg").write_bytes(b"x")

        done = svc_tui(*command, "--url", demo.url, "--user", "viewer", cwd=own_places)

        said = done.out if command == ("doctor",) else sentence(done)
        assert "The session saved for viewer belongs to admin" in " ".join(said.split())
        assert command == ("doctor",) or done.code == NOT_SIGNED_IN


async def test_asking_again_for_another_user_does_not_answer_with_the_present_one(
    demo: DemoProcess, tmp_path: Path
) -> None:
    async with Svc(demo.url, state_dir=tmp_path) as svc:
        await svc.auth.login("admin", "admin")

        assert await svc.auth.hydrate("viewer") is False
        assert not svc.auth.is_authenticated
    assert await who_is(demo, tmp_path, "admin") == ("admin", True)


async def test_a_script_that_names_no_place_neither_takes_up_a_session_nor_keeps_one(
    demo: DemoProcess, own_places: Path
) -> None:
    done = svc_tui(
        "login", "--url", demo.url, "--user", "editor", "--password-stdin", stdin="editor"
    )
    assert done.code == OK, done.err
    async with Svc(demo.url) as svc:
        assert not svc.auth.is_authenticated
        await svc.auth.login("admin", "admin")

    async with Svc(demo.url, session="kept") as svc:
        assert svc.auth.user is not None and svc.auth.user.username == "editor"
