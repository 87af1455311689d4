"""OAuth's device flow against a server that speaks it: from the sign-in, a script, a command."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Button

from svc_tui.api.auth import device
from svc_tui.api.auth.base import AuthCall
from svc_tui.api.auth.device import DeviceAuth
from svc_tui.api.errors import Unreachable, ValidationFailed, WrongEndpoint
from svc_tui.app.app import SvcApp
from svc_tui.app.context import Svc
from tests.auth.test_console import PLAIN, console, edit_title
from tests.backends.device import CLIENT, DEVICE_CODE, DeviceProcess
from tests.cli.runs import svc_tui
from tests.console import person_at

WORDS = "Open https://x.test/d and enter the code WDJB-MJHT."


@pytest.fixture
def backend(monkeypatch: pytest.MonkeyPatch) -> Iterator[DeviceProcess]:
    """The server, asked as often as a test wants."""
    monkeypatch.setattr(device, "LEAST_INTERVAL", 0.01)
    monkeypatch.setattr(device, "SLOWER", 0.01)
    with DeviceProcess() as process:
        yield process


def auth(token: str = "/o/token/") -> DeviceAuth:
    """The sign-in of a script."""
    return DeviceAuth(AuthCall("/o/device/", {"client_id": CLIENT}), token)


def file_of(backend: DeviceProcess, folder: Path) -> Path:
    """Write the console file."""
    file = folder / "svc.toml"
    file.write_text(PLAIN.format(url=backend.url, auth=backend.auth))
    return file


def may_press(app: SvcApp) -> bool:
    """Whether the button has the focus, and takes another key."""
    focused = app.screen.focused
    return isinstance(focused, Button) and not focused.has_class("-active")


async def test_a_code_is_allowed_refused_or_too_old(backend: DeviceProcess) -> None:
    said: list[str] = []
    async with Svc(backend.url, auth=auth()) as svc:
        svc.fetch.auth.on_wait = said.append
        for last, words in (
            ("access_denied", "The sign-in was refused in the browser."),
            ("expired_token", "The code has expired."),
            ("invalid_grant", "The sign-in failed: invalid_grant."),
        ):
            backend.steer("script", ["authorization_pending", last])
            with pytest.raises(ValidationFailed) as caught:
                await svc.auth.login("", "")
            assert str(caught.value) == f"{words} Sign in again for a new code."
            assert not svc.jar.tokens and not svc.auth.is_authenticated
        backend.steer("script", ["authorization_pending", "slow_down", "ok"])
        await svc.auth.login("", "")
        assert said == [WORDS] * 4
        page = await svc.crud("/articles").list()
        assert page.count == 3

        backend.steer("end")  # The refresh token is good for another one.
        await svc.crud("/articles").list()

    assert backend.steer("end")[-4:] == ["authorization_pending", "slow_down", "ok", "refresh"]

    async with Svc(backend.url, auth=auth("/nowhere")) as svc:
        with pytest.raises(
            WrongEndpoint, match=r"The token was not found at /nowhere .* `token` in DeviceAuth"
        ):
            await svc.auth.login("", "")


@pytest.mark.parametrize("said", ["authorization_pending", "slow_down"])
async def test_nobody_allows_a_code_in_time(
    backend: DeviceProcess, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    monkeypatch.setattr(device, "LONGEST_LIFE", 0.05)
    monkeypatch.setattr(device, "SLOWER", 3600.0)  # Longer than any code is good for.
    backend.steer("script", [said])
    async with Svc(backend.url, auth=auth()) as svc:
        with pytest.raises(ValidationFailed, match="The code has expired"):
            await svc.auth.login("", "")


async def test_an_interval_longer_than_the_life_of_a_code_still_signs_in_or_says_why(
    backend: DeviceProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(device, "LEAST_INTERVAL", 3600.0)
    monkeypatch.setattr(device, "LONGEST_LIFE", 0.5)
    backend.steer("script", ["ok"])
    async with Svc(backend.url, auth=auth()) as svc:
        await svc.auth.login("", "")
        assert svc.auth.is_authenticated

    async def lost(method: str, path: str, **more: Any) -> Any:
        if path == "/o/token/":
            raise Unreachable(None, method, path)
        return await send(method, path, **more)

    async with Svc(backend.url, auth=auth()) as svc:
        send = svc.fetch.auth.send
        monkeypatch.setattr(svc.fetch.auth, "send", lost)
        with pytest.raises(Unreachable):
            await svc.auth.login("", "")


async def test_the_sign_in_shows_the_code_and_goes_on_once_it_is_allowed(
    backend: DeviceProcess, tmp_path: Path
) -> None:
    backend.steer("script", ["access_denied"])
    app = console(backend.url, file_of(backend, tmp_path), tmp_path / "state")
    async with person_at(app) as person:
        await person.until(lambda: may_press(app))
        await person.sees_no("Password")
        await person.sees_no("Username")
        await person.press("enter")
        await person.sees("The sign-in was refused in the browser")
        await person.until(lambda: may_press(app))
        backend.steer("script", ["authorization_pending"])
        await person.press("enter")
        await person.sees("WDJB-MJHT", "https://x.test/d")
        assert DEVICE_CODE not in person.text()
        backend.steer("script", ["ok"])
        await person.sees("Row 1")

        await person.goes_to("/articles/1")
        await person.sees("Row 1")
        await person.settles()
        await edit_title(person, "Typed before the end")
        assert app.svc is not None
        app.svc.jar.tokens["refresh"] = "gone"
        backend.steer("script", ["authorization_pending"])
        await person.press("f2")
        await person.sees("Your session has ended.")
        await person.until(lambda: may_press(app))
        await person.press("enter")
        await person.sees("WDJB-MJHT")
        backend.steer("script", ["ok"])
        await person.sees_no("Your session has ended.")
        await person.sees("Typed before the end")
        assert not [one for one in person.toasts if DEVICE_CODE in one or "token-" in one]


def test_commands_sign_in_with_a_code_once(backend: DeviceProcess, tmp_path: Path) -> None:
    backend.steer("script", ["authorization_pending", "ok"])
    named = ("--config", str(file_of(backend, tmp_path)))
    env = {"SVC_TUI_STATE_DIR": str(tmp_path / "state")}
    before = svc_tui("list", "articles", *named, env=env)
    signed_in = svc_tui("login", *named, env=env)
    after = svc_tui("list", "articles", "-o", "name", *named, env=env)
    out = svc_tui("logout", *named, env=env)

    assert before.code == 4 and "run `svc-tui login`" in before.err
    assert signed_in.code == 0, signed_in.err
    assert WORDS in signed_in.err and "Signed in as user" in signed_in.out
    assert after.out.split() == ["articles/1", "articles/2", "articles/3"], after.err
    assert out.code == 0
    printed = " ".join(one.out + one.err for one in (before, signed_in, after, out))
    assert not [one for one in (DEVICE_CODE, "token-", "refresh-") if one in printed]
    [*kept] = (tmp_path / "state" / "sessions").glob("*.json")
    assert not kept
