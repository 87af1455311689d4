"""All errors of a record in one list; Enter goes to one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from svc_tui.stores.record.field_paths import TOP, FieldPath, words_inside
from svc_tui.text import label, plural
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle


class ErrorEntry(NamedTuple):
    """A message and the place it belongs to, if its field is visible."""

    message: str
    place: FieldPath | None = None
    inside: str = ""
    """The path within the field's value."""

    @property
    def where(self) -> str:
        """Tabs, group and sub-tab, outermost first."""
        if self.place is None:
            return ""
        one = self.place.field
        return " › ".join(filter(None, (*one.tabs, one.group, one.group and one.subtab)))

    @property
    def words(self) -> str:
        """The field and its message: `Title (it): This field is required.`"""
        inner = f", {words_inside(self.inside)}" if self.inside else ""
        return f"{self.place.words}{inner}: {self.message}" if self.place else self.message


def troubles(
    errors: Mapping[str, Sequence[str]], form: Iterable[FieldPath], hidden: Collection[str] = ()
) -> list[ErrorEntry]:
    """Every message: those without a field first, then in the form's order."""
    found: list[ErrorEntry] = []
    left = dict(errors)
    for place in form:
        for path in [one for one in left if f"{one}.".startswith(f"{place.path}.")]:
            inner = path[len(place.path) + 1 :]
            for said in left.pop(path):
                shown = place.path not in hidden
                words = said if shown else f"{place.words} (not shown): {said}"
                found.append(ErrorEntry(words, place if shown else None, inner if shown else ""))
    top = [
        ErrorEntry(said if path == TOP else f"{path}: {said}")
        for path, messages in left.items()
        for said in messages
    ]
    return sorted(top + found, key=lambda one: one.place is not None)


class ErrorsDialog(SvcModal):
    """Language, tab, group, field, message. Closes with an `ErrorEntry`, or None."""

    DEFAULT_CSS = """
    ErrorsDialog { align: center middle; }
    ErrorsDialog > .dialog { width: 90%; height: auto; max-height: 90%; }
    ErrorsDialog OptionList { height: auto; max-height: 16; border: none; padding: 0; }
    """

    BINDINGS = [Binding("q,M", "close", "Close", tooltip="Go back to the form.", id="errors.close")]

    def __init__(self, found: Sequence[ErrorEntry]) -> None:
        super().__init__()
        self.found = tuple(found)

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield DialogTitle(label(plural(len(self.found), "error", "errors")))
            yield OptionList(*(Option(_drawn(one)) for one in self.found), compact=True)
            yield DialogHint("Enter goes there · Esc closes")

    def on_mount(self) -> None:
        """Start at the first one that belongs to a field."""
        options = self.query_one(OptionList)
        places = [n for n, one in enumerate(self.found) if one.place is not None]
        options.highlighted = next(iter(places), 0 if self.found else None)
        options.focus()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.close(self.found[event.option_index])


def _drawn(one: ErrorEntry) -> Content:
    where = label(f"{one.where} › ", "$text-muted") if one.where else Content("")
    return where + label(one.words)
