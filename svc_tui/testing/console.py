"""Steps of a test that drives a console by a Textual pilot: sign in, wait, read the screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input

from svc_tui.models.arguments import check_call, given_words, refused_call
from svc_tui.testing.waiting import PATIENCE, screen_text, until_quiet, until_true
from svc_tui.textual_patches.hooks import is_ending, last_words
from svc_tui.widgets.shell.login import SvcLogin

_KINDS: Mapping[str, Any] = {
    "pilot": Pilot,
    "title": str,
    "timeout": (int, float),
    "username": str,
    "password": (str, type(None)),
}
"""The kinds of arguments."""


def text(pilot: Pilot[Any]) -> str:
    """Return the text on the screen, row by row, without colors."""
    check_call("text", {"pilot": pilot}, _KINDS)
    return screen_text(pilot.app)


def picture(pilot: Pilot[Any], title: str = "") -> str:
    """Return the screen as a self-contained SVG, with its size: a table on a page would hide it."""
    check_call("picture", {"pilot": pilot, "title": title}, _KINDS)
    svg = pilot.app.export_screenshot(title=title or None)
    svg = re.sub(r"@font-face\s*\{[^}]*\}", "", svg)
    svg = re.sub(r'viewBox="0 0 (\S+) (\S+)"', r'width="\1" height="\2" \g<0>', svg, count=1)
    return svg.replace("Fira Code", "DejaVu Sans Mono, Menlo, Consolas")


async def until(
    pilot: Pilot[Any], wanted: str | Callable[[], object], timeout: float = PATIENCE
) -> None:
    """Wait for a text on the screen, or until a condition is true.

    A question whose text was awaited then accepts its answer.

    Raises:
        ConfigError: `wanted` is neither.
        AssertionError: it did not happen in `timeout` seconds; the message holds the screen.
    """
    __tracebackhide__ = True
    check_call("until", {"pilot": pilot, "timeout": timeout}, _KINDS)
    app = pilot.app
    given: object = wanted
    if not isinstance(given, str) and not callable(given):
        said = f"wanted should be a string or a function, not {given_words(given)}"
        raise refused_call("until", said)
    shown = wanted if callable(wanted) else lambda: wanted in screen_text(app) and _takes_keys(app)
    await until_true(app, shown, timeout)


async def until_idle(pilot: Pilot[Any]) -> None:
    """Wait until the console has started, no request is in flight and the screen is still.

    Raises:
        AssertionError: it did not come to rest, or could not start; the message holds the screen,
            or why it could not.
    """
    __tracebackhide__ = True
    check_call("until_idle", {"pilot": pilot}, _KINDS)
    app = pilot.app
    if (booted := getattr(app, "booted", None)) is not None:
        await until_true(app, lambda: booted.is_set() or is_ending(app))
        if not booted.is_set():
            raise AssertionError(f"the console could not start\n{last_words(app)}")
    svc = getattr(app, "svc", None)
    await until_quiet(pilot, lambda: svc is not None and svc.fetch.loading)


async def sign_in(pilot: Pilot[Any], username: str = "admin", password: str | None = None) -> None:
    """Fill in the sign-in, submit it, and wait until the page after it is idle.

    The password is the name unless another one is given, as with the accounts of a `FakeBackend`.

    Raises:
        AssertionError: there is no sign-in, or it was refused; the message holds the screen.
    """
    __tracebackhide__ = True
    given = {"pilot": pilot, "username": username, "password": password}
    check_call("sign_in", given, _KINDS)
    app = pilot.app
    await until_idle(pilot)
    try:
        await until(pilot, lambda: app.screen.query(SvcLogin), SOON)
    except AssertionError:
        raise AssertionError(f"there is no sign-in on the screen\n{text(pilot)}") from None
    await until(pilot, lambda: _takes_keys(app))
    await until_idle(pilot)
    login = app.screen.query_one(SvcLogin)
    before = _errors(app)
    login.query_one("#username", Input).value = username
    login.query_one("#password", Input).value = password or username
    login.query_one("#password").focus()
    await pilot.press("enter")
    await until(
        pilot,
        lambda: not login.is_attached or login.query(".error.-shown") or _errors(app) - before,
    )
    await until_idle(pilot)
    if login.is_attached:
        errors = "\n".join(sorted(_errors(app) - before))
        raise AssertionError(f"the sign-in was refused\n{errors}\n{text(pilot)}")


SOON = 2.0
"""Seconds within which an idle console may still show a sign-in."""


def _errors(app: App[Any]) -> set[str]:
    svc = getattr(app, "svc", None)
    return {one.message for one in svc.snack.history if one.kind == "error"} if svc else set()


def _takes_keys(app: App[Any]) -> bool:
    """Whether the screen accepts keys: a question does not before it was painted."""
    return bool(getattr(app.screen, "takes_keys", True))
