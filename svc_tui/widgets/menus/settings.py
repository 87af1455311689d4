"""MenuSettings: the menu itself: its key, on or off, deleting it."""

from __future__ import annotations

from collections.abc import Callable

from svc_tui.text import clean, plural
from svc_tui.widgets.base import language_in_words
from svc_tui.widgets.choice_menu import ChoiceMenu, Entry
from svc_tui.widgets.menus.entries import ask_for_text
from svc_tui.widgets.menus.errors import MenuErrors
from svc_tui.widgets.menus.host import MenuHost
from svc_tui.widgets.record.changes_dialog import (
    ChangesDialog,
    errors_message,
    form_changes,
    request_summary,
)


class MenuSettings:
    """The entries of the `x` menu, and the review of changes."""

    def __init__(self, host: MenuHost) -> None:
        self.host = host

    def open(self) -> None:
        """Show what can be done with the menu."""
        self.host.ask_here(self._open())

    async def _open(self) -> None:
        host, draft = self.host, self.host.menus.state.draft
        on_now = draft.get("enabled") is not False
        why, no_end = host.rights.save_unavailable, host.unavailable_reason("delete_menu")
        entries = [
            Entry("key", "Change key…", why, enabled=not why),
            Entry("enabled", "Switch off" if on_now else "Switch on", why, enabled=not why),
            Entry(
                "delete",
                "Delete this menu…",
                no_end,
                enabled=not no_end,
                dangerous=True,
                destroys=True,
            ),
        ]
        choice = ChoiceMenu(f"Menu {clean(draft.get('key') or '')}", entries)
        wish = await host.app.push_screen(choice, wait_for_dismiss=True)
        if wish == "key":
            await self.ask_for_key()
        elif wish == "enabled":
            host.menus.edits.write("enabled", not on_now)
        elif wish == "delete":
            await self._delete()

    async def ask_for_key(self) -> None:
        """Ask for the key by which the site finds the menu."""
        now = self.host.menus.state.draft.get("key") or ""
        hint = "The site's templates use this key to find the menu."
        typed = await ask_for_text(self.host, "The key of this menu", "main", str(now), hint)
        if typed is not None:
            self.host.menus.edits.write("key", typed)

    async def _delete(self) -> None:
        menus = self.host.menus
        counts = [
            plural(len(menus.trees.edited(one)), "entry", "entries")
            + (f" in {language_in_words(one, self.host.svc)}" if one else "")
            for one in menus.trees.places
        ]
        key = clean(menus.state.draft.get("key") or "")
        await self.host.writer.delete(f"Menu {key}, with {', '.join(counts)}")

    def review(self, save: Callable[[], None]) -> None:
        """Show what a save would send; `save` sends it from there."""
        self.host.take_typed()
        menus, places = self.host.menus, self.host.words.places
        how = request_summary(menus.state, use_patch=menus.use_patch, left=places)
        can_save = not self.host.rights.save_unavailable
        wrong = MenuErrors(self.host).found() if can_save else {}
        if wrong:
            how = errors_message(wrong, places)
        changes = form_changes(menus.state.draft, places)
        dialog = ChangesDialog(changes, how, can_save=can_save, wrong=wrong)

        def reviewed(saves: bool | None) -> None:
            if saves:
                save()
            elif saves is False and not self.host.is_valid():
                self.host.go_to_error()

        self.host.app.push_screen(dialog, reviewed)
