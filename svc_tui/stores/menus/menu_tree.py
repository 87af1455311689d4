"""The entries of a navigation menu as a value: positions and moves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

Node = Mapping[str, Any]
"""An entry as the backend has it; unknown keys are kept."""

Path = tuple[int, ...]
"""The position of an entry among the roots, then among their children, and so on."""

MoveDirection = Literal["up", "down", "in", "out"]

MAX_DEPTH = 3
"""Maximum levels of a menu, unless the console file sets another."""

STATIC, RELATIONAL = "ST", "RE"


@dataclass(frozen=True)
class Row:
    """A visible entry."""

    path: Path
    node: Any
    """The entry; a `Node`, or whatever else is in its place."""
    children: int
    """The number of its children."""
    closed: bool = False
    """Whether those are folded away."""
    aside: bool = False
    """Whether it does not match the search, and is only shown as a parent."""


@dataclass(frozen=True)
class MoveResult:
    """The tree after a move, and the new place of the moved entry."""

    tree: MenuTree
    path: Path


@dataclass(frozen=True)
class MenuTree:
    """Entries in order.

    Each change returns a new tree; entries are never modified. The limit of levels applies to
    changes: entries that are already deeper can stay.
    """

    nodes: tuple[Any, ...] = ()
    max_depth: int | None = MAX_DEPTH
    """Maximum levels for changes; None for any number."""

    @classmethod
    def of(cls, nodes: Any, max_depth: int | None = MAX_DEPTH) -> MenuTree:
        """Return the tree of a record's value; empty if the value is not a list."""
        return cls(tuple(children_in(nodes)), max_depth)

    # Looking

    def __len__(self) -> int:
        return sum(1 for _ in self.walk())

    def at(self, path: Path) -> Any:
        """Return the entry at a place; raises `IndexError` without one."""
        siblings, node = self.nodes, None
        for step in path:
            node = siblings[step]
            siblings = children_of(node)
        return node

    def has(self, path: Path) -> bool:
        """Whether an entry is there."""
        siblings: Sequence[Any] = self.nodes
        for step in path:
            if not 0 <= step < len(siblings):
                return False
            siblings = children_of(siblings[step])
        return bool(path)

    def children(self, path: Path) -> tuple[Any, ...]:
        """Return the children of a place; the roots for the empty one."""
        return children_of(self.at(path)) if path else self.nodes

    def walk(self, below: Path = ()) -> Iterator[tuple[Path, Any]]:
        """Yield every entry below a place, from top to bottom, at any depth."""
        stack = [((*below, n), one) for n, one in reversed([*enumerate(self.children(below))])]
        while stack:
            path, node = stack.pop()
            yield path, node
            inner = [((*path, n), one) for n, one in enumerate(children_of(node))]
            stack.extend(reversed(inner))

    def rows(self, closed: Collection[str] = ()) -> list[Row]:
        """The visible entries, if those with the ids in `closed` are folded."""
        found: list[Row] = []
        hidden: Path | None = None
        for path, node in self.walk():
            if hidden is not None and path[: len(hidden)] == hidden:
                continue
            children = len(children_of(node))
            folded = bool(children) and fold_key(node, path) in closed
            hidden = path if folded else None
            found.append(Row(path, node, children, folded))
        return found

    def fitting(self, words: str) -> set[Path]:
        """The entries whose title or address contains these words."""
        wanted = words.casefold()
        return {
            path
            for path, node in self.walk()
            if any(wanted in text.casefold() for text in (title_of(node), leads_to(node)))
        }

    def rows_fitting(self, words: str, also: Path = ()) -> list[Row]:
        """Return the matching rows with their ancestors; `also` is never hidden."""
        fitting = self.fitting(words)
        ends = {*fitting, also}
        wanted = {path[:end] for path in ends for end in range(1, len(path) + 1)}
        return [
            Row(path, node, len(children_of(node)), aside=path not in fitting)
            for path, node in self.walk()
            if path in wanted
        ]

    def below(self, path: Path) -> int:
        """Return the number of entries below this one."""
        return sum(1 for _ in self.walk(path))

    def height(self, path: Path) -> int:
        """Levels of an entry with everything below it; 1 if there is nothing."""
        return max((len(one) for one, _ in self.walk(path)), default=len(path)) - len(path) + 1

    def find(self, id: object) -> Path | None:
        """Return the place of the entry with an id."""
        if id in (None, ""):
            return None
        return next((path for path, node in self.walk() if id_of(node) == id), None)

    def nearest(self, path: Path) -> Path:
        """Return this place if it exists, else the one before or above it; () in an empty menu."""
        while path and not self.has(path):
            path = (*path[:-1], path[-1] - 1) if path[-1] > 0 else path[:-1]
        return path or ((0,) if self.nodes else ())

    # Changing

    def inserted(self, path: Path, node: Node) -> MenuTree:
        """Return the tree with a new entry at a place; the one there comes after it."""
        return self._with(path[:-1], lambda nodes: (*nodes[: path[-1]], node, *nodes[path[-1] :]))

    def without(self, path: Path) -> MenuTree:
        """Return the tree without the entry and everything below it."""
        return self._with(path[:-1], lambda nodes: (*nodes[: path[-1]], *nodes[path[-1] + 1 :]))

    def replaced(self, path: Path, node: Node) -> MenuTree:
        """Return the tree with another entry in place of one."""
        change = self._with
        return change(path[:-1], lambda n: (*n[: path[-1]], node, *n[path[-1] + 1 :]))

    def too_deep_below(self, path: Path, levels: int = 1) -> str:
        """Return why that many levels can't be put below an entry; empty if they can."""
        return self._too_deep(len(path) + levels)

    def moved(self, path: Path, way: MoveDirection) -> MoveResult | str:
        """Move an entry one step, or return why it can't move."""
        *above, at = path
        parent = tuple(above)
        if way == "up":
            return self.put(path, (*parent, at - 1)) if at else "It is already the first one."
        if way == "down":
            last = len(self.children(parent)) - 1
            return self.put(path, (*parent, at + 2)) if at < last else "It is already the last one."
        if way == "in":
            if not at:
                return "There is no entry before it to move into."
            before = (*parent, at - 1)
            return self.put(path, (*before, len(self.children(before))))
        return (
            self.put(path, (*parent[:-1], parent[-1] + 1))
            if parent
            else "It is already at the top level."
        )

    def put(self, path: Path, target: Path) -> MoveResult | str:
        """Move an entry with its subtree before the one at `target`, or return why it can't."""
        if target[: len(path)] == path and len(target) > len(path):
            return "An entry can't go into itself."
        node, levels = self.at(path), self.height(path)
        deepest = len(target) + levels - 1
        if len(target) > len(path) and (why := self._too_deep(deepest)):
            return why
        home, there = target[:-1], target[-1]
        if path[:-1] == home and path[-1] < there:
            there -= 1  # It leaves a place before its target.
        depth = len(path) - 1
        if len(home) > depth and home[:depth] == path[:-1] and home[depth] > path[-1]:
            home = (*home[:depth], home[depth] - 1, *home[depth + 1 :])
        end = (*home, there)
        return MoveResult(self.without(path).inserted(end, node), end)

    def _too_deep(self, levels: int) -> str:
        if self.max_depth is None or levels <= self.max_depth:
            return ""
        return f"The menu can't have {levels} levels. The limit is {self.max_depth}."

    def _with(self, parent: Path, change: Callable[[tuple[Any, ...]], Sequence[Any]]) -> MenuTree:
        """Return the tree with other children of an entry; only its ancestors are copied."""
        inner: Sequence[Any] = change(self.children(parent))
        for end in range(len(parent), 0, -1):
            node = {**self.at(parent[:end]), "nodes": list(inner)}
            siblings = self.children(parent[: end - 1])
            at = parent[end - 1]
            inner = (*siblings[:at], node, *siblings[at + 1 :])
        return replace(self, nodes=tuple(inner))


def children_of(node: Any) -> tuple[Any, ...]:
    """Return the entries directly below one."""
    return children_in(node.get("nodes")) if isinstance(node, Mapping) else ()


def children_in(nodes: Any) -> tuple[Any, ...]:
    """The entries of a value that should be a list of them."""
    return tuple(nodes) if isinstance(nodes, list | tuple) else ()


def id_of(node: Any) -> Any:
    """The id that the backend knows an entry by, if it has one."""
    return node.get("id") if isinstance(node, Mapping) else None


def fold_key(node: Any, path: Path) -> str:
    """Return the key to remember a folded entry by: its id, else its place."""
    id = id_of(node)
    return f"id:{id}" if id not in (None, "") else f"at:{path}"


def own_values(node: Any) -> dict[str, Any]:
    """An entry without those below it."""
    if not isinstance(node, Mapping):
        return {}
    return {key: value for key, value in node.items() if key != "nodes"}


def title_of(node: Any) -> str:
    """Return the title of an entry; empty if it has none."""
    title = node.get("title") if isinstance(node, Mapping) else None
    return title if isinstance(title, str) else ""


def link_of(node: Any) -> Mapping[str, Any]:
    """Return the link of an entry."""
    link = node.get("link") if isinstance(node, Mapping) else None
    return link if isinstance(link, Mapping) else {}


def leads_to(node: Any) -> str:
    """Return the address of an entry's link, as the backend has it; empty if it has none."""
    link = link_of(node)
    if link.get("link_type") != RELATIONAL:
        return str(link.get("static") or "")
    target = link.get("url_node")
    if target is None:
        return ""  # Whatever else the link has, its page is gone, or none was chosen.
    if isinstance(target, Mapping):
        return str(target.get("permalink") or target.get("name") or f"page {target.get('id')}")
    return str(link.get("url") or f"page {target}")
