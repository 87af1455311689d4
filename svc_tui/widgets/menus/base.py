"""What all deeds of the menu manager stand on: its store, its parts, where one stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual import on

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.menus import menu_errors
from svc_tui.stores.menus.menu_merge import MenuMerge
from svc_tui.stores.menus.menu_store import MenuStore
from svc_tui.stores.menus.menu_tree import MenuTree, Path, id_of
from svc_tui.text import clean
from svc_tui.widgets.form.field_paths import FieldPath, places
from svc_tui.widgets.menus.entry_editor import SvcMenuNodeEditor
from svc_tui.widgets.menus.tree import SvcMenuTreeview
from svc_tui.widgets.record.base import RecordWidget
from svc_tui.widgets.record.lang_switch import SvcDetailLangSwitch
from svc_tui.widgets.record.permissions import RecordPermissions

MENU_FIELDS = (
    FieldDescriptor(key="key", required=True),
    FieldDescriptor(key="enabled", type="boolean"),
    FieldDescriptor(key="nodes", label="Entries", translatable=True),
)
"""What a menu holds, as people call it."""


class MenuBase(RecordWidget):
    """The manager without its face and its deeds: where one stands, and what is wrong."""

    menus: MenuStore
    languages: tuple[str, ...] = ()
    lang = ""
    """The language whose tree is shown; empty without languages."""
    path: Path = ()
    """The entry under the cursor; () where there is none."""
    disabled_reason = ""
    """Why the entry that is carried could not go further."""
    _carried: tuple[int, Path] | None = None

    @property
    def rights(self) -> RecordPermissions:
        """What may be done with this menu."""
        raise NotImplementedError

    @property
    def treeview(self) -> SvcMenuTreeview:
        """The tree; has the focus while nothing is being typed."""
        return self.query_one(SvcMenuTreeview)

    @property
    def editor(self) -> SvcMenuNodeEditor:
        """The form of the entry."""
        return self.query(SvcMenuNodeEditor).last()

    @property
    def carrying(self) -> bool:
        """Whether arrows move the entry."""
        return self._carried is not None

    @property
    def shown_tree(self) -> MenuTree:
        """The entries that are shown."""
        return self.menus.tree(self.lang)

    def _draw(self) -> None:
        raise NotImplementedError

    # Where one stands

    def go_to(self, path: Path) -> None:
        """Another entry; what was typed into the one before is in the draft first."""
        self.take_typed()
        self.path = self.shown_tree.nearest(path)
        self._draw()

    def show_language(self, lang: str) -> None:
        """The tree of another language, from its top."""
        self.take_typed()
        self.lang, self._carried = lang, None
        self.path = self.shown_tree.nearest((0,))
        self._draw()

    def loaded_node(self, node: Any) -> Any:
        """The entry as it was loaded."""
        loaded = self.menus.loaded_tree(self.lang)
        there = loaded.find(id_of(node))
        if there is None and id_of(node) in (None, "") and loaded.has(self.path):
            there = self.path
        return loaded.at(there) if there is not None else None

    # What is typed

    def _write_node(self, path: Path, key: str, value: Any) -> None:
        tree = self.shown_tree
        if tree.has(path) and isinstance(tree.at(path), Mapping):
            self.menus.write_node(self.lang, path, key, value)

    def take_typed(self) -> None:
        """What the form holds right now."""
        for editor in self.query(SvcMenuNodeEditor):
            editor.take_typed()

    @on(SvcMenuNodeEditor.Left)
    def _to_tree(self) -> None:
        self.treeview.focus()

    # What is wrong

    def is_valid(self) -> bool:
        """Whether nothing is wrong that can be known here; what is wrong is said at the entries."""
        found: dict[str, tuple[str, ...]] = {}
        for lang in self.languages or ("",):
            wrong = menu_errors.tree_errors(self.menus.tree(lang), self.menus.loaded_tree(lang))
            for path, values in wrong.items():
                for key, said in values.items():
                    at = [self.menus.nodes_at(lang), *menu_errors.steps_of(path), key]
                    found[".".join(at)] = (said,)
        if wrong_key := self._wrong_key():
            found["key"] = (wrong_key,)
        if found:
            self.store.say(found)
        return not found

    def _wrong_key(self) -> str:
        draft = self.store.state.draft
        key = draft.get("key")
        if not draft.changed("key") and not self.store.state.is_new:
            return ""
        if not isinstance(key, str) or not key.strip():
            return "A menu needs a key, by which the site finds it: x gives it one."
        if key.strip().isdigit():
            return "A key of digits alone would be taken for an id: add a letter."
        return ""

    def put_errors(self, errors: Any) -> Any:
        """A backend's messages at our entries."""
        return self.menus.put_errors(errors)

    def wrong(self) -> list[tuple[str, Path]]:
        """Every entry with something wrong: those of the language that is shown first."""
        langs = sorted(self.languages or ("",), key=lambda one: one != self.lang)
        return [
            (one, path) for one in langs for path in sorted(self.menus.errors_by_entry(one)) if path
        ]

    def general_error(self) -> list[tuple[str, str]]:
        """What is said of no entry: the path, and the words."""
        inside = tuple(f"{self.menus.nodes_at(one)}." for one in self.languages or ("",))
        return [
            ("" if key in ("", "key") else clean(key), said)
            for key, messages in self.store.state.errors.items()
            if not key.startswith(inside)
            for said in messages
        ]

    def go_to_error(self) -> None:
        """The first entry with something wrong, and the value."""
        if found := self.wrong():
            self._show_trouble(found[0])

    def action_next_error(self) -> None:
        """The next entry with something wrong."""
        found, here = self.wrong(), (self.lang, self.path)
        if found:
            at = found.index(here) + 1 if here in found else 0
            self._show_trouble(found[at % len(found)])

    def _show_trouble(self, place: tuple[str, Path]) -> None:
        lang, path = place
        if lang != self.lang:
            for switch in self.query(SvcDetailLangSwitch):
                switch.choose(lang)
            self.show_language(lang)
        self.go_to(path)
        keys = list(self.menus.errors_by_entry(lang).get(path, {}))
        self.editor.type_into(keys[0] if keys else "title")

    # Words

    @property
    def all_places(self) -> tuple[FieldPath, ...]:
        """The values of the menu: its key, whether it is on, the entries of each language."""
        return places(MENU_FIELDS, self.languages)

    def words_at(self, path: str) -> str | None:
        """What people call the value at a path; in a conflict, entries by their titles."""
        clash = self.store.state.clash
        if clash is not None and isinstance(clash.merge, MenuMerge) and path in clash.merge.names:
            return clash.merge.names[path]
        for one in self.all_places:
            if f"{path}.".startswith(f"{one.path}.") or f"{one.path}.".startswith(f"{path}."):
                return one.words
        return None
