"""Apply what was typed while a save ran to the record as the backend stored it.

A backend gives new items of a list their ids in its answer. Items edited in the meantime must get
these ids too: sent without them, they would be created a second time.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

from svc_tui.stores.record.draft import MISSING, same

ID = "id"
KIND = "_template"


def rebase(stored: Any, sent: Any, typed: Any) -> Any:
    """Return `stored` with the changes from `sent` to `typed`.

    Objects key by key, lists item by item; a key removed in the meantime is None.
    """
    if same(sent, typed):
        return stored
    if isinstance(typed, Mapping) and isinstance(stored, Mapping):
        return _object(stored, sent if isinstance(sent, Mapping) else {}, typed)
    lists = (stored, sent, typed)
    if all(isinstance(one, list | tuple) and _of_objects(one) for one in lists):
        return _list(stored, sent, typed)
    return deepcopy(typed)


def _object(
    stored: Mapping[str, Any], sent: Mapping[str, Any], typed: Mapping[str, Any]
) -> dict[str, Any]:
    found = dict(stored)
    for key in [*typed, *(key for key in sent if key not in typed)]:
        if key not in typed:
            found[key] = None
        else:
            before = sent.get(key, MISSING)
            found[key] = rebase(stored.get(key, MISSING), before, typed[key])
    return {key: one for key, one in found.items() if one is not MISSING}


def _list(stored: Sequence[Any], sent: Sequence[Any], typed: Sequence[Any]) -> list[Any]:
    """New items stay as they are; items that the backend added come last."""
    became, began = _stored_of(sent, stored), origins(sent, typed)
    found = []
    for at, one in enumerate(typed):
        old = began.get(at)
        new = became.get(old) if old is not None else None
        if old is None or new is None:
            found.append(deepcopy(one))
        else:
            found.append(rebase(stored[new], sent[old], one))
    added = set(range(len(stored))) - set(became.values())
    return [*found, *(stored[at] for at in sorted(added))]


def _stored_of(sent: Sequence[Any], stored: Sequence[Any]) -> dict[int, int]:
    """Return the position in the answer of each sent item: by id, else by order."""
    places = {one[ID]: at for at, one in enumerate(stored) if _is_id(one.get(ID))}
    found = {
        at: places[one[ID]]
        for at, one in enumerate(sent)
        if _is_id(one.get(ID)) and one[ID] in places
    }
    rest = [at for at, one in enumerate(sent) if not _is_id(one.get(ID))]
    taken = set(found.values())
    new = [at for at in range(len(stored)) if at not in taken]
    if len(rest) == len(new):
        found |= dict(zip(rest, new, strict=True))
    return found


def origins(before: Sequence[Any], after: Sequence[Any]) -> dict[int, int]:
    """Map each position in a list to the item's earlier position.

    Identical objects first, then by id, then by value; the rest were edited or are new, and match
    whatever is most similar.
    """
    found: dict[int, int] = {}
    for alike in (operator.is_, _has_its_id, same):
        free = [at for at in range(len(before)) if at not in found.values()]
        for at, one in enumerate(after):
            if at not in found:
                old = next((old for old in free if alike(before[old], one)), None)
                if old is not None:
                    found[at] = old
                    free.remove(old)
    for _, at, old in sorted(_likeness(before, after, found)):
        if at not in found and old not in found.values():
            found[at] = old
    return found


def _likeness(
    before: Sequence[Any], after: Sequence[Any], known: Mapping[int, int]
) -> Iterator[tuple[tuple[float, int], int, int]]:
    """All possible pairs of the rest, the most similar first: by values, then by position."""
    for at, one in enumerate(after):
        for old, other in enumerate(before):
            taken = at in known or old in known.values()
            if not taken and _could_be(other, one):
                alike = sum(_alike(other[key], one[key]) for key in one if key in other)
                yield (-alike, abs(at - old)), at, old


def _alike(before: Any, after: Any) -> float:
    """Similarity from 0 to 1; text is compared by its beginning."""
    if isinstance(before, str) and isinstance(after, str) and before != after:
        pairs = enumerate(zip(before, after, strict=False))
        shorter, longer = sorted((len(before), len(after)))
        return next((at for at, (one, other) in pairs if one != other), shorter) / longer
    return float(same(before, after))


def _could_be(before: Any, after: Any) -> bool:
    """Whether one may have become the other: same type, and not two records of the backend."""
    if not (isinstance(before, Mapping) and isinstance(after, Mapping)):
        return False
    both = _is_id(before.get(ID)) and _is_id(after.get(ID))
    return before.get(KIND) == after.get(KIND) and not both and not _is_id(after.get(ID))


def _has_its_id(before: Any, after: Any) -> bool:
    if not (isinstance(before, Mapping) and isinstance(after, Mapping)):
        return False
    return _is_id(after.get(ID)) and same(before.get(ID), after.get(ID))


def _is_id(value: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool) and value != ""


def _of_objects(values: Sequence[Any]) -> bool:
    return all(isinstance(one, Mapping) for one in values)
