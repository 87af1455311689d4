"""What an action would do, in the words of the question before it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from svc_tui.introspect.names import is_secret
from svc_tui.stores.action_terms import Action
from svc_tui.stores.draft import MISSING, leaves
from svc_tui.stores.planned import MIXED, Planned, planned_by, sent_along
from svc_tui.stores.rows import Row
from svc_tui.stores.selection import Selection
from svc_tui.text import cut
from svc_tui.widgets.form.summary import summary

FIRST_ROWS = 5
"""Titles that are shown; the others are counted."""

MOST_CHANGES = 6
"""Changed values that are shown, so that the question fits a small terminal."""

LONGEST = 24
"""Cells of one value."""

HIDDEN = "••••"
"""Stands for a secret."""

NOT_UNDONE = "This can't be undone."


def about(
    action: Action,
    selection: Selection,
    title: Callable[[Row], str],
    names: Mapping[str, str] | None = None,
) -> str:
    """Whom it meets, then what changes for them: field, old value, new value."""
    rows = [] if selection.everything is not None else [*selection.rows.values()]
    changes = change_lines(planned_by(action, rows), names or {})
    changes += _order_lines(sent_along(action))
    lines = [_everything(selection)] if not rows else _titles(rows, title)
    if changes:
        lines += ["", *changes]
    if note := getattr(action, "note", ""):
        lines += ["", note]
    if action.dangerous:
        lines.append(NOT_UNDONE)
    return "\n".join(lines)


def change_lines(changes: Sequence[Planned], names: Mapping[str, str]) -> list[str]:
    """`Status: (mixed) → published`, a line a value."""
    lines = [_line(one, names.get(one.path, one.path)) for one in changes[:MOST_CHANGES]]
    more = len(changes) - len(lines)
    return [*lines, *([f"… and {more} more values"] if more > 0 else [])]


def shown(value: Any, path: str = "") -> str:
    """A value in a few words; a secret as dots."""
    if value is MIXED:
        return "(mixed)"
    if is_secret(path):
        return HIDDEN
    if value in ("", None):
        return "(empty)"
    return cut(summary(value).replace("\n", " "), LONGEST)


def _line(one: Planned, name: str) -> str:
    after = shown(one.after, one.path)
    if one.before is MISSING:
        return f"{name}: → {after}"
    if one.already and not is_secret(one.path):
        return f"{name}: {after}, as it is already"
    return f"{name}: {shown(one.before, one.path)} → {after}"


def _order_lines(body: Mapping[str, Any]) -> list[str]:
    """What is told to the backend besides."""
    told = [f"{path} = {shown(value, path)}" for path, value in leaves(body).items()]
    return [f"Sent with it: {cut(', '.join(told), 200)}"] if told else []


def _titles(rows: Sequence[Row], title: Callable[[Row], str]) -> list[str]:
    titles = [title(row) for row in rows[:FIRST_ROWS]]
    more = len(rows) - len(titles)
    return [*titles, *([f"… and {more:,} more"] if more else [])]


def _everything(selection: Selection) -> str:
    frozen = selection.everything
    params = frozen.query.criteria() if frozen is not None else {}
    asked = ", ".join(f"{name}={joined(value)}" for name, value in params.items())
    return f"Everything that matches: {asked or 'no filter at all'}."


def joined(value: object) -> str:
    """A query's value as it is sent."""
    found: Iterable[object] = value if isinstance(value, (list, tuple)) else (value,)
    return ",".join(map(str, found))
