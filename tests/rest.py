"""How tests find out that an app has come to rest, and what they spare themselves on the way."""

from __future__ import annotations

import asyncio
import os
import ssl
import sys
import time
from functools import cache
from importlib.util import find_spec
from typing import Any

import httpx
import httpx._transports.default
import textual.app
import textual.pilot
from textual import _wait
from textual.app import App
from textual.css.stylesheet import Stylesheet
from textual.message_pump import MessagePump
from textual.pilot import Pilot

from svc_tui.testing.waiting import BUSY, LOOK


async def wait_for_idle(min_sleep: float = LOOK, max_sleep: float = 1) -> None:
    """Wait until this process does nothing and no callback of its loop is due.

    Textual looks at processor time alone: a process that another one keeps from running looks idle
    with a key still in its queue. What is due in the loop does not depend on who else runs.
    """
    # The loop has no public name for what is due next.
    due = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
    began = time.monotonic()
    while True:
        worked = time.process_time()
        await asyncio.sleep(LOOK)
        worked = time.process_time() - worked
        waited = time.monotonic() - began
        if waited >= max_sleep or (waited > min_sleep and worked < BUSY and not due):
            return


_wait_for_screen = Pilot._wait_for_screen


async def wait_for_screen(self: Pilot[Any], timeout: float = 30.0) -> bool:
    """Wait until the app, the screen and its widgets have handled every message they had.

    Textual sends a callback to each widget and waits for all of them to come back; most widgets
    wait for a message with none in their queue, and have nothing to handle.
    """
    try:
        screen = self.app.screen
    except Exception:
        return False
    if all(map(_waits_for_messages, (self.app, *screen.walk_children(with_self=True)))):
        await asyncio.sleep(0)
        return True
    return await _wait_for_screen(self, timeout)


def _waits_for_messages(pump: MessagePump) -> bool:
    queue = pump._message_queue
    # Neither is public: another Textual may have another queue, and is asked in its own way.
    ready = getattr(queue, "ready_event", None)
    return queue.empty() and bool(getattr(ready, "_waiters", None))


Theme = frozenset[tuple[str, str]]

_parse_rules = Stylesheet._parse_rules
_parsed: dict[object, list[Any]] = {}
_themes: dict[Theme, Theme] = {}
_theme: tuple[dict[str, str], Theme] = ({}, frozenset())
"""The variables of the sheet parsed last, and what identifies them: an app parses many sheets."""


def parse_rules_once(
    self: Stylesheet,
    css: str,
    read_from: tuple[str, str],
    is_default_rules: bool = False,
    tie_breaker: int = 0,
    scope: str = "",
) -> list[Any]:
    """Parse a style sheet for the first of many apps with the same theme."""
    global _theme
    if self._variables is not _theme[0]:
        theme = frozenset(self._variables.items())
        # The same object for equal themes: two would be compared, name by name, at each look.
        _theme = self._variables, _themes.setdefault(theme, theme)
    sheet = css, read_from, is_default_rules, tie_breaker, scope
    key = _theme[1], sheet
    rules = _parsed.get(key)
    if rules is None:
        rules = _parsed[key] = _parse_rules(self, *sheet)
    return rules


_process_messages = App._process_messages


def begin_tasks_at_once() -> None:
    """Have tasks begin when they are made, as those of an app do from Python 3.12 on."""
    if sys.version_info >= (3, 12):
        asyncio.get_running_loop().set_task_factory(asyncio.eager_task_factory)


async def process_messages_eagerly(self: App[Any], *args: Any, **named: Any) -> None:
    """Run an app as in a terminal."""
    begin_tasks_at_once()
    await _process_messages(self, *args, **named)


_create_ssl_context = httpx.create_ssl_context
_usual_authorities = cache(_create_ssl_context)


def create_ssl_context_once(
    verify: ssl.SSLContext | str | bool = True, cert: Any = None, trust_env: bool = True
) -> ssl.SSLContext:
    """Read the usual authorities for the first of many clients: that takes 20 ms."""
    elsewhere = trust_env and {"SSL_CERT_FILE", "SSL_CERT_DIR"} & os.environ.keys()
    if verify is not True or cert or elsewhere:
        return _create_ssl_context(verify, cert, trust_env)
    return _usual_authorities()


def install() -> None:
    """Let pilots and their apps wait like this, and nothing be parsed or looked for twice."""
    httpx.create_ssl_context = create_ssl_context_once
    httpx._transports.default.create_ssl_context = create_ssl_context_once
    for module in (_wait, textual.app, textual.pilot):
        module.wait_for_idle = wait_for_idle  # type: ignore[attr-defined]
    if find_spec("sniffio") is None:
        # With each request httpcore looks for it some times in every folder there is.
        sys.modules["sniffio"] = None  # type: ignore[assignment]
    Pilot._wait_for_screen = wait_for_screen  # type: ignore[method-assign]
    Stylesheet._parse_rules = parse_rules_once  # type: ignore[method-assign]
    App._process_messages = process_messages_eagerly  # type: ignore[method-assign]
