"""Chords: two keys in sequence, and the menu that opens after a pause."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from inspect import isawaitable
from typing import TYPE_CHECKING, NamedTuple

from textual.binding import ActiveBinding, Binding

from svc_tui.textual_patches.hooks import seconds_since_last_key
from svc_tui.widgets.key_mode import character_of

if TYPE_CHECKING:
    from textual.timer import Timer

    from svc_tui.app.app import SvcApp
    from svc_tui.widgets.shell.jump_menu import Jump


class Chord(NamedTuple):
    """An action of two keys in sequence."""

    action: str
    place: str = ""
    """Its name in the menu and the help; pages of the sidebar have their own there."""
    absent: str = ""
    """What to say where `keys_here` lacks it; if empty, its action says so."""


NO_SUCH_PAGE = "This console has no such page."


CHORDS: Mapping[str, Chord] = {
    "gg": Chord("app.top", "Top of the list"),
    "gh": Chord("app.go('/')", "Home"),
    "gm": Chord("app.go('/media')", "Media", NO_SUCH_PAGE),
    "gd": Chord(
        "app.target", "Record that this field points to", "No field here points to a record."
    ),
    "gr": Chord(
        "app.references", "Records that use this one", "Only files list the records that use them."
    ),
    "gk": Chord("app.dialog('drafts')", "Unsaved changes"),
    "go": Chord("app.dialog('own_writes')", "Your changes"),
    "gp": Chord("app.own_profile", "Your profile"),
    "gP": Chord("app.profile('')", "Another profile in the console file"),
    "gq": Chord("app.sign_out", "Sign out"),
    **{f"g{n}": Chord(f"app.section({n})") for n in range(1, 10)},
}
"""The places behind two keys; `Chords.keys_here` says which of them a page has."""

PATIENCE = 1.0
"""Seconds in which the second key must follow."""

MENU_AFTER = 0.3
"""Seconds without a second key after which the menu opens."""


class Chords:
    """Holds the first of two keys until the second one comes, or its time is up."""

    def __init__(self, app: SvcApp) -> None:
        self.app = app
        self.first = ""
        self._timers: list[Timer] = []

    def begin(self, first: str) -> None:
        """Take the first key; the next one decides, if it comes soon."""
        self._stop()
        self.first = first
        self._timers = [
            self.app.set_timer(PATIENCE, self.forget),
            self.app.set_timer(MENU_AFTER, self._offer),
        ]
        self.app.screen.refresh_bindings()

    def forget(self) -> None:
        """Forget the first key."""
        self._stop()
        self.first = ""
        if self.app.screen_stack:  # There is none once the console closes.
            self.app.screen.refresh_bindings()

    def _stop(self) -> None:
        """Stop waiting for the second key of this first key."""
        for timer in self._timers:
            timer.stop()
        self._timers = []

    def takes(self, second: str) -> bool:
        """Whether a key is the second of two."""
        return bool(self.first) and self.first + second in CHORDS

    def refuse(self, key: str) -> bool:
        """Take a key that is no second one, so that it runs no command by mistake; say so.

        A key that types nothing, such as an arrow, only ends the wait.
        """
        if not self.first or self.takes(key):
            return False
        first = self.first
        self.forget()
        if key == "escape":
            return True
        if (character := character_of(key)) is None or not character.isprintable():
            return False
        words = f"“{first}{character}” is not a shortcut. Press {first} and wait to see them all."
        self.app.unused.say(words)
        return True

    async def run(self, second: str) -> None:
        """Run the command of the two keys, or say that this page lacks it."""
        keys, self.first = self.first + second, ""
        chord = CHORDS[keys]
        if chord.absent and keys not in self.keys_here():
            self.app.unused.say(chord.absent)
        else:
            await self.app.run_action(chord.action)

    def _offer(self) -> None:
        """Open the menu, unless another key came."""
        app = self.app
        asked = self.first and seconds_since_last_key(app) >= MENU_AFTER * 0.9
        if not asked or not app.screen_stack or app.screen is not app.page:
            return
        from svc_tui.widgets.shell.jump_menu import JumpMenu

        self.forget()
        self._number_pages(True)
        app.push_screen(JumpMenu(self._places()), self._go)

    def _number_pages(self, on: bool) -> None:
        from svc_tui.widgets.shell.sidebar import SvcSidebarList

        for pages in self.app.page.query(SvcSidebarList) if self.app.page else ():
            pages.numbered = on

    def keys_here(self) -> list[str]:
        """Return the two keys of every place that this page has; others say why they do nothing."""
        app = self.app
        here = {
            "gm": app.svc is not None and app.svc.router.find("/media") is not None,
            "gd": bool(app.screen.query("DetailBody")),
            "gr": hasattr(app.page, "show_references"),
            "gp": app.svc is not None and app.svc.dialect.own_profile,
            "gP": len(app.profiles.names) > 1,
            "gq": app.svc is not None and bool(app.svc.auth.asks),
        }
        return [keys for keys, one in CHORDS.items() if one.place and here.get(keys, True)]

    def bindings(self) -> list[ActiveBinding]:
        """Return what the two keys do on this page, for the help."""
        found = self.keys_here() if self.app.svc is not None else []
        return [
            ActiveBinding(
                self.app,
                Binding(
                    keys, CHORDS[keys].action, CHORDS[keys].place, key_display=keys, id=f"go.{keys}"
                ),
                enabled=True,
                tooltip="",
            )
            for keys in found
        ]

    def _places(self) -> Iterator[Jump]:
        """Yield the places behind `g`, then the pages of the sidebar by their digits."""
        from svc_tui.widgets.shell.jump_menu import Jump
        from svc_tui.widgets.shell.sidebar import numbered_pages

        app = self.app
        for keys in self.keys_here():
            chord = CHORDS[keys]
            yield Jump(keys[1], chord.place, partial(app.run_action, chord.action))
        for n, page in enumerate(numbered_pages(app.screen), 1):
            key = str(n) if n < 10 else ""
            yield Jump(key, page.label, partial(app.action_go, page.route or "/"))

    async def _go(self, place: Jump | None) -> None:
        self._number_pages(False)
        if place is not None and isawaitable(done := place.go()):
            await done
