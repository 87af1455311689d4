"""Writes of the log in the form of a session's history, so that one undo serves both."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from svc_tui.stores.history.chained_file import ChainedFile
from svc_tui.stores.history.logged_values import LongValues, changes_of
from svc_tui.stores.record.history_store import OWN_ACTIONS, Write

EARLIER = 2**20
"""Bytes of the log that a console reads at startup; older writes are found by number."""


class PastWrites:
    """Reads the log in a folder."""

    def __init__(self, folder: Path) -> None:
        self.file = ChainedFile(folder)
        self.values = LongValues(folder / "values")

    def entries(self) -> list[Mapping[str, Any]]:
        """Return every line that can be read, the oldest first; raises `OSError`."""
        return completed_entries(line.entry for line in self.file.lines() if line.entry is not None)

    def recent(self) -> list[Mapping[str, Any]]:
        """Return the last lines, the oldest first; raises `OSError`."""
        return completed_entries(self.file.last_entries(EARLIER))

    def of_user(self, host: str, user: str, *, without: Collection[str] = ()) -> list[Write]:
        """Return a user's last successful writes at a backend that a session would remember.

        Those of the endpoints `without`, such as of files, and those that changed nothing are not.

        Raises:
            OSError: the log could not be read.
        """
        elsewhere = [f"/{one.strip('/')}/" for one in without]
        return self.writes(
            one
            for one in self.recent()
            if one.get("host") == host
            and one.get("user") == user
            and not any(here in f"{str(one.get('path')).rstrip('/')}/" for here in elsewhere)
            and not _changed_nothing(one)
        )

    def writes(self, entries: Iterable[Mapping[str, Any]]) -> list[Write]:
        """Return the entries that changed something, marked if a later one undid them."""
        done = [one for one in entries if succeeded(one) and not one.get("undone_with")]
        undone = {number for one in done for number in undone_by(one)}
        runs: dict[str, int] = {}
        for one in done:
            if name := str(one.get("run") or ""):
                runs.setdefault(name, len(runs) + 1)
        rows: dict[str, int] = {}
        for one in done:
            name = str(one.get("run") or "")
            rows[name] = rows.get(name, 0) + 1
        return [
            replace(
                self.write(one),
                undone=one.get("n") in undone,
                run=runs.get(name, 0),
                rows=rows[name] if name else 0,
            )
            for one in done
            for name in [str(one.get("run") or "")]
        ]

    def write(self, entry: Mapping[str, Any]) -> Write:
        """Return an entry as a write that can be undone."""
        undoes = undone_by(entry)
        resource = str(entry.get("resource") or "")
        known = frozenset(entry.get("whole") or ())
        noted = bool(entry.get("noted"))  # However it was sent, undo restores its values.
        return Write(
            "PATCH" if noted else str(entry.get("method") or ""),
            resource,
            str(entry.get("id") or ""),
            str(entry.get("title") or ""),
            str(entry.get("location") or ""),
            changes_of(entry.get("fields"), self.values) if resource else (),
            with_secrets=bool(entry.get("secrets")),
            whole=known,
            parts=frozenset(entry.get("parts") or ()),
            undoes=undoes[0] if undoes else None,
            action=str(entry.get("action") or ""),
            action_id=str(entry.get("action_id") or ""),
            partial=bool(entry.get("partial")),
            unclear=bool(entry.get("unclear")),
            log_number=int(entry.get("n") or 0),
            when=when_of(entry),
        )

    def completed(self, write: Write, entry: Mapping[str, Any]) -> Write:
        """Return the deletion or move of a row with its values, as the log has them."""
        if not (write.partial and entry):
            return write
        logged = self.write(entry)
        return replace(
            write, values=logged.values, with_secrets=logged.with_secrets, partial=logged.partial
        )


def completed_entries(entries: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return entries, those of actions with the changes in later lines."""
    found: dict[int, Mapping[str, Any]] = {}
    for position, one in enumerate(entries):
        n = one.get("n")
        if (of := one.get("completes")) is None:
            found[n if isinstance(n, int) else -position - 1] = one
            continue
        for also in one.get("also") or ():
            if also in found:
                found[also] = {**found[also], "undone_with": of}
        if of in found:
            values = {key: one[key] for key in NOTED if key in one}
            found[of] = {**found[of], **values, "noted": True}
    return list(found.values())


NOTED = ("resource", "id", "title", "location", "whole", "fields")
"""The keys of a line about the action that it completes."""


def _changed_nothing(entry: Mapping[str, Any]) -> bool:
    """Whether an edit of a record left all its values as they were."""
    is_edit = not entry.get("action") or OWN_ACTIONS.get(str(entry.get("action_id"))) == "changed"
    is_change = entry.get("method") in ("PATCH", "PUT") and bool(entry.get("resource"))
    is_noted = entry.get("fields") or entry.get("secrets") or entry.get("undoes")
    return is_edit and is_change and not is_noted


def succeeded(entry: Mapping[str, Any]) -> bool:
    """Whether a write succeeded, or was found saved later."""
    status = entry.get("status")
    if entry.get("found") is True:
        return True
    return isinstance(status, int) and 200 <= status < 300 and not entry.get("problem")


def undone_by(entry: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the numbers of the writes that an entry undid."""
    found = entry.get("undoes")
    return tuple(one for one in found if isinstance(one, int)) if isinstance(found, list) else ()


def when_of(entry: Mapping[str, Any]) -> datetime:
    """Return the time of an entry."""
    try:
        return datetime.fromisoformat(str(entry.get("time"))).astimezone(UTC)
    except ValueError:
        return datetime.fromtimestamp(0, UTC)
