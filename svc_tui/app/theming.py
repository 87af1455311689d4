"""The theme of an app, and the filters of painted lines that go with it."""

from __future__ import annotations

from textual.app import App
from textual.filter import LineFilter
from textual.widgets import Input, OptionList

from svc_tui.config import themes
from svc_tui.terminal.ascii_filter import AsciiFilter
from svc_tui.textual_patches import hooks
from svc_tui.widgets.base import is_open


def apply_theme(app: App[None], theme: str | None, *, plain: bool) -> list[LineFilter]:
    """Apply a theme: the wanted one if it is known, else one that fits the terminal.

    Returns the filters that go with it: with `plain`, only ASCII is drawn.
    """
    app.set_class(plain, "-ascii", update=app.is_running)
    for known in themes.ours():
        if known.name not in app.available_themes:
            app.register_theme(known)
    wanted = themes.start_theme(theme, app.available_themes)
    if app.is_running:
        app.theme = wanted
    else:
        hooks.apply_theme(app, wanted)
    return [AsciiFilter()] if plain else []


def names_theme(typed: str, words: str) -> bool:
    """Whether typed text is part of the name of a theme in the palette, not letters of it."""
    prefix = themes.IN_PALETTE.strip().casefold()
    name = words.casefold().removeprefix(prefix)
    typed = typed.strip().casefold().removeprefix(prefix).strip()
    return len(typed) > 2 and typed in name


class ThemePreview:
    """Previews the theme under the palette's cursor, until one is chosen or the palette closes."""

    def __init__(self, app: App[None]) -> None:
        self._app = app
        self._before: str | None = None

    @property
    def chosen(self) -> str:
        """The theme in use, whatever is previewed."""
        return self._before or self._app.theme

    def follow(self, line: OptionList.OptionHighlighted) -> None:
        """Show the theme of the palette's line under the cursor, if that line is meant."""
        if not is_open(line.option_list):  # The palette was closed meanwhile.
            return
        words = str(getattr(getattr(line.option, "hit", None), "text", None) or "")
        typed = line.option_list.screen.query_one(Input).value
        # Typing puts the cursor on the first line, whatever it is.
        meant = line.option_index > 0 or names_theme(typed, words)
        self.highlighted(words if meant else "")

    def highlighted(self, words: str) -> None:
        """Show the theme of a palette entry; without one, the previous theme."""
        name = words.removeprefix(themes.IN_PALETTE)
        if words.startswith(themes.IN_PALETTE) and name in self._app.available_themes:
            self._before = self._before or self._app.theme
            self._app.theme = name
        elif self._before is not None:
            self._app.theme = self._before

    def closed(self, *, chosen: bool) -> None:
        """Restore the previous theme, unless a command was chosen, which sets its own."""
        before, self._before = self._before, None
        if before is not None and not chosen:
            self._app.theme = before
