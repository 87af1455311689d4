"""The review of changes, field by field."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from svc_tui.stores.record.detail_store import DetailState
from svc_tui.stores.record.draft import MISSING, Draft, get_path, unreadable_in
from svc_tui.stores.record.field_paths import FieldPath, name_at
from svc_tui.stores.record.merge import at, changed, value_path
from svc_tui.stores.record.patch_payload import sent_paths
from svc_tui.text import cut, filename, label, plural
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle
from svc_tui.widgets.form.value_text import ValueFormatter
from svc_tui.widgets.record.value_diff import DiffText, render_diff

UNSENT = "Changes that can't be saved yet"
"""The title while something is wrong, which prevents saving."""


WRONG = "$text-warning"
"""The color of an error, as red is that of a removed line here."""

NOTHING_WRONG: Mapping[str, Sequence[str]] = {}


class Change(NamedTuple):
    """One value, before and after."""

    words: str
    before: Any
    after: Any
    path: str = ""


def form_changes(draft: Draft, form: Sequence[FieldPath]) -> list[Change]:
    """The changed values in the form's order; one inside a field counts as the field's."""
    found: dict[str, str] = {}
    for way in changed(draft.original, draft.current):
        path = ".".join(way)
        place = place_of(path, form)
        found[place.path if place else path] = place.words if place else name_at(form, path)
    order = {place.path: n for n, place in enumerate(form)}
    return [
        Change(
            words,
            get_path(draft.original, path, MISSING),
            get_path(draft.current, path, MISSING),
            path,
        )
        for path, words in sorted(found.items(), key=lambda one: order.get(one[0], len(order)))
    ]


def request_summary(
    state: DetailState, *, use_patch: bool, left: Sequence[FieldPath], parts: Collection[str] = ()
) -> str:
    """Return how much is sent, what of it is unchanged, and whether there are files.

    Nothing is said of a record without changes, of which nothing is sent.
    """
    if not (state.is_new or state.draft.dirty):
        return ""
    method = "POST" if state.is_new else "PATCH" if use_patch else "PUT"
    if unreadable := state.draft.unreadable():
        return refusal_message(unreadable, left)
    said = "The new record will be sent" if state.is_new else "The whole record will be sent"
    if method == "PATCH":
        said = "Only these changes will be sent"
    if files := files_in(state.draft.current if method != "PATCH" else state.draft.diff()):
        said += f", with {plural(len(files), 'file', 'files')} ({', '.join(files)})"
    names = {place.path: place.words for place in left}
    if method == "PATCH":
        objects = sent_objects(state.draft, parts)
        whole = [f"{names.get(path, path)} ({cut(keys, 120)})" for path, keys in objects]
        split = [names.get(key, key) for key in parts if key in state.draft.diff()]
        said += f". Sent in full: {', '.join(whole)}" * bool(whole)
        return (
            said
            + f". Of {', '.join(split)}, only the changed parts will be sent" * bool(split)
            + "."
        )
    along = [
        key
        for key, value in state.draft.current.items()
        if key in state.draft.original and value == state.draft.original[key]
    ]
    if not along:
        return f"{said}."
    listed = ", ".join(names.get(key, key) for key in along)
    return f"{said}. Unchanged values: {cut(listed, 400)}."


def refusal_message(unreadable: Iterable[str], form: Sequence[FieldPath]) -> str:
    """Return that nothing is sent, and which fields can't be read."""
    names = dict.fromkeys(name_at(form, path) for path in unreadable)
    listed = cut(", ".join(names), 200)
    return f"This can't be saved: the text in {listed} can't be read."


def errors_message(wrong: Collection[str], form: Sequence[FieldPath]) -> str:
    """Return that nothing is sent, and which fields have errors."""
    names = dict.fromkeys(name_at(form, path) for path in wrong)
    return f"This can't be saved: there are errors in {cut(', '.join(names), 200)}."


def place_of(path: str, form: Sequence[FieldPath]) -> FieldPath | None:
    """The field that has a value."""
    return next((one for one in form if f"{path}.".startswith(f"{one.path}.")), None)


def sent_objects(draft: Draft, parts: Collection[str]) -> list[tuple[str, str]]:
    """Return the path of each object that a PATCH sends whole, and its keys."""
    ways = sent_paths(changed(draft.original, draft.current), parts)
    values = [(way, at(draft.current, way)) for way in ways if value_path(way) == way]
    return [
        (".".join(way), ", ".join(map(str, value)))
        for way, value in values
        if isinstance(value, Mapping) and len(value) > 1 and "id" not in value
    ]


def files_in(value: Any) -> list[str]:
    """The names of the files in a payload."""
    if isinstance(value, Path):
        return [filename(value.name)]
    if isinstance(value, Mapping):
        return [name for one in value.values() for name in files_in(one)]
    if isinstance(value, list | tuple):
        return [name for one in value for name in files_in(one)]
    return []


class ChangesDialog(SvcModal):
    """Field, old value, new value. Esc or `=` closes it.

    Closes with True to save, and with False to go to the first error.
    """

    DEFAULT_CSS = """
    ChangesDialog { align: center middle; }
    ChangesDialog > .dialog { width: 90%; height: auto; max-height: 90%; }
    ChangesDialog .changes { height: auto; max-height: 60vh; }
    ChangesDialog .change { height: auto; margin-bottom: 1; }
    ChangesDialog .how { height: auto; }
    """

    BINDINGS = [
        Binding("equals_sign,q,enter", "close", "Close", show=False, id="changes.close"),
        Binding("ctrl+s,f2", "save", "Save", tooltip="Save these changes.", id="changes.save"),
        Binding("f8", "error", "Error", tooltip="Go to the first error.", id="changes.error"),
        Binding("j", "scroll(1)", "Down", show=False, id="changes.down"),
        Binding("k", "scroll(-1)", "Up", show=False, id="changes.up"),
    ]

    def __init__(
        self,
        changes: Iterable[Change],
        how: str,
        readings: ValueFormatter | None = None,
        *,
        can_save: bool = False,
        wrong: Mapping[str, Sequence[str]] = NOTHING_WRONG,
    ) -> None:
        super().__init__()
        self.changes = tuple(changes)
        self.how = how
        self.wrong = wrong
        """The errors by path that a save would find; it is not offered then."""
        self.readings = readings
        self.can_save = can_save
        """Whether Ctrl+S closes it with True."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield DialogTitle(UNSENT if self._refused else "Review changes")
            with VerticalScroll(classes="changes"):
                for change in self.changes:
                    yield DiffText(self._drawn(change), classes="change")
                if not self.changes:
                    yield Static("No changes.")
            if self.how and not self._all_said:
                yield Static(label(self.how), classes="how muted")
            yield DialogHint(self._keys())

    @property
    def _refused(self) -> bool:
        return bool(self.wrong) or any(
            True for one in self.changes for _ in unreadable_in(one.after)
        )

    @property
    def _all_said(self) -> bool:
        """Whether each reason that prevents saving is told at its change."""
        return self._refused and self.wrong.keys() <= {one.path for one in self.changes}

    def _keys(self) -> str:
        saves, errors = self.check_action("save", ()), self.check_action("error", ())
        what = "F8 goes to the error · " if errors else "Ctrl+S saves · " if saves else ""
        return f"{what}Esc goes back"

    def on_mount(self) -> None:
        """Load the names that are not known yet."""
        if self.readings is not None:
            self.run_worker(self._learn(self.readings), group="names")

    async def _learn(self, readings: ValueFormatter) -> None:
        await readings.learn(
            (one.path, value) for one in self.changes for value in (one.before, one.after)
        )
        for line, change in zip(self.query(".change").results(Static), self.changes, strict=True):
            line.update(self._drawn(change))

    def _drawn(self, change: Change) -> Content:
        problems = problems_of(change.after) or self.wrong.get(change.path, ())
        if self.readings is None:
            return drawn(change, problems)
        before, after = self.readings.format(change.path, change.before, change.after)
        return drawn(change._replace(before=before, after=after), problems)

    def action_save(self) -> None:
        """Close with True, to save what was reviewed."""
        self.close(True)

    def action_error(self) -> None:
        """Close with False, to go to the first error."""
        self.close(False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to save, if that is possible, else the way to the error."""
        if action == "error":
            return bool(self.can_save and self.wrong)
        return action != "save" or bool(self.can_save and self.changes and not self._refused)

    def action_scroll(self, by: int) -> None:
        """The letters for up and down."""
        self.query_one(".changes", VerticalScroll).scroll_relative(y=by, animate=False)


def drawn(change: Change, problems: Sequence[str] = ()) -> Content:
    """The name, what is wrong, what was and what will be; of a long value, the changes."""
    lines = [label(change.words, "bold"), *(label(one, WRONG) for one in problems)]
    return Content("\n").join([*lines, render_diff(change.before, change.after)])


def problems_of(value: Any) -> list[str]:
    """Return why a value can't be sent: a sentence for each unreadable text in it."""
    problems = dict.fromkeys(found.problem for _, found in unreadable_in(value))
    return [f"This can't be read: {one}" for one in problems]
