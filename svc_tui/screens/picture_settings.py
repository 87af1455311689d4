"""The page that tries picture modes, and keeps one that the user has seen."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.screens.page import SvcPage
from svc_tui.stores.media.picture_modes import GRAPHIC, MODES, PictureMode
from svc_tui.stores.media.picture_store import PictureStore
from svc_tui.text import label
from svc_tui.thinline.hook import overlay_sources_of
from svc_tui.widgets.base import SvcWidget
from svc_tui.widgets.media.picture import NO_COLORS, depth_of
from svc_tui.widgets.media.sample_picture import WORDS, SamplePicture

PATIENCE = 20.0
"""Seconds without an answer after which the picture counts as not seen."""

NAMES: dict[PictureMode, str] = {
    "off": "Off: icons and details, no downloads",
    "half-block": "Half blocks: everywhere, in colored characters",
    "kitty": "kitty graphics: kitty, Ghostty",
    "sixel": "Sixel: foot, WezTerm, Konsole, mlterm, xterm -ti vt340",
}


class PicturesPage(SvcPage):
    """`/settings/pictures`."""

    def content(self) -> list[Widget]:
        self.settings = PictureSettings()
        return [self.settings]

    def main(self) -> Widget | None:
        return self.settings.query_one(OptionList) if self.settings.is_mounted else None


class PictureSettings(SvcWidget):
    """Enter tries a mode; one drawn by the terminal itself must be seen to be kept."""

    DEFAULT_CSS = """
    PictureSettings { height: 1fr; width: 1fr; padding: 0 1; }
    PictureSettings > Static, PictureSettings > OptionList { height: auto; }
    PictureSettings > OptionList { border: none; padding: 0; background: $background; }
    PictureSettings > SamplePicture { height: 1fr; max-height: 16; margin-top: 1; width: 60; }
    """

    BINDINGS = [
        Binding(
            "y",
            "seen",
            "I see it",
            tooltip="Show pictures this way in this terminal.",
            id="pictures.seen",
        ),
        Binding(
            "n",
            "unseen",
            "I don't",
            tooltip="Go back to the previous setting.",
            id="pictures.unseen",
        ),
        Binding(
            "P",
            "switch",
            "On/off",
            tooltip="Show pictures, or never show them.",
            id="pictures.toggle",
        ),
    ]

    tried: PictureMode | None = None
    """A mode that has not been seen yet."""
    _patience: Timer | None = None

    def compose(self) -> ComposeResult:
        terminal_info = self.svc.pictures.terminal_info
        yield Static(label(f"Pictures in this terminal ({terminal_info.name})"), classes="title")
        yield OptionList(compact=True)
        yield Static(classes="said muted")
        yield SamplePicture(self.svc.pictures.state.mode)

    def on_mount(self) -> None:
        self.listen(self.svc.pictures)
        self._draw()
        self.query_one(OptionList).highlighted = MODES.index(self.svc.pictures.state.mode)
        self.query_one(OptionList).focus()

    @on(PictureStore.Changed)
    def _changed(self) -> None:
        self._draw()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        way = MODES[event.option_index]
        self._stop_waiting()
        if way in GRAPHIC and way != self.svc.pictures.state.mode:
            self._try(way)
        else:
            self.tried = None
            self.svc.pictures.choose(way)
            self._draw()

    def _try(self, way: PictureMode) -> None:
        if depth_of(self.app) is None:
            self._say(NO_COLORS)
            return
        if way == "sixel" and overlay_sources_of(self.app) is None:
            self._say("Sixel doesn't work with --no-diff or diff = false.")
            return
        self.tried = way
        self._patience = self.set_timer(PATIENCE, self.action_unseen)
        self._draw()

    def action_seen(self) -> None:
        """Keep the mode for this terminal, as the user saw the picture."""
        way, self.tried = self.tried, None
        self._stop_waiting()
        if way is not None:
            self.svc.pictures.choose(way)
            self._draw()

    def action_unseen(self) -> None:
        """Restore the previous mode, as the picture was not seen."""
        self.tried = None
        self._stop_waiting()
        self.app.refresh()
        self._draw()

    def action_switch(self) -> None:
        """Show pictures, or not."""
        self.tried = None
        self._stop_waiting()
        self.svc.pictures.toggle()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer an answer only while a mode is being tried."""
        return self.tried is not None if action in ("seen", "unseen") else True

    def _draw(self) -> None:
        now = self.svc.pictures.state.mode
        ways = self.query_one(OptionList)
        at = ways.highlighted
        ways.clear_options()
        ways.add_options(
            Option(label(f"{'●' if way == now else ' '} {NAMES[way]}")) for way in MODES
        )
        ways.highlighted = at
        self.query_one(SamplePicture).try_mode(self.tried or now)
        if self.tried is not None:
            self._say(f"Do you see {WORDS}? Press y to keep it, n to go back ({PATIENCE:.0f} s).")
        else:
            self._say("Press Enter to try one. It applies to this terminal only.")
        self.refresh_bindings()

    def _say(self, words: str) -> None:
        self.query_one(".said", Static).update(label(words))

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.stop()
            self._patience = None
