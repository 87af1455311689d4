"""`svc-tui trust`: allow the console file of this directory to run its code."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from svc_tui.cli.exits import ERROR, OK, USAGE, CommandError
from svc_tui.config.document import FILE_NAME, Document
from svc_tui.config.load import find_file, read_document
from svc_tui.config.trust import Code, Trust, is_own
from svc_tui.text import clean

ASKED = "Trust this file until its content changes? [y/N] "


def run(known: argparse.Namespace) -> int:
    """Show what the file would run, ask, and remember the answer; raises CommandError."""
    path = find_file(known.config) if known.config else Path(FILE_NAME)
    if path is None or not path.is_file():
        raise CommandError(
            f"There is no {FILE_NAME} in this directory; `--config PATH` uses another file.", USAGE
        )
    # Imported here: only needed if there is a file.
    from svc_tui.config.merge import code_lines

    # Read once: exactly what was shown is trusted.
    document = read_document(path)
    code = code_lines(document)
    trust = Trust()
    shown = os.path.realpath(path)
    if not code:
        return _say(f"{shown} runs no code, so there is nothing to trust.")
    if is_own(path):
        return _say(f"{shown} is in a configuration directory, so it may already run code.")
    if trust.holds(path, document.text):
        return _say(f"{shown} is already trusted.")
    _show(document, code)
    if not sys.stdin.isatty():
        raise CommandError(
            "Nothing was trusted, as there is no terminal: run `svc-tui trust` in one, "
            "or choose the file with --config.",
            USAGE,
        )
    if not _agreed():
        print(f"{clean(shown)} is not trusted.", file=sys.stderr)
        return ERROR
    record = trust.give(path, document.text)
    return _say(f"{shown} is trusted until its content changes. Delete {record} to undo this.")


def _show(document: Document, code: list[tuple[int | None, Code]]) -> None:
    assert document.path is not None
    path = os.path.realpath(document.path)
    lines = [f"{path} would run:"]
    for line, one in code:
        when = "at every start" if one.at_every_start else "when it is used"
        place = f"line {line}: " if line else ""
        lines.append(f"  {place}{one.target}, {when} ({one.name})")
    lines.append(
        "Modules are imported from installed packages, then from "
        f"{os.path.dirname(path)}. Only the console file is checked for changes, not the modules."
    )
    print("\n".join(clean(line) for line in lines))


def _agreed() -> bool:
    try:
        return input(ASKED).strip().lower() in ("y", "yes")
    except EOFError:
        print()
        return False


def _say(words: str) -> int:
    print(clean(words))
    return OK
