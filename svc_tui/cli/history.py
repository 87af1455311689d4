"""`svc-tui history`: every write made here, and whether the log is intact."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from svc_tui.cli.exits import ERROR, OK, USAGE, CommandError
from svc_tui.cli.verbs.formats import output_for
from svc_tui.config.paths import state_dir
from svc_tui.models.listing import ListColumn
from svc_tui.stores.history.logged_values import HASH, LENGTH
from svc_tui.stores.history.past_writes import PastWrites, completed_entries, undone_by, when_of
from svc_tui.text import clean, cut, plural

COLUMNS = tuple(
    ListColumn(key=key)
    for key in ("n", "time", "profile", "user", "host", "method", "path", "resource", "id", "title",
                "status", "run")
)  # fmt: skip
"""The columns of a write in CSV; the other formats have all of it."""

_SPAN = re.compile(r"(\d+)([smhdw])")
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}


def run(known: argparse.Namespace) -> int:
    """Print the writes of this user, the oldest first."""
    past = PastWrites(state_dir() / "history")
    try:
        lines, problems = past.file.read()
    except OSError as error:
        raise CommandError(
            f"The change log in {past.file.folder} can't be read: {error.strerror}."
        ) from error
    if known.verify:
        return _verify(len(lines), problems)
    entries = completed_entries(lines)
    since = moment(known.since) if known.since else None
    shown = [one for one in entries if since is None or when_of(one) >= since]
    if known.output == "table":
        _table(shown)
    else:
        output = output_for(known, COLUMNS, resource="history", lookup="n")
        output.write(shown)
        output.end()
    if not shown:
        print("No changes yet." if since is None else "No changes since then.", file=sys.stderr)
    if problems:
        print(
            "The change log was altered. Run `svc-tui history --verify` to see where.",
            file=sys.stderr,
        )
    return OK


def _verify(count: int, problems: Sequence[str]) -> int:
    for one in problems:
        print(clean(one), file=sys.stderr)
    if problems:
        return ERROR
    print(f"The log is intact: {plural(count, 'change', 'changes')}.")
    return OK


def moment(text: str, now: datetime | None = None) -> datetime:
    """Return the time of `2d`, `90m`, or of an ISO date or time; raises CommandError."""
    if span := _SPAN.fullmatch(text.strip()):
        seconds = int(span[1]) * _SECONDS[span[2]]
        try:
            return (now or datetime.now(UTC)) - timedelta(seconds=seconds)
        except OverflowError:
            return datetime.min.replace(tzinfo=UTC)
    try:
        return datetime.fromisoformat(text.strip()).astimezone(UTC)
    except (ValueError, OverflowError):
        raise CommandError(
            f"--since takes a time span (2d, 12h, 30m) or a date (2026-03-01), not {text!r}.", USAGE
        ) from None


def _table(entries: Sequence[Mapping[str, Any]]) -> None:
    undone = {number for one in entries for number in undone_by(one)}
    for one in entries:
        status = one.get("status") or ("saved (found later)" if one.get("found") else "no response")
        marks = [f"undoes {', '.join(map(str, back))}"] if (back := undone_by(one)) else []
        marks += ["undone"] if one.get("n") in undone else []
        marks += ["result unknown"] if one.get("unclear") else []
        marks += [f"run {one['run']}"] if one.get("run") else []
        place = f"{one.get('profile') or one.get('host')}"
        head = (
            f"{one.get('n'):>6}  {when_of(one).astimezone():%Y-%m-%d %H:%M:%S}  {one.get('user')}"
            f"@{place}  {one.get('method')} {one.get('path')}  {status}"
        )
        title = cut(str(one.get("title") or ""), 60)
        print(clean("  ".join(filter(None, (head, title, *marks)))))
        for path, change in (one.get("fields") or {}).items():
            if isinstance(change, Mapping):
                print(clean(f"        {path}: {_change(change)}", limit=200))
        if one.get("secrets"):
            print("        (secret, not logged)")


def _change(change: Mapping[str, Any]) -> str:
    old, new = (_value(change[key]) if key in change else "" for key in ("old", "new"))
    return f"{old} → {new}" if old and new else f"→ {new}" if new else f"{old} →"


def _value(value: Any) -> str:
    if isinstance(value, Mapping) and HASH in value:
        return f"({value.get(LENGTH)} characters, sha256 {str(value[HASH])[:12]})"
    return cut(json.dumps(value, ensure_ascii=False, default=str), 60)
