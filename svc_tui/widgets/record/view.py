"""What a detail page shows of its state: title, marks, languages, errors, hint, columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urljoin

from textual import events, on
from textual.widget import Widget
from textual.widgets import Static

from svc_tui.stores.record.detail_store import DetailState
from svc_tui.stores.record.draft import get_path
from svc_tui.stores.session.permissions import Permissions
from svc_tui.stores.session.remote_checks import RemoteCheckStore
from svc_tui.text import label, plural
from svc_tui.widgets.form import checks
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.field_paths import within
from svc_tui.widgets.form.form import FocusTarget, SvcForm
from svc_tui.widgets.form.paint_batch import PaintBatch
from svc_tui.widgets.record.base import RecordWidget
from svc_tui.widgets.record.body import DetailBody
from svc_tui.widgets.record.copying import COPY_HINT
from svc_tui.widgets.record.errors_dialog import ErrorEntry, troubles
from svc_tui.widgets.record.header import DetailHeader, heading_of
from svc_tui.widgets.record.lang_switch import SvcDetailLangSwitch
from svc_tui.widgets.record.permissions import ActionCheck, RecordPermissions, no_restrictions
from svc_tui.widgets.record.side_buttons import SvcDetailButtons

WIDE = 100
"""Columns of the terminal from which on the side fields stand beside the form."""

BESIDE_FROM = 120
"""Columns of the terminal from which on two languages stand beside each other."""

BOTH_FROM = 160
"""Columns from which on there is room for side fields and a second language."""

TALL, MOST_LINES, FEW_LINES = 30, 3, 2
"""From how many lines of terminal on how many errors are listed above the form."""


class DetailView(RecordWidget):
    """Draws; what can be done here is for the subclass to say."""

    def __init__(
        self,
        *,
        languages: Sequence[str] = (),
        lang: str = "",
        heading: str = "",
        model_name: str | None = None,
        sidebar_cols: int = 4,
        readonly: bool = False,
        lacks: ActionCheck = no_restrictions,
        preview_field: str | None = None,
        immediate: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.languages = tuple(languages)
        self.lang = lang
        """The language that is shown; empty without languages."""
        self.heading = heading
        self.model_name = model_name
        self.sidebar_cols = sidebar_cols
        self.readonly = readonly
        self.lacks = lacks
        """Why the backend cannot `add`, `change` or `delete` here; "" where it can."""
        self.preview_field = preview_field
        """The path in the record of its public address."""
        self.immediate = immediate
        """Whether what is wrong is said at once, and not only where somebody was (2.10)."""
        self.forms: list[SvcForm] = []
        """The main form and, where there is one, the side form."""
        self.beside = ""
        """The language whose values are shown beside the edited ones; empty for none."""
        self.advice = RemoteCheckStore()
        self.frame = PaintBatch()
        self._refused = False
        self._left: set[str] = set()
        self._whose: Permissions | None = None
        self._drawn: dict[str, object] = {"notice": ("", "")}
        """What the lines around the form show now."""

    @property
    def body(self) -> DetailBody:
        """Where the forms are; has the focus while nothing is being typed."""
        return self.query_one(DetailBody)

    @property
    def fields(self) -> list[SvcField]:
        """The fields of both forms."""
        return [field for form in self.forms for field in form.fields]

    def field_of(self, widget: Widget) -> SvcField | None:
        """The field of the form in which a widget is, however deep."""
        mine = set(self.fields)
        around = (node for node in widget.ancestors_with_self if isinstance(node, SvcField))
        return next((field for field in around if field in mine), None)

    @property
    def rights(self) -> RecordPermissions:
        """What may be done with this record, and what is missing.

        A session that ends takes no right from the page: it waits beneath the sign-in as it was.
        """
        if self._whose is None or self.svc.permissions.user is not None:
            self._whose = self.svc.permissions
        return RecordPermissions.of(
            self._whose,
            self.model_name,
            new=self.store.state.is_new,
            readonly=self.readonly,
            console_reads=self.svc.config.read_only,
            lacks=self.lacks,
        )

    def _draw(self, state: DetailState) -> None:
        """Everything that depends on the state; the fields draw only what differs."""
        errors = self._errors(state)
        with self.app.batch_update():
            for form in self.forms:
                form.beside = self._peer
                form.show(state.draft, errors, self.lang or None)
            self._draw_advice(state)
            # From a refused save on, until nothing is wrong any more.
            self._refused = bool(errors) and (self._refused or bool(state.errors))
            self._draw_lines(state)
            self._draw_languages(state, errors)
        there = state.loaded, state.nothing_here
        about_keys = there, state.saving, state.is_new, self.store.dirty, bool(errors)
        if self._is_new("keys", about_keys):
            self.refresh_bindings()

    def _is_new(self, what: str, seen: object) -> bool:
        """Whether something is to be drawn otherwise than it is: what is not redrawn costs nothing.

        A key in a form has 10 ms, and each further line of the screen takes some of them.
        """
        if what in self._drawn and self._drawn[what] == seen:
            return False
        self._drawn[what] = seen
        return True

    def _draw_lines(self, state: DetailState) -> None:
        rights, marks = self.rights, self._marks(state)
        title = heading_of(state, self.places, self.lang) if state.loaded else ""
        if self._is_new("head", (title, state.id, state.loaded, marks)):
            for head in self.query(DetailHeader):
                head.show(self.heading, title, state, marks)
        self._draw_notice(*self._notice(state))
        self._draw_address()
        ready = state.loaded and not state.saving
        can = ready and rights.save, ready and rights.delete, rights.lacking_delete
        nothing = state.nothing_here
        if self._is_new("buttons", (can, nothing)):
            for buttons in self.query(SvcDetailButtons):
                buttons.show(may_save=can[0], may_delete=can[1], why=can[2], nothing=nothing)

    @property
    def public_address(self) -> str:
        """Where the stored record is to be seen by everyone; empty where it does not say."""
        path = self.preview_field
        said = get_path(self.store.state.draft.original, path) if path else None
        if not isinstance(said, str) or not said.strip():
            return ""
        return urljoin(f"{self.svc.config.base_url}/", said.strip())

    def _draw_address(self) -> None:
        if self._is_new("address", address := self.public_address):
            line = self.query_one(".address", Static)
            line.update(label(f" {address}  yu copies it"))
            line.display = bool(address)

    def _draw_advice(self, state: DetailState) -> None:
        """What checks say that only advise, where it is about the value that is there now."""
        if self.advice.state.said:
            for field in self.fields:
                field.advise(self.advice.about(field.path, state.draft.get(field.path)))

    @property
    def _peer(self) -> str | None:
        """The language beside; none where the terminal has become narrow."""
        wide = self.app.size.width >= BESIDE_FROM and self.beside != self.lang
        return self.beside or None if wide else None

    def _notice(self, state: DetailState) -> tuple[str, str]:
        errors = self._errors(state) if self._refused else state.errors
        found = troubles(errors, self.places, self.hidden_paths) if errors else []
        most = MOST_LINES if self.app.size.height >= TALL else FEW_LINES
        return notice(state, found, most)

    @property
    def hidden_paths(self) -> frozenset[str]:
        """The places of fields that are not there for this record."""
        model = self.store.state.draft.current
        return frozenset(one.path for one in self.places if not checks.visible(one.field, model))

    def _draw_notice(self, words: str, kind: str) -> None:
        """The line above the form; drawn where it says something new, as it moves all below it."""
        if not self._is_new("notice", (words, kind)):
            return
        line = self.query_one(".notice-line", Static)
        line.update(label(words, multiline=True))
        line.display = bool(words)
        line.set_class(kind == "failed", "-failed")

    def _marks(self, state: DetailState) -> list[str]:
        """What is worth knowing at a glance."""
        if state.nothing_here:
            return []
        changed = len(self.changed_words()) if state.loaded else 0
        marks = ["new"] * state.is_new + [f"changed ({changed})"] * bool(changed)
        marks += [self.rights.lacking] * bool(self.rights.lacking)
        return marks + ["saving…"] * state.saving + ["loading…"] * (state.loading and state.loaded)

    def _draw_languages(self, state: DetailState, errors: Mapping[str, Sequence[str]]) -> None:
        if len(self.languages) < 2:
            return
        for switch in self.query_one(".langs").query(SvcDetailLangSwitch):
            wrong: dict[str, list[str]] = {}
            changed: set[str] = set()
            for place in self.places:
                if place.lang is not None:
                    for path in [one for one in errors if within(one, place.path)]:
                        wrong.setdefault(place.lang, []).extend(errors[path])
                    changed |= {place.lang} if state.draft.changed(place.path) else set()
            empty = {lang for lang in self.languages if self._is_empty(state, lang)}
            switch.show(self.lang, wrong, changed, empty)

    def _is_empty(self, state: DetailState, lang: str) -> bool:
        return checks.is_empty(state.draft, lang, self.places)

    def _errors(self, state: DetailState) -> dict[str, Sequence[str]]:
        """What was said, and what is plainly wrong in the fields that were left."""
        found: dict[str, Sequence[str]] = dict(state.errors)
        for place in self.places:
            left = self.immediate or place.path in self._left
            if not left or place.path in found:
                continue
            problem = checks.problem_at(state.draft, place, self.registry, within=self.immediate)
            if problem and not checks.is_not_begun(state.draft, place, self.places):
                found[place.path] = (problem,)
        for field in self.fields:
            if self.immediate or field.path in state.errors:
                continue
            if seen := field.seen_problems():
                found[field.path] = (*found.get(field.path, ()), *seen)
        return found

    @on(DetailBody.Moved)
    def _show_hint(self) -> None:
        """The hint of the field under the cursor, in the one line for all of them."""
        stop = self.body.stop
        inside = self.innermost(self.screen.focused, stop)
        words = inside.hint if inside is not None else stop.looking_hint if stop is not None else ""
        if self.body.copying:
            words = f"Copy: {COPY_HINT}"
        elif isinstance(stop, SvcField):
            words = " ".join(filter(None, (words, self._about_language(stop))))
        if self._is_new("hint", words):
            self.query_one(".hint", Static).update(label(f" {words}"), layout=False)
        if self._is_new("expandable", isinstance(stop, SvcField) and stop.descriptor.expandable):
            self.refresh_bindings()
        self.frame.release()

    @staticmethod
    def innermost(widget: Widget | None, stop: FocusTarget | None) -> FocusTarget | None:
        """What is typed into: the field around the focus, which may lie in an item of another one;
        None while one only looks."""
        around = widget.ancestors_with_self if widget is not None else []
        if stop is None or stop not in around:
            return None
        return next((one for one in around if isinstance(one, SvcField)), stop)

    def _about_language(self, field: SvcField) -> str:
        """That a language in which nothing is written is not missed (decisions 3: Languages)."""
        draft = self.store.state.draft
        places = [one for one in self.places if one.path == field.path]
        required = field.descriptor.required and bool(places)
        if not required or not checks.is_not_begun(draft, places[0], self.places):
            return ""
        return f"Needed as soon as anything is written in {self.lang}."

    def on_resize(self, event: events.Resize) -> None:
        """Beside each other where there is room; nothing is mounted anew."""
        self._lay_out()
        if self.beside and self.forms:
            self._draw(self.store.state)

    def _lay_out(self) -> None:
        room = BOTH_FROM if self._peer else WIDE
        wide = self.app.size.width >= room and len(self.forms) > 1
        self.set_class(wide, "-two-columns")
        side = max(1, min(self.sidebar_cols, 11))
        for part, share in ((".main", 12 - side), (".side", side)):
            for column in self.query(part):
                column.styles.width = f"{share}fr" if wide else "100%"


def notice(state: DetailState, found: Sequence[ErrorEntry], most: int) -> tuple[str, str]:
    """What is said above the form, and whether it is bad news."""
    if not state.loaded:
        if state.missing:
            return "There is no such record: it may have been deleted. Esc goes back.", "failed"
        if state.problem is not None and not state.loading:
            return f"{state.problem} Press r to try again.", "failed"
        return "Loading…", "loading"
    lines = [f"{state.problem} Nothing you typed is lost."] if state.problem else []
    top = [one.words for one in found if one.place is None]
    placed = [one.words for one in found if one.place is not None]
    if placed:
        count = plural(len(placed), "error", "errors")
        lines.append(f"{count}, F8 to the next; outside a field, M lists all.")
    listed = placed[:most] if len(placed) > 1 else []
    more = ["…"] * (len(placed) > most and bool(listed))
    return "\n".join(lines + top + [f"- {one}" for one in listed] + more), "failed"
