"""Guess the form of a record without declared fields."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic.alias_generators import to_snake

from svc_tui.introspect.actions import fields_of_actions
from svc_tui.introspect.field_hint import FieldHint, merged
from svc_tui.introspect.languages import lang_info
from svc_tui.introspect.pages import in_page_order
from svc_tui.introspect.properties import fields_of_schema
from svc_tui.introspect.sample import OWN, TITLES, Collections, endpoint_for, fields_of_rows
from svc_tui.models.arguments import given_words, refused_call
from svc_tui.models.field_types import LINKS, holds
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.overrides import meant_name
from svc_tui.models.records import TRANSLATIONS

NEAR = 5
"""Number of fields at the top among which the title is looked for."""


@dataclass(frozen=True)
class FormGuess:
    """The fields of a form, and the source of each."""

    fields: tuple[FieldDescriptor, ...] = ()
    languages: tuple[str, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    """The source of each field, by its key."""
    notes: tuple[str, ...] = ()
    """Sentences about parts that could not be used."""


def guessed_form(
    rows: Sequence[Any],
    actions: Mapping[str, Any] | None = None,
    extra: Mapping[str, Any] | None = None,
    *,
    lookup: str = "id",
    collections: Collections | None = None,
    told: Sequence[FieldHint] = (),
) -> FormGuess:
    """Return fields by a description, the schema, REST framework's `actions`, then by rows.

    `told` are the fields of an OpenAPI description. Never raises, whatever a backend sends. Fields
    without a description, of unknown nested shape, or that identify the record, are read-only;
    secrets are left out.
    """
    info = lang_info(extra or {})
    document = (extra or {}).get("schema")
    said, notes = fields_of_schema(document) if isinstance(document, Mapping) else ((), ())
    acted = _without_length(fields_of_actions(actions or {}, info.accessor), said)
    rows = [
        {key: value for key, value in row.items() if key not in (info.accessor, TRANSLATIONS)}
        for row in rows
        if isinstance(row, Mapping)
    ]
    seen = fields_of_rows(rows, lookup, collections)
    described = {one.key: one for one in (*acted, *said, *told)}
    heads = {key.partition(".")[0] for key in described}
    seen = tuple(_beside_metadata(one, described, heads) for one in seen)
    whole = _title_near_the_top(in_page_order(merged((told, said, acted, seen))))
    fields, sources = [], {}
    for one in whole:
        settled = _settled(one, lookup, collections or {}, info.fields)
        if (made := settled.descriptor()) is not None:
            fields.append(made)
            sources[made.key] = settled.source
    return FormGuess(tuple(fields), info.languages, sources, notes)


def fields_from_schema(
    schema: Mapping[str, Any],
    *,
    exclude: Collection[str] = (),
    overrides: Mapping[str, Mapping[str, Any]] | None = None,
) -> tuple[FieldDescriptor, ...]:
    """Return the fields of a JSON Schema, for your own form.

    `exclude` leaves out keys with everything in them; `overrides` replaces settings of a key's
    descriptor: `{"body": {"type": "editor", "cols": 6}}`.

    Raises: ConfigError: an override is invalid, or the schema has no such key.
    """
    given: object = schema
    if not isinstance(given, Mapping):
        words = f"schema should be a dict, not {given_words(given)}"
        raise refused_call("fields_from_schema", words)
    if isinstance(exclude, str):
        words = f'exclude should be a list of keys, not a string: ["{exclude}"]'
        raise refused_call("fields_from_schema", words)
    found = []
    guessed = guessed_form([], extra={"schema": schema}).fields
    named = schema.get("properties")
    known = {*(named if isinstance(named, Mapping) else ()), *(one.key for one in guessed)}
    known |= {key.partition(".")[0] for key in known}
    for name in (*exclude, *(overrides or ())):
        if name not in known:
            meant = meant_name(name, known)
            hint = f'did you mean "{meant}"?' if meant else f"it has {', '.join(sorted(known))}"
            raise refused_call("fields_from_schema", f'the schema has no key "{name}"; {hint}')
    for one in guessed:
        if one.key in exclude or one.key.partition(".")[0] in exclude:
            continue
        said = (overrides or {}).get(one.key, {})
        own = {name: getattr(one, name) for name in one.model_fields_set}
        found.append(FieldDescriptor(**{**own, **_snake_keys(said)}))
    return tuple(found)


def _snake_keys(said: Mapping[str, Any]) -> dict[str, Any]:
    return {to_snake(key): value for key, value in said.items()}


def guessed_fields(
    record: Mapping[str, Any],
    actions: Mapping[str, Any] | None = None,
    extra: Mapping[str, Any] | None = None,
) -> tuple[FieldDescriptor, ...]:
    """Return the fields of one record, by its metadata and its values."""
    return guessed_form([record], actions, extra).fields


def _title_near_the_top(hints: Sequence[FieldHint]) -> tuple[FieldHint, ...]:
    """Move the title to the top, as some backends send their fields in any order."""
    keys = [one.key for one in hints]
    title = next((name for name in TITLES if name in keys), None)
    if title is None or keys.index(title) < NEAR:
        return tuple(hints)
    own = [one for one in hints if one.key in OWN]
    first = [one for one in hints if one.key == title]
    return (*own, *first, *(one for one in hints if one.key not in OWN and one.key != title))


def _without_length(acted: Sequence[FieldHint], said: Sequence[FieldHint]) -> tuple[FieldHint, ...]:
    """Make a text without a limit multi-line, unless the schema knows better."""
    plain = {one.key for one in said if one.type == "text"}
    return tuple(
        replace(one, type="text") if one.type == "textarea" and one.key in plain else one
        for one in acted
    )


def _beside_metadata(
    one: FieldHint, described: Mapping[str, FieldHint], heads: set[str]
) -> FieldHint:
    """Return what a value adds to the metadata.

    A key missing from the metadata can't be written. For a described key, the values only fill in
    what is missing; an object described as one value stays whole.
    """
    head = one.key.partition(".")[0]
    if not heads:
        return one
    if head not in heads:
        return replace(one, readonly=True)
    known = described.get(one.key)
    if "." in one.key and head in described:
        return FieldHint(key=head, type="json", source=one.source)
    if known is not None and known.type is None and known.readonly is False:
        # It may be writable, and only the values show what it is; for a relation without an
        # endpoint, they do not show the choices.
        unknown = holds(one.type, "record", "records") and "endpoint" not in one.attrs
        return replace(one, readonly=unknown)
    if known is None or known.type is None:
        related = holds(one.type, *LINKS) and not one.readonly
        return one if related else replace(one, readonly=True)
    longer = one.type in ("textarea", "editor") and known.type == "text"
    open_ended = longer and "max_length" not in known.attrs
    item_text = {key: value for key, value in one.attrs.items() if key == "item_text"}
    related = holds(known.type, "record", "records")
    return FieldHint(
        key=one.key, type=one.type if open_ended else None, attrs=item_text if related else {}
    )


def _settled(
    one: FieldHint, lookup: str, collections: Collections, translatable: frozenset[str]
) -> FieldHint:
    """Return the final field, once all sources are merged."""
    if one.key in OWN or one.key == lookup:
        one = replace(one, readonly=True)
    if one.key in translatable:
        one = replace(one, translatable=True)
    if one.type is None:
        endpoint = endpoint_for(one.key, collections) if "actions" in one.source else ""
        if endpoint:
            attrs = {"endpoint": endpoint, "return_object": False}
            source = f"{one.source}; endpoint: the collection of that name"
            return replace(one, type="fks", attrs=attrs, source=source)
        if one.readonly is False:
            return replace(one, type="json")  # Any value can be written as JSON.
        # Described, but without a type: writing it would be too much of a guess.
        unsure = one.source.startswith(("schema", "actions"))
        return replace(one, type="text", readonly=True if unsure else one.readonly)
    return one
