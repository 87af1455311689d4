"""Check whether a console can be shown at all, before anything is drawn."""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from textual.app import App

NO_TERMINAL = 2
"""The exit code of a program whose console can't be shown, as of a wrong flag."""


@dataclass(frozen=True)
class TerminalFacts:
    """Facts about a terminal that need no query."""

    columns: int
    rows: int
    colors: str
    """`truecolor`, `256`, `16`, or `none` where `NO_COLOR` is set."""
    over_ssh: bool
    in_tmux: bool
    """Whether it is inside tmux or screen."""


def terminal_problem(
    stdin: TextIO | None,
    stdout: TextIO | None,
    stderr: TextIO | None,
    environ: MutableMapping[str, str],
) -> str | None:
    """Return why no console can be shown here, or None; a small terminal is no reason.

    Removes `COLUMNS` and `LINES`, or the console would have the size of the shell that exported
    them, and sets `stderr` to UTF-8 if only Python, not the terminal, lacks it.
    """
    for name in ("COLUMNS", "LINES"):
        environ.pop(name, None)
    return (
        _redirected(stdin, stdout, stderr)
        or _without_screen(environ.get("TERM", ""))
        or (_without_utf8(stderr, environ) if stderr else None)
    )


def draws_on_terminal(app: App[Any]) -> bool:
    """Whether an app draws on the terminal of this process, and not in a browser or nowhere."""
    kinds = (kind.__module__ for kind in app.driver_class.__mro__)
    return "textual.drivers.linux_driver" in kinds


def exit_without_terminal() -> None:
    """End the program with a sentence if a console can't be shown.

    The output of a program may be redirected: the console draws on standard error.
    """
    if problem := terminal_problem(sys.__stdin__, sys.__stderr__, sys.__stderr__, {**os.environ}):
        print(problem, file=sys.stderr)
        raise SystemExit(NO_TERMINAL)


def terminal_facts(stderr: TextIO, environ: Mapping[str, str]) -> TerminalFacts:
    """The facts of the terminal behind `stderr`; raises OSError where there is none."""
    columns, rows = os.get_terminal_size(stderr.fileno())
    return TerminalFacts(
        columns=columns,
        rows=rows,
        colors=_colors(environ),
        over_ssh=any(environ.get(name) for name in ("SSH_CONNECTION", "SSH_TTY")),
        in_tmux=any(environ.get(name) for name in ("TMUX", "STY")),
    )


SET_TERM = "Set it to your terminal type, for example TERM=xterm-256color."


def _redirected(stdin: TextIO | None, stdout: TextIO | None, stderr: TextIO | None) -> str | None:
    """All three are needed: for keys, for drawing, and for the size."""
    needs = [(stdin, "standard input"), (stderr, "standard error"), (stdout, "standard output")]
    for stream, name in needs:
        if stream is None or stream.closed or not stream.isatty():
            return (
                f"The console needs a terminal, but {name} is not one. "
                "Run it without pipes or redirection."
            )
    return None


def _without_screen(term: str) -> str | None:
    """Return that a terminal only prints lines, or does not say what it is."""
    if not term:
        return f"TERM is not set. {SET_TERM}"
    if term in ("dumb", "unknown"):
        return f"TERM is '{term}', which can't show full-screen programs. {SET_TERM}"
    return None


def _without_utf8(stderr: TextIO, environ: Mapping[str, str]) -> str | None:
    """Return that letters and lines would be garbled."""
    if _is_utf8(stderr.encoding):
        return None
    names = (environ.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    language = next(filter(None, names), "C")
    only_python = language in ("C", "POSIX") or re.search(r"utf-?8", language, re.IGNORECASE)
    if only_python and isinstance(stderr, TextIOWrapper):
        try:
            # `errors` would become strict, and a lone surrogate would end the drawing.
            stderr.reconfigure(encoding="utf-8", errors="backslashreplace")
        except (OSError, ValueError):
            pass
        else:
            return None
    return (
        f"The console needs a UTF-8 terminal, but this one uses {stderr.encoding}. "
        "Set a UTF-8 locale, for example LANG=C.UTF-8."
    )


def _is_utf8(encoding: str | None) -> bool:
    try:
        return codecs.lookup(encoding or "").name == "utf-8"
    except LookupError:
        return False


def _colors(environ: Mapping[str, str]) -> str:
    """Return the number of colors that the environment promises."""
    if environ.get("NO_COLOR"):
        return "none"
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return "truecolor"
    term = environ.get("TERM", "")
    if term.endswith(("-direct", "-truecolor")) or "kitty" in term:
        return "truecolor"
    return "256" if "256" in term else "16"
