"""Items of a repeater as values: their titles, fields and problems."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any, NamedTuple

from textual.color import Color, ColorParseError

from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.media import MediaItem
from svc_tui.models.records import string_or_empty
from svc_tui.models.registry import FieldRegistry
from svc_tui.stores.record.draft import Unreadable, get_path, set_path
from svc_tui.stores.record.field_paths import places
from svc_tui.stores.record.rebase import ID
from svc_tui.stores.record.repeater_items import TEMPLATE
from svc_tui.text import clean
from svc_tui.widgets.form.checks import problem_of, visible
from svc_tui.widgets.form.foreign_call import call_at
from svc_tui.widgets.form.long import read_json
from svc_tui.widgets.form.summary import LONGEST, one_line, summary
from svc_tui.widgets.formatting import NOTHING

_PATH = re.compile(r"\{([\w.-]+)\}")
_INSIDE = re.compile(r"item (\d+)(?:, ([^:\n]+))?: (.*)", re.DOTALL)

NO_LIST = "This is not a list: a list begins with [ and ends with ]."

ANY_PICTURE = "image/*"
"""The type of a thumbnail that names none."""


class ItemSummary(NamedTuple):
    """An item in a line or two."""

    title: str
    subtitle: str = ""
    color: str = ""
    """Color of the sign before it; empty without one."""
    thumbnail: MediaItem | None = None
    """A picture of it."""


def fields_of(field: FieldDescriptor, value: Any) -> tuple[FieldDescriptor, ...] | None:
    """Return the fields of an item: the common ones and its template's; None where unknown."""
    if not isinstance(value, Mapping):
        return None
    if not field.templates:
        return field.fields
    name = value.get(TEMPLATE)
    if isinstance(name, str) and name in field.templates:
        return (*field.fields, *field.templates[name])
    return field.fields or None


def card_of(attrs: Mapping[str, Any], value: Any, position: int) -> ItemSummary:
    """Summarize by `mini_card`, else `preview` or `preview_label`, else the first text."""
    given = _said("mini_card", attrs, value, position)
    if isinstance(given, Mapping):
        color = _words(given.get("status_color", given.get("statusColor")), value)
        title = _words(given.get("title"), value) or first_words(value)
        subtitle = _words(given.get("subtitle"), value)
        picture = _pictured(given.get("thumbnail"), value)
        return ItemSummary(title, subtitle, color if _is_color(color) else "", picture)
    if given:
        return ItemSummary(_words(given, value))
    for name in ("preview", "preview_label"):
        if words := _words(_said(name, attrs, value, position), value):
            return ItemSummary(words)
    return ItemSummary(first_words(value))


def _said(name: str, attrs: Mapping[str, Any], value: Any, position: int) -> Any:
    """Return a setting, or what a callable returns for an item; None if it fails."""
    wanted = attrs.get(name)
    if not callable(wanted):
        return wanted
    return call_at(f"{name} of a repeater", wanted, None, value, position)


def _words(template: Any, value: Any) -> str:
    """Return a template with its `{dotted.paths}` filled in, clean and on one line."""
    if not isinstance(template, str):
        return "" if template is None else clean(template, limit=LONGEST)

    def filled(found: re.Match[str]) -> str:
        inside = summary(get_path(value, found[1]))
        return "" if inside == NOTHING else inside

    return clean(_PATH.sub(filled, template), limit=LONGEST).strip()


def _pictured(wanted: Any, value: Any) -> MediaItem | None:
    """Return the media of `mini_card.thumbnail`: a record's, or the address of a picture.

    A template that is only a `{dotted.path}` returns the value there, even an object.
    """
    if isinstance(wanted, str):
        path = _PATH.fullmatch(wanted.strip())
        filled = _PATH.sub(lambda found: str(get_path(value, found[1]) or ""), wanted)
        wanted = get_path(value, path[1]) if path else filled
    if isinstance(wanted, Mapping) and isinstance(wanted.get("media"), Mapping):
        wanted = wanted["media"]
    if isinstance(wanted, str) and wanted.strip():
        return MediaItem(wanted, file=wanted.strip(), mime_type=ANY_PICTURE)
    if not isinstance(wanted, Mapping):
        return None
    try:
        media = MediaItem.parse({"id": wanted.get("file") or wanted.get("url"), **wanted})
    except ValueError:
        return None
    file = media.file or string_or_empty(wanted.get("url"))
    return replace(media, file=file, mime_type=media.mime_type or ANY_PICTURE)


def first_words(value: Any) -> str:
    """Return the first text of an object that is not its template; else a summary."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            named = isinstance(one, (str, int, float)) and not isinstance(one, bool)
            if key != TEMPLATE and named and one != "":
                return clean(one, limit=LONGEST)
        inner = {key: one for key, one in value.items() if key != TEMPLATE}
        found = next((summary(one) for one in inner.values() if one), NOTHING)
        return clean(found, limit=LONGEST)
    return clean(summary(value), limit=LONGEST)


def _is_color(text: str) -> bool:
    try:
        Color.parse(text)
    except (ColorParseError, ValueError):
        return False
    return bool(text)


# Problems inside of items read `item 2, title: This field is required.`, a line for each.


def split_problems(problems: Sequence[str]) -> tuple[list[str], dict[int, dict[str, list[str]]]]:
    """Return messages about the list itself, and those about items, by position and path."""
    own: list[str] = []
    inside: dict[int, dict[str, list[str]]] = {}
    for problem in problems:
        for line in problem.split("\n"):
            if found := _INSIDE.fullmatch(line):
                at = inside.setdefault(int(found[1]) - 1, {})
                at.setdefault(found[2] or "", []).append(found[3])
            else:
                own.append(line)
    return own, inside


def errors_by_item(
    checked: Mapping[int, Mapping[str, list[str]]], errors: Mapping[str, Sequence[str]]
) -> tuple[dict[int, dict[str, list[str]]], dict[str, Sequence[str]]]:
    """Return messages by item and path: those of the checks, and a backend's (`2.title`).

    The second mapping has the messages whose path names no item.
    """
    inside = {at: dict(said) for at, said in checked.items()}
    others: dict[str, Sequence[str]] = {}
    for path, messages in errors.items():
        first, _, rest = path.partition(".")
        if first.isdecimal():
            inside.setdefault(int(first), {}).setdefault(rest, []).extend(messages)
        else:
            others[path] = messages
    return inside, others


def problems_inside(
    field: FieldDescriptor, value: Sequence[Any], registry: FieldRegistry
) -> list[str]:
    """Return everything wrong with the fields of a list's items."""
    found = []
    for position, item in enumerate(value, 1):
        for path, problem in _item_problems(field, item, registry):
            found += told_at(position, path, problem)
    return found


def told_at(position: int, path: str, problem: str) -> list[str]:
    """Return messages about a field of an item, counted from 1."""
    return [f"item {position}, {path}: {line}" for line in problem.split("\n")]


def problems_at(
    field: FieldDescriptor, item: Any, registry: FieldRegistry, paths: Collection[str]
) -> list[tuple[str, str]]:
    """Return the problems at some paths of an item, not below them."""
    if not paths:
        return []
    found = _item_problems(field, item, registry, within=False)
    return [one for one in found if one[0] in paths]


def _item_problems(
    field: FieldDescriptor, item: Any, registry: FieldRegistry, *, within: bool = True
) -> list[tuple[str, str]]:
    found = []
    languages = _languages(item)
    for place in places(fields_of(field, item) or (), languages):
        one = place.field
        if one.readonly or not visible(one, item):
            continue
        problem = problem_of(registry, one, get_path(item, place.path), item, within=within)
        if problem is not None:
            found.append((place.path, problem))
    return found


def _languages(item: Any) -> tuple[str, ...]:
    """Return the languages that an item has; values of others are not required."""
    texts = item.get("translations") if isinstance(item, Mapping) else None
    return tuple(str(key) for key in texts) if isinstance(texts, Mapping) else ()


def copied_item(field: FieldDescriptor, value: Any) -> Any:
    """Return a copy of an item without the ids that the backend gave.

    An id that is a field of the form is a value like others.
    """
    fields = fields_of(field, value)
    if not isinstance(value, Mapping) or fields is None:
        return deepcopy(value)
    copy = deepcopy(dict(value))
    if not any(one.key == ID for one in fields):
        copy.pop(ID, None)
    for one in fields:
        inside = get_path(copy, one.key)
        if one.type == "repeater" and isinstance(inside, list) and not one.translatable:
            copy = set_path(copy, one.key, [copied_item(one, item) for item in inside])
    return copy


def kept_note(value: Any, *, opens_outside: bool) -> str:
    """Return the text shown in place of items for a value that is not a list."""
    if isinstance(value, Unreadable):
        return f"{value.problem} It is kept: {one_line(value)}"
    edits = " Press F4 to edit it." if opens_outside else ""
    return f"This is not a list. It is kept unchanged: {one_line(value)}.{edits}"


def is_kept(value: Any) -> bool:
    """Whether this is not a list: it is shown, kept, and only edited as JSON."""
    return value is not None and not isinstance(value, (list, tuple))


def read_list(text: str, before: Any) -> Any:
    """Return a list from JSON; a value that never was a list may become anything."""
    value = read_json(text)
    if isinstance(value, Unreadable) or not is_kept(value) or is_kept(before):
        return value
    return Unreadable(text, NO_LIST)
