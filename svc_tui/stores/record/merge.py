"""Merge three versions of a record, loaded, theirs and mine, field by field."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from svc_tui.models.records import TRANSLATIONS
from svc_tui.stores.record.draft import MISSING, same

Steps = tuple[str, ...]
"""The path of a value through objects, key by key; a key may contain dots."""

LANGUAGE_DEPTH = 3
"""Steps to a value of a language: `translations`, the language, the key."""

Side = Literal["theirs", "mine"]

THEIRS: Side = "theirs"
MINE: Side = "mine"


@dataclass(frozen=True, eq=False, repr=False)
class Difference:
    """A value that differs between two of the three versions."""

    steps: Steps
    loaded: Any
    theirs: Any
    mine: Any

    @property
    def path(self) -> str:
        """The dotted path."""
        return ".".join(self.steps)

    @property
    def by_them(self) -> bool:
        """Whether they changed it."""
        return not same(self.loaded, self.theirs)

    @property
    def by_me(self) -> bool:
        """Whether I changed it."""
        return not same(self.loaded, self.mine)

    @property
    def both(self) -> bool:
        """Whether the user has to choose: both changed it, to different values."""
        return self.by_them and self.by_me and not same(self.theirs, self.mine)

    def value(self, side: Side) -> Any:
        """The value of one side; MISSING if it has none."""
        return self.mine if side == MINE else self.theirs


@dataclass(frozen=True, eq=False, repr=False)
class Merge:
    """The differences of three versions and the chosen sides; each choice is a new merge.

    A value that only one side changed is taken from that side, unless chosen otherwise. A value
    that both changed is open until it is chosen.
    """

    theirs: Mapping[str, Any]
    differences: tuple[Difference, ...]
    chosen: Mapping[Steps, Side] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        loaded: Mapping[str, Any],
        theirs: Mapping[str, Any],
        mine: Mapping[str, Any],
        whole: Collection[str] = (),
    ) -> Merge:
        """Compare three versions; a list is one value, and so is a record in a `whole` key."""
        states = (loaded, theirs, mine)
        ways = as_whole_values([*changed(loaded, theirs), *changed(loaded, mine)], whole, states)
        differences = [
            Difference(way, at(loaded, way), at(theirs, way), at(mine, way)) for way in ways
        ]
        return cls.among(theirs, differences)

    @classmethod
    def among(cls, theirs: Mapping[str, Any], found: Iterable[Difference]) -> Merge:
        """Return a merge of these differences; if both sides agree there is nothing to choose."""
        differences = tuple(one for one in found if not same(one.theirs, one.mine))
        first: dict[Steps, Side] = {
            one.steps: MINE if one.by_me else THEIRS for one in differences if not one.both
        }
        return cls(theirs, differences, first)

    @property
    def clashes(self) -> tuple[Difference, ...]:
        """The values that both sides changed."""
        return tuple(one for one in self.differences if one.both)

    @property
    def open(self) -> tuple[Difference, ...]:
        """The values that still have to be chosen."""
        return tuple(one for one in self.differences if one.steps not in self.chosen)

    def side(self, steps: Steps) -> Side | None:
        """The side used for a value; None while that is open."""
        return self.chosen.get(steps)

    def choose(self, steps: Steps, side: Side) -> Merge:
        """Choose one side's value."""
        return replace(self, chosen={**self.chosen, steps: side})

    def choose_all(self, side: Side) -> Merge:
        """Choose one side for all conflicts; what only one side changed stays with it."""
        return replace(
            self, chosen={**self.chosen, **dict.fromkeys((one.steps for one in self.clashes), side)}
        )

    def result(self) -> dict[str, Any]:
        """Theirs, with mine for each choice; what is open is theirs."""
        record = dict(self.theirs)
        for one in self.differences:
            if self.side(one.steps) == MINE:
                record = put(record, one.steps, one.mine)
        return record


def changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Steps]:
    """The paths of all different values; enters objects, but not lists."""
    return list(_changed(before, after, ()))


def _changed(before: Mapping[str, Any], after: Mapping[str, Any], way: Steps) -> Iterator[Steps]:
    for key in [*before, *(key for key in after if key not in before)]:
        old, new = before.get(key, MISSING), after.get(key, MISSING)
        inside = isinstance(new, Mapping) and bool(new)
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            yield from _changed(old, new, (*way, key))
        elif old is MISSING and inside:
            yield from _changed({}, new, (*way, key))
        elif not same(old, new):
            yield (*way, key)


def _is_record(value: Any) -> bool:
    return isinstance(value, Mapping) and "id" in value


def outermost(ways: Iterable[Steps]) -> list[Steps]:
    """Each path once, without those inside another one."""
    known = dict.fromkeys(ways)
    return [way for way in known if not any(way[:length] in known for length in range(1, len(way)))]


def as_whole_values(
    ways: Iterable[Steps], whole: Collection[str], states: Iterable[Mapping[str, Any]]
) -> list[Steps]:
    """The same paths, but none into a record in a `whole` key, in any language.

    Half of one record and half of another would make no sense.
    """
    found, shown = list(ways), list(states)
    values = {way: value_path(way) for way in found}
    kept = {
        value
        for value in set(values.values())
        if value[-1] in whole and any(_is_record(at(one, value)) for one in shown)
    }
    return outermost(values[way] if values[way] in kept else way for way in found)


def value_path(way: Steps) -> Steps:
    """Return the path of the value that a change at `way` belongs to.

    A top-level key, or a key of one language: a backend may replace either with what it gets.
    """
    return way[:LANGUAGE_DEPTH] if way[0] == TRANSLATIONS else way[:1]


def at(values: Any, steps: Steps) -> Any:
    """The value at the end of a path, or MISSING."""
    for step in steps:
        if not isinstance(values, Mapping) or step not in values:
            return MISSING
        values = values[step]
    return values


def put(values: Any, steps: Steps, value: Any) -> dict[str, Any]:
    """Return a copy with another value at a path; MISSING removes it."""
    first, *rest = steps
    known = dict(values) if isinstance(values, Mapping) else {}
    if rest:
        if value is MISSING and not isinstance(known.get(first), Mapping):
            return known
        known[first] = put(known.get(first), tuple(rest), value)
    elif value is MISSING:
        known.pop(first, None)
    else:
        known[first] = value
    return known


def reapply_changes(
    values: Mapping[str, Any], before: Mapping[str, Any], after: Mapping[str, Any]
) -> dict[str, Any]:
    """Return a copy of `values` with the changes from `before` to `after`, removals included."""
    result = dict(values)
    for way in changed(before, after):
        result = put(result, way, at(after, way))
    return result


def without(value: Any, left_out: Iterable[str], fill: Callable[[], Any] | None = None) -> Any:
    """A copy without the values at these dotted patterns, in which `*` is any position or key.

    With `fill`, its value replaces them.
    """
    return _without(value, [tuple(pattern.split(".")) for pattern in left_out], fill)


def _without(value: Any, patterns: list[Steps], fill: Callable[[], Any] | None) -> Any:
    if isinstance(value, list | tuple):
        inner = [pattern[1:] for pattern in patterns if pattern[0] == "*" and pattern[1:]]
        return [_without(one, inner, fill) for one in value] if inner else list(value)
    if not isinstance(value, Mapping):
        return value
    kept = {}
    for key, one in value.items():
        about = [pattern[1:] for pattern in patterns if pattern[0] in (key, "*")]
        if () in about:
            if fill is not None:
                kept[key] = fill()
            continue
        kept[key] = _without(one, about, fill) if about else one
    return kept
