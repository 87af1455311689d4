"""Palette: the command palette; SvcCommands: its pages, actions and themes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from rich.cells import cell_len
from rich.console import RenderableType
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.command import (
    CommandInput,
    CommandList,
    CommandPalette,
    DiscoveryHit,
    Hit,
    Hits,
    Provider,
)
from textual.content import Content
from textual.visual import VisualType
from textual.widgets import Input
from textual.widgets.option_list import Option

from svc_tui.config.themes import IN_PALETTE
from svc_tui.text import clean, cut, label
from svc_tui.widgets.base import WIDEST, accent_on_cursor, room_over_page
from svc_tui.widgets.dialog_words import with_keys
from svc_tui.widgets.page_beneath import with_footer_lit
from svc_tui.widgets.shell.effective_bindings import effective_bindings, key_name
from svc_tui.widgets.shell.synonyms import matches
from svc_tui.widgets.text_line import TextLine

if TYPE_CHECKING:
    from textual.fuzzy import Matcher

    from svc_tui.app.app import SvcApp

NAME_WIDTH, KEY_WIDTH = 29, 9
"""Most cells for the column of names, and for a key."""

AROUND = 9
"""Cells of the palette's frame, padding and scroll bar."""

IN_WORDS, SCATTERED = 1e-6, 1e-9
"""The scores of a match in the description or by synonym, and of a name with the typed letters here
and there: below any name that has them in a row."""


def place_of_palette(app: App[Any]) -> tuple[int, int]:
    """Return the first column and the cells of the palette, which is centred over the page."""
    left, room = room_over_page(app, WIDEST)
    return left, min(room, WIDEST)


class PaletteLine(NamedTuple):
    """A line of the palette."""

    name: str
    run: Callable[[], Any]
    about: str = ""
    """Its effect, in a sentence."""
    key: str = ""


class PaletteInput(CommandInput, TextLine):
    """The line of the palette."""


NOTHING_FOUND = "No matching commands."


class PaletteList(CommandList):
    """The commands found; without any, what to do."""

    def add_option(self, option: Option | VisualType | None = None) -> Self:
        """Add a line; the one that can't be chosen says that there are none."""
        if isinstance(option, Option) and option.disabled:
            option = Option(label(NOTHING_FOUND, "$text-muted"), option.id, disabled=True)
        return super().add_option(option)


class Palette(CommandPalette):
    """The palette with its title in the frame."""

    enter_word = "Run"
    """What Enter does, for the footer."""

    _drawn_for = 0
    """The cells of the palette when it was drawn last."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "escape", "Close", tooltip="Close the palette.", id="palette.close"),
        Binding("f1", "keys", "Keys", show=False, tooltip="Show all keys.", id="palette.keys"),
    ]

    def compose(self) -> ComposeResult:
        for part in super().compose():
            if isinstance(part, CommandInput):
                part = PaletteInput(placeholder=part.placeholder, select_on_focus=False)
            elif isinstance(part, CommandList):
                part = PaletteList()
            yield part

    def on_mount(self) -> None:
        frame = self.query_one("#--container").add_class("dialog")
        frame.border_title, frame.border_subtitle = "Commands", with_keys("Enter runs · Esc closes")
        # After a resize the page has its new sidebar only once it is laid out itself.
        page = self.app.screen_stack[0]
        page.screen_layout_refresh_signal.subscribe(self, lambda _: self._stand_over_page())

    def action_keys(self) -> None:
        """Show the keys of the palette."""
        from svc_tui.widgets.shell.help import HelpScreen

        self.app.push_screen(HelpScreen(self))

    def _stand_over_page(self) -> None:
        frame = self.query_one("#--container")
        left, frame.styles.width = place_of_palette(self.app)
        top, right, bottom, _ = frame.styles.margin
        frame.styles.margin = (top, right, bottom, left)

    def on_resize(self) -> None:
        """Draw the lines in the width of the palette."""
        self._stand_over_page()
        (_, width), line = place_of_palette(self.app), self.query_one(Input)
        if self._drawn_for not in (0, width):
            self.post_message(Input.Changed(line, line.value))  # Its lines are those of a search.
        self._drawn_for = width

    def render(self) -> RenderableType:
        return with_footer_lit(super().render())


class SvcCommands(Provider):
    """All commands and pages, found by typing parts of the name or of the description."""

    async def discover(self) -> Hits:
        """Yield every command, before anything is typed."""
        commands = [*self._commands()]
        column = _name_column(commands)
        for one in commands:
            yield DiscoveryHit(self._line(one, column), one.run, clean(one.name))

    async def search(self, query: str) -> Hits:
        """Yield matching commands; the match is not highlighted, as that would parse markup."""
        matcher = self.matcher(query)
        found = [(score, one) for one in self._commands() if (score := _score(matcher, query, one))]
        column = _name_column(one for _, one in found)
        for score, one in found:
            yield Hit(score, self._line(one, column), one.run, clean(one.name))

    def _line(self, one: PaletteLine, column: int) -> Content:
        """Return a command's name in a column of so many cells, its sentence and its key.

        It is content, as text would be read as markup.
        """
        width = place_of_palette(self.app)[1] - AROUND
        name, key = cut(clean(one.name), width - KEY_WIDTH - 2), cut(one.key, KEY_WIDTH)
        start = max(column, cell_len(name) + 2)
        room = width - start - cell_len(key) - 2
        about = cut(one.about, room) if room > 0 else ""
        line = label(name + " " * (start - cell_len(name))) + label(about, "$text-muted")
        line += " " * (width - start - cell_len(about) - cell_len(key))
        return line + label(key, accent_on_cursor(self.screen))

    def _commands(self) -> Iterator[PaletteLine]:
        app: Any = self.app
        if app.svc is not None and app.svc.auth.is_authenticated:
            yield from _pages(app)
        yield from self._own()
        yield from self._actions()
        if app.svc is not None and app.svc.auth.is_authenticated:
            drafts = partial(app.action_dialog, "drafts")
            yield PaletteLine(
                "Unsaved changes", drafts, "Restore or discard what was not saved.", "gk"
            )
            changes = partial(app.action_dialog, "own_writes")
            yield PaletteLine(
                "Your changes, undo", changes, "Undo changes made in this session.", "go"
            )
            pictures = partial(_go, app, "/settings/pictures")
            yield PaletteLine("Pictures…", pictures, "Choose how pictures are shown.")
            if app.svc.dialect.own_profile:
                profile, about = app.action_own_profile, "Change your name, email or password."
                yield PaletteLine("Your profile and password", profile, about, "gp")
            if app.svc.auth.asks:
                yield PaletteLine("Sign out", app.action_sign_out, "End this session.", "gq")
        for name in app.profiles.names:
            if name != app.profiles.current:
                profile = partial(app.action_profile, name)
                yield PaletteLine(f"Profile: {name}", profile, "Switch to this backend.", "gP")
        yield from _themes(app)

    def _own(self) -> Iterator[PaletteLine]:
        """Yield the commands of the program, independent of the focus."""
        app: Any = self.app
        for command, why in app.own.offered() if app.svc is not None else ():
            key = key_name(app, command.binding) if command.keys else ""
            about = command.help if why is None else why.reason
            yield PaletteLine(command.label, partial(app.action_own, command.id), about, key)

    def _actions(self) -> Iterator[PaletteLine]:
        seen: set[str] = set()
        for active in effective_bindings(self.screen):
            binding = active.binding
            # Only our bindings with a tooltip: nobody looks for "Cursor up" here.
            if not (active.enabled and binding.id and binding.tooltip):
                continue
            if binding.action not in seen and not binding.action.startswith("own("):
                seen.add(binding.action)
                run = partial(self.app.run_action, binding.action, active.node)
                key = key_name(self.app, binding)
                yield PaletteLine(binding.description, run, binding.tooltip, key)


def _score(matcher: Matcher, query: str, one: PaletteLine) -> float:
    """Return how well a command matches; 0 if it does not."""
    name = clean(f"{one.name}  ({one.key})")
    score = matcher.match(name)
    if query.casefold() not in name.casefold():
        # There are many themes: letters here and there find one for every word.
        score *= 0 if one.name.startswith(IN_PALETTE) else SCATTERED
        if matches(query, f"{one.name} {one.about}"):
            score = IN_WORDS
    return score


def _name_column(commands: Iterable[PaletteLine]) -> int:
    """Return the cells that the names of commands need, with the gap behind them."""
    longest = max((cell_len(clean(one.name)) for one in commands), default=0)
    return min(NAME_WIDTH, longest + 2)


def _pages(app: SvcApp) -> Iterator[PaletteLine]:
    from svc_tui.widgets.shell.sidebar import numbered_pages

    svc = app.svc
    assert svc is not None
    pages = numbered_pages(app.screen_stack[0])
    keys = {page.route: str(n) for n, page in enumerate(pages[:9], 1)}
    for route in svc.router.routes:
        if route.label and not route.hidden and svc.router.offers(route):
            go = partial(_go, app, route.pattern)
            key = keys.get(route.pattern, "")
            yield PaletteLine(f"Go to {route.label}", go, route.pattern, key)


def _themes(app: SvcApp) -> Iterator[PaletteLine]:
    for name, theme in sorted(app.available_themes.items()):
        about = "Dark" if theme.dark else "Light"
        about += " · in use" * (name == app.theme_preview.chosen)
        yield PaletteLine(f"{IN_PALETTE}{name}", partial(setattr, app, "theme", name), about)


def _go(app: SvcApp, location: str) -> None:
    if app.svc is not None:
        app.run_worker(app.svc.router.revisit(location))
