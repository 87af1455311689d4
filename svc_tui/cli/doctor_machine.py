"""The doctor's checks of this machine: versions, the terminal, storage folders."""

from __future__ import annotations

import argparse
import locale
import os
import platform
import stat
import sys
from importlib import metadata
from pathlib import Path

from svc_tui import __version__
from svc_tui.cli.findings import Findings
from svc_tui.config.paths import cache_dir, config_dir, state_dir

LIBRARIES = ("textual", "httpx", "pydantic", "rich")
EXTRAS = {"Pillow": "draws pictures", "Django": "runs the `svc-tui demo` backend"}

NARROWEST, LOWEST = 80, 24
"""The terminal size that every page is designed for; smaller ones show less."""


def look_at_versions(findings: Findings) -> None:
    """Report the versions of svc-tui, Python and libraries, and the system."""
    python = platform.python_version()
    system = f"{platform.system()} {platform.release()}"
    findings.good(
        "versions",
        f"svc-tui {__version__} with Python {python} on {system}.",
        svc_tui=__version__,
        python=python,
        system=system,
    )
    found = {name: _version(name) for name in LIBRARIES}
    missing = [name for name, version in found.items() if version is None]
    if missing:
        findings.bad("versions", f"Not installed: {', '.join(missing)}. Reinstall svc-tui.")
    known = ", ".join(f"{name} {version}" for name, version in found.items() if version)
    findings.good("versions", f"{known}.", **{k: v for k, v in found.items() if v})
    _look_at_textual(findings, found["textual"])
    for name, use in EXTRAS.items():
        if (version := _version(name)) is not None:
            findings.good("versions", f"{name} {version}: {use}.", **{name.lower(): version})


def _look_at_textual(findings: Findings, version: str | None) -> None:
    from svc_tui.thinline.textual_version import LOWEST, NEWEST, is_tried

    if version and not is_tried():
        findings.doubt(
            "versions",
            f"svc-tui is tested with Textual {LOWEST} to {NEWEST}, but this is {version}, so its "
            "rendering optimizations are off.",
        )


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def look_at_terminal(findings: Findings, known: argparse.Namespace) -> None:
    """Check size, colors and encoding of the terminal, and SSH or tmux."""
    from svc_tui.terminal.startup_check import terminal_facts, terminal_problem

    environ = dict(os.environ)
    term = environ.get("TERM", "")
    problem = terminal_problem(sys.stdin, sys.stdout, sys.stderr, environ)
    if problem:
        findings.doubt("terminal", f"The console can't run here: {problem}", term=term)
    try:
        facts = terminal_facts(sys.stderr, environ)
    except (OSError, ValueError):
        return
    size = f"{facts.columns} x {facts.rows}"
    details = {"term": term, "columns": facts.columns, "rows": facts.rows, "colors": facts.colors}
    if facts.columns < NARROWEST or facts.rows < LOWEST:
        words = f"The terminal is {size}. Pages need at least {NARROWEST} x {LOWEST}."
        findings.doubt("terminal", words, **details)
    else:
        colors = "no colors" if facts.colors == "none" else f"{facts.colors} colors"
        findings.good("terminal", f"{term or 'unnamed'}, {size}, {colors}.", **details)
    _look_at_letters(findings)
    _look_between(findings, facts.over_ssh, facts.in_tmux)
    if known.ask_terminal:
        _ask_terminal(findings)


def _look_at_letters(findings: Findings) -> None:
    encoding = locale.getpreferredencoding(False)
    if encoding.lower().replace("-", "") == "utf8":
        findings.good("terminal", "The locale is UTF-8.", encoding=encoding)
    else:
        findings.doubt(
            "terminal",
            f"The locale is {encoding}, not UTF-8: start with LANG=C.UTF-8, or with --ascii.",
            encoding=encoding,
        )


def _look_between(findings: Findings, over_ssh: bool, in_tmux: bool) -> None:
    if over_ssh:
        findings.good(
            "terminal", "Over SSH, the mouse is off and the terminal's own colors are used."
        )
    if in_tmux:
        findings.good(
            "terminal", "Running inside tmux or screen, which may block some terminal features."
        )


def _ask_terminal(findings: Findings) -> None:
    """Query the terminal for facts that only it knows."""
    from svc_tui.cli.terminal_query import ask_terminal

    answers = ask_terminal()
    if answers is None:
        findings.doubt("terminal", "It could not be queried: standard input is not a terminal.")
        return
    if answers.holds_frames is None:
        findings.doubt("terminal", "It did not report its modes.")
    elif answers.holds_frames:
        findings.good("terminal", "It supports synchronized output (mode 2026).")
    else:
        findings.doubt(
            "terminal",
            "It does not support synchronized output (mode 2026): the screen may flicker.",
        )
    if answers.wide is not None and answers.wide != 2:
        findings.doubt(
            "terminal", "It draws wide characters in one cell: columns will not line up."
        )
    elif answers.wide:
        findings.good("terminal", "It draws wide characters in two cells, as expected.")


def look_at_files(findings: Findings) -> None:
    """Check the directories, their modes, and whether sessions are private."""
    for name, path in (("configuration", config_dir()), ("state", state_dir()),
                       ("cache", cache_dir())):  # fmt: skip
        _look_at_folder(findings, name, path)
    sessions = state_dir() / "sessions"
    try:
        open_ones = [one for one in sessions.iterdir() if _is_open(one)]
    except OSError:
        return
    for one in open_ones:
        findings.bad(
            "files",
            f"{one} has a session that others can read: run chmod 600 on it, or sign in again.",
        )


def _look_at_folder(findings: Findings, name: str, path: Path) -> None:
    facts = {"purpose": name, "path": str(path)}
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        findings.good(
            "files", f"{path} ({name}) does not exist yet; it is created when needed.", **facts
        )
        return
    except OSError as error:
        findings.bad("files", f"{path} ({name}) can't be checked: {error.strerror}.", **facts)
        return
    facts["mode"] = f"{mode:04o}"
    if not path.is_dir():
        findings.bad("files", f"{path} ({name}) is not a folder: move or rename it.", **facts)
    elif not os.access(path, os.W_OK | os.X_OK) and name != "configuration":
        findings.bad("files", f"{path} ({name}) can't be written: nothing will be saved.", **facts)
    elif name == "state" and mode & 0o077:
        findings.doubt("files", f"{path} ({name}) is open to others: run chmod 700 {path}", **facts)
    else:
        findings.good("files", f"{path} ({name}), mode {mode:04o}.", **facts)


def _is_open(path: Path) -> bool:
    try:
        found = path.lstat()
    except OSError:
        return False
    return stat.S_ISREG(found.st_mode) and bool(stat.S_IMODE(found.st_mode) & 0o077)
