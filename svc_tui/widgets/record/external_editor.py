"""The record in $EDITOR: its editable values as JSON, read back as edits (key E)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from svc_tui.models import exact_json
from svc_tui.models.registry import FieldRegistry
from svc_tui.stores.record.detail_store import DetailStore
from svc_tui.stores.record.draft import Draft, Unreadable, same, unreadable_in
from svc_tui.stores.record.field_paths import FieldPath
from svc_tui.stores.unavailable_reason import WAIT_UNTIL_READ
from svc_tui.text import clean, plural
from svc_tui.widgets.command import Blocked, Command, Controller, blocked_by
from svc_tui.widgets.form.checks import visible
from svc_tui.widgets.form.external_editor import edit_outside
from svc_tui.widgets.form.given_values import given_problem
from svc_tui.widgets.form.long import read_json
from svc_tui.widgets.form.secrets import is_kept_off_disk
from svc_tui.widgets.record.permissions import RecordPermissions
from svc_tui.widgets.record.record_host import StoreHost

_SAID = "//"
"""The prefix of comment lines; no line inside a JSON text can start with it."""


def editable(form: Sequence[FieldPath], draft: Draft) -> list[FieldPath]:
    """Return what may be edited outside: nothing read-only or hidden, and no secrets.

    Unreadable text stays in its field.
    """
    return [
        place
        for place in form
        if not place.field.readonly
        and not is_kept_off_disk(place.field, draft.get(place.path))
        and visible(place.field, draft.current)
        and not any(unreadable_in(draft.get(place.path)))
    ]


def written(form: Iterable[FieldPath], draft: Draft, problems: Iterable[str] = ()) -> str:
    """The file: an introduction, then one value per key, by its path."""
    values = {place.path: draft.get(place.path) for place in form}
    said = ["Save and quit to apply. Quit without changes to keep everything as it is."]
    said += [f"PROBLEM: {clean(one)}" for one in problems]
    head = "".join(f"{_SAID} {line}\n" for line in said)
    return head + exact_json.written(values, indent=2) + "\n"


def headed(text: str, problem: str) -> str:
    """Return a file as it was written, with the problem on top."""
    rest = [one for one in text.split("\n") if not one.startswith(f"{_SAID} PROBLEM:")]
    return "\n".join([f"{_SAID} PROBLEM: {clean(problem)}", *rest])


def read(text: str, form: Sequence[FieldPath], draft: Draft) -> dict[str, Any] | str:
    """Return the values that differ from the draft by path, or why the file can't be read."""
    kept = ["" if line.lstrip().startswith(_SAID) else line for line in text.split("\n")]
    value = read_json("\n".join(kept))
    if isinstance(value, Unreadable):
        return value.problem
    if not isinstance(value, Mapping):
        return "This is not an object: it needs the form { … }."
    known = {place.path for place in form}
    strange = [key for key in value if key not in known]
    if strange:
        return f"There is no field “{clean(strange[0], limit=60)}” here."
    # A key that the record lacks is null in the file.
    return {path: new for path, new in value.items() if not same(new, draft.get(path))}


class OutsideHost(StoreHost, Protocol):
    """A widget that edits one record."""

    places: tuple[FieldPath, ...]
    registry: FieldRegistry

    @property
    def is_open(self) -> bool: ...
    @property
    def rights(self) -> RecordPermissions: ...
    def take_typed(self) -> None: ...
    def keep_late(self) -> None: ...


class OutsideEditor(Controller):
    """`E`: all fields as JSON in the user's editor."""

    COMMANDS = (
        Command(
            "detail.record_outside", "E", "Record in $EDITOR", lambda one: one.open(),
            lambda one: one.unavailable(), help="Edit all fields as JSON in your editor.",
        ),
    )  # fmt: skip

    def __init__(self, host: OutsideHost) -> None:
        self.host = host

    def unavailable(self) -> Blocked | None:
        """Return why the record can't be edited now."""
        loaded = self.host.store.state.loaded
        return blocked_by(self.host.rights.save_unavailable, "" if loaded else WAIT_UNTIL_READ)

    def open(self) -> None:
        """Open the record as edited now; the console waits behind the editor."""
        self.host.take_typed()
        editing = edit_record(self.host, self.host.store)
        self.host.app.run_worker(editing, group="outside", exclusive=True)


async def edit_record(host: OutsideHost, store: DetailStore) -> None:
    """Open all fields; on an error, offer the same file again until it is right or discarded."""
    # What differs from this was written in the editor; all else may have been saved since.
    opened = store.state.draft
    form = editable(host.places, opened)
    text = before = written(form, opened)

    def take(text: str) -> None:
        """Keep what can be read of it, as the console ends."""
        found = read(text, form, opened)
        for path, value in found.items() if isinstance(found, dict) else ():
            store.edit(path, value)

    while True:
        returned = await edit_outside(host.app, text, ".json", take)
        if returned.words:
            host.svc.snack.show(returned.words, "info", 6)
        if returned.text is None or returned.text == before:
            return
        found = read(returned.text, form, opened)
        found = found if isinstance(found, str) else _refusal(host, form, opened, found) or found
        if not isinstance(found, str):
            _take(host, store, found)
            if not host.is_open:
                host.keep_late()
            return
        again = await host.svc.confirm.ask(
            "This can't be read",
            f"{found} Your text is kept while you decide.",
            confirm_text="Edit again",
            cancel_text="Discard it",
            by_itself=True,
        )
        if not again:
            return
        text = headed(returned.text, found)


def _refusal(
    host: OutsideHost, form: Iterable[FieldPath], draft: Draft, found: Mapping[str, Any]
) -> str:
    """Return why a value doesn't fit its field's type; the form reports limits."""
    for path, value in found.items():
        draft = draft.edited(path, value)
    for place in form:
        if place.path in found and (problem := given_problem(host.registry, place, draft)):
            return f"{place.words}: {problem}"
    return ""


def _take(host: OutsideHost, store: DetailStore, found: Mapping[str, Any]) -> None:
    for path, value in found.items():
        store.edit(path, value)
    words = f"{plural(len(found), 'field', 'fields')} changed." if found else "Nothing was changed."
    host.svc.snack.show(words, "info", 4)
