"""The preview of an action, as shown in the question before it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import tzinfo
from typing import Any

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
from svc_tui.widgets.formatting import EMPTY, as_datetime
from svc_tui.widgets.listing.choice_labels import Choices, called
from svc_tui.widgets.listing.list_labels import ListLabels

FIRST_ROWS = 5
"""Maximum number of titles to show; the rest are counted."""

TITLE = 74
"""Cells of a title, so that it takes one line of a question in 80 columns."""

MOST_CHANGES = 6
"""Maximum number of changed values to show, so that the question fits a small terminal."""

LONGEST = 24
"""Cells of one value."""

LONGEST_IN_REVIEW = 60
"""Cells of one value where it has a line of its own; what differs in a longer one is wrapped."""

MOST_IN_REVIEW = 600
"""Maximum cells of a wrapped value."""

REVIEW_LINE = 64
"""Cells of a line of a review, beside its indent and a scrollbar."""

MOST_VALUES = 1000
"""Maximum number of changed values listed per row of a review."""

LEAD = 8
"""Characters of context around a difference in long text."""

MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?")
"""Matches a date and time in JSON."""

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
    labels = labels or ListLabels()
    rows = [] if selection.everything is not None else [*selection.rows.values()]
    inputs = {one.key: one.label for one in getattr(action, "inputs", ())}
    names: Mapping[str, str] = {**labels.columns, **inputs, **getattr(action, "names", {})}
    secrets: Sequence[str] = getattr(action, "secrets", ())
    choices: Choices = {**labels.choices, **getattr(action, "choices", {})}
    planned = planned_by(action, rows)
    changes = change_lines(planned, names, secrets, choices, zone=labels.zone)
    changes += _order_lines(sent_along(action), names, choices)
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


def input_lines(action: Action, inputs: Mapping[str, Any], choices: Choices) -> str:
    """Return the values entered for a handler by the labels of its inputs, secrets hidden.

    `choices` are the labels of values that were chosen.
    """
    if not isinstance(action, ActionDescriptor) or action.handler is None:
        return ""  # Those of a request are among its changes.
    return "\n".join(
        f"{one.label}: {_hidden_input(one, called(choices.get(one.key, ()), inputs[one.key]))}"
        for one in action.inputs
        if inputs.get(one.key) not in (None, "")
    )


def _hidden_input(field: FieldDescriptor, value: Any) -> str:
    secret = field.no_draft or is_secret(field.key)
    return HIDDEN if secret else shown(value)


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
    changes: Sequence[PlannedChange],
    names: Mapping[str, str],
    secrets: Sequence[str] = (),
    choices: Choices | None = None,
    most: int = MOST_CHANGES,
    width: int = LONGEST,
    zone: tzinfo | None = None,
    longest: int | None = None,
) -> list[str]:
    """`Status: (mixed) → Published`, one line per value, with a limit; `secrets` as dots.

    Of a value longer than `width` cells, only the changed part is shown, up to `longest` cells.
    """
    worded = [_in_words(one, choices or {}, zone) for one in changes[:most]]
    lines = []
    for one in worded:
        parts = _change(one, one.path in secrets or is_secret(one.path), width, longest or width)
        line = f"{_name(one.path, names)}: {' '.join(parts)}"
        fits = width == LONGEST or len(parts) == 1 or cut(line, width) == line
        lines += [line] if fits else [f"{_name(one.path, names)}: {parts[0]}", f"  {parts[1]}"]
    more = len(changes) - len(worded)
    return [*lines, *([f"… and {more} more values"] if more > 0 else [])]


def review_lines(
    changes: Sequence[PlannedChange],
    names: Mapping[str, str],
    secrets: Sequence[str] = (),
    choices: Choices | None = None,
    *,
    zone: tzinfo | None = None,
) -> Iterator[str]:
    """Yield lines with all changes; a value is wrapped, and cut beyond `MOST_IN_REVIEW` cells."""
    for words in change_lines(
        changes, names, secrets, choices, MOST_VALUES, LONGEST_IN_REVIEW, zone, MOST_IN_REVIEW
    ):
        if cell_len(words) <= REVIEW_LINE:
            yield words
            continue
        indent = "  " * words.startswith("  ")
        first, *others = label(words.removeprefix(indent)).wrap(REVIEW_LINE - len(indent) - 2)
        yield indent + first.plain.rstrip()
        yield from (f"{indent}  {one.plain.rstrip()}" for one in others)


def shown(value: Any, width: int = LONGEST) -> str:
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


def _in_words(one: PlannedChange, choices: Choices, zone: tzinfo | None) -> PlannedChange:
    """Return a change with the labels of its values, and times as lists show them."""
    if (known := choices.get(one.path)) is not None:
        return PlannedChange(one.path, called(known, one.before), called(known, one.after))
    worded = PlannedChange(one.path, _told(one.before, zone), _told(one.after, zone))
    return one if worded.already and not one.already else worded


def _told(value: Any, zone: tzinfo | None) -> Any:
    """Return a time to the minute; any other value as it is."""
    is_moment = isinstance(value, str) and MOMENT.fullmatch(value)
    return as_datetime(value, zone) if is_moment else value


def _name(path: str, names: Mapping[str, str]) -> str:
    """Return the label of a value, or of the field that it is part of."""
    around = [one for one in names if path.startswith(f"{one}.")]
    known = names.get(path) or (
        f"{names[around[0]]}, {path[len(around[0]) + 1 :]}" if around else ""
    )
    return known or path


def _change(one: PlannedChange, secret: bool, width: int, longest: int) -> tuple[str, ...]:
    if secret:
        return (f"→ {HIDDEN}",)
    if one.before is MISSING:
        return (f"→ {shown(one.after, longest)}",)
    if one.already:
        return (f"{shown(one.after, width)}, unchanged",)
    before, after = apart(one.before, one.after, width)
    return shown(before, longest), f"→ {shown(after, longest)}"


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


def _order_lines(body: Mapping[str, Any], names: Mapping[str, str], choices: Choices) -> list[str]:
    """Return a line with the other values of the request."""
    values = [
        f"{_name(path, names)} = {HIDDEN if is_secret(path) else shown(said)}"
        for path, value in leaves(body).items()
        for said in [called(choices.get(path, ()), value)]
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
