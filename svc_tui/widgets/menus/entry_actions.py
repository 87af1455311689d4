"""What can be done with a menu's entries: made, typed, moved, taken away, taken back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual import on

from svc_tui.stores.menus import menu_errors
from svc_tui.stores.menus.menu_store import MenuEdit, copied, new_entry
from svc_tui.stores.menus.menu_tree import MoveDirection, Path
from svc_tui.stores.record.draft import same
from svc_tui.text import plural
from svc_tui.widgets.listing.prompt import Prompt
from svc_tui.widgets.menus.base import MenuBase
from svc_tui.widgets.menus.tree import SvcMenuTreeview
from svc_tui.widgets.record.lang_switch import SvcDetailLangSwitch


class MenuEntryActions(MenuBase):
    """Each is done at once, and can be taken back until the menu is saved."""

    def _why_not(self, what: str) -> str:
        """Why something can't be done now, in a sentence; empty where it can."""
        raise NotImplementedError

    # Entries

    def action_edit(self) -> None:
        """Type into the form of the entry."""
        self.editor.type_into()

    def action_rename(self) -> None:
        """Another title, without leaving the tree."""
        self.run_worker(self._rename(), group="question", exclusive=True)

    async def _rename(self) -> None:
        lang, path, node = self.lang, self.path, self.shown_tree.at(self.path)
        title = node.get("title") if isinstance(node, Mapping) else ""
        typed = await self._typed("Rename", "Title", title if isinstance(title, str) else "")
        if typed is not None and self.menus.tree(lang).has(path):
            self.menus.write_node(lang, path, "title", typed)

    async def _typed(self, heading: str, what: str, value: str = "", hint: str = "") -> str | None:
        answer: str | None = await self.app.push_screen(
            Prompt(heading, what, value, hint), wait_for_dismiss=True
        )
        return answer

    def action_add_after(self) -> None:
        """An entry after this one; in an empty menu the first one."""
        self.take_typed()
        path = (*self.path[:-1], self.path[-1] + 1) if self.path else (0,)
        self._added(path, new_entry())

    def action_add_inside(self) -> None:
        """An entry below this one, after those that are there."""
        self.take_typed()
        self._added((*self.path, len(self.shown_tree.children(self.path))), new_entry())

    def action_copy(self) -> None:
        """The same entry again, with all below it."""
        self.take_typed()
        node = copied(self.shown_tree.at(self.path))
        self._added((*self.path[:-1], self.path[-1] + 1), node, typing=False)

    def _added(self, path: Path, node: Mapping[str, Any], *, typing: bool = True) -> None:
        if self._stands(self.menus.add(self.lang, path, node)) and typing:
            self.editor.type_into()

    def _stands(self, end: Path | str) -> bool:
        """Go where an entry stands now, or say why it does not; True where it does."""
        if isinstance(end, str):
            self.svc.snack.show(end, "warning")
            return False
        self.path = end
        self._draw()
        return True

    def action_remove(self) -> None:
        """Take the entry away, after a question that says what goes along."""
        self.run_worker(self._remove(), group="question", exclusive=True)

    async def _remove(self) -> None:
        self.take_typed()
        lang, path, tree = self.lang, self.path, self.shown_tree
        node, below = tree.at(path), tree.below(path)
        along = f"{plural(below, 'entry', 'entries')} below it will go too.\n" if below else ""
        sure = await self.svc.confirm.ask(
            f"Delete {menu_errors.title_at(tree, path)}?",
            f"{along}It is gone for good when you save; u takes it back before.",
            confirm_text="Delete",
            dangerous=True,
        )
        now = self.menus.tree(lang)
        if sure and now.has(path) and same(now.at(path), node):
            self.path = self.menus.remove(lang, path)
            self._draw()

    # Moving

    def action_carry(self) -> None:
        """Arrows move the entry until Enter; Esc puts it back."""
        self.take_typed()
        self._carried, self.disabled_reason = (self.menus.mark(), self.path), ""
        self._draw()

    def action_shift_down(self) -> None:
        """One place further down."""
        self._shift("down")

    def action_shift_up(self) -> None:
        """One place further up."""
        self._shift("up")

    def _shift(self, way: MoveDirection) -> None:
        self.take_typed()
        end = self.menus.move(self.lang, self.path, way)
        self.disabled_reason = end if self.carrying and isinstance(end, str) else ""
        if self.disabled_reason:
            self._draw()
        else:
            self._stands(end)

    def _let_go(self) -> None:
        self._carried = None
        self._draw()

    def _put_back(self) -> None:
        if self._carried is not None:
            mark, self.path = self._carried
            self._carried = None
            self.menus.rewind(mark)
            self._draw()

    @on(SvcMenuTreeview.Dropped)
    def _dropped(self, event: SvcMenuTreeview.Dropped) -> None:
        """The mouse let an entry go over another one: it takes that one's place."""
        event.stop()
        if self._why_not("carry"):
            return
        self.take_typed()
        path, target = event.path, event.target
        if path[:-1] == target[:-1] and path[-1] < target[-1]:
            target = (*target[:-1], target[-1] + 1)
        self._stands(self.menus.put(self.lang, path, target))

    # Steps back

    def action_step_back(self) -> None:
        """Take the last edit back; where there is none, the last save."""
        self.take_typed()
        if self.menus.can_undo:
            self._stepped(self.menus.undo_edit(self.lang, self.path))
        else:
            self.ask(self.undo())

    def action_step_forth(self) -> None:
        """Make it again."""
        self._stepped(self.menus.redo_edit(self.lang, self.path))

    def _stepped(self, step: MenuEdit | None) -> None:
        if step is None:
            self.svc.snack.show("There is nothing to make again.")
            return
        if step.lang and step.lang != self.lang:
            for switch in self.query(SvcDetailLangSwitch):
                switch.choose(step.lang)
            self.lang = step.lang
        self.path = self.shown_tree.nearest(step.path or self.path)
        self._draw()
