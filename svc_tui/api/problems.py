"""The errors of a refusal by field, in the formats of common frameworks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import unquote

MESSAGE_KEYS = ("detail", "message", "msg", "reason", "problem", "title")
"""Keys of an error's message; the first one that is a string is used."""

UNLIKE_FIELDS = frozenset(MESSAGE_KEYS) - {"title"}
"""Those of them that seldom name a field of a record."""

PATH_KEYS = ("pointer", "path", "field", "name", "propertyPath", "attribute")
"""Keys of an error's field."""

LIST_KEYS = ("errors", "invalid-params", "invalid_params", "invalidParams", "violations")
"""Keys of a list of errors."""

BESIDE = frozenset(
    {"type", "title", "status", "statusCode", "detail", "details", "instance", "message", "error",
     "code", "name", "traceId", "success", "ok", "data", "meta", "jsonapi", "links", *LIST_KEYS}
)  # fmt: skip
"""Keys next to errors that are not fields themselves."""

FIELD_PATH = re.compile(r"\S*[^\s.!?]")
"""The path of a field: no sentence."""

WRAPPERS = (("data", "attributes"), ("data", "relationships"), ("data",))
"""Steps of a JSON pointer that wrap a record's values."""


def problems_in(body: object) -> object:
    """Return the messages of a refusal by field, as nested objects and lists.

    A list of problems may be the whole body; one without any field may be of rows, by their place.
    A body of any other shape is returned as it is.
    """
    if isinstance(body, list):
        return _by_field(body) if _are_of_fields(body) else body
    if not isinstance(body, Mapping):
        return body
    inner = body.get("error")
    if isinstance(inner, Mapping) and set(body) <= BESIDE:
        details = inner.get("details")
        found = problems_in(details) if isinstance(details, Mapping) else None
        if isinstance(found, Mapping) and found is not details:
            return found
        found = problems_in(inner)
        return {"": _message(inner)} if found is inner and _message(inner) else found
    for key in LIST_KEYS:
        problems = body.get(key)
        if not set(body) <= BESIDE:
            break
        if isinstance(problems, list) and problems and all(map(_is_problem, problems)):
            return _by_field(problems)
        if _are_sentences(problems) and not any(
            isinstance(value, list | Mapping) for name, value in body.items() if name != key
        ):
            return {"": problems}
        if isinstance(problems, Mapping) and problems:
            return problems
    return body


def sentences_in(body: Mapping[str, Any]) -> list[str]:
    """Return general messages that are not at the usual keys."""
    problems = body.get("errors")
    first = problems[0] if isinstance(problems, list) and problems else None
    inside = [one for one in (body.get("error"), first) if isinstance(one, Mapping)]
    said = [_message(one) for one in inside if not _path(one)]
    return [*said, body["title"]] if isinstance(body.get("title"), str) else said


def _is_problem(entry: object) -> bool:
    return isinstance(entry, Mapping) and bool(_message(entry)) and "loc" not in entry


def _are_of_fields(entries: list[Any]) -> bool:
    """Whether a bare list has problems, of fields at least in part.

    The messages of several rows are such a list, too: `[{"name": "Already taken."}]` has no problem
    of a field, as `name` holds a sentence, and neither has a row whose `title` is its only message.
    """
    if not all(_is_problem(one) and set(one) & UNLIKE_FIELDS for one in entries):
        return False
    paths = [path for one in entries if (path := _path(one))]
    return bool(paths) and all(map(FIELD_PATH.fullmatch, paths))


def _are_sentences(problems: object) -> bool:
    """Whether it is a list of messages of the whole record, as Rails sends them."""
    return (
        isinstance(problems, list)
        and bool(problems)
        and all(isinstance(one, str) and one.strip() for one in problems)
    )


def _by_field(problems: Iterable[Mapping[str, Any]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one in problems:
        found.setdefault(_path(one), []).append(_message(one))
    return found


def _message(problem: Mapping[str, Any]) -> str:
    texts = (problem.get(key) for key in MESSAGE_KEYS)
    return next((text for text in texts if isinstance(text, str) and text.strip()), "")


def _path(problem: Mapping[str, Any]) -> str:
    """Return the dotted path of an error's field; "" for the whole."""
    for holder in (problem.get("source"), problem.get("extensions"), problem):
        if not isinstance(holder, Mapping):
            continue
        # Directus names the field, and next to it a path inside its value.
        if holder.get("path") == [] and isinstance(field := holder.get("field"), str):
            return field
        # The name of an error that has a path is that of its kind.
        for key in PATH_KEYS:
            if key in holder and (path := _dotted(holder[key])) is not None:
                return path
    return ""


def _dotted(place: object) -> str | None:
    if isinstance(place, list) and all(isinstance(step, str | int) for step in place):
        return ".".join(map(str, place))
    if not isinstance(place, str):
        return None
    if "/" not in place:
        return place.removeprefix("#")
    steps = [unquote(one).replace("~1", "/").replace("~0", "~")
             for one in place.removeprefix("#").split("/") if one]  # fmt: skip
    for wrapper in WRAPPERS:
        if tuple(steps[: len(wrapper)]) == wrapper:
            steps = steps[len(wrapper) :]
            break
    return ".".join(steps)
