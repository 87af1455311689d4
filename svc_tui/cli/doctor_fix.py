"""`svc-tui doctor --fix`: write the doctor's fixes into the console file."""

from __future__ import annotations

import difflib
import os
import stat
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from svc_tui.cli.exits import ERROR, OK, USAGE, CommandError
from svc_tui.config.load import peek
from svc_tui.config.trust import Trust
from svc_tui.text import clean, plural

if TYPE_CHECKING:
    from svc_tui.cli.findings import Findings, Fix
    from svc_tui.config.document import ConsoleConfig

BOM = b"\xef\xbb\xbf"


def fix(console: ConsoleConfig | None, findings: Findings, *, yes: bool) -> int:
    """Show the change of the console file, ask, and write it; returns the exit code.

    Raises:
        CommandError: there is no file of the user's own to change, or no terminal to ask on.
    """
    path = console.source if console is not None else None
    if console is None or path is None:
        raise CommandError("There is no usable console file. Nothing was fixed.", ERROR)
    named = peek(path, profile=console.options.profile).base_url
    if named and named.rstrip("/") != console.options.base_url.rstrip("/"):
        words = f"{path} is for another backend than the one checked. Nothing was fixed."
        given = [f"${name}" for name in ("SVC_TUI_BASE_URL", "SVC_TUI_URL") if os.environ.get(name)]
        raise CommandError(f"{words} Unset {' and '.join(given)}." if given else words, USAGE)
    wanted = [one for finding in findings.found for one in finding.fixes]
    if not wanted:
        print("\nNothing to fix in the console file.")
        return findings.exit_code
    before = _read(path)
    after = _checked(path, before, wanted, console.options.profile)
    if after == before:
        print("\nNothing to fix in the console file.")
        return findings.exit_code
    _show(path, before, after)
    if not yes and not _agreed(path):
        print(f"{clean(str(path))} was not changed.", file=sys.stderr)
        return ERROR
    _write(path, before, after)
    print(f"Wrote {clean(str(path))}: {plural(len(wanted), 'key', 'keys')}.")
    left = [one for one in findings.found if one.verdict == "bad" and not one.fixes]
    return findings.exit_code if left else OK


def fixed(text: str, wanted: Sequence[Fix], profile: str | None = None) -> str:
    """Return the text of a console file with these keys; comments and all else stay.

    An option is written where the profile already has it, else under `[svc]`.

    Raises:
        ValueError: the keys can't be written without changing something else.
    """
    import tomlkit

    windows = text.count("\r\n") == text.count("\n") > 0  # New lines end like all others.
    text = text.replace("\r\n", "\n") if windows else text
    document = tomlkit.parse(text)
    _apply(document, wanted, profile, tomlkit.inline_table)
    after = tomlkit.dumps(document)
    expected = tomllib.loads(text)
    _apply(expected, wanted, profile, dict)
    if tomllib.loads(after) != expected:
        raise ValueError("the keys can't be written there")
    return after.replace("\n", "\r\n") if windows else after


def _apply(
    document: Any, wanted: Iterable[Fix], profile: str | None, new: Callable[[], Any]
) -> None:
    """Set keys in a document; `new` makes a table that is missing."""
    for one in wanted:
        table = _table_of(document, one, profile, new)
        if table is None:
            continue
        for step in one.place[:-1]:
            if step not in table:
                table[step] = new()
            table = table[step]
        if table.get(one.place[-1]) != one.value:
            table[one.place[-1]] = _made(one.value, new)


def _table_of(document: Any, one: Fix, profile: str | None, new: Callable[[], Any]) -> Any:
    """Return the table that holds a key; None for a resource that the file does not name."""
    if one.resource:
        resources = document.get("resources", ())
        return next((each for each in resources if each.get("name") == one.resource), None)
    own = document.get("profiles", {}).get(profile or "", {})
    if one.place[0] in own:
        return own
    if "svc" not in document:
        document["svc"] = new()
    return document["svc"]


def _made(value: Any, new: Callable[[], Any]) -> Any:
    """Return a value in which each table is created by `new`."""
    if not isinstance(value, Mapping):
        return value
    table = new()
    for key, inner in value.items():
        table[key] = _made(inner, new)
    return table


def _read(path: Path) -> str:
    """Return the text of a user's own file with its line ends; raises CommandError."""
    kept = "It was not changed."
    try:
        facts = os.lstat(path)
        if not stat.S_ISREG(facts.st_mode):
            raise CommandError(
                f"{path} is a link or not a file, so it was not written. {kept}", ERROR
            )
        if facts.st_uid != os.geteuid():
            raise CommandError(f"{path} belongs to another user. {kept}", ERROR)
        return path.read_bytes().removeprefix(BOM).decode()
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{path} can't be read: {error}. {kept}", ERROR) from None


def _checked(path: Path, before: str, wanted: Sequence[Fix], profile: str | None) -> str:
    """Return the new text, with which the console would start; raises CommandError."""
    from pydantic import ValidationError

    from svc_tui.config.options import ConsoleFile

    try:
        after = fixed(before, wanted, profile)
        ConsoleFile.model_validate(tomllib.loads(after))
        return after
    except ValueError as error:  # ValidationError and what tomlkit raises are kinds of it.
        why = "would be invalid with them" if isinstance(error, ValidationError) else str(error)
        words = f"{path} was not changed: the fixes can't be written to it ({clean(why)})."
        raise CommandError(f"{words} Make the changes above by hand.", ERROR) from None


def _show(path: Path, before: str, after: str) -> None:
    """Print only the changed lines, as the others may be private."""
    old, new = before.splitlines(), after.splitlines()
    lines = list(difflib.unified_diff(old, new, n=0, lineterm=""))
    changed = [line for line in lines[2:] if not line.startswith("@@")]
    print(f"\nIn {clean(str(path))}:")
    print("\n".join(clean(line) for line in changed))


def _agreed(path: Path) -> bool:
    if not sys.stdin.isatty():
        raise CommandError("Without a terminal, add --yes. Nothing was written.", USAGE)
    try:
        return input(f"Write this into {clean(str(path))}? [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        print()
        return False


def _write(path: Path, before: str, after: str) -> None:
    """Replace the file in one step, unless it has changed; raises CommandError."""
    if _read(path) != before:
        words = f"{path} has changed in the meantime. Nothing was written."
        raise CommandError(f"{words} Run `svc-tui doctor --fix` again.", ERROR)
    head = BOM if path.read_bytes().startswith(BOM) else b""
    beside = ""
    try:
        handle, beside = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(head + after.encode())
        os.chmod(beside, stat.S_IMODE(path.stat().st_mode))
        os.replace(beside, path)
    except OSError as error:
        with suppress(OSError):
            os.unlink(beside)
        why = f"{path} can't be written: {error.strerror}. It was not changed."
        raise CommandError(why, ERROR) from None
    trust = Trust()
    if trust.holds(path, before.replace("\r\n", "\n")):  # The keys above name no code.
        trust.give(path, after.replace("\r\n", "\n"))
