"""Find what a backend itself changed in a write: values that were not sent."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from svc_tui.models.records import TRANSLATIONS
from svc_tui.stores.record.draft import MISSING, Draft, same
from svc_tui.stores.record.merge import Steps, at, changed, outermost

TIME_KEYS = ("modified", "modified_at", "updated", "updated_at", "last_modified")
"""Fields that a backend changes with every write, so that they reveal another one."""

_SIGNED = re.compile(
    r"[?&](x-amz-signature|x-goog-signature|signature|sig|hmac|token)=", re.IGNORECASE
)
"""Parameters by which storage signs a file's address, different on every read."""


def find_server_changes(sent: Draft, found: Mapping[str, Any]) -> tuple[Steps, ...]:
    """Return the paths of values that were not written and that differ in the answer.

    The times of the write, another record's own values, signatures in addresses and spaces around
    a text are left out.
    """
    mine = set(changed(sent.original, sent.current))
    return tuple(
        way
        for way in changed(sent.original, found)
        if way[0] not in TIME_KEYS
        and not any(way[:end] in mine for end in range(1, len(way) + 1))
        and not _is_of_another_record(way, sent.original, found)
        and not is_alike(at(sent.original, way), at(found, way))
        and not _is_trimmed(at(sent.original, way), at(found, way))
        and not _is_a_copy(way, mine, sent, found)
    )


def differing_paths(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[Steps]:
    """Return the paths of values that both have, and that differ by more than a signature."""
    return [
        way
        for way in changed(before, now)
        if MISSING not in (at(before, way), at(now, way))
        and not is_alike(at(before, way), at(now, way))
    ]


def differs_at(ways: Iterable[Steps], before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether a value at one of these paths, or a time of change, is different now."""
    about = outermost([*ways, *((key,) for key in TIME_KEYS)])
    # A backend may leave out what is None.
    return any(not is_alike(at(before, way), at(now, way)) for way in about)


def is_gone(way: Steps, found: Mapping[str, Any]) -> bool:
    """Whether the value is gone."""
    return at(found, way) in (MISSING, None)


def _is_of_another_record(way: Steps, before: Mapping[str, Any], found: Mapping[str, Any]) -> bool:
    """Whether a value belongs to a related record that is the same as before."""
    for end in range(1, len(way)):
        id, other = at(before, (*way[:end], "id")), at(found, (*way[:end], "id"))
        if id not in (MISSING, None) and same(id, other):
            return True
    return False


def is_alike(before: Any, now: Any) -> bool:
    """Whether two values mean the same: both empty, or one address signed again."""
    if before in (MISSING, None) and now in (MISSING, None):
        return True
    if isinstance(before, list) and isinstance(now, list):
        return len(before) == len(now) and all(map(is_alike, before, now))
    if isinstance(before, Mapping) and isinstance(now, Mapping):
        return before.keys() == now.keys() and all(is_alike(before[key], now[key]) for key in now)
    if isinstance(before, str) and isinstance(now, str) and before != now:
        return (
            before.partition("?")[0] == now.partition("?")[0]
            and _SIGNED.search(before) is not None
            and _SIGNED.search(now) is not None
        )
    return same(before, now)


def _is_a_copy(way: Steps, mine: set[Steps], sent: Draft, found: Mapping[str, Any]) -> bool:
    """Whether a backend also shows the text of a language at the text's own key."""
    value = at(found, way)
    texts = way[2:] if way[0] == TRANSLATIONS else way
    return any(
        (one[2:] if one[0] == TRANSLATIONS else one) == texts
        and (one[0] == TRANSLATIONS) is not (way[0] == TRANSLATIONS)
        and (same(typed := at(sent.current, one), value) or _is_trimmed(typed, value))
        for one in mine
    )


def _is_trimmed(one: Any, other: Any) -> bool:
    """Whether two texts differ only in surrounding spaces."""
    return isinstance(one, str) and isinstance(other, str) and one.strip() == other.strip()
