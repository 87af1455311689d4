"""Finds what a backend changed by itself in a write: values that were not sent."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from svc_tui.models.records import TRANSLATIONS
from svc_tui.stores.record.draft import MISSING, Draft, same
from svc_tui.stores.record.merge import Steps, at, changed, outermost

TIME_KEYS = ("modified", "modified_at", "updated", "updated_at", "last_modified")
"""Fields that a backend changes at every write, so that they reveal another one."""

_SIGNED = re.compile(
    r"[?&](x-amz-signature|x-goog-signature|signature|sig|hmac|token)=", re.IGNORECASE
)
"""Parameters by which storage signs the address of a file, anew at every reading."""


def find_server_changes(sent: Draft, found: Mapping[str, Any]) -> tuple[Steps, ...]:
    """Return the ways to all values that a write left alone and that differ in the answer.

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
    """Return the ways to values that both have, and that differ by more than a signature."""
    return [
        way
        for way in changed(before, now)
        if MISSING not in (at(before, way), at(now, way))
        and not is_alike(at(before, way), at(now, way))
    ]


def differs_at(ways: Iterable[Steps], before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether a value at one of these ways, or a time of change, is another one now."""
    about = outermost([*ways, *((key,) for key in TIME_KEYS)])
    # A backend may leave out what is None.
    return any(not is_alike(at(before, way), at(now, way)) for way in about)


def is_gone(way: Steps, found: Mapping[str, Any]) -> bool:
    """Whether the value is gone."""
    return at(found, way) in (MISSING, None)


def _is_of_another_record(way: Steps, before: Mapping[str, Any], found: Mapping[str, Any]) -> bool:
    """Whether a value belongs to a related record, which is the same one as before."""
    for end in range(1, len(way)):
        id, other = at(before, (*way[:end], "id")), at(found, (*way[:end], "id"))
        if id not in (MISSING, None) and same(id, other):
            return True
    return False


def is_alike(before: Any, now: Any) -> bool:
    """Whether two values mean the same: nothing, or one address that was signed anew."""
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
    """Whether a backend shows a text of one language at the text's own key as well."""
    value = at(found, way)
    texts = way[2:] if way[0] == TRANSLATIONS else way
    return any(
        (one[2:] if one[0] == TRANSLATIONS else one) == texts
        and (one[0] == TRANSLATIONS) is not (way[0] == TRANSLATIONS)
        and (same(typed := at(sent.current, one), value) or _is_trimmed(typed, value))
        for one in mine
    )


def _is_trimmed(one: Any, other: Any) -> bool:
    """Whether two texts differ only in the spaces around them."""
    return isinstance(one, str) and isinstance(other, str) and one.strip() == other.strip()
