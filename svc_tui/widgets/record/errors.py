"""ErrorNavigation: the errors of a form, and keys to go to them."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from typing import Any, Protocol

from svc_tui.models.registry import FieldRegistry
from svc_tui.stores.record.field_paths import FieldPath
from svc_tui.stores.unavailable_reason import NO_ERRORS
from svc_tui.widgets.command import Blocked, Command, Controller
from svc_tui.widgets.form import checks
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.form import FocusTarget, SvcForm
from svc_tui.widgets.form.status import errors_at
from svc_tui.widgets.record.cursor import FieldCursor
from svc_tui.widgets.record.errors_dialog import ErrorEntry, ErrorsDialog, troubles
from svc_tui.widgets.record.record_host import StoreHost


class ErrorsHost(StoreHost, Protocol):
    """A widget with a form and a cursor in it."""

    registry: FieldRegistry
    places: tuple[FieldPath, ...]
    forms: list[SvcForm]
    immediate: bool
    """Whether errors are shown at once, and not only in visited fields."""
    lang: str

    @property
    def cursor(self) -> FieldCursor: ...
    def show_language(self, lang: str) -> None: ...
    def run_worker(self, work: Coroutine[Any, Any, Any], *, group: str, exclusive: bool) -> Any: ...


class ErrorNavigation(Controller):
    """Collects the errors of a form and moves the cursor to them."""

    COMMANDS = (
        Command(
            "detail.errors", "exclamation_mark", "Errors", lambda one: one.show_all(),
            lambda one: None if one.found() else Blocked(NO_ERRORS, hidden=True),
            key_display="!", help="Show all errors. Enter goes to one.",
        ),
    )  # fmt: skip

    def __init__(self, host: ErrorsHost) -> None:
        self.host = host
        self.left: set[str] = set()
        """The paths of the fields that the user has visited."""
        self._refused = False

    def found(self) -> dict[str, Sequence[str]]:
        """Return the store's messages, and the errors of the visited fields."""
        host, state = self.host, self.host.store.state
        found: dict[str, Sequence[str]] = dict(state.errors)
        for place in host.places:
            left = host.immediate or place.path in self.left
            if not left or place.path in found:
                continue
            problem = checks.problem_at(state.draft, place, host.registry, within=host.immediate)
            if problem and not checks.is_not_begun(state.draft, place, host.places):
                found[place.path] = (problem,)
        for field in [field for form in host.forms for field in form.fields]:
            if host.immediate or field.path in state.errors:
                continue
            if seen := field.seen_problems():
                found[field.path] = (*found.get(field.path, ()), *seen)
        return found

    def leave(self, stop: FocusTarget | None) -> bool:
        """Note that the user left a field; whether other errors may be shown now.

        Esc in a new record without any input is the first step out of it, so it shows none.
        """
        if not isinstance(stop, SvcField) or not stop.is_attached:
            return False
        store = self.host.store
        if self.host.cursor.host.has_focus and store.state.is_new and not store.dirty:
            return False
        if stop.path in self.left and not stop.has_inner:
            return False
        self.left.add(stop.path)
        return True

    @property
    def hidden_paths(self) -> frozenset[str]:
        """The places of fields that don't apply to this record."""
        places, model = self.host.places, self.host.store.state.draft.current
        return frozenset(one.path for one in places if not checks.visible(one.field, model))

    def wrong(self) -> list[FieldPath]:
        """Return the places with an error, in the form's order."""
        errors, hidden = self.found(), self.hidden_paths
        return [
            place
            for place in self.host.places
            if place.path not in hidden and errors_at(errors, place.path)
        ]

    def listed(self, found: Mapping[str, Sequence[str]]) -> list[ErrorEntry]:
        """Return the messages for the line above the form.

        Those of the store; after a refused save, all of them until every error is fixed.
        """
        errors = self.host.store.state.errors
        self._refused = bool(found) and (self._refused or bool(errors))
        shown = found if self._refused else errors
        return troubles(shown, self.host.places, self.hidden_paths) if shown else []

    def placed(self, found: Mapping[str, Sequence[str]]) -> list[ErrorEntry]:
        """Return the messages that belong to a visible field, for the count in the frame."""
        every = troubles(found, self.host.places, self.hidden_paths) if found else []
        return [one for one in every if one.place is not None]

    def go_to_first(self) -> None:
        """Go to the first error, preferring the current language."""
        shown = (None, self.host.lang)
        self.go_to(next(iter(sorted(self.wrong(), key=lambda one: one.lang not in shown)), None))

    def go_to_next(self) -> None:
        """Go to the error after the caret."""
        wrong, here = self.wrong(), self.host.cursor.here
        paths = [place.path for place in wrong]
        at = paths.index(here.path) + 1 if here is not None and here.path in paths else 0
        self.go_to(wrong[at % len(wrong)] if wrong else None)

    def next_unavailable(self) -> Blocked | None:
        """Return why there is no next error."""
        there = self.host.store.state.loaded and self.wrong()
        return None if there else Blocked(NO_ERRORS, hidden=True)

    def show_all(self) -> None:
        """List all errors; Enter goes to one."""
        found = troubles(self.found(), self.host.places, self.hidden_paths)
        self.host.app.push_screen(ErrorsDialog(found), self._go_to_entry)

    def _go_to_entry(self, entry: ErrorEntry | None) -> None:
        self.go_to(entry.place if entry is not None else None)

    def go_to(self, place: FieldPath | None) -> None:
        """Show a place in its language, and start typing there."""
        if place is None:
            return
        if place.lang is not None:
            self.host.show_language(place.lang)
        for field in self.host.cursor.fields:
            if field.descriptor is place.field:
                self._arrive(field)
                return
        self.host.run_worker(self._reveal(place), group="reveal", exclusive=True)

    async def _reveal(self, place: FieldPath) -> None:
        """Open the tabs and groups around a place first."""
        for form in self.host.forms:
            if (field := await form.reveal(place.field)) is not None:
                self._arrive(field)

    def _arrive(self, field: SvcField) -> None:
        if not self.host.cursor.type_into(field):
            self.host.cursor.show(field)
