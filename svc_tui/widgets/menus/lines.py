"""MenuLines: the lines around a menu's tree and its entry's form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from svc_tui.stores.menus.menu_errors import title_at
from svc_tui.stores.menus.menu_tree import id_of
from svc_tui.stores.record.detail_store import DetailState
from svc_tui.text import clean, label, plural
from svc_tui.widgets.base import language_in_words
from svc_tui.widgets.menus.errors import MenuErrors
from svc_tui.widgets.menus.host import MenuHost
from svc_tui.widgets.panel import Panel, is_framed, name_panel
from svc_tui.widgets.record.frame import problem_lines, state_marks
from svc_tui.widgets.record.header import Title


class MenuLines:
    """Heading, notice, languages, the path of the entry, and the text of an empty tree."""

    def __init__(self, host: MenuHost, errors: MenuErrors) -> None:
        self.host = host
        self.errors = errors

    def draw(self) -> None:
        """Redraw what has changed."""
        state, frame = self.host.menus.state, self.host.frame
        title = clean(state.draft.get("key") or "") or ("New menu" if state.loaded else "")
        frame.draw_head("Menu", Title(title), state, self._marks(state))
        if state.loaded:
            frame.draw_notice(self._notice(state), failed=True)
        else:
            frame.draw_loading(state, "menu")
        empty = state.loaded and not self.host.shown_tree.nodes
        frame.draw_optional(".face", self._empty_words() if empty else "")
        self._draw_languages(state)

    def draw_entry(self, errors: Mapping[str, Sequence[str]]) -> None:
        """Draw the form of the entry under the cursor."""
        host, tree = self.host, self.host.shown_tree
        node = tree.at(host.path) if tree.has(host.path) else None
        path = host.path if node is not None else ()
        host.editor.show(path, node, self._loaded_node(node), errors)

    def _loaded_node(self, node: Any) -> Any:
        host, loaded = self.host, self.host.menus.trees.loaded(self.host.lang)
        there = loaded.find(id_of(node))
        if there is None and id_of(node) in (None, "") and loaded.has(host.path):
            there = host.path
        return loaded.at(there) if there is not None else None

    def draw_frames(self, tree_panel: Panel, carrying: str) -> None:
        """Draw the text in the frames: the menu and its size, the path of the entry.

        The line below has the keys while an entry is carried, or the path if there are no frames.
        """
        host, tree = self.host, self.host.shown_tree
        state, path = host.menus.state, host.path
        paths = [one for one, _ in tree.walk()]
        crumbs = " › ".join(title_at(tree, path[:end]) for end in range(1, len(path) + 1))
        name_panel(tree_panel, clean(state.draft.get("key") or ""))
        facts = [*self._marks(state), plural(len(paths), "entry", "entries")]
        tree_panel.show_facts(" · ".join(facts) if state.loaded else "")
        tree_panel.show_place(f"{paths.index(path) + 1} / {len(paths)}" if path in paths else "")
        here = title_at(tree, path) if path in paths else ""
        name_panel(host.editor, crumbs if is_framed(host.editor) else here)
        tree_panel.border_subtitle = label(carrying)
        host.frame.draw_line(".crumbs", carrying or crumbs)

    def _marks(self, state: DetailState) -> list[str]:
        off = state.loaded and state.draft.get("enabled") is False
        changed = state.loaded and bool(self.host.words.changed())
        marks = ["off"] * off + ["new"] * state.is_new + ["changed"] * changed
        return marks + state_marks(state, self.host.rights.lacking)

    def _notice(self, state: DetailState) -> str:
        """Return the messages above the tree: the problem, then the errors."""
        lines, wrong = problem_lines(state), self.errors.wrong()
        lines += [f"{name}: {one}" if name else one for name, one in self.errors.general()]
        if wrong:
            lines.append(
                f"{plural(len(wrong), 'entry', 'entries')} with errors. Press F8 for the next."
            )
        return "\n".join(lines)

    def _empty_words(self) -> str:
        host = self.host
        where = f" in {language_in_words(host.lang, host.svc)}" if host.lang else ""
        if why := host.rights.save_unavailable:
            return f"No entries{where}. {why}"
        others = [
            one for one in host.languages if one != host.lang and host.menus.trees.edited(one).nodes
        ]
        names = ", ".join(language_in_words(one, host.svc) for one in others)
        more = f" Press F to copy from {names}." if others else ""
        return f"No entries{where} yet. Press n to create the first one.{more}"

    def _draw_languages(self, state: DetailState) -> None:
        host, trees = self.host, self.host.menus.trees
        if len(host.languages) > 1:
            wrong = {one: ["!"] for one in host.languages if trees.errors(one)}
            changed = {one for one in host.languages if state.draft.changed(trees.at(one))}
            empty = {one for one in host.languages if not trees.edited(one).nodes}
            host.frame.draw_languages(host.lang, wrong, changed, empty)
