"""Fill the empty fields of a language from another, after a review; overwrites nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.stores.record.draft import Draft
from svc_tui.stores.record.field_paths import FieldPath, path_of
from svc_tui.text import cut, label, plural
from svc_tui.widgets.base import CANCEL, SvcModal, drawable_hint, language_in_words, services
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle
from svc_tui.widgets.form.checks import EMPTY, visible
from svc_tui.widgets.form.summary import summary
from svc_tui.widgets.form.value_text import ValueFormatter

WIDTH = 200

LONGEST = 60
"""Longest hint, in cells: the dialog is never narrower, but in a tiny terminal."""


class FillSuggestion(NamedTuple):
    """An empty value, and a suggestion for it."""

    path: str
    words: str
    value: Any


def fillings(
    draft: Draft, form: Iterable[FieldPath], lang: str, source: str
) -> list[FillSuggestion]:
    """Return the empty fields of a language that have a value in the other one."""
    found = []
    for place in form:
        field = place.field
        if place.lang != lang or field.readonly or not visible(field, draft.current):
            continue
        value = draft.get(path_of(field, source))
        if draft.get(place.path) in EMPTY and value not in EMPTY:
            found.append(FillSuggestion(place.path, field.label, value))
    return found


class FillDialog(SvcModal):
    """A dialog with the suggestions, by field. Closes with dotted path to value, or None."""

    DEFAULT_CSS = """
    FillDialog { align: center middle; }
    FillDialog > .dialog { width: 90%; height: auto; max-height: 90%; }
    FillDialog OptionList { height: auto; max-height: 14; border: none; padding: 0; }
    """

    BINDINGS = [
        CANCEL,
        Binding("space", "turn", "Tick", tooltip="Tick or untick this field.", id="fill.turn"),
        Binding(
            "right,left", "other", "Other language", show=False,
            tooltip="Fill from another language.", id="fill.other",
        ),
        Binding("ctrl+s,f2", "fill_in", "Fill", tooltip="Fill the ticked fields.", id="fill.run"),
        Binding(
            "enter", "fill_in", "Fill", show=False, priority=True,
            tooltip="Fill the ticked fields.", id="fill.enter",
        ),
    ]  # fmt: skip

    def __init__(
        self,
        lang: str,
        offers: Mapping[str, Sequence[FillSuggestion]],
        readings: ValueFormatter | None = None,
    ) -> None:
        super().__init__()
        self.readings = readings
        self.lang = lang
        self.offers = {source: tuple(found) for source, found in offers.items()}
        self.source = next(iter(offers))
        self.left_out: set[str] = set()
        """The paths that are not filled."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield DialogTitle()
            yield OptionList(compact=True)
            yield DialogHint(longest=LONGEST)

    def on_mount(self) -> None:
        self._list()
        self.query_one(OptionList).focus()
        if self.readings is not None:
            self.run_worker(self._learn(self.readings), group="names")

    async def _learn(self, readings: ValueFormatter) -> None:
        every = [one for found in self.offers.values() for one in found]
        await readings.learn((one.path, one.value) for one in every)
        self._list()

    @property
    def chosen(self) -> dict[str, Any]:
        """Return what would be filled now."""
        offers = self.offers[self.source]
        return {one.path: one.value for one in offers if one.path not in self.left_out}

    def _list(self) -> None:
        svc = services(self)
        lang, source = (language_in_words(one, svc) for one in (self.lang, self.source))
        count = plural(len(self.chosen), f"empty {lang} field", f"empty {lang} fields")
        head = label(f"Fill {count} from {source}")
        self.query_one(".title", Static).update(head)
        options = self.query_one(OptionList)
        at = options.highlighted
        options.clear_options().add_options(map(self._option, self.offers[self.source]))
        options.highlighted = min(at or 0, options.option_count - 1)
        other = " · ← → language" if len(self.offers) > 1 else ""
        hint = f"Enter fills · Space ticks{other} · Esc cancels"
        self.query_one(DialogHint).update(drawable_hint(hint, self))

    def _option(self, one: FillSuggestion) -> Option:
        tick = "[ ]" if one.path in self.left_out else "[x]"
        shown = self.readings.format(one.path, one.value)[0] if self.readings else one.value
        value = cut(summary(shown), WIDTH)
        return Option(label(f"{tick} {one.words}: ", "bold") + label(value))

    def action_turn(self) -> None:
        """Tick or untick this one."""
        at = self.query_one(OptionList).highlighted
        if at is not None:
            self.left_out ^= {self.offers[self.source][at].path}
            self._list()

    def action_other(self) -> None:
        """Fill from the next language."""
        sources = list(self.offers)
        self.source = sources[(sources.index(self.source) + 1) % len(sources)]
        self._list()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Tick or untick on a click."""
        event.stop()
        self.action_turn()

    def action_fill_in(self) -> None:
        self.close(self.chosen)
