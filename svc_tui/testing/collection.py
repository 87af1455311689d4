"""A collection of records in memory, with the habits of Django REST framework."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import httpx

from svc_tui.models.arguments import AtLeast, ListOf, Sync, check_values, refused_arguments
from svc_tui.testing.answers import sent_object

Row = dict[str, Any]

Check = Callable[[Row], Mapping[str, list[str]]]
"""Takes a record as it would be stored; returns messages by field, or nothing."""

KINDS: Mapping[str, Any] = {
    "rows": ListOf(Mapping),
    "model": str,
    "required": ListOf(str),
    "check": (Sync, type(None)),
    "key": str,
    "page_size": AtLeast(1),
}
"""The kinds of a collection's arguments."""

OWN = ("page", "page_size", "search", "ordering")
"""The parameters of a list that are no filters."""

VERBS = {"POST": "add", "PUT": "change", "PATCH": "change", "DELETE": "delete"}
"""The permission that a method needs; every other method needs `view`."""


class Collection:
    """Records that are listed, read, created, changed and deleted over HTTP.

    `rows` is the table itself: tests read and change it.
    """

    def __init__(
        self,
        path: str,
        rows: Iterable[Mapping[str, Any]] = (),
        *,
        model: str = "",
        required: Iterable[str] = (),
        check: Check | None = None,
        key: str = "id",
        page_size: int = 20,
    ) -> None:
        given: object = path
        if not isinstance(given, str) or not given.startswith("/"):
            raise refused_arguments(Collection, "the path should be a string such as /api/books")
        more: Row = {"rows": rows, "model": model, "required": required}
        more |= {"check": check, "key": key, "page_size": page_size}
        check_values(Collection, more, KINDS)
        self.path = path.rstrip("/")
        self.rows: list[Row] = [dict(row) for row in rows]
        self.model = model
        self.required = frozenset(required)
        self.check = check
        self.key = key
        self.page_size = page_size
        for number, row in enumerate(self.rows, 1):
            if row.get(key) in (None, ""):
                why = f'row {number} has no "{key}"; give it one, or name another with key='
                raise refused_arguments(Collection, why)
        keys = [str(row[key]) for row in self.rows]
        if twice := next((one for one in keys if keys.count(one) > 1), ""):
            raise refused_arguments(Collection, f'two rows have the {key} "{twice}"')

    def row(self, key: object) -> Row:
        """Return the record with this id; raises `KeyError` where there is none."""
        for row in self.rows:
            if str(row[self.key]) == str(key):
                return row
        raise KeyError(key)

    def permission(self, method: str) -> str:
        """Return the codename that a method needs; "" where it needs none."""
        return f"{VERBS.get(method, 'view')}_{self.model}" if self.model else ""

    def answer(self, request: httpx.Request, key: str) -> httpx.Response:
        """Answer a request for the list, where `key` is empty, or for one record."""
        if request.method == "OPTIONS":
            return self._metadata(key)
        if not key:
            calls = {"GET": self._list, "POST": self._create}
            call = calls.get(request.method)
            return call(request) if call else not_allowed(request)
        try:
            row = self.row(key)
        except KeyError:
            return detail(404, "Not found.")
        if request.method == "GET":
            return httpx.Response(200, json=row)
        if request.method == "DELETE":
            self.rows.remove(row)
            return httpx.Response(204)
        if request.method in ("PATCH", "PUT"):
            return self._change(row, sent_object(request), whole=request.method == "PUT")
        return not_allowed(request)

    def _list(self, request: httpx.Request) -> httpx.Response:
        asked = request.url.params
        rows = self._ordered(self._matching(asked), asked.get("ordering", ""))
        size = _number(asked.get("page_size"), self.page_size)
        page, pages = _number(asked.get("page"), 1), max(1, math.ceil(len(rows) / size))
        if page > pages:
            return detail(404, "Invalid page.")
        found = rows[(page - 1) * size : page * size]
        following = str(request.url.copy_set_param("page", page + 1)) if page < pages else None
        before = str(request.url.copy_set_param("page", page - 1)) if page > 1 else None
        body = {"count": len(rows), "next": following, "previous": before, "results": found}
        return httpx.Response(200, json=body)

    def _matching(self, asked: httpx.QueryParams) -> list[Row]:
        words = asked.get("search", "").casefold().split()
        known = {key for row in self.rows for key in row}
        filters = {name: asked[name].split(",") for name in asked if name in known - {*OWN}}
        return [
            row
            for row in self.rows
            if all(word in _text(row) for word in words)
            and all(_plain(row.get(name)) in wanted for name, wanted in filters.items())
        ]

    def _ordered(self, rows: list[Row], ordering: str) -> list[Row]:
        for name in reversed([name for name in ordering.split(",") if name]):
            rows = sorted(rows, key=lambda row: _rank(row, name), reverse=name.startswith("-"))
        return rows

    def _create(self, request: httpx.Request) -> httpx.Response:
        row = {self.key: self._next_key(), **sent_object(request)}
        if errors := self._no_ids(row) or self._errors(row):
            return httpx.Response(400, json=errors)
        self.rows.append(row)
        return httpx.Response(201, json=row)

    def _change(self, row: Row, values: Row, *, whole: bool) -> httpx.Response:
        kept = {self.key: row[self.key]}
        changed = {**({} if whole else row), **values, **kept}
        if errors := self._no_ids(values) or self._errors(changed):
            return httpx.Response(400, json=errors)
        row.clear()
        row.update(changed)
        return httpx.Response(200, json=row)

    def _no_ids(self, sent: Row) -> dict[str, list[str]]:
        """Return messages about records that were sent where the rows hold their ids."""
        words = "Incorrect type. Expected pk value, received dict."
        held = {name: [each for row in self.rows for each in _each(row.get(name))] for name in sent}
        return {
            name: [words]
            for name, value in sent.items()
            if any(isinstance(one, dict) for one in _each(value))
            and any(isinstance(one, int | str) and one != "" for one in held[name])
            and not any(isinstance(one, dict) for one in held[name])
        }

    def _errors(self, row: Row) -> dict[str, list[str]]:
        missing = {
            name: ["This field is required." if name not in row else "This field may not be blank."]
            for name in sorted(self.required)
            if row.get(name) in (None, "", [])
        }
        return missing or dict(self.check(row) if self.check else {})

    def _next_key(self) -> int:
        return (
            max((row[self.key] for row in self.rows if isinstance(row[self.key], int)), default=0)
            + 1
        )

    def _metadata(self, key: str) -> httpx.Response:
        fields = {
            name: {
                "type": _type_of(next((row[name] for row in self.rows if row.get(name)), None)),
                "required": name in self.required,
                "read_only": name == self.key,
                "label": name.replace("_", " ").capitalize(),
            }
            for name in dict.fromkeys(
                [*(name for row in self.rows for name in row), *sorted(self.required)]
            )
        }
        body = {
            "name": self.path.rpartition("/")[2].replace("-", " ").capitalize(),
            "description": "",
            "renders": ["application/json"],
            "parses": ["application/json"],
            "actions": {"PUT" if key else "POST": fields},
        }
        allow = "GET, PUT, PATCH, DELETE, OPTIONS" if key else "GET, POST, OPTIONS"
        return httpx.Response(200, json=body, headers={"allow": allow})


def detail(status: int, words: str) -> httpx.Response:
    """Return an error as REST framework words it."""
    return httpx.Response(status, json={"detail": words})


def not_allowed(request: httpx.Request) -> httpx.Response:
    """Return the answer to a method that an address does not take."""
    return detail(405, f'Method "{request.method}" not allowed.')


def _each(value: object) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _number(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isdigit() and int(text) else otherwise


def _plain(value: object) -> str:
    """Return a value as a filter words it."""
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)


def _text(row: Row) -> str:
    return " ".join(value for value in row.values() if isinstance(value, str)).casefold()


def _rank(row: Row, name: str) -> tuple[bool, Any]:
    value = row.get(name.lstrip("-"))
    return value is not None, value if isinstance(value, int | float) else _plain(value)


def _type_of(value: object) -> str:
    """Return the type of a field as REST framework's OPTIONS name it, by one of its values."""
    kinds: tuple[tuple[type, str], ...] = (
        (bool, "boolean"),
        (int, "integer"),
        (float, "float"),
        (list, "list"),
        (dict, "nested object"),
    )
    return next((name for kind, name in kinds if isinstance(value, kind)), "string")
