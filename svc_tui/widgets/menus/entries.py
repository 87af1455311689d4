"""MenuEntries: add, edit, copy and delete the entries of a menu, and undo that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from svc_tui.models.menus import LinkedPage
from svc_tui.stores.menus import menu_errors
from svc_tui.stores.menus.menu_edits import MenuEdit, copied, new_entry
from svc_tui.stores.menus.menu_tree import Path
from svc_tui.stores.record.draft import same
from svc_tui.text import plural
from svc_tui.widgets.base import language_in_words
from svc_tui.widgets.choice_menu import ChoiceMenu, Entry
from svc_tui.widgets.form.chooser import ChoiceOption
from svc_tui.widgets.listing.prompt import Prompt
from svc_tui.widgets.menus.host import MenuHost
from svc_tui.widgets.menus.page_picker import MenuPageField, PagePicker


async def ask_for_text(
    host: MenuHost, heading: str, what: str, value: str = "", hint: str = ""
) -> str | None:
    """Ask for a line of text; None if cancelled."""
    prompt = Prompt(heading, what, value, hint)
    answer: str | None = await host.app.push_screen(prompt, wait_for_dismiss=True)
    return answer


def go_where(host: MenuHost, end: Path | str) -> bool:
    """Follow a moved entry, or show why it did not move; return whether it moved."""
    if isinstance(end, str):
        host.svc.snack.show(end, "warning")
        return False
    host.path = end
    host.draw()
    return True


class MenuEntries:
    """Edits entries; each edit can be undone until the menu is saved."""

    def __init__(self, host: MenuHost) -> None:
        self.host = host

    def edit(self) -> None:
        """Type into the form of the entry."""
        self.host.editor.type_into()

    def write(self, path: Path, key: str, value: Any) -> None:
        """Write a value of an entry, as typed into its form."""
        tree = self.host.shown_tree
        if tree.has(path) and isinstance(tree.at(path), Mapping):
            self.host.menus.edits.write_node(self.host.lang, path, key, value)

    def rename(self) -> None:
        """Ask for another title without leaving the tree."""
        self.host.ask_here(self._rename())

    async def _rename(self) -> None:
        host = self.host
        lang, path, node = host.lang, host.path, host.shown_tree.at(host.path)
        title = node.get("title") if isinstance(node, Mapping) else ""
        typed = await ask_for_text(host, "Rename", "Title", title if isinstance(title, str) else "")
        if typed is not None and host.menus.trees.edited(lang).has(path):
            host.menus.edits.write_node(lang, path, "title", typed)

    def add_after(self) -> None:
        """Add an entry after this one, or the first entry of an empty menu."""
        self.host.take_typed()
        path = self.host.path
        self._add((*path[:-1], path[-1] + 1) if path else (0,), new_entry())

    def add_inside(self) -> None:
        """Add an entry below this one, after its other children."""
        self.host.take_typed()
        path = self.host.path
        self._add((*path, len(self.host.shown_tree.children(path))), new_entry())

    def copy(self) -> None:
        """Duplicate the entry with everything inside it."""
        self.host.take_typed()
        path = self.host.path
        node = copied(self.host.shown_tree.at(path))
        self._add((*path[:-1], path[-1] + 1), node, typing=False)

    def _add(self, path: Path, node: Mapping[str, Any], *, typing: bool = True) -> None:
        end = self.host.menus.edits.add(self.host.lang, path, node)
        if go_where(self.host, end) and typing:
            self.host.editor.type_into()

    def remove(self) -> None:
        """Delete the entry, after a question that names what else is deleted."""
        self.host.ask_here(self._remove())

    async def _remove(self) -> None:
        host = self.host
        host.take_typed()
        lang, path, tree = host.lang, host.path, host.shown_tree
        node, below = tree.at(path), tree.below(path)
        along = (
            f"{plural(below, 'entry', 'entries')} inside it will be deleted too.\n" if below else ""
        )
        sure = await host.svc.confirm.ask(
            f"Delete {menu_errors.title_at(tree, path)}?",
            f"{along}It is deleted when you save. Until then, press u to restore it.",
            confirm_text="Delete",
            dangerous=True,
        )
        now = host.menus.trees.edited(lang)
        if sure and now.has(path) and same(now.at(path), node):
            go_where(host, host.menus.edits.remove(lang, path))

    def fill(self) -> None:
        """Copy the entries of another language after those here."""
        self.host.ask_here(self._fill())

    async def _fill(self) -> None:
        host, menus = self.host, self.host.menus
        host.take_typed()
        entries = [
            Entry(
                one,
                language_in_words(one, host.svc),
                plural(len(menus.trees.edited(one)), "entry", "entries"),
            )
            for one in host.languages
            if one != host.lang and menus.trees.edited(one).nodes
        ]
        if not entries:
            host.svc.snack.show("No other language has entries to copy.")
            return
        choice = ChoiceMenu(f"Copy to {language_in_words(host.lang, host.svc)} from", entries)
        source = await host.app.push_screen(choice, wait_for_dismiss=True)
        if source is None:
            return
        start = len(host.shown_tree.nodes)
        for n, node in enumerate(menus.trees.edited(source).nodes):
            menus.edits.add(host.lang, (start + n,), copied(node))
        go_where(host, (start,))

    async def choose_page(self, event: MenuPageField.PageWanted) -> None:
        """Ask for the page that an entry links to; an untitled entry gets its name."""
        host, menus = self.host, self.host.menus
        lang, path, value = host.lang, host.path, event.field.value
        now = value.get("id") if isinstance(value, Mapping) else value
        picker = PagePicker(menus, now=now, typed=event.typed)
        offer: ChoiceOption | None = await host.app.push_screen(picker, wait_for_dismiss=True)
        if offer is not None and (lang, path) == (host.lang, host.path):
            page: LinkedPage = offer.value
            event.field.choose(page)
            host.take_typed()
            menus.edits.write_node(lang, path, "link.content_type", page.link["content_type"])
            if not host.shown_tree.at(path).get("title"):
                menus.edits.write_node(lang, path, "title", page.name)

    def undo(self) -> None:
        """Undo the last edit; if there is none, the last save."""
        host = self.host
        host.take_typed()
        if host.menus.edits.can_undo:
            self._show_step(host.menus.edits.undo(host.lang, host.path))
        else:
            host.ask(host.writer.undo())

    def redo(self) -> None:
        """Redo an edit that was undone."""
        self._show_step(self.host.menus.edits.redo(self.host.lang, self.host.path))

    def _show_step(self, step: MenuEdit | None) -> None:
        host = self.host
        if step is None:
            host.svc.snack.show("There is nothing to redo.")
            return
        if step.lang and step.lang != host.lang:
            host.frame.choose_language(step.lang)
            host.lang = step.lang
        go_where(host, host.shown_tree.nearest(step.path or host.path))
