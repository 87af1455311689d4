"""ValuesDialog: a list, and the old and new values of the highlighted entry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.introspect.names import is_secret
from svc_tui.models.base import label_from
from svc_tui.models.field_types import default_registry
from svc_tui.models.location import NEW
from svc_tui.models.registry import FieldRegistry
from svc_tui.routing.resource_lookup import resource_at
from svc_tui.stores.record.draft import same, within
from svc_tui.stores.record.field_paths import FieldPath, places
from svc_tui.stores.record.merge import Steps
from svc_tui.stores.redact import redact
from svc_tui.text import label
from svc_tui.widgets.base import SvcModal, drawable_hint
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle
from svc_tui.widgets.form.value_text import ValueFormatter
from svc_tui.widgets.record.value_diff import DiffText, render_diff

if TYPE_CHECKING:
    from svc_tui.app.context import Svc

SECRET = "a secret, not shown"

LONGEST = 76
"""Longest hint, in cells: its frame leaves out whole keys in a narrow terminal."""


class ChangedValue(NamedTuple):
    """One value: its path in the record, the old and the new one."""

    steps: Steps
    before: Any
    after: Any


class FormLabels(NamedTuple):
    """Labels for the values of a collection."""

    places: tuple[FieldPath, ...]
    readings: ValueFormatter

    def words_of(self, steps: Steps) -> str:
        """Return the label of a value, with the path in it; without a field, one from its key."""
        path = ".".join(steps)
        for one in self.places:
            if within(path, one.path):
                rest = path[len(one.path) + 1 :]
                return ", ".join(filter(None, (one.words, rest)))
        return path if "." in path else label_from(path)


NO_FORM = FormLabels((), ValueFormatter((), FieldRegistry()))


class ValuesDialog(SvcModal):
    """The base; a subclass defines the lines, and the values of the current one."""

    DEFAULT_CSS = """
    ValuesDialog { align: center middle; }
    ValuesDialog > .dialog { width: 96%; height: auto; max-height: 96%; }
    ValuesDialog OptionList { height: auto; max-height: 33vh; text-wrap: nowrap; }
    ValuesDialog OptionList { text-overflow: ellipsis; }
    ValuesDialog .values { height: 40vh; margin: 1 0; }
    ValuesDialog.-empty .values { height: auto; }
    ValuesDialog .values > Static, ValuesDialog .hint { height: auto; }
    """

    BINDINGS = [
        Binding(
            "right,l",
            "scroll_values(1)",
            "Down",
            show=False,
            tooltip="Scroll down through the values.",
            id="values.down",
        ),
        Binding(
            "left,h",
            "scroll_values(-1)",
            "Up",
            show=False,
            tooltip="Scroll up through the values.",
            id="values.up",
        ),
        Binding(
            "q", "close", "Close", show=False, tooltip="Close without choosing.", id="values.close"
        ),
    ]

    heading: ClassVar[str]
    nothing: str
    """The text shown without lines."""
    keys: ClassVar[str]

    def lines(self) -> Sequence[Content]:
        """Return one line for each entry."""
        raise NotImplementedError

    def values(self) -> Iterable[ChangedValue]:
        """The values of the current entry."""
        raise NotImplementedError

    @property
    def endpoint(self) -> str:
        """The collection of the current entry."""
        return ""

    def place_of(self, endpoint: str, key: object) -> str:
        """Return the page of a record and its id; without a page, its endpoint."""
        resource = resource_at(self.svc.router.routes, endpoint)
        place = label_from(endpoint.strip("/").rpartition("/")[2])
        place = place if resource is None else resource.label
        if key == NEW:
            return f"{place}, new"
        return f"{place} #{key}" if key else place

    def note(self) -> str:
        """Return a note about it."""
        return ""

    def hint(self) -> str:
        """Return the keys that work on the current entry."""
        return self.keys

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield DialogTitle(label(self.heading))
            yield OptionList(compact=True)
            with VerticalScroll(classes="values", can_focus=False):
                yield DiffText()
            yield DialogHint(label(drawable_hint(self.keys, self)), longest=LONGEST)

    @property
    def at(self) -> int:
        """The line under the cursor; -1 for none."""
        highlighted = self.query_one(OptionList).highlighted
        return -1 if highlighted is None else highlighted

    def show_lines(self) -> None:
        """Draw the list, with the cursor on its first line."""
        rows = self.query_one(OptionList)
        rows.clear_options()
        lines = self.lines()
        self.set_class(not lines, "-empty")
        rows.add_options([Option(line) for line in lines or [label(self.nothing)]])
        rows.highlighted = 0
        rows.focus()
        self._draw()

    def on_option_list_option_highlighted(self) -> None:
        """Show the values of the current entry."""
        self._draw()

    def _draw(self) -> None:
        found = tuple(self.values())
        form = form_of(self.svc, self.endpoint, [one.steps for one in found])
        self._show_values(found, form)
        self.query_one(DialogHint).update(label(drawable_hint(self.hint(), self)))
        self.run_worker(self._learn(found, form), group="names", exclusive=True)

    async def _learn(self, found: Sequence[ChangedValue], form: FormLabels) -> None:
        await form.readings.learn(
            (".".join(one.steps), value) for one in found for value in (one.before, one.after)
        )
        self._show_values(found, form)

    def _show_values(self, found: Sequence[ChangedValue], form: FormLabels) -> None:
        parts = [render_change(one, form) for one in found]
        if note := self.note():
            parts.append(label(note, "$text-muted"))
        self.query_one(".values > Static", Static).update(Content("\n").join(parts))

    def action_scroll_values(self, by: int) -> None:
        self.query_one(".values", VerticalScroll).scroll_relative(y=5 * by, animate=False)


def form_of(svc: Svc, endpoint: str, ways: Sequence[Steps]) -> FormLabels:
    """The form of a collection, if the console knows one; the languages are the values'."""
    resource = resource_at(svc.router.routes, endpoint)
    fields = (*resource.fields, *resource.sidebar_fields) if resource is not None else ()
    languages = [way[1] for way in ways if way[0] == "translations" and way[1:]]
    registry = svc.inject("svc_form_registry", None) or default_registry()
    form = places(fields, tuple(dict.fromkeys(languages)))
    return FormLabels(form, ValueFormatter(form, registry, svc=svc))


def render_change(one: ChangedValue, form: FormLabels = NO_FORM) -> Content:
    """Draw the name, the old and the new value; for a secret, only that it changed."""
    name = label(form.words_of(one.steps), "bold") + Content("\n")
    before, after = form.readings.format(".".join(one.steps), redact(one.before), redact(one.after))
    if any(map(is_secret, one.steps)) or (same(before, after) and not same(one.before, one.after)):
        return name + label(SECRET, "$text-muted")
    return name + render_diff(before, after)
