"""DiffDialog: the values that differ between two profiles, side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from textual import on
from textual.binding import Binding
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.introspect.names import is_secret
from svc_tui.models.records import TRANSLATIONS
from svc_tui.stores.record.field_paths import label_with_path, places
from svc_tui.stores.runs.comparison import Comparison, RecordDifference
from svc_tui.text import cut, label, plural
from svc_tui.widgets.choice_menu import LineMenu
from svc_tui.widgets.listing.action_preview import HIDDEN, apart, short_text
from svc_tui.widgets.listing.list_labels import ListLabels

HINT = "Enter copies · A all · < > direction · P plan · Esc closes"


@dataclass(frozen=True)
class DiffWish:
    """The user's choice of what to do with the differences."""

    what: Literal["copy", "copy_all", "plan"]
    comparison: Comparison
    line: RecordDifference | None = None


class DiffDialog(LineMenu):
    """Resolves to a `DiffWish`, or to None."""

    DEFAULT_CSS = """
    DiffDialog > .dialog { width: 78; }
    """

    enter_word = "Copy"

    BINDINGS = [
        Binding("A", "all", "Copy all", tooltip="Review all that can be copied.", id="diff.all"),
        Binding(
            "less_than_sign,greater_than_sign", "turn", "Direction", key_display="< >",
            tooltip="Copy the other way.", id="diff.turn",
        ),
        Binding(
            "P", "plan", "Plan", id="diff.plan",
            tooltip="Save the changes as a plan for `svc-tui apply`.",
        ),
        Binding("q", "close", "Close", show=False, id="diff.close", tooltip="Close this dialog."),
    ]  # fmt: skip

    def __init__(self, comparison: Comparison, labels: ListLabels, at: int = 0) -> None:
        super().__init__("", HINT)
        self.comparison, self.labels, self._first = comparison, labels, at
        self._form = places(comparison.resource.form_fields, languages_in(comparison))

    def options(self) -> list[Option]:
        """Return one line per difference, with the name of each record above its lines."""
        found, before = [], ""
        for one in self.comparison.lines:
            found.append(Option(self._drawn(one, one.key != before)))
            before = one.key
        return found

    def on_mount(self) -> None:
        """Start at the previous line."""
        self._draw()
        rows = self.query_one(OptionList)
        rows.highlighted = min(self._first, len(self.comparison.lines) - 1)
        rows.focus()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        line = self.comparison.lines[event.option_index]
        self.close(DiffWish("copy", self.comparison, line))

    def action_all(self) -> None:
        """Review everything that can be copied."""
        self.close(DiffWish("copy_all", self.comparison))

    def action_plan(self) -> None:
        """Write a plan."""
        self.close(DiffWish("plan", self.comparison))

    def action_turn(self) -> None:
        """Copy the other way from now on."""
        self.comparison = self.comparison.other_way
        rows, before = self.query_one(OptionList), ""
        for number, one in enumerate(self.comparison.lines):
            if one.only is not None:  # Enter now does something else.
                rows.replace_option_prompt_at_index(number, self._drawn(one, one.key != before))
            before = one.key
        self._draw()

    def _draw(self) -> None:
        found, name = self.comparison, self.comparison.profile
        arrow = "←" if found.into == "here" else "→"
        count = plural(len(found.lines), "difference", "differences")
        apart = f" · {found.left_out:,} read-only" if found.left_out else ""
        self.query_one(".title", Static).update(label(f"here {arrow} {name} · {count}{apart}"))

    def _drawn(self, one: RecordDifference, first: bool) -> Content:
        lines = [label(cut(self.comparison.title(one.key), 68), "bold")] if first else []
        if one.only is not None:
            where = "here" if one.only == "here" else f"in {self.comparison.profile}"
            able = self.comparison.copies(one)
            words = f"  only {where}" + " · Enter creates it on the other side" * able
            lines.append(label(words, "" if able else "$text-muted"))
        else:
            here, there = apart(*self.labels.in_words(one.path, one.here, one.there))
            hidden = any(map(is_secret, one.path.split(".")))
            values = HIDDEN if hidden else f"{short_text(here)} │ {short_text(there)}"
            name = self.labels.columns.get(one.path) or label_with_path(one.path, self._form)
            style = "" if one.copyable else "$text-muted"
            lines.append(label(f"  {cut(name, 20)}: {values}", style))
        return Content("\n").join(lines)


def languages_in(comparison: Comparison) -> tuple[str, ...]:
    """Return the languages of the texts that differ."""
    steps = (one.path.split(".") for one in comparison.lines)
    return tuple(dict.fromkeys(way[1] for way in steps if way[0] == TRANSLATIONS and way[2:]))
