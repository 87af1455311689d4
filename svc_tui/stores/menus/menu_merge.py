"""Merge two users' versions of a menu entry by entry, if possible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from svc_tui.stores.menus.entry_fields import ENTRY_PLACES
from svc_tui.stores.menus.menu_serializer import plain_nodes
from svc_tui.stores.menus.menu_tree import MenuTree, id_of, own_values
from svc_tui.stores.record.draft import MISSING, same
from svc_tui.stores.record.field_paths import label_with_path
from svc_tui.stores.record.merge import (
    MINE,
    THEIRS,
    Difference,
    Merge,
    Side,
    Steps,
    at,
    changed,
    outermost,
    put,
)
from svc_tui.text import clean, cut

TOP = ""
"""The key of the roots' parent."""

PLACE, ORDER = "(place)", "(order)"
"""Steps of a difference that name no value of an entry: below which one it stands, and the order
of those below it."""

WHOLE = ("link",)
"""Values that are merged whole: half of one link and half of another leads nowhere."""


@dataclass(frozen=True)
class FlatTree:
    """A flattened tree: each entry by its id."""

    values: Mapping[str, dict[str, Any]]
    """Entries without their children."""
    stored: Mapping[str, dict[str, Any]]
    """The same without values that a backend computes."""
    parent: Mapping[str, str]
    order: Mapping[str, Sequence[str]]
    """The children of each entry, in order; the roots below `TOP`."""

    @classmethod
    def of(cls, nodes: Any) -> FlatTree | None:
        """Flatten a tree; None if an entry has no id, or is not an object."""
        tree, bare = MenuTree.of(nodes), MenuTree.of(plain_nodes(nodes))
        ids: dict[tuple[int, ...], str] = {(): TOP}
        values, stored, parent = {}, {}, {}
        order: dict[str, list[str]] = {TOP: []}
        for path, node in tree.walk():
            id = id_of(node)
            key = str(id)
            if id in (None, "") or key in values:
                return None
            ids[path] = key
            values[key], stored[key] = own_values(node), own_values(bare.at(path))
            parent[key] = ids[path[:-1]]
            order[key] = []
            order[parent[key]].append(key)
        return cls(values, stored, parent, order)

    def below(self, key: str, among: frozenset[str] | set[str]) -> list[str]:
        """The children of an entry that are in a set, in order."""
        return [one for one in self.order.get(key, ()) if one in among]

    def title(self, key: str) -> str:
        """Return the title of an entry."""
        return cut(clean(self.values[key].get("title") or "(no title)"), 30)


@dataclass(frozen=True)
class Trees:
    """Three versions of the entries of one language."""

    steps: Steps
    """Their path in the record."""
    lang: str
    loaded: FlatTree
    theirs: FlatTree
    mine: FlatTree

    @property
    def keys(self) -> tuple[str, ...]:
        """Every entry that any of the three knows."""
        states = (self.theirs, self.mine, self.loaded)
        return tuple(dict.fromkeys(key for one in states for key in one.values))

    # Where they differ

    def differences(self) -> Iterator[tuple[Difference, str]]:
        """Each difference with its label."""
        for key in self.keys:
            yield from self._about(key)
        common = {key for key in self.keys if self._stays(key)}
        for parent in (TOP, *self.keys):
            yield from self._about_order(parent, common)

    def _about(self, key: str) -> Iterator[tuple[Difference, str]]:
        states = (self.loaded, self.theirs, self.mine)
        loaded, theirs, mine = (one.stored.get(key, MISSING) for one in states)
        if loaded is MISSING and theirs is not MISSING and mine is not MISSING:
            loaded = {}
        name = f"{self._title(key)}{self._in_lang}"
        if MISSING in (loaded, theirs, mine):
            yield Difference((*self.steps, key), loaded, theirs, mine), name
            return
        ways = outermost(
            way[:1] if way[0] in WHOLE else way
            for way in [*changed(loaded, theirs), *changed(loaded, mine)]
        )
        for way in ways:
            values = (at(one, way) for one in (loaded, theirs, mine))
            label = label_with_path(".".join(way), ENTRY_PLACES)
            yield Difference((*self.steps, key, *way), *values), f"{name}: {label}"
        if len({one.parent.get(key, TOP) for one in states}) > 1:
            places = (self._place(one, key) for one in states)
            yield Difference((*self.steps, key, PLACE), *places), f"{name}: position"

    def _about_order(self, parent: str, common: set[str]) -> Iterator[tuple[Difference, str]]:
        """Only if both reordered the same entries; otherwise there is nothing to ask."""
        found = [one.below(parent, common) for one in (self.loaded, self.theirs, self.mine)]
        loaded, theirs, mine = found
        if theirs in (loaded, mine) or mine == loaded:
            return
        where = f"inside {self._title(parent)}" if parent else "at the top"
        titles = ([self._title(key) for key in one] for one in found)
        name = f"Order {where}{self._in_lang}"
        yield Difference((*self.steps, parent, ORDER), *titles), name

    def _stays(self, key: str) -> bool:
        """Whether an entry is in all three versions, under the same parent."""
        states = (self.loaded, self.theirs, self.mine)
        return len({one.parent.get(key) for one in states}) == 1

    def _title(self, key: str) -> str:
        known = next(one for one in (self.mine, self.theirs, self.loaded) if key in one.values)
        return known.title(key)

    def _place(self, state: FlatTree, key: str) -> Any:
        above = state.parent.get(key)
        if above is None:
            return MISSING
        return f"inside {state.title(above)} ({above})" if above else "at the top"

    @property
    def _in_lang(self) -> str:
        return f" ({self.lang})" if self.lang else ""

    # Results

    def result(self, merge: Merge) -> list[Any]:
        """The tree of the choices; for open conflicts, theirs."""
        kept = {key for key in self.keys if key in self._side(merge, key).values}
        values = {key: self._values(merge, key) for key in kept}
        parent = {key: self._parent(merge, key, kept) for key in kept}
        below: dict[str, list[str]] = {}
        for above in (TOP, *kept):
            children = {key for key in kept if parent[key] == above}
            below[above] = self._ordered(merge, above, children)
        return _grown(TOP, values, below)

    def _side(self, merge: Merge, key: str, *rest: str) -> FlatTree:
        """The version that applies to an entry, or to one aspect of it."""
        return self._state(merge.side((*self.steps, key, *rest)))

    def _state(self, side: Side | None) -> FlatTree:
        return self.mine if side == MINE else self.theirs

    def _values(self, merge: Merge, key: str) -> dict[str, Any]:
        home = self._side(merge, key)
        values = home.values[key]
        start = (*self.steps, key)
        for one in merge.differences:
            way = one.steps[len(start) :]
            about = one.steps[: len(start)] == start and way and way not in ((PLACE,), (ORDER,))
            if about and merge.side(one.steps) == MINE:
                values = put(values, way, at(self.mine.values[key], way))
        return values

    def _parent(self, merge: Merge, key: str, kept: set[str]) -> str:
        """Return the parent of an entry; if that is gone, its nearest ancestor."""
        side = self._side(merge, key, PLACE)
        states = (side, self.theirs, self.mine, self.loaded)
        seen = {key}
        here = key
        while True:
            above = next((one.parent[here] for one in states if here in one.parent), TOP)
            if above == TOP or (above in kept and self._leads_up(merge, above, key)):
                return above
            if above in seen or above in kept:
                return TOP  # Each was moved below the other: neither is lost.
            seen.add(above)
            here = above

    def _leads_up(self, merge: Merge, start: str, key: str) -> bool:
        """Whether another entry is not among an entry's ancestors."""
        seen: set[str] = set()
        here = start
        while here != TOP and here not in seen:
            if here == key:
                return False
            seen.add(here)
            side = self._side(merge, here, PLACE)
            states = (side, self.theirs, self.mine, self.loaded)
            here = next((one.parent[here] for one in states if here in one.parent), TOP)
        return True

    def _ordered(self, merge: Merge, above: str, children: set[str]) -> list[str]:
        """Siblings in the order of whoever changed it, the other's new ones behind their own
        neighbors."""
        chosen = merge.side((*self.steps, above, ORDER))
        common = {key for key in children if self._stays(key)}
        mine_moved = self.mine.below(above, common) != self.loaded.below(above, common)
        first = self._state(chosen or (MINE if mine_moved else THEIRS))
        found = first.below(above, children)
        for other in (self.mine if first is self.theirs else self.theirs, self.loaded):
            before: str | None = None
            for key in other.order.get(above, ()):
                if key in children and key not in found:
                    found.insert(found.index(before) + 1 if before is not None else 0, key)
                before = key if key in found else before
        return [*found, *(key for key in self.keys if key in children and key not in found)]


@dataclass(frozen=True, eq=False)
class MenuMerge(Merge):
    """A merge entry by entry; a tree that can't be flattened is merged as one value."""

    trees: tuple[Trees, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    """Labels for the differences inside trees, by dotted path."""

    @classmethod
    def of_menu(
        cls,
        loaded: Mapping[str, Any],
        theirs: Mapping[str, Any],
        mine: Mapping[str, Any],
        places: Mapping[str, str],
    ) -> MenuMerge:
        """Compare three states of a menu; `places` are the paths of its trees, by language."""
        trees = []
        for lang, path in places.items():
            steps = tuple(path.split("."))
            before, other, own = (FlatTree.of(_nodes(one, steps)) for one in (loaded, theirs, mine))
            if before is not None and other is not None and own is not None:
                trees.append(Trees(steps, lang, before, other, own))
        flat = tuple(one.steps for one in trees)
        plain = Merge.of(loaded, theirs, mine)
        inside = [found for one in trees for found in one.differences()]
        # The CMS also sends the entries of one language without a language.
        derived = (("nodes",),) if ("nodes",) not in flat and "translations" in theirs else ()
        differences = [
            *(one for one in plain.differences if one.steps not in (*flat, *derived)),
            *(one for one, _ in inside),
        ]
        made = Merge.among(theirs, differences)
        names = {one.path: words for one, words in inside}
        return cls(theirs, made.differences, made.chosen, tuple(trees), names)

    def result(self) -> dict[str, Any]:
        """Theirs, with mine for each choice; the trees are rebuilt."""
        record = dict(self.theirs)
        flat = [one.steps for one in self.trees]
        for one in self.differences:
            inside = any(one.steps[: len(steps)] == steps for steps in flat)
            if self.side(one.steps) == MINE and not inside:
                record = put(record, one.steps, one.mine)
        for tree in self.trees:
            nodes = tree.result(self)
            if not same(nodes, _nodes(record, tree.steps)):
                record = put(record, tree.steps, nodes)
        return record

    @property
    def entries_of_others(self) -> int:
        """The number of entries that others created, changed or deleted."""
        found = {
            (tree.steps, one.steps[len(tree.steps)])
            for tree in self.trees
            for one in self.differences
            if one.steps[: len(tree.steps)] == tree.steps and one.by_them
        }
        return len(found)


def _nodes(record: Mapping[str, Any], steps: Steps) -> Any:
    found = at(record, steps)
    return [] if found in (MISSING, None) else found


def _grown(
    above: str, values: Mapping[str, dict[str, Any]], below: Mapping[str, Sequence[str]]
) -> list[Any]:
    return [{**values[key], "nodes": _grown(key, values, below)} for key in below[above]]
