"""LineMenu, a short list over the page; ChoiceMenu, a choice from a few things."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.text import clean, label
from svc_tui.widgets.base import CANCEL, SvcModal, accent_on_cursor
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle

KEYS_END = 54
"""The cell of a line where its key ends, aligned in all lines."""

LONGEST = 60
"""Cells of a heading or of keys that fit into the frame."""

TICKING = "Enter applies · Space ticks · J K move · Esc cancels"


def next_beginning_with(letter: str, names: Sequence[str], start: int) -> int | None:
    """Return the next name from `start` on, around the end, that begins with a letter."""
    order = sorted(range(len(names)), key=lambda n: n < start)
    return next((n for n in order if names[n].casefold().startswith(letter.casefold())), None)


@dataclass(frozen=True)
class Entry:
    """One thing on offer."""

    value: str
    text: str
    note: str = ""
    """Why it is dim, or a note."""
    enabled: bool = True
    on: bool = False
    """Whether it is ticked, if several can be."""
    dangerous: bool = False
    """Whether it can do damage: the cursor never begins on it."""
    destroys: bool = False
    """Whether it loses something: it is shown in red."""
    help: str = ""
    """What it does, shown while the cursor is on it."""
    key: str = ""
    """The key that does the same without the menu."""


class Lines(OptionList):
    """The lines of a menu; the footer says what Enter does."""

    BINDINGS = [Binding("enter", "select", "Choose", tooltip="Choose this line.", id="menu.choose")]

    def __init__(self, *options: Option | None, word: str) -> None:
        super().__init__(*options, compact=True)
        keys = self._bindings.key_to_bindings
        keys["enter"] = [
            replace(one, description=word or one.description, show=bool(word))
            for one in keys["enter"]
        ]


class LineMenu(SvcModal):
    """A heading, lines with a cursor, and a hint; subclasses draw the lines.

    A letter jumps to the next line whose name begins with it.
    """

    DEFAULT_CSS = """
    LineMenu { align: center middle; }
    LineMenu > .dialog { width: 62; height: auto; max-height: 100%; }
    LineMenu OptionList { height: auto; max-height: 60vh; }
    LineMenu .hint { height: auto; }
    LineMenu .about { height: 2; padding: 0 1; margin-top: 1; }
    """

    enter_word = "Choose"

    def __init__(self, heading: str, hint: str) -> None:
        super().__init__()
        self.heading = heading
        self.hint = hint
        self._lettered = False

    def compose(self) -> ComposeResult:
        """A title, the lines, and which keys there are."""
        with Vertical(classes="dialog"):
            yield DialogTitle(label(self.heading), longest=LONGEST)
            yield Lines(*self.options(), word=self.enter_word)
            yield from self.below()
            if self.hint:
                yield DialogHint(label(self.hint), longest=LONGEST)

    def on_mount(self) -> None:
        self.lines.highlighted = self.first_line()
        self.lines.focus()

    def below(self) -> ComposeResult:
        """Yield what is under the lines."""
        yield from ()

    def options(self) -> Sequence[Option | None]:
        """Return the lines; None draws a rule."""
        raise NotImplementedError

    def first_line(self) -> int | None:
        """Return the line where the cursor starts; None for none."""
        return 0

    def names(self) -> Sequence[str]:
        """Return the name of each line, for the letter that jumps to it; "" where none does."""
        return ()

    def on_key(self, event: events.Key) -> None:
        """Jump to the next line that begins with this letter."""
        letter = event.character or ""
        if not letter.isalnum() or letter != letter.casefold():
            return
        here = -1 if self.lines.highlighted is None else self.lines.highlighted
        # The first letter may mean the line where the cursor starts.
        start = here + 1 if self._lettered else max(here, 0)
        self._lettered = True
        if (at := next_beginning_with(letter, self.names(), start)) is not None:
            event.stop()
            self.lines.highlighted = at

    @property
    def lines(self) -> OptionList:
        """The lines on the screen."""
        return self.query_one(OptionList)

    def redraw(self) -> None:
        """Redraw every line; the cursor stays."""
        options = (one for one in self.options() if one is not None)
        for n, option in enumerate(options):
            self.lines.replace_option_prompt_at_index(n, option.prompt)


class ChoiceMenu(LineMenu):
    """Resolves to the value chosen; with `multiple`, to the ticked values in their order.

    Esc resolves to None.
    """

    BINDINGS = [
        CANCEL,
        Binding("space", "tick", "Tick", tooltip="Tick or untick this line.", id="menu.tick"),
        Binding(
            "K", "shift(-1)", "Up", show=False, tooltip="Move this line up.", id="menu.earlier"
        ),
        Binding(
            "J", "shift(1)", "Down", show=False, tooltip="Move this line down.", id="menu.later"
        ),
        Binding("D", "remove", "Remove", show=False, tooltip="Remove this line.", id="menu.remove"),
    ]

    def __init__(
        self,
        heading: str,
        entries: Sequence[Entry],
        *,
        multiple: bool = False,
        removable: bool = False,
        hint: str = "",
    ) -> None:
        super().__init__(heading, hint or (TICKING if multiple else ""))
        self.entries = list(entries)
        self.multiple = multiple
        self.enter_word = "Apply" if multiple else "Open" if removable else "Choose"
        self.removable = removable
        """Whether `D` resolves to `-value`, to delete this one."""
        self._ruled = sum(one.on for one in self.entries)
        """The number of lines above the rule: with `multiple`, those that were ticked at first."""

    def below(self) -> ComposeResult:
        """Yield the line for the help of the current entry, if any entry has help."""
        if any(one.help for one in self.entries):
            yield Static(classes="about muted")

    @on(OptionList.OptionHighlighted)
    def _moved(self, event: OptionList.OptionHighlighted) -> None:
        for line in self.query(".about").results(Static):
            line.update(label(self.entries[event.option_index].help))

    def first_line(self) -> int | None:
        """The first entry that can be chosen and is not destructive, if any."""
        safe = (n for n, one in enumerate(self.entries) if one.enabled and not one.dangerous)
        return next(safe, None)

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if self.multiple:
            self.close(tuple(one.value for one in self.entries if one.on))
        else:
            self.close(self.entries[event.option_index].value)

    def names(self) -> Sequence[str]:
        return [one.text if one.enabled else "" for one in self.entries]

    def action_tick(self) -> None:
        """Tick the entry, or take its tick away."""
        here = self.lines.highlighted
        if self.multiple and here is not None:
            one = self.entries[here]
            self.entries[here] = replace(one, on=not one.on)
            self.redraw()

    def action_shift(self, by: int) -> None:
        """Move the entry among the others."""
        here = self.lines.highlighted
        if not self.multiple or here is None or not 0 <= here + by < len(self.entries):
            return
        self.entries[here], self.entries[here + by] = self.entries[here + by], self.entries[here]
        self.redraw()
        self.lines.highlighted = here + by

    def action_remove(self) -> None:
        here = self.lines.highlighted
        if self.removable and here is not None:
            self.close(f"-{self.entries[here].value}")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Dim ticking if only one line can be chosen."""
        return self.multiple if action == "tick" else True

    def options(self) -> Sequence[Option | None]:
        if self.multiple:
            lines: list[Option | None] = [*map(Option, self._ticked_lines())]
            return [*lines[: self._ruled], None, *lines[self._ruled :]]
        return [Option(self._line(one), disabled=not one.enabled) for one in self.entries]

    def _ticked_lines(self) -> Iterator[Content]:
        """Yield the lines of several choices: place if ticked, name and note."""
        width = max((cell_len(clean(one.text)) for one in self.entries), default=0)
        place = 0
        for one in self.entries:
            place += one.on
            front = label(f" {place:>2} " if one.on else "    ", "$text-muted")
            front += label("✓ " if one.on else "  ", accent_on_cursor(self))
            text = label(one.text, "" if one.on else "$text-muted")
            gap = " " * (width + 3 - text.cell_length)
            yield front + text + label(f"{gap}{one.note}" if one.note else "", "$text-muted")

    def _line(self, one: Entry) -> Content:
        note = label(f"  {one.note}", "$text-muted") if one.note else Content("")
        style = "$text-error" if one.destroys and one.enabled else ""
        line = label(f" {one.text}", style) + note
        if not one.key:
            return line
        room = KEYS_END - line.cell_length - cell_len(one.key)
        return line + " " * max(2, room) + label(one.key, accent_on_cursor(self))
