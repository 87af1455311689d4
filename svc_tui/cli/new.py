"""`svc-tui new`: write a console project with a test."""

from __future__ import annotations

import argparse
import json
import keyword
import os
import re
import shlex
from pathlib import Path

from svc_tui.cli.exits import CONFLICT, OK, USAGE, CommandError
from svc_tui.config.options import checked_base_url
from svc_tui.text import clean

TEMPLATES = Path(__file__).parent / "project"

FILES = ("pyproject.toml", "console.py", "test_console.py")

NEXT = """
Next:
  cd {folder}
  python console.py{address}    the console with your backend
  python -m pytest                           run its test (needs pytest and pytest-asyncio)
"""


def run(known: argparse.Namespace) -> int:
    """Write the files; raises CommandError for an invalid name or an existing file."""
    folder = Path(known.directory)
    if why := _why_no_folder(known.directory):
        raise CommandError(f"{why}; nothing was written. Choose another name.", USAGE)
    if known.url:
        try:
            checked_base_url(known.url)
        except ValueError as error:
            raise CommandError(f"--url {error}. Nothing was written.", USAGE) from error
    for name in FILES:
        if os.path.lexists(folder / name):
            raise CommandError(
                f"{folder / name} already exists; nothing was written. "
                "Choose another folder, or move the file.",
                CONFLICT,
            )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            text = (TEMPLATES / name).read_text("utf-8")
            (folder / name).write_text(_filled(text, folder, known.url), "utf-8")
            print(f"Wrote {clean(folder / name)}")
    except OSError as error:
        raise CommandError(f"{folder} can't be written: {error.strerror}.") from error
    address = "" if known.url else " http://127.0.0.1:8000"
    print(NEXT.format(folder=shlex.quote(clean(folder)), address=address), end="", flush=True)
    return OK


def _why_no_folder(given: str) -> str:
    """Return why a project can't have this folder; "" if it can. "." is the current one."""
    if not given.strip():
        return "The project needs a name"
    name = _name_of(Path(given))
    if keyword.iskeyword(name):
        return f"{name} is a Python keyword"
    if name.replace("-", "_").lower() == "svc_tui":
        return f"{name} is the name of svc-tui itself"
    return ""


def _name_of(folder: Path) -> str:
    return os.path.basename(os.path.abspath(folder))


def _filled(text: str, folder: Path, url: str | None) -> str:
    """Return a template with the project's name, and with the backend's address if it is known."""
    words = re.sub(r"[^a-z0-9]+", "-", _name_of(folder).lower()).strip("-")
    text = text.replace('"PROJECT"', f'"{words or "console"}"')
    return text.replace('"http://127.0.0.1:8000"', json.dumps(url)) if url else text
