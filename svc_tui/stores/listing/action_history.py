"""The writes of an action over rows, for the history of this session."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from svc_tui.api.write_subject import MOVE, MOVED
from svc_tui.stores.listing.action_types import Action, Outcome
from svc_tui.stores.listing.field_notes import MOST_NOTED, declared
from svc_tui.stores.listing.selection import Selection
from svc_tui.stores.record.draft import MISSING, Draft, get_path, leaves
from svc_tui.stores.record.history_store import ValueChange, Write, changed_values
from svc_tui.stores.record.merge import Steps, at, changed, value_path
from svc_tui.stores.redact import redact
from svc_tui.stores.rows import Row
from svc_tui.text import clean

if TYPE_CHECKING:
    from svc_tui.models.listing import ActionRequest


def unremembered(action: Action) -> tuple[str, ...]:
    """Return the paths of the values of an action that are neither logged nor undone."""
    return (*getattr(action, "secrets", ()), *getattr(action, "write_only", ()))


def deleted(row: Row, endpoint: str, key: str, title: str, base: str = "") -> Write:
    """Return the write of a deleted record as the list had it, without secrets."""
    values, _ = changed_values(Draft(redact(row), {}), {})
    place = _location(base, key)
    return Write("DELETE", endpoint, key, title, place, values, partial=True)


def moved(endpoint: str, key: str, title: str, base: str = "", log_number: int = 0) -> Write:
    """Return the write of a moved record; only the log has its old position."""
    place = _location(base, key)
    return Write(
        "PATCH",
        endpoint,
        key,
        title,
        place,
        action=MOVED,
        action_id=MOVE,
        partial=True,
        log_number=log_number,
    )


def why_not_undone(action: Action, selection: Selection, absent: Collection[str] = ()) -> str:
    """Return why an action on these rows can't be undone, in a sentence; "" if it can.

    `absent` are the fields that it declares and the records do not have.
    """
    if fields := declared(action):
        if len(selection) > MOST_NOTED:
            return f"This can't be undone: it affects more than {MOST_NOTED} rows."
        return f"This can't be undone: {no_such(absent)}." if {*fields} <= {*absent} else ""
    if not writes_values(action.request):
        return UNKNOWN_CHANGES
    rows = () if selection.everything is not None else selection.rows.values()
    if unremembered(action) or not all(_values(action.request, row) for row in rows):
        return UNKNOWN_VALUES
    return ""


def no_such(absent: Collection[str]) -> str:
    """Return that the records lack fields which an action declares that it changes."""
    names = clean(", ".join(absent), limit=60)
    fields = "field" if len(absent) == 1 else "fields"
    return f"the action changes {names}, but the records have no such {fields}"


UNKNOWN_CHANGES = "This can't be undone: only the server knows what it changes."

UNKNOWN_VALUES = "This can't be undone: the list does not have the old values."


def writes_of_action(
    action: Action,
    outcomes: Iterable[Outcome],
    rows: Mapping[str, Row],
    *,
    endpoint: str,
    base: str = "",
    answers: Mapping[str, Row] | None = None,
    noted: Callable[[str], tuple[ValueChange, ...]] | None = None,
) -> list[Write]:
    """Return a write for each row that is done, unless the values known of it stayed the same.

    `answers` are the rows as the backend returned them, which may spell a value differently than it
    was sent. `noted` returns the changes of the fields that the action declares; with it, a row in
    which they changed is included whatever its outcome.
    """
    known, writes = answers or {}, list[Write]()
    for one in outcomes:
        row, answer, is_done = rows.get(one.key, {}), known.get(one.key, {}), one.state == "ok"
        if noted is not None:
            write = _noted(action, one, noted(one.key), endpoint, base)
        elif is_done:
            write = _write(action, one, row, answer, endpoint, base)
        else:
            continue
        if write.changed_anything or (is_done and not write.values):
            writes.append(write)
    return writes


def _noted(
    action: Action, outcome: Outcome, values: tuple[ValueChange, ...], endpoint: str, base: str
) -> Write:
    return Write(
        "PATCH",  # However it was sent, it is undone as a change of these values.
        endpoint,
        outcome.key,
        outcome.title,
        _location(base, outcome.key),
        values,
        whole=frozenset(one.steps[0] for one in values),
        action=action.label,
        action_id=action.id,
    )


def _write(
    action: Action, outcome: Outcome, row: Row, answer: Row, endpoint: str, base: str
) -> Write:
    if action.handler is None and action.request is None:
        return deleted(row, endpoint, outcome.key, outcome.title, base)
    values = () if unremembered(action) else _values(action.request, row, answer)
    return Write(
        action.request.method if action.request is not None else "",
        endpoint,
        outcome.key,
        outcome.title,
        _location(base, outcome.key) if row else "",
        values,
        whole=frozenset(one.steps[0] for one in values),
        action=action.label,
        action_id=action.id,
    )


def writes_values(request: ActionRequest | None) -> bool:
    """Whether the body of a request becomes values of the rows themselves."""
    if request is None or request.method not in ("PATCH", "PUT") or request.per != "row":
        return False
    return request.path.strip("/").endswith("{id}")


def _values(
    request: ActionRequest | None, row: Row, answer: Row | None = None
) -> tuple[ValueChange, ...]:
    """Return the change of a row's own values, if the list had all the old ones."""
    body: Mapping[str, Any] = (request.body or {}) if request is not None else {}
    sent = dict(_sent_values(body, row))
    if not writes_values(request) or any(get_path(row, path, MISSING) is MISSING for path in sent):
        return ()
    found = tuple(
        ValueChange(tuple(path.split(".")), get_path(row, path), get_path(answer, path, value))
        for path, value in sent.items()
    )
    return (*found, *_replaced_beside(found, row, answer or {}))


def _sent_values(body: Mapping[str, Any], row: Row) -> Iterable[tuple[str, Any]]:
    """Yield the values of a body by dotted path; an object with new keys in it is one value."""
    for path, value in leaves(body).items():
        way = value_path(tuple(path.split(".")))
        if get_path(row, path, MISSING) is MISSING and at(row, way) is not MISSING:
            yield ".".join(way), at(body, way)
        else:
            yield path, value


def _replaced_beside(
    found: Iterable[ValueChange], row: Row, answer: Row
) -> tuple[ValueChange, ...]:
    """Yield values lost from the same objects, if the backend replaced them."""
    mine = {one.steps for one in found}
    values = {value_path(steps) for steps in mine if value_path(steps) in _there(mine, answer)}
    return tuple(
        ValueChange(way, at(row, way), at(answer, way))
        for way in changed(row, answer)
        if value_path(way) in values
        and not any(way[:end] in mine for end in range(1, len(way) + 1))
    )


def _there(ways: Iterable[Steps], answer: Row) -> frozenset[Steps]:
    return frozenset(value for way in ways if at(answer, value := value_path(way)) is not MISSING)


def _location(base: str, key: str) -> str:
    from svc_tui.models.location import Location

    return str(Location(base.rstrip("/")).record(key)) if base else ""
