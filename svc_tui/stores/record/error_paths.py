"""Relocate messages whose lists have changed since they were sent.

A backend names an item by its position in the list that was sent (`blocks.1.title`). Items that
were moved, added or deleted since then are found again, and their messages with them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from svc_tui.stores.record.detail_state import Errors
from svc_tui.stores.record.draft import MISSING, get_path, same
from svc_tui.stores.record.rebase import origins

Records = Sequence[Mapping[str, Any]]
"""A record, edit by edit."""


def relocate_errors(errors: Errors, records: Records) -> dict[str, tuple[str, ...]]:
    """Messages about the first of these records, at their places in the last one.

    Edit by edit, an item is never mistaken for another: one edit changes one of them. Messages
    about removed items are removed.
    """
    found = dict(errors)
    for before, after in pairwise(records):
        trail = _Trail()
        now = ((trail.place(path, before, after), said) for path, said in found.items())
        found = {path: said for path, said in now if path is not None}
    return found


def keep_list_errors(
    errors: Errors, path: str, before: Mapping[str, Any], after: Mapping[str, Any]
) -> dict[str, tuple[str, ...]]:
    """Return the messages about items of a list that still apply after an edit.

    These are about unchanged values, at their new places.
    """
    if not (_is_list(get_path(before, path)) and _is_list(get_path(after, path))):
        return {}
    trail, start, found = _Trail(), f"{path}.", dict[str, tuple[str, ...]]()
    for key, said in errors.items():
        if not key.startswith(start) or not key.removeprefix(start).split(".")[0].isdecimal():
            continue
        place = trail.place(key, before, after)
        if place is not None and same(
            get_path(before, key, MISSING), get_path(after, place, MISSING)
        ):
            found[place] = said
    return found


class _Trail:
    """The paths of the items of two records' lists; each list is compared once."""

    def __init__(self) -> None:
        self._went: dict[str, Mapping[int, int]] = {}

    def place(self, path: str, before: Any, after: Any) -> str | None:
        """The new path; None if an item on the way is gone."""
        parts, way = path.split("."), list[str]()
        for at, part in enumerate(parts):
            if before is after:
                return ".".join([*way, *parts[at:]])
            lists = _is_list(before) and _is_list(after)
            if lists and part.isdecimal() and int(part) < len(before):
                went = self._went_in(".".join(parts[:at]), before, after)
                if (now := went.get(int(part))) is None:
                    return None
                way.append(str(now))
                before, after = before[int(part)], after[now]
            else:
                way.append(part)
                before, after = get_path(before, part, MISSING), get_path(after, part, MISSING)
        return ".".join(way)

    def _went_in(self, path: str, before: Sequence[Any], after: Sequence[Any]) -> Mapping[int, int]:
        if path not in self._went:
            self._went[path] = _went(before, after)
        return self._went[path]


def _went(before: Sequence[Any], after: Sequence[Any]) -> Mapping[int, int]:
    """Position before to position after; what begins and ends alike is not compared at length."""
    shorter = min(len(before), len(after))
    head = next((at for at in range(shorter) if before[at] is not after[at]), shorter)
    most = shorter - head
    tail = next((at for at in range(most) if before[-1 - at] is not after[-1 - at]), most)
    middle = origins(before[head : len(before) - tail], after[head : len(after) - tail])
    found = {at: at for at in range(head)}
    found |= {head + old: head + new for new, old in middle.items()}
    ends = range(1, tail + 1)
    return found | {len(before) - at: len(after) - at for at in ends}


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)
