"""The help: every key for the current focus, by area, searchable; Enter runs it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import zip_longest
from textwrap import wrap
from typing import Any

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Region
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.text import cut, label
from svc_tui.widgets.base import SvcModal, accent_on_cursor
from svc_tui.widgets.command import CommandHost
from svc_tui.widgets.dialog_words import DialogTitle, with_keys
from svc_tui.widgets.shell.effective_bindings import effective_bindings, key_name
from svc_tui.widgets.shell.keys_elsewhere import (
    KeyElsewhere,
    keys_of_other_pages,
    keys_of_this_page,
)
from svc_tui.widgets.shell.synonyms import matches
from svc_tui.widgets.text_line import TextLine

KEY_WIDTH, BETWEEN = 10, 3
"""Cells for the key, and the spaces around its description."""

COLUMN_WIDTH, AROUND, MOST_COLUMNS = 44, 8, 3
"""Minimum cells of a column, the frame, and the maximum number of columns."""

GUTTER = 2
"""Cells to the right of each column."""

MOST_USED, MOVING = "Most used", "Moving"
"""The headings of the keys that the footer shows, which come first, and of movement keys."""

MOVES = {
    "Column left": "Move to the column on the left.",
    "Column right": "Move to the column on the right.",
    "Top": "Go to the beginning.",
    "Bottom": "Go to the end.",
    "Half page down": "Move half a screen down.",
    "Half page up": "Move half a screen up.",
    "Page down": "Move a screen down.",
    "Page up": "Move a screen up.",
    "Page left": "Move a screen to the left.",
    "Page right": "Move a screen to the right.",
    "Up": "Move up.",
    "Above": "Move up.",
    "Down": "Move down.",
    "Left": "Move to the left.",
    "Right": "Move to the right.",
    "Ten down": "Move ten lines down.",
    "Ten up": "Move ten lines up.",
    "First field": "Go to the first field.",
    "Last field": "Go to the last field.",
    "Next field": "Go to the next field.",
}
"""Descriptions of movement keys, which the palette leaves out, as their bindings have none."""

OF_TEXTUAL = {
    "Page Left": ("Page left", ""),
    "Page Right": ("Page right", ""),
    "Page Up": ("Page up", ""),
    "Page Down": ("Page down", ""),
    "Scroll Up": ("Up", ""),
    "Scroll Down": ("Down", ""),
    "Scroll Left": ("Left", ""),
    "Scroll Right": ("Right", ""),
    "Scroll Home": ("Top", ""),
    "Scroll End": ("Bottom", ""),
    "First": ("Top", ""),
    "Last": ("Bottom", ""),
    "Focus Next": ("Next", "Go to the next field or part."),
    "Focus Previous": ("Previous", "Go to the previous field or part."),
    "Copy selected text": ("Copy", "Copy the selected text."),
    "Select": ("Select", "Choose the line under the cursor."),
    "Press button": ("Press", "Press the button with the focus."),
    "palette": ("Commands", "Find a page, action or theme by name."),
}
"""Names and help of keys that Textual names itself, by its own names."""

PAGES = "Pages"
"""The name of the digits that open pages, in one line."""

WAY_BACK = "Clear the search to see all keys, or press Esc to close."

HINT = "↑ ↓ choose · Enter runs it · Ctrl+P all commands · Esc closes"

AREAS = {
    "app": "Console",
    "go": "Go to",
    "page": "Page",
    "detail": "Record",
    "form": "Field",
    "field": "Field",
    "quick": "Field",
    "bulk": "Field",
    "": "General",
}
"""The heading for ids with this prefix, if the keys' owner has no `KEYS_ABOUT`."""


class HelpLine(TextLine):
    """The search, which leaves `?`, Home and End to the screen while it is empty."""

    def check_consume_key(self, key: str, character: str | None) -> bool:
        if key == "question_mark" and not self.value:
            return False
        return super().check_consume_key(key, character)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("home", "end") and not self.value:
            return False
        return super().check_action(action, parameters)


class HelpScreen(SvcModal):
    """Built from the bindings themselves, so that it is never out of date."""

    enter_word = "Run it"

    DEFAULT_CSS = """
    HelpScreen { align: left middle; }
    /* A margin, as a padding would be drawn over the footer. */
    HelpScreen > .dialog { width: 100%; height: 100%; margin-bottom: 1; }
    HelpScreen .columns { height: 1fr; overflow-y: auto; }
    HelpScreen OptionList { width: 1fr; height: auto; max-height: 1000; display: none; }
    HelpScreen OptionList.-shown { display: block; margin-right: 2; }
    """

    BINDINGS = [
        Binding("down", "move('cursor_down')", "Down", show=False, id="help.down"),
        Binding("up", "move('cursor_up')", "Up", show=False, id="help.up"),
        Binding("pagedown", "move('page_down')", "Page down", show=False, id="help.page_down"),
        Binding("pageup", "move('page_up')", "Page up", show=False, id="help.page_up"),
        Binding("home", "end(0)", "Top", show=False, id="help.top"),
        Binding("end", "end(-1)", "Bottom", show=False, id="help.bottom"),
        Binding("f1", "close", "Close", show=False, id="help.close"),
        Binding(
            "question_mark", "close", "Close", show=False, priority=True,
            tooltip="Close help, or type ? in a search.", id="help.close_sign",
        ),
    ]  # fmt: skip

    def __init__(self, about: Screen[Any]) -> None:
        super().__init__()
        self._about = about
        typing = about.focused is not None and about.focused.check_consume_key("g", "g")
        chords = None if about.is_modal or typing else getattr(about.app, "chords", None)
        self._keys = _unique([*effective_bindings(about), *(chords.bindings() if chords else ())])
        self._moves = {**MOVES, **_pages(about)}
        unknown = [f"Page {n}" for n in range(1, 10) if f"Page {n}" not in self._moves]
        self._keys = [one for one in self._keys if one.binding.description not in unknown]
        # Now: under a dialog, no key of the console can act.
        self._others = [*keys_of_this_page(about, self._keys)]
        self._listed: list[ActiveBinding] = []
        self._columns = 1
        self._width = COLUMN_WIDTH

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield DialogTitle("Keys")
            if signs := getattr(self._about, "signs", ""):
                yield Static(label(signs), classes="muted")
            yield HelpLine(placeholder="Type to search, Enter runs the selected key", compact=True)
            with Horizontal(classes="columns"):
                for _ in range(MOST_COLUMNS):
                    yield OptionList(compact=True)

    def on_mount(self) -> None:
        self.query_one(".dialog").border_subtitle = with_keys(HINT)
        self.refresh_bindings()  # The footer leaves out the keys that are named there.
        self._arrange()

    def on_resize(self) -> None:
        self._arrange()

    def _arrange(self) -> None:
        room = self.app.size.width - AROUND
        self._columns = max(1, min(room // (COLUMN_WIDTH + GUTTER), MOST_COLUMNS))
        self._width = max(1, room // self._columns - GUTTER)
        for n, column in enumerate(self.query(OptionList)):
            column.set_class(n < self._columns, "-shown")
        self._list(self.query_one(Input).value)

    @on(Input.Changed)
    def _narrow(self, event: Input.Changed) -> None:
        self._list(event.value)

    @on(Input.Submitted)
    def _run_first(self) -> None:
        for options in self.query(OptionList):
            if options.highlighted is not None:
                self._run_option(options.get_option_at_index(options.highlighted))
                return

    @on(OptionList.OptionSelected)
    def _run_chosen(self, event: OptionList.OptionSelected) -> None:
        self._run_option(event.option)

    def action_move(self, how: str) -> None:
        """Move through a column, and from its end to the next one."""
        columns = [one for one in self.query(OptionList) if one.has_class("-shown")]
        here = next((n for n, one in enumerate(columns) if one.highlighted is not None), 0)
        options, up = columns[here], how.endswith("up")
        runnable = _runnable(options)
        if not runnable:
            return
        at = runnable.index(options.highlighted or runnable[0])
        edge = 0 if up else len(runnable) - 1
        beyond = columns[here - 1 : here] if up else columns[here + 1 : here + 2]
        if at == edge and beyond and (others := _runnable(beyond[0])):
            options.highlighted = None
            options = beyond[0]
            options.highlighted = others[-1 if up else 0]
        elif at == edge and not up:  # What can't be run now comes below it.
            self.query_one(".columns").scroll_end(animate=False)
            return
        elif how.startswith("cursor"):
            options.highlighted = runnable[at + (-1 if up else 1)] if at != edge else runnable[at]
        else:
            lines = self.query_one(".columns").size.height
            passed = runnable[at::-1] if up else runnable[at:]
            far = [
                n for n in passed if abs(_above(options, n) - _above(options, passed[0])) < lines
            ]
            # A page of dim keys alone is passed in one step.
            options.highlighted = far[-1] if far[1:] else passed[:2][-1]
        self._show_cursor(options)

    def action_end(self, index: int) -> None:
        """Go to the first or the last key that can be run, in any column."""
        columns = [one for one in self.query(OptionList) if _runnable(one)]
        for options in columns:
            options.highlighted = None
        for options in columns[index:][:1]:
            options.highlighted = _runnable(options)[index]
            self._show_cursor(options)

    def _show_cursor(self, options: OptionList) -> None:
        """Scroll all columns together to the line under the cursor; at the first to its heading."""
        at = options.highlighted or 0
        above = 0 if at == _first(options) else _above(options, at)
        region = Region(0, above, 1, _lines_of(options.options[at]) + 1)
        self.query_one(".columns").scroll_to_region(region, animate=False)

    def _list(self, words: str) -> None:
        found = [one for one in self._keys if matches(words, self._text(one))]
        self._listed = found if words.strip() else _pages_as_one(found)
        areas: list[list[Option]] = []
        area = ""
        for n, one in enumerate(self._listed):
            if area_of(one) != area:
                area = area_of(one)
                areas.append([Option(_heading(area, self._width), disabled=True)])
            areas[-1].append(Option(self._line(one.binding), id=str(n), disabled=not one.enabled))
        if words.strip():
            areas += self._elsewhere(words, self._others)
        if not areas:
            areas = self._nothing_here(words)
        columns = _in_columns(areas, self._columns)
        for options, column in zip_longest(self.query(OptionList), columns):
            options.clear_options()
            options.add_options(column or ())
            options.highlighted = None
        for options in self.query(OptionList):
            if (first := _first(options)) is not None:
                options.highlighted = first
                break

    def _nothing_here(self, words: str) -> list[list[Option]]:
        """Return that no key of this page matches, and those of other pages."""
        found_none = f"No key on this page matches “{cut(words.strip(), 30)}”."
        lines = [Option(label(f" {one}"), disabled=True) for one in (found_none, WAY_BACK)]
        return [lines, *self._elsewhere(words, keys_of_other_pages())]

    def _elsewhere(self, words: str, keys: Iterable[KeyElsewhere]) -> list[list[Option]]:
        """Return the keys that match; they can't be run from here."""
        areas: dict[str, dict[str, Binding]] = {}
        for area, one in keys:
            if matches(words, f"{one.description} {one.tooltip}"):
                areas.setdefault(area, {}).setdefault(one.action, one)
        return [
            [
                Option(line, disabled=True)
                for line in (_heading(area, self._width), *map(self._line, found.values()))
            ]
            for area, found in areas.items()
        ]

    def _line(self, binding: Binding) -> Content:
        several = binding.description == PAGES and binding.key_display
        key = several or key_name(self.app, binding)
        name, words = self._words(binding)
        room = max(1, self._width - KEY_WIDTH - BETWEEN)
        below = "\n" + " " * (KEY_WIDTH + 2)
        about = label(
            below.join(wrap(words or f"{name.rstrip('.…')}.", room)), "$text-muted", multiline=True
        )
        return label(f" {key:<{KEY_WIDTH}} ", accent_on_cursor(self)) + about

    def _words(self, binding: Binding) -> tuple[str, str]:
        """Return the name of a key and its help."""
        name, words = OF_TEXTUAL.get(binding.description, (binding.description, ""))
        return name, words or binding.tooltip or self._moves.get(name, "")

    def _text(self, active: ActiveBinding) -> str:
        binding = active.binding
        words = (binding.key, binding.description, *self._words(binding), binding.id or "")
        return " ".join(words)

    def _run_option(self, option: Option) -> None:
        """Close first: the action belongs to the page below."""
        if option.id is None:
            return
        active = self._listed[int(option.id)]
        self.close()
        self.app.call_later(self.app.run_action, active.binding.action, active.node)


def _pages(about: Screen[Any]) -> dict[str, str]:
    """Return what the digits open: the pages of the sidebar."""
    from svc_tui.widgets.shell.sidebar import numbered_pages

    pages = enumerate(numbered_pages(about), 1)
    return {f"Page {n}": f"Open {page.label}." for n, page in pages}


def _pages_as_one(keys: list[ActiveBinding]) -> list[ActiveBinding]:
    """Return keys with one line for all digits, which open the pages of the sidebar."""
    pages = [one for one in keys if one.binding.description.startswith("Page ") and one.enabled]
    digits = [one for one in pages if one.binding.key.isdecimal()]
    if len(digits) < 2:
        return keys
    first = digits[0]
    all_digits = replace(
        first.binding,
        key_display=f"{first.binding.key}–{digits[-1].binding.key}",
        description=PAGES,
        tooltip="Open a page of the sidebar by its number.",
    )
    one_line = first._replace(binding=all_digits)
    return [one_line if one is first else one for one in keys if one not in digits[1:]]


def _heading(area: str, width: int) -> Content:
    rule = "─" * (width - cell_len(area) - 3)
    return label(f" {area} ", "bold $foreground") + label(rule, "$border-blurred")


def area_of(active: ActiveBinding) -> str:
    """Return the heading of a key: most used, movement, or what its owner says it is about."""
    chord = (active.binding.id or "").startswith("go.")
    if active.binding.show and active.enabled and not chord:
        return MOST_USED
    if OF_TEXTUAL.get(active.binding.description, (active.binding.description,))[0] in MOVES:
        return MOVING
    name = active.binding.id
    if name is None:
        return AREAS[""]
    if isinstance(active.node, CommandHost) and (group := active.node.group_of(name)):
        return group
    for kind in type(active.node).__mro__:
        declared = kind.__dict__.get("BINDINGS", ())
        if any(isinstance(one, Binding) and one.id == name for one in declared):
            about = kind.__dict__.get("KEYS_ABOUT")
            if isinstance(about, str):
                return about
    area = name.partition(".")[0]
    return AREAS.get(area, area.replace("_", " ").capitalize())


def _runnable(options: OptionList) -> list[int]:
    return [n for n, one in enumerate(options.options) if not one.disabled]


def _lines_of(option: Option) -> int:
    return str(option.prompt).count("\n") + 1


def _above(options: OptionList, at: int) -> int:
    return sum(map(_lines_of, options.options[:at]))


def _first(options: OptionList) -> int | None:
    return next(iter(_runnable(options)), None)


def _in_columns(areas: list[list[Option]], columns: int) -> list[list[Option]]:
    """Return the areas in order, apart by a blank line, in columns of similar height."""
    heights = [sum(map(_lines_of, area)) + 1 for area in areas]
    most, filled, placed = sum(heights) / columns, 0.0, list[list[Option]]([])
    for area, height in zip(areas, heights, strict=True):
        if not placed or (filled + height / 2 > most * len(placed) and len(placed) < columns):
            placed.append([])
        else:
            placed[-1].append(Option(" ", disabled=True))
        placed[-1].extend(area)
        filled += height
    return placed


def _unique(bindings: list[ActiveBinding]) -> list[ActiveBinding]:
    """Return one line per action, grouped by area: the most used keys, then those of the focus."""
    found: dict[tuple[int, str], ActiveBinding] = {}
    for active in bindings:
        if active.binding.description:
            found.setdefault((id(active.node), active.binding.action), active)
    areas = list(dict.fromkeys(map(area_of, found.values())))
    # Movement and Textual's own keys (scrolling, focus) last: most people know them.
    areas.sort(key=lambda area: (area != MOST_USED, area == MOVING, area == AREAS[""]))
    return sorted(found.values(), key=lambda active: areas.index(area_of(active)))
