"""MenuEdits: the edits of a menu, each of which can be undone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import uuid4

from svc_tui.stores.menus import menu_errors
from svc_tui.stores.menus.menu_tree import (
    STATIC,
    MenuTree,
    MoveDirection,
    MoveResult,
    Node,
    Path,
    children_of,
)
from svc_tui.stores.menus.menu_trees import MenuTrees
from svc_tui.stores.record.detail_state import DetailState
from svc_tui.stores.record.draft import Draft, set_path, within

MOST_STEPS = 200
"""Maximum number of undo steps."""


@dataclass(frozen=True, eq=False)
class MenuEdit:
    """The menu before an edit, and the cursor's place."""

    current: Mapping[str, Any]
    lang: str
    path: Path
    about: object = None
    """The value that was typed into; continued typing in it is one step."""


class EditedStore(Protocol):
    """The store of a menu, as its edits see it."""

    state: DetailState

    def change(self, **changes: object) -> None: ...
    def edit(self, path: str, value: Any) -> None: ...


class MenuEdits:
    """Changes the trees of a menu and remembers the previous ones."""

    def __init__(self, store: EditedStore, trees: MenuTrees) -> None:
        self._store = store
        self._trees = trees
        self._undo: list[MenuEdit] = []
        self._redo: list[MenuEdit] = []

    def move(self, lang: str, path: Path, way: MoveDirection) -> Path | str:
        """Move an entry one step; return its new place, or why it can't move."""
        return self._moved(lang, path, self._trees.edited(lang).moved(path, way))

    def put(self, lang: str, path: Path, target: Path) -> Path | str:
        """Move an entry to a place; return its new place, or why it can't move."""
        return self._moved(lang, path, self._trees.edited(lang).put(path, target))

    def add(self, lang: str, path: Path, node: Node) -> Path | str:
        """Add an entry at a place; return the place, or why that is impossible."""
        tree = self._trees.edited(lang)
        levels = MenuTree((node,)).height((0,))
        if len(path) > 1 and (reason := tree.too_deep_below(path[:-1], levels)):
            return reason
        self._take(lang, path, tree.inserted(path, node))
        return path

    def remove(self, lang: str, path: Path) -> Path:
        """Remove an entry and everything below it; return the cursor's new place."""
        tree = self._trees.edited(lang).without(path)
        self._take(lang, path, tree)
        return tree.nearest(path)

    def write_node(self, lang: str, path: Path, key: str, value: Any) -> None:
        """Write a value of an entry, by dotted path."""
        self._note(lang, path, (lang, path, key))
        state, base, tree = self._store.state, self._trees.at(lang), self._trees.edited(lang)
        at = ".".join([base, *menu_errors.steps_of(path), key])
        nodes = tree.replaced(path, set_path(tree.at(path), key, value)).nodes
        errors = {one: said for one, said in state.errors.items() if not within(one, at)}
        self._store.change(draft=state.draft.edited(base, list(nodes)), errors=errors)

    def write(self, key: str, value: Any) -> None:
        """Write a value of the menu itself."""
        self._note("", (), key)
        self._store.edit(key, value)

    def _moved(self, lang: str, path: Path, moved: MoveResult | str) -> Path | str:
        if isinstance(moved, str):
            return moved
        self._take(lang, path, moved.tree)
        return moved.path

    def _take(self, lang: str, path: Path, tree: MenuTree) -> None:
        """Use another tree; messages move with their entries, or go with them."""
        self._note(lang, path)
        state, at = self._store.state, self._trees.at(lang)
        errors = menu_errors.remap_errors(state.errors, at, self._trees.edited(lang), tree)
        self._store.change(draft=state.draft.edited(at, list(tree.nodes)), errors=errors)

    # Undo

    @property
    def can_undo(self) -> bool:
        """Whether there is an edit to undo."""
        return bool(self._undo)

    def mark(self) -> int:
        """Return a point that `rewind` can return to."""
        return len(self._undo)

    def rewind(self, mark: int) -> None:
        """Undo every edit since a mark, as if it had never been made."""
        if len(self._undo) > mark:
            self._store.change(draft=self._draft(self._undo[mark].current))
            del self._undo[mark:]

    def undo(self, lang: str, path: Path) -> MenuEdit | None:
        """Undo the last edit and return it; None if there is none."""
        return self._step(self._undo, self._redo, lang, path)

    def redo(self, lang: str, path: Path) -> MenuEdit | None:
        """Redo the last undone edit and return it; None if there is none."""
        return self._step(self._redo, self._undo, lang, path)

    def clear(self) -> None:
        """Forget the edits, after a load or a save."""
        self._undo.clear()
        self._redo.clear()

    def _step(
        self, source: list[MenuEdit], other: list[MenuEdit], lang: str, path: Path
    ) -> MenuEdit | None:
        if not source:
            return None
        step = source.pop()
        now = self._store.state.draft.current
        other.append(MenuEdit(now, step.lang or lang, step.path or path))
        self._store.change(draft=self._draft(step.current), errors={})
        return step

    def _draft(self, current: Mapping[str, Any]) -> Draft:
        return Draft(self._store.state.draft.original, current)

    def _note(self, lang: str, path: Path, about: object = None) -> None:
        self._redo.clear()
        if about is not None and self._undo and self._undo[-1].about == about:
            return
        self._undo.append(MenuEdit(self._store.state.draft.current, lang, path, about))
        del self._undo[:-MOST_STEPS]


def new_entry(title: str = "") -> dict[str, Any]:
    """Return a new entry without a link, with its own id."""
    link = {"link_type": STATIC, "static": ""}
    return {"id": str(uuid4()), "title": title, "meta": {}, "link": link, "nodes": []}


def copied(node: Any) -> Any:
    """Return a copy of an entry and everything below it, with new ids."""
    if not isinstance(node, Mapping):
        return node
    return {**node, "id": str(uuid4()), "nodes": [copied(one) for one in children_of(node)]}
