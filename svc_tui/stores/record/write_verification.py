"""Find what a backend dropped from a change that it confirmed."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from datetime import datetime
from decimal import Decimal, InvalidOperation
from difflib import SequenceMatcher
from typing import Any

from svc_tui.api.multipart import find_files
from svc_tui.models.dotted_path import value_at
from svc_tui.stores.record.draft import MISSING, Draft, leaves, same
from svc_tui.stores.record.merge import Steps, at, changed
from svc_tui.stores.record.server_changes import TIME_KEYS
from svc_tui.text import clean, plural

NOTHING = object()

RESEMBLING = 0.6
"""From this ratio of equal letters, a text may be a normalized form of another one."""

COMPARED = 500
"""Letters of a text that are compared."""

VERSION_KEYS = ("version", "revision", "lock_version", "row_version", "_version")
"""Fields that count the writes of a record."""


def overwritten(
    sent: Draft, answer: Mapping[str, Any], found: Mapping[str, Any]
) -> tuple[Steps, ...]:
    """The paths of values that were stored, as the answer says, but have changed since.

    `found` is the record as read right after the write. If its time of change is still that of the
    answer, there was no other write: a backend may show a value in two ways.
    """
    times = [(answer[key], found[key]) for key in TIME_KEYS if key in answer and key in found]
    if times and all(alike(*both) for both in times):
        return ()
    lost = []
    for way in changed(sent.original, sent.current):
        mine, answered, now = (at(one, way) for one in (sent.current, answer, found))
        if MISSING in (answered, now) or find_files({"": mine}):
            continue
        if isinstance(answered, Mapping | list) and not times:
            continue  # Objects often have another shape in answers than when read.
        if not alike(now, answered) and not alike(now, mine):
            lost.append(way)
    return tuple(lost)


def ignored(sent: Draft, found: Mapping[str, Any]) -> tuple[Steps, ...]:
    """The paths of values that were typed and written but have not changed."""
    ways = []
    for way in changed(sent.original, sent.current):
        before, mine, now = (at(one, way) for one in (sent.original, sent.current, found))
        if mine is MISSING or now is MISSING or _is_empty(mine) or find_files({"": mine}):
            continue
        before = None if before is MISSING else before
        if alike(now, before) and not alike(now, mine):
            ways.append(way)
    return tuple(ways)


def holds(sent: Draft, found: Mapping[str, Any]) -> bool | None:
    """Whether a record has at least one of the typed values, as it was typed or normalized.

    None if it shows none of them that can be compared.
    """
    ways = changed(sent.original, sent.current)
    pairs = [(at(sent.current, way), at(found, way)) for way in ways]
    told = [resembles(*both) for both in pairs if _are_one_value_each(*both)]
    return any(told) if told else None


def resembles(mine: Any, now: Any) -> bool:
    """Whether a value may be what a backend made of another one."""
    if alike(mine, now):
        return True
    one, other = (_letters(value) for value in (mine, now))
    if one in other or other in one:
        return True
    return SequenceMatcher(None, one, other, autojunk=False).ratio() >= RESEMBLING


def _letters(value: Any) -> str:
    plain = unicodedata.normalize("NFKD", str(value)[:COMPARED])
    return "".join(letter for letter in plain.casefold() if letter.isalnum())


def _are_one_value_each(mine: Any, now: Any) -> bool:
    """Whether both are texts or both are numbers, and none of them is empty."""
    if any(isinstance(one, bool | list | Mapping) or _is_empty(one) for one in (mine, now)):
        return False
    return are_comparable(mine, now)


def are_comparable(mine: Any, now: Any) -> bool:
    """Whether a value that was sent can be compared with that of the record.

    Both are texts, numbers or flags, records, lists of these, or empty. Others may be shown in
    another form: the id of a relation as a name.
    """
    lists = [isinstance(one, list) for one in (mine, now) if not _is_empty(one)]
    if any(lists) and not all(lists):
        return False
    listed = [one if isinstance(one, list) else [one] for one in (mine, now)]
    plain = [_id_of(one) for values in listed for one in values if not _is_empty(one)]
    return all(isinstance(one, str) for one in plain) or all(
        isinstance(one, bool) or _is_number(one) for one in plain
    )


def _is_number(value: Any) -> bool:
    try:
        return isinstance(value, int | float | str | Decimal) and Decimal(str(value)).is_finite()
    except InvalidOperation:
        return False


def rewritten(sent: Draft, found: Mapping[str, Any]) -> dict[Steps, Any]:
    """Return the values that were typed, and that a backend stored as other ones, by path.

    Values that it only tidied, or shows in another form, are left out.
    """
    values = {}
    for way in changed(sent.original, sent.current):
        before, mine, now = (at(one, way) for one in (sent.original, sent.current, found))
        if not _are_one_value_each(mine, now) or alike(now, mine) or alike(now, before):
            continue
        if not _is_completed(str(mine).strip(), str(now).strip()):
            values[way] = now
    return values


def _is_completed(mine: str, now: str) -> bool:
    """Whether a date or an address has only got the parts that were left out, or lost some."""
    short, long = sorted((mine, now), key=len)
    if short[:1].isdigit() and not any(map(str.isalpha, short.replace("T", ""))):
        return long.startswith(short)
    return long.startswith(("http://", "https://")) and long.endswith(short)


def wrote_between(compared: Mapping[str, Any], answer: Mapping[str, Any]) -> bool:
    """Whether a record counts more writes than this one since it was compared."""
    counts = [(compared.get(key), answer.get(key)) for key in VERSION_KEYS]
    return any(
        isinstance(before, int) and isinstance(after, int) and after - before > 1
        for before, after in counts
    )


def alike(one: Any, other: Any) -> bool:
    """Whether two values are the same one, however a backend writes it."""
    one, other = _id_of(one), _id_of(other)
    if isinstance(one, list) and isinstance(other, list):
        both = [_in_any_order(values) for values in (one, other)]
        return same(one, other) if None in both else both[0] == both[1]
    return same(one, other) or (_is_empty(one) and _is_empty(other)) or _means(one, other)


def _in_any_order(values: list[Any]) -> Counter[Hashable] | None:
    """Return the values of a list whose order means nothing; None for any other list."""
    plain = [_id_of(one) for one in values]
    if any(isinstance(one, Mapping | list) for one in plain):
        return None
    return Counter(map(_meaning, plain))


def _moment(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo is not None else None


def in_quotes(name: str) -> str:
    """Return the name of a value for a sentence."""
    return f"“{clean(name)}”"


def not_kept(
    sent: Mapping[str, Any],
    before: Mapping[str, Any],
    kept: Mapping[str, Any],
    whole: Collection[str] = (),
    named: Callable[[str], str] = in_quotes,
) -> tuple[str, ...]:
    """Return a sentence for each sent value that is unchanged or came back different.

    Values that a backend only tidied (a trimmed text, a completed address) are ignored. `whole`
    names the objects that were sent whole: anything they lack should be removed. `named` returns
    the name of the value at a path, in quotes.
    """
    sentences: list[str] = []
    for key, value in sent.items():
        if key in kept and not find_files({key: value}):
            sentences += _about(key, value, before.get(key), kept[key], named)
            if key in whole:
                sentences += _stayed(named(key), value, before.get(key), kept[key])
    return tuple(dict.fromkeys(sentences))


def switched_off(
    sent: Mapping[str, Any], kept: Mapping[str, Any], named: Callable[[str], str] = in_quotes
) -> tuple[str, ...]:
    """Return a sentence about flags of a new record that were left unset and stored as no.

    REST framework treats a flag missing from a form with a file as unticked, even if its default is
    yes.
    """
    if not find_files(sent):
        return ()
    off = [str(key) for key, value in kept.items() if value is False and key not in sent]
    if not off:
        return ()
    what, were, it = clean(", ".join(map(named, off)), limit=60), "was", "it"
    if len(off) > 1:
        were, it = "were", "them"
    said = f"{what} {were} left unset, but the backend saved {it} as “no”."
    return (f"{said} Some backends do this when a file is uploaded.",)


def _about(
    name: str, sent: Any, before: Any, kept: Any, named: Callable[[str], str]
) -> Iterator[str]:
    if isinstance(sent, list) and isinstance(kept, list):
        old = before if isinstance(before, list) else None
        yield from _about_list(named(name), sent, old, kept)
    elif isinstance(sent, Mapping) and isinstance(kept, Mapping) and "id" not in sent:
        for path, value in leaves(sent).items():
            was, now = (value_at(one, path, NOTHING) for one in (before, kept))
            yield from _about_value(named(f"{name}.{path}"), value, was, now)
        if not sent and kept:
            yield f"{named(name)} was not cleared: the backend only adds values."
    else:
        yield from _about_value(named(name), sent, before, kept)


def _stayed(name: str, sent: Any, before: Any, kept: Any) -> Iterator[str]:
    """Yield what was removed from an object but is still there, as when a PATCH only adds."""
    objects = all(isinstance(one, Mapping) for one in (sent, before, kept))
    gone = list(_taken_out(sent, before, kept)) if objects and sent and "id" not in sent else []
    if gone:
        what = clean(", ".join(map(in_quotes, gone)), limit=60)
        were = "was" if len(gone) == 1 else "were"
        yield f"{what} {were} not removed from {name}: the backend only adds values."


def _taken_out(
    sent: Mapping[str, Any], before: Mapping[str, Any], kept: Mapping[str, Any]
) -> Iterator[str]:
    """Dotted paths of values that were not sent but are still there."""
    for key in before:
        if key not in kept:
            continue
        if key not in sent:
            yield str(key)
        elif all(isinstance(one[key], Mapping) for one in (sent, before, kept)):
            inner = _taken_out(sent[key], before[key], kept[key])
            yield from (f"{key}.{path}" for path in inner)


def _about_value(name: str, sent: Any, before: Any, kept: Any) -> Iterator[str]:
    if kept is NOTHING or (_is_empty(sent) and _is_empty(kept)):
        return
    sent, before, kept = _id_of(sent), _id_of(before), _id_of(kept)
    unchanged = same(kept, None if before is NOTHING else before) or _is_empty(kept)
    if unchanged and not same(sent, kept) and not _means(sent, kept):
        yield f"{name} was not saved by the backend: it is unchanged."


def _about_list(
    name: str, sent: list[Any], before: list[Any] | None, kept: list[Any]
) -> Iterator[str]:
    """Relations silently lose missing records, and their order.

    The order is worth a sentence only to a user who changed it, or chose all of it, as in a new
    record (`before` is None): another entry may go anywhere.
    """
    wanted, found = [_id_of(one) for one in sent], [_id_of(one) for one in kept]
    if any(isinstance(one, Mapping | list) for one in (*wanted, *found)):
        return
    shown, there = {_meaning(one): str(one) for one in wanted}, [_meaning(one) for one in found]
    known = {*there}
    lost = [words for one, words in shown.items() if one not in known]
    if lost:
        what = plural(len(lost), "entry", "entries")
        names = clean(", ".join(lost), limit=60)
        yield f"The backend did not save {what} of {name} ({names})."
    elif before is not None and alike(kept, before) and not alike(kept, sent):
        yield f"{name} was not saved by the backend: it is unchanged."
    elif before is None or _moved(before, wanted):
        if [one for one in there if one in shown] == list(shown):
            return
        yield f"The backend does not keep the order of {name} and chose its own."


def _moved(before: list[Any], wanted: list[Any]) -> bool:
    """Whether entries that were there before are now in another order."""
    old, new = ([_meaning(_id_of(one)) for one in values] for values in (before, wanted))
    return [one for one in old if one in new] != [one for one in new if one in old]


def _means(sent: Any, kept: Any) -> bool:
    """Whether two values are equal, written in two ways."""
    return _meaning(sent) == _meaning(kept)


def _meaning(value: Any) -> Hashable:
    """Return a value however a backend writes it: moments, numbers, flags as 0 and 1, padding."""
    text = str(int(value) if isinstance(value, bool) else value).strip()
    if (moment := _moment(text)) is not None:
        return moment
    try:
        number = Decimal(text)  # As floats, numbers that differ after their 16th digit are equal.
    except InvalidOperation:
        return text
    return number if number.is_finite() else text


def _id_of(value: Any) -> Any:
    """Return the id of a record; any other value unchanged."""
    return value["id"] if isinstance(value, Mapping) and "id" in value else value


def _is_empty(value: Any) -> bool:
    return value in (None, "", [], {}) or value is NOTHING
