"""Records of the CMS: remove secrets when reading, and encode changes for writing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from svc_tui.api.multipart import MultipartStyle
from svc_tui.models.records import TRANSLATIONS, ResourceMetadata

SECRET = "password"
"""The hash of a password: users inside other records have one."""

MARKS_OF_A_USER = frozenset({"last_login", "is_superuser", "groups", "user_permissions"})
"""Keys that distinguish a user from other JSON with a password, which must be sent back whole."""

OF_A_PERSON = frozenset({"id", "username", "first_name", "last_name"})
"""Keys of a user inside another record that are kept."""


def accessor_of(extra: Mapping[str, Any]) -> str:
    """Return the key under which a site's records keep translations: a setting of the CMS."""
    info = extra.get("lang_info")
    found = info.get("accessor") if isinstance(info, Mapping) else None
    return found if isinstance(found, str) and found else TRANSLATIONS


def from_wire(value: Any) -> Any:
    """Return a record without secrets: users inside it are reduced to their names."""
    return {key: _inside(entry) for key, entry in value.items()} if _is_object(value) else value


def _inside(value: Any) -> Any:
    if isinstance(value, list):
        return [_inside(entry) for entry in value]
    if not _is_object(value):
        return value
    if _is_user(value):
        return {key: entry for key, entry in value.items() if key in OF_A_PERSON}
    return from_wire(value)


def _is_user(value: Mapping[str, Any]) -> bool:
    return {"id", SECRET} <= value.keys() and not MARKS_OF_A_USER.isdisjoint(value)


def to_wire(payload: Any, metadata: ResourceMetadata | None) -> Any:
    """Return a payload as the CMS stores it: relations as ids, text by language."""
    if metadata is None or not _is_object(payload):
        return payload
    relations, several = relations_of(metadata), relations_of(metadata, several=True)
    plain = {
        key: _ids([] if value is None and key in several else value) if key in relations else value
        for key, value in payload.items()
    }
    return _by_language(plain, metadata)


def relations_of(metadata: ResourceMetadata, *, several: bool = False) -> frozenset[str]:
    """Return the relation fields; only the schema distinguishes them from JSON.

    With `several`, only those for multiple records: the CMS requires a list there, not null.
    """
    return frozenset(
        name
        for name, field in properties(metadata).items()
        if isinstance(field, Mapping)
        and field.get("type") == "relation"
        and (field.get("multiple") is True or not several)
    )


def properties(metadata: ResourceMetadata) -> Mapping[str, Any]:
    """Return the fields of the schema by their names."""
    schema = metadata.extra.get("schema")
    found = schema.get("properties") if isinstance(schema, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def multipart_style(metadata: ResourceMetadata | None) -> MultipartStyle:
    """Return how files are sent: values apart from files, as a plain form spoils lists and JSON.

    A view without plain forms needs its JSON in a separate part.
    """
    parses = metadata.parses if metadata is not None else ()
    return "apart" if "application/x-www-form-urlencoded" in parses else "envelope"


def _by_language(payload: dict[str, Any], metadata: ResourceMetadata) -> dict[str, Any]:
    """Move text without a language to the main one; flat, it would be dropped."""
    info = metadata.extra.get("lang_info")
    if not isinstance(info, Mapping) or not info.get("translatable"):
        return payload
    accessor = accessor_of(metadata.extra)
    lang, fields = info.get("active") or info.get("default"), info.get("translatable_fields") or ()
    flat = {key: value for key, value in payload.items() if key in fields}
    rest = {key: value for key, value in payload.items() if key not in fields}
    given = rest.pop(TRANSLATIONS, None) or rest.pop(accessor, None) or {}
    texts = {code: dict(values) for code, values in given.items() if _is_object(values)}
    if flat and lang:
        texts[lang] = {**flat, **texts.get(lang, {})}
    return {**rest, accessor: texts} if texts else rest


def errors_by_language(
    errors: Mapping[str, list[str]], metadata: ResourceMetadata | None
) -> dict[str, list[str]]:
    """Return messages about `name_it` at `translations.it.name`, for translated fields only."""
    info = metadata.extra.get("lang_info") if metadata is not None else None
    facts = info if isinstance(info, Mapping) else {}
    fields = [one for one in facts.get("translatable_fields") or () if isinstance(one, str)]
    listed = [one.get("id") if _is_object(one) else one for one in facts.get("languages") or ()]
    places = {
        f"{field}_{lang.replace('-', '_')}": f"{TRANSLATIONS}.{lang}.{field}"
        for field in fields
        for lang in listed
        if isinstance(lang, str)
    }
    found: dict[str, list[str]] = {}
    for path, said in errors.items():
        found.setdefault(places.get(path, path), []).extend(said)
    return found


def _ids(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_ids(entry) for entry in value]
    return value["id"] if _is_object(value) and "id" in value else value


def _is_object(value: Any) -> bool:
    return isinstance(value, Mapping)
