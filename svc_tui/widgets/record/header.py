"""The first line of a detail page: the record's title and state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from textual.content import Content

from svc_tui.models.dotted_path import value_at
from svc_tui.models.field_types import holds, known_attrs
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.records import TITLE_KEYS
from svc_tui.models.registry import FieldRegistry
from svc_tui.stores.record.detail_store import DetailState, DetailStore
from svc_tui.stores.record.draft import Draft, get_path
from svc_tui.stores.record.field_paths import FieldPath
from svc_tui.stores.rows import title_in
from svc_tui.text import cut, label
from svc_tui.widgets.base import SvcWidget, is_alone
from svc_tui.widgets.form.checks import kind_of
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.given_kinds import may_be_id
from svc_tui.widgets.form.relation_values import RelationValues
from svc_tui.widgets.form.text import TextField


class TitledHost(Protocol):
    """A widget with the form of one record."""

    store: DetailStore
    places: tuple[FieldPath, ...]
    registry: FieldRegistry
    lang: str


@dataclass(frozen=True)
class Title:
    """The title of a record, for its heading."""

    text: str = ""
    """Empty if there is none yet."""
    expected: bool = False
    """Whether the record has a field for it."""


def shown_title(host: TitledHost, *, stored: bool = False) -> Title:
    """Return the title of the record of a form, as `heading_of` does; or that which is stored."""
    store = host.store
    state = store.state
    if stored:
        state = replace(state, draft=Draft.of(state.draft.original))
    return heading_of(
        state, host.places, host.lang, host.registry, store.title_field, store.label_of
    )


def heading_of(
    state: DetailState,
    form: Sequence[FieldPath],
    lang: str = "",
    registry: FieldRegistry | None = None,
    title_field: str | None = None,
    label_of: Callable[[Mapping[str, Any]], str] = lambda record: "",
) -> Title:
    """Return a record's title in a language, else in the first that has it, with its name.

    Edits don't change it, except in a new record or in a language that has none yet. Its field may
    be declared as `title_field`; `label_of` names a related record.
    """
    stored = _stored(state)
    if title_field and (declared := label_of(stored) or title_in(stored, title_field)):
        return Title(declared, True)
    found = _title_in(stored, form, lang, registry)
    if found.text or not found.expected:
        return found
    if (typed := _title_in(state.draft.current, form, lang, registry)).text:
        return typed
    for other in dict.fromkeys(one.lang for one in form if one.lang not in (None, lang)):
        if text := _title_in(stored, form, other or "", registry).text:
            return Title(f"[{other}] {text}", True)
    return found


def related_title(fields: Iterable[SvcField], path: str | None, record: Mapping[str, Any]) -> str:
    """Return the name of the related record that is the title, as its field shows it.

    "" if the title is not the id of one, or its name is not known yet.
    """
    field = next((one for one in fields if one.descriptor.key == path), None)
    values, value = getattr(field, "values", None), value_at(record, path or "")
    if not isinstance(values, RelationValues) or values.related is None or not may_be_id(value):
        return ""
    return "" if values.are_unnamed(value) else values.name(value)


def _title_in(
    stored: Mapping[str, Any], form: Sequence[FieldPath], lang: str, registry: FieldRegistry | None
) -> Title:
    texts = [one for one in form if one.lang in (None, lang) and _is_text(one.field, registry)]
    named = [one for one in texts if _is_named_as_title(one.field)]
    own = [one for one in named if "." not in one.field.key]
    # The title of a related record names this one only if it has none itself.
    first = own if own or (named and title_in(stored)) else (*named, *texts)
    ours = [one.path for one in first][:1]
    values = [get_path(stored, path) for path in ours or TITLE_KEYS]
    found = (one for one in values if isinstance(one, str) and one.strip())
    return Title(next(found, ""), bool(named) or any(key in stored for key in TITLE_KEYS))


def _stored(state: DetailState) -> Mapping[str, Any]:
    return state.draft.current if state.is_new else state.draft.original


def _is_named_as_title(field: FieldDescriptor) -> bool:
    return field.key.rpartition(".")[2] in TITLE_KEYS


def _is_text(field: FieldDescriptor, registry: FieldRegistry | None) -> bool:
    """Whether a field holds text: by its type, or as a custom text or title type."""
    if known_attrs(field.type) is not None:
        return holds(field.type, "words")
    kind = registry and kind_of(registry, field)
    text = isinstance(kind, type) and issubclass(kind, TextField)
    return text or _is_named_as_title(field)


class DetailHeader(SvcWidget):
    """One line, with the marks at its end so that a longer title moves nothing."""

    DEFAULT_CSS = "DetailHeader { height: 1; width: 100%; }"

    _name = _words = _id = _wrong = ""
    _marks: Sequence[str] = ()

    def show(
        self,
        name: str,
        title: Title,
        state: DetailState,
        marks: Sequence[str],
        wrong: str = "",
    ) -> None:
        """Resource, title, id, errors, marks; a record without a title is named by its id.

        Where a top bar has the resource and the title, this has only the id.
        """
        untitled = "Untitled" if state.loaded and title.expected else ""
        self._words = title.text or ("New record" if state.is_new else untitled)
        self._id = "" if state.is_new else f"#{cut(state.id, 40)}"
        self._name, self._marks, self._wrong = name, tuple(marks), wrong
        if not is_alone(self):
            self._name, self._words = "", "" if title.text and self._id else self._words
        self.refresh()

    def render(self) -> Content:
        """Name, id and title from the left, marks from the right.

        The title is cut first, then the error.
        """
        start = label(f" {self._name} ", "bold $primary") if self._name else Content("")
        start += label(f" {self._id} " if self._id else "", "$text-muted")
        room = max(0, self.size.width - start.cell_length - 2)
        marks = cut("  ".join(self._marks), max(0, room - 2))
        end = label(f" {marks} ", "bold $text-warning") if marks else Content("")
        wrong = cut(self._wrong, max(0, room - end.cell_length - 2))
        end = (label(f" {wrong} ", "$text-error") if wrong else Content("")) + end
        room = max(0, self.size.width - start.cell_length - end.cell_length - 2)
        title = label(f" {cut(self._words, room)}", "bold")
        return start + title + label(" " * (room + 1 - title.cell_length)) + label(" ") + end
