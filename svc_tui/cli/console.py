"""`svc-tui`: the console. Query the terminal, paint, and load everything else after that."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING

from svc_tui.cli.exits import USAGE, CommandError
from svc_tui.cli.password import keys_from_terminal, piped_password

if TYPE_CHECKING:
    from svc_tui.app.app import SvcApp
    from svc_tui.cli.stylesheet_cache import StylesheetCache

SETTLED = 1.0
"""Seconds after startup until objects from it are frozen for the garbage collector."""


def run(known: argparse.Namespace) -> int:
    """Open the console at its first page."""
    return show(known)


def show(known: argparse.Namespace, start: str = "/") -> int:
    """Open the console at a location; raises CommandError if that is not possible."""
    gc.disable()  # a tenth of startup would be spent on collecting garbage that is not there
    password = piped_password(known)
    check_terminal(known)
    # Imported here: `open` and `demo` check their own arguments first.
    from svc_tui.cli.loading import load
    from svc_tui.cli.overrides import overrides
    from svc_tui.cli.splash import StartupSettings
    from svc_tui.config.load import peek
    from svc_tui.config.restricted import is_restricted

    seen = peek(known.config, profile=known.profile)
    look = StartupSettings(known, seen)
    check_backend(known, look.base_url, password)

    from svc_tui.app.app import SvcApp

    quick = prepare() and not is_restricted()  # Code in a user's folder is not loaded here.
    app = SvcApp(
        load=partial(
            load, known.config, overrides(known), password=password, check_keys=seen.changes_keys
        ),
        greeting=look.greeting(),
        start=start,
        thin=look.diff,
        frame_rate=look.frame_rate,
    )
    sheets = keep_stylesheets(app) if quick else None
    code = run_app(app, mouse=look.mouse, stats=known.stats)
    if sheets is not None:
        sheets.save()
    return code


def check_terminal(known: argparse.Namespace) -> None:
    """Raise CommandError if no console can be shown; else decide about colors."""
    from svc_tui.terminal.startup_check import terminal_problem

    if known.password_stdin:
        keys_from_terminal()
    if problem := terminal_problem(sys.stdin, sys.stdout, sys.stderr, os.environ):
        raise CommandError(problem, USAGE)
    if known.no_color:
        os.environ["NO_COLOR"] = "1"
    elif not os.environ.get("NO_COLOR"):
        os.environ.pop("NO_COLOR", None)  # Textual would treat an empty one as set


def check_backend(known: argparse.Namespace, base_url: str | None, password: str | None) -> None:
    """Check the backend's address before the first paint; raises CommandError."""
    from svc_tui.api.urls import BaseUrl

    try:
        BaseUrl.parse(base_url or "")
        return
    except ValueError:
        pass
    from svc_tui.cli.loading import load
    from svc_tui.cli.overrides import overrides
    from svc_tui.config.load import find_file
    from svc_tui.config.paths import config_dir

    if base_url or find_file(known.config):
        # Reading everything names the flag, the variable or the line of the file at fault.
        load(known.config, overrides(known), password=password)
        return
    raise CommandError(
        "No backend is set. `svc-tui demo` starts a demo; `svc-tui --url https://…` opens a "
        f"console for your backend. svc-tui looks for a console file at ./svc.toml and "
        f"{config_dir()}/svc.toml.",
        USAGE,
    )


def prepare() -> bool:
    """Patch Textual before the app is created; return whether the speed patches apply."""
    from svc_tui.textual_patches.apply import apply_patches

    return apply_patches()


def keep_stylesheets(app: SvcApp) -> StylesheetCache:
    """Let an app take parsed style sheets from the user's cache, and save new ones."""
    from svc_tui.cli.stylesheet_cache import install_stylesheet_cache

    sheets = install_stylesheet_cache()
    app.when_booted(app, lambda: app.set_timer(SETTLED, partial(_in_a_thread, sheets.save)))
    return sheets


def run_app(app: SvcApp, *, mouse: bool, stats: bool = False) -> int:
    """Run a console to its end; return its exit code. `stats` prints what it sent."""
    from svc_tui.textual_patches.hooks import disable_animation

    disable_animation(app)
    app.when_booted(app, lambda: app.set_timer(SETTLED, _collect_again))
    app.run(mouse=mouse)
    gc.freeze()  # Python would look for garbage for 0.4 s before the shell has its prompt.
    if stats:
        from svc_tui.widgets.shell.connection_panel import last_line

        print(last_line(app.line, app.svc), file=sys.stderr)
    return app.return_code or 0


def _in_a_thread(work: Callable[[], None]) -> None:
    """Start work that nothing waits for, not even the end of the process."""
    Thread(target=work, daemon=True).start()


def _collect_again() -> None:
    """Collect garbage from here on, except what came with startup."""
    gc.freeze()
    gc.enable()
