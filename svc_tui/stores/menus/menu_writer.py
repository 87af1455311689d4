"""EditMenu: edit the entries of a menu outside its page, and save it as the page does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from svc_tui.stores.menus.menu_errors import tree_errors
from svc_tui.stores.menus.menu_store import MenuStore
from svc_tui.stores.menus.menu_tree import MenuTree, Path, title_of
from svc_tui.stores.menus.menu_trees import languages_of
from svc_tui.stores.record.draft import MISSING, Draft, same
from svc_tui.stores.runs.row_writers import (
    ALREADY,
    RequestPreview,
    RowResult,
    RowWork,
    WritesInOrder,
    loaded,
    saved,
)
from svc_tui.text import clean, plural

Change = tuple[str, Any, Any]
"""The label of a value, its old and its new value; `MISSING` if there is none."""

MenuChange = Callable[[MenuStore], list[Change]]
"""Edits a loaded menu; raises `NotEdited`."""


class NotEdited(Exception):
    """An entry can't be edited; the text says why."""


class EditMenu(WritesInOrder):
    """Saves one edit of a menu; entries that others have changed stay."""

    def __init__(self, open_menu: Callable[[str], MenuStore], edit: MenuChange) -> None:
        self._open, self._edit = open_menu, edit

    async def write(self, work: RowWork) -> RowResult:
        store, found = await self._edited(work)
        if isinstance(found, RowResult):
            return found
        if not store.dirty:
            return RowResult(store.state.id, work.title, "skipped", ALREADY)
        return await saved(store, store.state.id, work.title)

    async def look(self, work: RowWork) -> RowResult | None:
        """Check whether the menu is as after the edit."""
        store, found = await self._edited(work)
        if isinstance(found, RowResult):
            return found
        return None if store.dirty else RowResult(work.key, work.title, "skipped", ALREADY)

    async def preview(self, work: RowWork) -> RequestPreview:
        store, found = await self._edited(work)
        method, path = store.crud.dialect.change_method, store.address
        if isinstance(found, RowResult):
            return RequestPreview(method, path, found.title, problem=found.reason)
        problem = "" if store.dirty else ALREADY
        return RequestPreview(method, path, work.title, tuple(found), problem)

    async def _edited(self, work: RowWork) -> tuple[MenuStore, list[Change] | RowResult]:
        """Return the edited menu and its changes, or why it can't be edited."""
        store = self._open(work.key)
        if (failed := await loaded(store, work)) is not None:
            return store, failed
        store.trees.languages = languages_of(store.state)
        try:
            changes = self._edit(store)
            _check(store)
        except NotEdited as error:
            return store, RowResult(work.key, work.title, "failed", str(error))
        return store, changes


def _check(store: MenuStore) -> None:
    """Raise NotEdited if a changed entry has an error."""
    trees = store.trees
    for lang in trees.places:
        for path, wrong in tree_errors(trees.edited(lang), trees.loaded(lang)).items():
            raise NotEdited(f"{shown_place(path)}: {' '.join(wrong.values())}")


def tree_of(store: MenuStore, lang: str) -> MenuTree:
    """Return the entries in a language; raises NotEdited for an unknown one."""
    there = store.trees.languages
    if lang in (there or ("",)):
        return store.trees.edited(lang)
    if not there:
        raise NotEdited("This menu has no languages.")
    what = f"There is no language {clean(lang)}" if lang else "In which language"
    raise NotEdited(f"{what}? Add --lang {' or --lang '.join(map(clean, there))}.")


# Names of entries


def shown_place(path: Path) -> str:
    """Return the place of an entry for people: `2.1` is the first inside the second."""
    return ".".join(str(step + 1) for step in path)


def place_of(text: str) -> Path:
    """Return the place that `2.1` means; () for a text that is none."""
    steps = text.split(".")
    if not all(one.isascii() and one.isdecimal() and int(one) > 0 for one in steps):
        return ()
    return tuple(int(one) - 1 for one in steps)


def entry_at(tree: MenuTree, word: str) -> Path:
    """Return the entry that a place, an id or a title means; raises NotEdited."""
    if (place := place_of(word)) and tree.has(place):
        return place
    if (found := tree.find(word)) is not None:
        return found
    named = [path for path, node in tree.walk() if title_of(node) == word]
    if len(named) == 1:
        return named[0]
    if named:
        places = ", ".join(map(shown_place, named))
        words = f"Several entries are named {clean(word)}. Use a position instead: {places}."
        raise NotEdited(words)
    raise NotEdited(f"There is no entry {clean(word)}.")


def free_place(tree: MenuTree, word: str) -> Path:
    """Return a place for an entry; raises NotEdited."""
    path = place_of(word)
    parent = path[:-1]
    if not path or (parent and not tree.has(parent)):
        raise NotEdited(
            f"There is no position {clean(word)}. Write it like 2.1 (the first entry inside the "
            "second)."
        )
    return (*parent, min(path[-1], len(tree.children(parent))))


# Edits


def added(lang: str, place: str, node: dict[str, Any]) -> MenuChange:
    """Return the edit that adds an entry; without a place, at the end of the top level."""

    def edit(store: MenuStore) -> list[Change]:
        tree = tree_of(store, lang)
        path = free_place(tree, place) if place else (len(tree.nodes),)
        end = store.edits.add(lang, path, node)
        if isinstance(end, str):
            raise NotEdited(end)
        return [(f"{shown_place(end)} (new)", MISSING, title_of(node))]

    return edit


def moved(lang: str, word: str, place: str) -> MenuChange:
    """Return the edit that moves an entry with its subtree to the place of another one."""

    def edit(store: MenuStore) -> list[Change]:
        tree = tree_of(store, lang)
        path, target = entry_at(tree, word), free_place(tree, place)
        if path[:-1] == target[:-1]:  # It leaves its own place there.
            last = min(target[-1], len(tree.children(path[:-1])) - 1)
            target = (*path[:-1], last + (path[-1] < last))
        end = path if path == target else store.edits.put(lang, path, target)
        if isinstance(end, str):
            raise NotEdited(end)
        name = f"{title_of(tree.at(path))} (position)"
        return [(name, shown_place(path), shown_place(end))] if end != path else []

    return edit


def rewritten(lang: str, word: str, values: dict[str, Any]) -> MenuChange:
    """Return the edit that writes values of an entry, by dotted path."""

    def edit(store: MenuStore) -> list[Change]:
        tree = tree_of(store, lang)
        path, changes = entry_at(tree, word), []
        for key, value in values.items():
            before = Draft.of(tree.at(path)).get(key, MISSING)
            if not same(before, value):
                store.edits.write_node(lang, path, key, value)
                changes.append((f"{shown_place(path)}.{key}", before, value))
        return changes

    return edit


def removed(lang: str, words: tuple[str, ...]) -> MenuChange:
    """Return the edit that removes entries with everything inside them."""

    def edit(store: MenuStore) -> list[Change]:
        tree = tree_of(store, lang)
        paths = sorted({entry_at(tree, one) for one in words}, reverse=True)
        changes = []
        for path in paths:
            inner = tree.below(path)
            along = f", with {plural(inner, 'entry', 'entries')} inside it" if inner else ""
            name = f"{shown_place(path)} (removed{along})"
            changes.append((name, title_of(tree.at(path)), MISSING))
            store.edits.remove(lang, path)
        return changes[::-1]

    return edit
