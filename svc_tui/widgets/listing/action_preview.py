"""The preview of an action, as shown in the question before it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from rich.cells import cell_len

from svc_tui.introspect.names import is_secret
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.listing import ActionDescriptor
from svc_tui.stores.listing.action_history import no_such, why_not_undone
from svc_tui.stores.listing.action_types import Action
from svc_tui.stores.listing.field_notes import declared
from svc_tui.stores.listing.planned_changes import MIXED, PlannedChange, planned_by, sent_along
from svc_tui.stores.listing.selection import Selection
from svc_tui.stores.record.draft import MISSING, leaves
from svc_tui.stores.rows import Row
from svc_tui.text import cut, label
from svc_tui.widgets.form.summary import summary
from svc_tui.widgets.formatting import EMPTY
from svc_tui.widgets.listing.list_labels import ListLabels

FIRST_ROWS = 5
"""Maximum number of titles to show; the rest are counted."""

TITLE = 74
"""Cells of a title, so that it takes one line of a question in 80 columns."""

LONGEST = 24
"""Cells of one value in a question."""

REVIEW_LINE = 64
"""Cells of a line of a review, beside its indent and a scrollbar."""

LEAD = 8
"""Characters of context around a difference in long text."""


class Room(NamedTuple):
    """The limits within which the changes of a row are shown."""

    changes: int
    """Maximum number of changed values; the rest are counted."""
    value: int
    """Cells of a value; of a longer one only what differs is shown."""
    longest: int
    """Maximum cells of what differs."""
    two_lines: bool = False
    """Whether the new value has a line of its own where both together are longer than `value`."""


QUESTION = Room(changes=6, value=LONGEST, longest=LONGEST)
"""A question, which fits a small terminal."""

REVIEW = Room(changes=1000, value=60, longest=600, two_lines=True)
"""A review, which scrolls: what differs in a long value is wrapped."""

HIDDEN = "••••"
"""Stands for a secret."""

NUMBER_ONLY = "Too many records to compare. Only their count is checked before the action runs."
"""The message for everything that matches, if the records are not known."""

CREATED_AGAIN = "Undo can create them again, with new ids."

NOT_UNDONE = "This can't be undone."

UNDONE = "Press u afterwards to undo it."


def about(
    action: Action,
    selection: Selection,
    title: Callable[[Row], str],
    labels: ListLabels | None = None,
    *,
    logged: bool = False,
    absent: Collection[str] = (),
    has_undo: bool = True,
) -> str:
    """Return which rows an action affects, then each field with its old and new value.

    `has_undo` tells whether the page has the key that undoes.
    """
    labels = _labels_with(action, labels or ListLabels())
    rows = [] if selection.everything is not None else [*selection.rows.values()]
    planned = planned_by(action, rows)
    changes = change_lines(planned, labels)
    changes += _order_lines(sent_along(action), labels)
    lines = [_everything(selection, labels)] if not rows else _titles(rows, title)
    if selection.everything is not None and selection.everything.keys is None:
        lines.append(NUMBER_ONLY)
    if changes:
        lines += ["", *changes]
    if note := getattr(action, "note", ""):
        lines += ["", note]
    undo = undo_words(action, selection, absent, logged=logged)
    nothing_changes = bool(planned) and all(one.already for one in planned)
    if undo and not (undo == UNDONE and (nothing_changes or not has_undo)):
        lines += ["", undo]
    return "\n".join(lines)


def _labels_with(action: Action, labels: ListLabels) -> ListLabels:
    """Return the labels of a list, and those of an action's own values."""
    inputs: Sequence[FieldDescriptor] = getattr(action, "inputs", ())
    names = {one.key: one.label for one in inputs}
    return replace(
        labels,
        columns={**labels.columns, **names, **getattr(action, "names", {})},
        choices={**labels.choices, **getattr(action, "choices", {})},
        fields=labels.fields.also(inputs),
        secrets=getattr(action, "secrets", ()),
    )


def input_lines(action: Action, inputs: Mapping[str, Any], labels: ListLabels) -> str:
    """Return the values entered for a handler by the labels of its inputs, secrets hidden."""
    if not isinstance(action, ActionDescriptor) or action.handler is None:
        return ""  # Those of a request are among its changes.
    labels = _labels_with(action, labels)
    return "\n".join(
        f"{one.label}: {_input_in_words(one, inputs[one.key], labels)}"
        for one in action.inputs
        if inputs.get(one.key) not in (None, "")
    )


def _input_in_words(field: FieldDescriptor, value: Any, labels: ListLabels) -> str:
    if field.no_draft or is_secret(field.key):
        return HIDDEN
    return short_text(*labels.in_words(field.key, value))


def undo_words(
    action: Action, selection: Selection, absent: Collection[str] = (), *, logged: bool = False
) -> str:
    """Return whether `u` can undo it, in a sentence; "" if that is not known before.

    `absent` are the fields that the action declares and the records do not have.
    """
    why = why_not_undone(action, selection, absent)
    if declared(action):
        partly = f"Only part of this can be undone: {no_such(absent)}." if absent else UNDONE
        return why or partly
    if action.dangerous and action.request is None and action.handler is None and logged:
        return CREATED_AGAIN
    if action.dangerous:
        return NOT_UNDONE
    return why or ("" if selection.everything is not None else UNDONE)


def change_lines(
    changes: Sequence[PlannedChange], labels: ListLabels, room: Room = QUESTION
) -> list[str]:
    """`Status: (mixed) → Published`, one line per value; secrets as dots."""
    lines = []
    for one in changes[: room.changes]:
        name, parts = _name(one.path, labels.columns), _change(one, labels, room)
        line = f"{name}: {' '.join(parts)}"
        if room.two_lines and len(parts) > 1 and cell_len(line) > room.value:
            lines += [f"{name}: {parts[0]}", f"  {parts[1]}"]
        else:
            lines.append(line)
    more = len(changes) - room.changes
    return [*lines, *([f"… and {more} more values"] if more > 0 else [])]


def review_lines(changes: Sequence[PlannedChange], labels: ListLabels) -> Iterator[str]:
    """Yield lines with all changes, as in a review; long ones are wrapped."""
    for line in change_lines(changes, labels, REVIEW):
        if cell_len(line) <= REVIEW_LINE:
            yield line
            continue
        indent = "  " * line.startswith("  ")
        first, *others = label(line.removeprefix(indent)).wrap(REVIEW_LINE - len(indent) - 2)
        yield indent + first.plain.rstrip()
        yield from (f"{indent}  {one.plain.rstrip()}" for one in others)


def short_text(value: Any, width: int = LONGEST) -> str:
    """A value in at most `width` cells; text in quotes if its end could not be seen."""
    if value is MIXED:
        return "(mixed)"
    if value in (None, []):
        return EMPTY
    if isinstance(value, str) and value != value.strip():
        return f'"{cut(value, width)}"'
    if value == "":
        return '""'
    return cut(summary(value).replace("\n", " "), width)


def _name(path: str, names: Mapping[str, str]) -> str:
    """Return the label of a value, or of the field that it is part of."""
    around = [one for one in names if path.startswith(f"{one}.")]
    known = names.get(path) or (
        f"{names[around[0]]}, {path[len(around[0]) + 1 :]}" if around else ""
    )
    return known or path


def _change(one: PlannedChange, labels: ListLabels, room: Room) -> tuple[str, ...]:
    """Return the old and the new value in words; only the new one if that is all there is."""
    if one.path in labels.secrets or is_secret(one.path):
        return (f"→ {HIDDEN}",)
    if one.before is MISSING or one.before is MIXED:
        (after,) = labels.in_words(one.path, one.after)
        arrow = f"→ {short_text(after, room.longest)}"
        return (arrow,) if one.before is MISSING else (short_text(MIXED), arrow)
    before, after = labels.in_words(one.path, one.before, one.after)
    if one.already:
        return (f"{short_text(after, room.value)}, unchanged",)
    before, after = apart(before, after, room.value)
    return short_text(before, room.longest), f"→ {short_text(after, room.longest)}"


def apart(before: Any, after: Any, width: int = LONGEST) -> tuple[Any, Any]:
    """Two values where they differ: long text without most of its common beginning and end."""
    if not (isinstance(before, str) and isinstance(after, str)):
        return before, after
    if max(len(before), len(after)) <= width:
        return before, after
    shortest = min(len(before), len(after))
    begin = _alike(before, after, shortest)
    end = _alike(before[::-1], after[::-1], shortest - begin)
    return _around(before, begin, end), _around(after, begin, end)


def _alike(one: str, other: str, most: int) -> int:
    """Return the length of the common prefix of two texts, up to a limit."""
    pairs = enumerate(zip(one[:most], other[:most], strict=True))
    return next((n for n, (mine, theirs) in pairs if mine != theirs), most)


def _around(text: str, begin: int, end: int) -> str:
    """Return a text without most of its first and last characters, which are the same."""
    first, last = max(0, begin - LEAD), len(text) - max(0, end - LEAD)
    return "…" * (first > 0) + text[first:last] + "…" * (last < len(text))


def _order_lines(body: Mapping[str, Any], labels: ListLabels) -> list[str]:
    """Return a line with the other values of the request."""
    values = [
        f"{_name(path, labels.columns)} = {HIDDEN if is_secret(path) else short_text(said)}"
        for path, value in leaves(body).items()
        for said in labels.in_words(path, value)
    ]
    return [f"Also sent: {cut(', '.join(values), 200)}"] if values else []


def _titles(rows: Sequence[Row], title: Callable[[Row], str]) -> list[str]:
    titles = [cut(title(row), TITLE) for row in rows[:FIRST_ROWS]]
    more = len(rows) - len(titles)
    return [*titles, *([f"… and {more:,} more"] if more else [])]


def _everything(selection: Selection, labels: ListLabels) -> str:
    frozen = selection.everything
    asked = labels.matched(frozen.query) if frozen is not None else ""
    return f"Everything that matches: {asked or 'no filter'}."
