"""What can be done with a menu: its languages, its pages, its key, its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual import on

from svc_tui.stores.menus.menu_store import copied
from svc_tui.stores.menus.menu_tree import MoveDirection, own_values
from svc_tui.stores.unavailable_reason import NOTHING_YET, WAIT_UNTIL_READ, WAIT_UNTIL_SAVED
from svc_tui.text import clean, plural
from svc_tui.widgets.listing.menu import ChoiceMenu, Entry
from svc_tui.widgets.menus.entry_actions import MenuEntryActions
from svc_tui.widgets.menus.finder import SvcMenuFinder
from svc_tui.widgets.menus.page_picker import MenuPageField, PagePicker
from svc_tui.widgets.menus.tree import SvcMenuTreeview
from svc_tui.widgets.record.changes_dialog import ChangesDialog, form_changes, request_summary
from svc_tui.widgets.record.lang_switch import SvcDetailLangSwitch

WRITES = frozenset(
    [
        "rename",
        "add_after",
        "add_inside",
        "copy",
        "carry",
        "shift_down",
        "shift_up",
        "remove",
        "step_back",
        "step_forth",
        "fill",
        "save",
    ]
)
"""What needs the right to change the menu."""

WAYS: dict[str, MoveDirection] = {"up": "up", "down": "down", "in": "in", "out": "out"}

ON_ENTRY = frozenset(
    ["edit", "rename", "add_inside", "copy", "carry", "shift_down", "shift_up", "remove"]
)
"""What needs an entry."""


MOVES = frozenset(["carry", "shift_down", "shift_up"])
"""What means nothing to somebody who does not see between which entries."""


class MenuActions(MenuEntryActions):
    """The manager without its face."""

    # Languages

    def action_next_lang(self) -> None:
        """The next language."""
        for switch in self.query(SvcDetailLangSwitch):
            switch.step(1)

    def action_previous_lang(self) -> None:
        """The language before."""
        for switch in self.query(SvcDetailLangSwitch):
            switch.step(-1)

    def action_fill(self) -> None:
        """Copy the entries of another language, below those that are here."""
        self.run_worker(self._fill(), group="question", exclusive=True)

    async def _fill(self) -> None:
        self.take_typed()
        entries = [
            Entry(one, one, plural(len(self.menus.tree(one)), "entry", "entries"))
            for one in self.languages
            if one != self.lang and self.menus.tree(one).nodes
        ]
        if not entries:
            self.svc.snack.show("No other language has entries that could be copied.")
            return
        source = await self.app.push_screen(
            ChoiceMenu(f"Copy to {self.lang} from", entries), wait_for_dismiss=True
        )
        if source is None:
            return
        start = len(self.shown_tree.nodes)
        for n, node in enumerate(self.menus.tree(source).nodes):
            self.menus.add(self.lang, (start + n,), copied(node))
        self.path = (start,)
        self._draw()

    # Pages

    @on(MenuPageField.PageWanted)
    def _choose_page(self, event: MenuPageField.PageWanted) -> None:
        event.stop()
        self.run_worker(self._chosen_page(event), group="question", exclusive=True)

    async def _chosen_page(self, event: MenuPageField.PageWanted) -> None:
        lang, path, value = self.lang, self.path, event.field.value
        now = value.get("id") if isinstance(value, Mapping) else value
        picker = PagePicker(self.menus, now=now, typed=event.typed)
        page = await self.app.push_screen(picker, wait_for_dismiss=True)
        if page is not None and (lang, path) == (self.lang, self.path):
            event.field.choose(page)
            self.take_typed()
            self.menus.write_node(lang, path, "link.content_type", page.link["content_type"])
            node = self.shown_tree.at(path)
            if not node.get("title"):
                self.menus.write_node(lang, path, "title", page.name)

    # The menu itself

    def action_more(self) -> None:
        """The menu's key, whether it is on, its end."""
        self.run_worker(self._more(), group="question", exclusive=True)

    async def _more(self) -> None:
        rights, state = self.rights, self.store.state
        on_now = state.draft.get("enabled") is not False
        why, no_end = rights.why_not_save, self._why_not("delete_menu")
        entries = [
            Entry("key", "Another key…", why, enabled=not why),
            Entry("enabled", "Switch off" if on_now else "Switch on", why, enabled=not why),
            Entry("delete", "Delete this menu…", no_end, enabled=not no_end, dangerous=True),
        ]
        heading = f"Menu {clean(state.draft.get('key') or '')}"
        wish = await self.app.push_screen(ChoiceMenu(heading, entries), wait_for_dismiss=True)
        if wish == "key":
            await self.ask_for_key()
        elif wish == "enabled":
            self.menus.write("enabled", not on_now)
        elif wish == "delete":
            await self._delete_menu()

    async def ask_for_key(self) -> None:
        """The word by which the site finds the menu."""
        now = self.store.state.draft.get("key") or ""
        hint = "The site's templates ask for the menu by this word."
        typed = await self._typed("The key of this menu", "main", str(now), hint)
        if typed is not None:
            self.menus.write("key", typed)

    async def _delete_menu(self) -> None:
        counts = [
            f"{plural(len(self.menus.tree(one)), 'entry', 'entries')}{f' in {one}' if one else ''}"
            for one in self.languages or ("",)
        ]
        key = clean(self.store.state.draft.get("key") or "")
        await self.writer.delete(f"Menu {key}, with {', '.join(counts)}")

    def action_changes(self) -> None:
        """What a save would send."""
        self.take_typed()
        store = self.store
        how = request_summary(store.state, use_patch=store.use_patch, left=self.all_places)
        self.app.push_screen(ChangesDialog(form_changes(store.state.draft, self.all_places), how))

    def action_save(self) -> None:
        """Send what changed, and stay."""
        self._carried = None
        self.ask(self.save())

    def action_reload(self) -> None:
        """Read it again; asks where something would go."""
        self.ask(self.writer.reload())

    # Looking for an entry

    def action_find(self) -> None:
        """Type what its title or address holds."""
        self.query_one(SvcMenuFinder).begin()

    def action_show_all(self) -> None:
        """Look for nothing any more."""
        self.query_one(SvcMenuFinder).clear()

    # What can be done

    @on(SvcMenuTreeview.Wished)
    async def _wished(self, event: SvcMenuTreeview.Wished) -> None:
        event.stop()
        if event.what in WAYS:
            self._shift(WAYS[event.what])
        elif event.what == "let_go":
            self._let_go()
        elif event.what == "put_back":
            self._put_back()
        elif why := self._why_not(event.what):
            self.svc.snack.show(why, "warning")
        else:
            await self.run_action(event.what)

    def may(self, what: str) -> bool | None:
        """Whether a letter of the tree can act now: None is dim, False is gone."""
        if what in ("next_lang", "previous_lang", "fill") and len(self.languages) < 2:
            return False
        return None if self._why_not(what) else True

    def why_not(self, action: str, parameters: Sequence[object] = ()) -> str:
        """Why a command can't act now, in a sentence; empty where it can."""
        return self._why_not(action)

    def _why_not(self, what: str) -> str:
        if not hasattr(self, "store"):
            return WAIT_UNTIL_READ
        state, rights = self.store.state, self.rights
        if not state.loaded:
            return "" if what == "reload" else WAIT_UNTIL_READ
        if what == "delete_menu":
            return NOTHING_YET if state.is_new else rights.why_not_delete
        if what in WRITES and rights.why_not_save:
            return rights.why_not_save
        if what in MOVES and self.treeview.words:
            return "Some entries are hidden now: Esc shows all, then it can be moved."
        if what in ON_ENTRY and not self.shown_tree.has(self.path):
            return "There is no entry here: n makes one."
        if what in ("edit", "rename", "add_inside") and not own_values(
            self.shown_tree.at(self.path)
        ):
            return "This entry can't be read, so it can't be edited: move it (m) or delete it (d)."
        return WAIT_UNTIL_SAVED if what == "save" and state.saving else ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What can't be done now is dim or gone."""
        if action == "next_error":
            return hasattr(self, "store") and bool(self.wrong())
        if action in ("save", "reload", "next_lang", "add_after"):
            return self.may(action)
        return super().check_action(action, parameters)
