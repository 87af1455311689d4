"""`svc-tui demo`: a real backend on this machine, and the console on it."""

from __future__ import annotations

import argparse
import gc
import importlib.util
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from svc_tui.cli.backend import Backend
from svc_tui.cli.console import check_terminal, prepare, run_app
from svc_tui.cli.exits import USAGE, CommandError
from svc_tui.cli.overrides import overrides

if TYPE_CHECKING:
    from svc_tui.app.console import Splash
    from svc_tui.cli.splash import StartupSettings

NEEDS = ("django", "rest_framework", "waitress", "PIL")
"""The extra packages that the demo needs."""

USERS = "Demo: sign in as admin, editor, viewer or nobody. Each password is the username."
"""The message on the demo's sign-in page."""

INSTALL = "pip install 'django<5.3' djangorestframework waitress pillow"
"""The command that installs them."""

PEOPLE = ("admin", "editor", "viewer", "nobody")
"""Users that can sign in; each password is the user name."""

STATE = "console"
"""The folder of the console's own files, so that drafts are kept with the articles."""

KNOWN_AS = "demo"
"""The name that drafts are saved under, as the port of the address changes."""

FILE = Path(__file__).with_name("demo.toml")
"""The demo's console file."""


def run(known: argparse.Namespace) -> int:
    """Start the backend, open the console on it, end both; raises CommandError."""
    gc.disable()
    user = _checked(known)
    check_terminal(known)
    _end_in_order_on_signals()
    with _private_folder() as folder:
        kept = Path(os.path.expanduser(known.keep)).absolute() if known.keep else folder / "backend"
        # Textual is imported while the backend starts: neither waits for the other.
        importing = Thread(target=importlib.import_module, args=("svc_tui.app.app",), daemon=True)
        with Backend(
            kept, rows=known.rows, port=known.port, temporary=folder, hostile=known.hostile
        ) as backend:
            importing.start()
            url = backend.await_url(tell=_tell)
            _tell("")  # Remaining text would appear again when the console ends.
            importing.join()
            state = (kept if known.keep else folder) / STATE
            return _open(known, url, user, state)


def _checked(known: argparse.Namespace) -> str:
    """Return the user that signs in; raises CommandError for an option that the demo lacks."""
    if known.url:
        raise CommandError("The demo has its own backend: remove --url.", USAGE)
    if known.password_stdin:
        raise CommandError("Demo passwords are the usernames: remove --password-stdin.", USAGE)
    if any(importlib.util.find_spec(name) is None for name in NEEDS):
        raise CommandError(f"The demo needs a few more packages: {INSTALL}")
    if (user := known.user or PEOPLE[0]) not in PEOPLE:
        raise CommandError(f"The demo has no user {user}. Available: {', '.join(PEOPLE)}.", USAGE)
    return user


def _open(known: argparse.Namespace, url: str, user: str, state: Path) -> int:
    """Run the console on the running backend."""
    from textual.widgets import Static

    from svc_tui.app.app import SvcApp
    from svc_tui.cli.loading import demo_environment, load
    from svc_tui.cli.splash import StartupSettings
    from svc_tui.config.load import peek
    from svc_tui.models.slots import Slots

    environ, path = demo_environment(), known.config or FILE
    seen = peek(path, profile=known.profile, environ=environ)
    known.url, known.user = url, user
    look = StartupSettings(known, seen, environ)
    prepare()
    ready = partial(
        load,
        path,
        overrides(known),
        password=user,
        environ=environ,
        state=state,
        known_as=KNOWN_AS,
        temporary=not known.keep,
    )
    app = SvcApp(
        load=partial(ready, check_keys=seen.changes_keys),
        greeting=_signing_in(look),
        thin=look.diff,
        frame_rate=look.frame_rate,
    )
    app.slots = Slots({"login:panel": lambda: Static(USERS, classes="muted")})
    return run_app(app, mouse=look.mouse, stats=known.stats)


def _signing_in(look: StartupSettings) -> Splash:
    return replace(look.greeting(), place=KNOWN_AS, waiting="Signing in…")


def _tell(progress: str) -> None:
    """Print a status line over the previous one."""
    width = shutil.get_terminal_size().columns - 1
    print(f"\r\x1b[K{progress[:width]}", end="", file=sys.stderr, flush=True)


@contextmanager
def _private_folder() -> Iterator[Path]:
    """A private folder, removed at the end."""
    folder = tempfile.mkdtemp(prefix="svc-tui-demo-")
    try:
        yield Path(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _end_in_order_on_signals() -> None:
    """Until the console takes over, signals end the demo like everything else."""

    def leave(number: int, frame: Any) -> None:
        raise SystemExit(128 + number)

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, leave)
