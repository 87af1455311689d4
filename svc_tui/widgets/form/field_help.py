"""The help of the field under the cursor, drawn below it; all other help is hidden."""

from __future__ import annotations

from typing import Any, Protocol

from textual.content import Content

from svc_tui.text import label


class RefreshedHost(Protocol):
    """A widget that draws its help as its last lines."""

    def refresh(self, *, layout: bool = False) -> Any: ...


class FieldHelp:
    """The help of one field, heading or bar of tabs."""

    def __init__(self, host: RefreshedHost) -> None:
        self._host = host
        self.words = ""
        """The help that is shown; empty while another place is current."""

    def show(self, words: str) -> None:
        """Show other words; empty ones hide the help with its line."""
        if words != self.words:
            self.words = words
            self._host.refresh(layout=True)

    def lines(self, width: int, indent: int = 0) -> list[Content]:
        """Return the words in lines of at most `width` cells, the indent among them."""
        if not self.words:
            return []
        wrapped = label(self.words, "$text-muted").wrap(max(1, width - indent))
        return [Content(" " * indent) + one for one in wrapped]


class HelpedPlace(Protocol):
    """A place with a help text that the cursor can be at."""

    help: FieldHelp


class CurrentHelp:
    """Shows the help of one place at a time."""

    def __init__(self) -> None:
        self._place: HelpedPlace | None = None

    def show(self, place: HelpedPlace | None, words: str) -> None:
        """Show the help of a place, and hide that of the one before."""
        if self._place is not None and self._place is not place:
            self._place.help.show("")
        self._place = place
        if place is not None:
            place.help.show(words)
