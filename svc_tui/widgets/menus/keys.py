"""MenuKeys: the commands of a menu, and why one can't be run now."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from svc_tui.stores.menus.menu_tree import own_values
from svc_tui.stores.unavailable_reason import (
    NO_ERRORS,
    NOTHING_YET,
    WAIT_UNTIL_READ,
    WAIT_UNTIL_SAVED,
)
from svc_tui.widgets.command import Blocked, Command, Controller, blocked_by
from svc_tui.widgets.menus.finder import SvcMenuFinder
from svc_tui.widgets.menus.moves import DIRECTIONS
from svc_tui.widgets.record.languages import several_languages

if TYPE_CHECKING:
    from svc_tui.widgets.menus.manager import SvcMenuManager

MOVES = frozenset(["carry", "shift_down", "shift_up"])
"""Commands that make no sense while entries are hidden."""

ON_ENTRY = frozenset(["edit", "rename", "add_inside", "copy", "remove", *MOVES])
"""Commands that need an entry."""

WRITES = frozenset(
    ["rename", "add_after", "add_inside", "copy", "remove", "step_back", "step_forth", "fill",
     "save", *MOVES]
)  # fmt: skip
"""Commands that need permission to change the menu."""


def _command(id: str, keys: str, label: str, wish: str, about: str, **more: Any) -> Command:
    return Command(
        id, keys, label, lambda self: self.run(wish), lambda self: self.blocked(wish), about, **more
    )


class MenuKeys(Controller):
    """Runs the tree's commands; its own keys work while typing too."""

    COMMANDS = (
        _command("menus.save", "ctrl+s,f2", "Save", "save", "Save your changes.", shown=True),
        _command(
            "menus.error", "f8", "Next error", "next_error", "Go to the next error.", shown=True,
        ),
        _command(
            "menus.lang_typing", "ctrl+t", "Next language", "next_lang",
            "Show the next language, also while typing.",
        ),
        _command("menus.reload_typing", "ctrl+r", "Reload", "reload", "Reload the menu."),
        _command("menus.add_typing", "ctrl+n", "New", "add_after", "Add an entry after this one."),
    )  # fmt: skip

    def __init__(self, manager: SvcMenuManager) -> None:
        self.manager = manager
        entries, moves, settings = manager.entries, manager.moves, manager.settings
        self._wishes: dict[str, Callable[[], object]] = {
            "edit": entries.edit,
            "rename": entries.rename,
            "add_after": entries.add_after,
            "add_inside": entries.add_inside,
            "copy": entries.copy,
            "remove": entries.remove,
            "step_back": entries.undo,
            "step_forth": entries.redo,
            "fill": entries.fill,
            "carry": moves.carry,
            "shift_down": lambda: moves.shift("down"),
            "shift_up": lambda: moves.shift("up"),
            "let_go": moves.let_go,
            "put_back": moves.put_back,
            "next_lang": lambda: manager.frame.step_language(1),
            "previous_lang": lambda: manager.frame.step_language(-1),
            "find": lambda: manager.query_one(SvcMenuFinder).begin(),
            "show_all": lambda: manager.query_one(SvcMenuFinder).clear(),
            "next_error": manager.errors.go_to_next,
            "changes": lambda: settings.review(self._save),
            "more": settings.open,
            "reload": lambda: manager.ask(manager.writer.reload()),
            "save": self._save,
        }

    def _save(self) -> None:
        self.manager.moves.stop()
        self.manager.ask(self.manager.save())

    def run(self, wish: str) -> None:
        """Run the command of a key, or say why it can't run now."""
        if wish in DIRECTIONS:
            self.manager.moves.shift(DIRECTIONS[wish])
        elif why := self.reason(wish):
            self.manager.svc.snack.show(why, "warning")
        else:
            self._wishes[wish]()

    def blocked(self, wish: str) -> Blocked | None:
        """Return why a key is dimmed or hidden."""
        manager = self.manager
        if wish in ("next_lang", "previous_lang", "fill") and several_languages(manager):
            return several_languages(manager)
        if wish == "next_error":
            there = manager.has_store and manager.errors.wrong()
            return None if there else Blocked(NO_ERRORS, hidden=True)
        return blocked_by(self.reason(wish))

    def reason(self, wish: str) -> str:
        """Return why a command can't be run now, in a sentence; "" if it can."""
        manager = self.manager
        if not manager.has_store:
            return WAIT_UNTIL_READ
        state, rights = manager.store.state, manager.rights
        if wish in ("let_go", "put_back", "next_error"):
            return ""
        if not state.loaded:
            return "" if wish == "reload" else WAIT_UNTIL_READ
        if wish == "delete_menu":
            return NOTHING_YET if state.is_new else rights.delete_unavailable
        if wish in WRITES and rights.save_unavailable:
            return rights.save_unavailable
        if wish in MOVES and manager.treeview.words:
            return "Some entries are hidden. Press Esc to show all before you move it."
        tree, path = manager.shown_tree, manager.path
        if wish in ON_ENTRY and not tree.has(path):
            return "There is no entry here. Press n to create one."
        if wish in ("edit", "rename", "add_inside") and not own_values(tree.at(path)):
            return (
                "This entry can't be read, so it can't be edited. Press m to move or d to delete."
            )
        return WAIT_UNTIL_SAVED if wish == "save" and state.saving else ""
