"""The wire of a backend as data: how lists are asked for and read, how records are sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field, field_validator, model_validator

from svc_tui.models.arguments import TOKEN
from svc_tui.models.base import Declaration, error_at

HEADER = "header:"
"""Marks a total that is in a header of the answer."""

SIGNING_IN = frozenset({"authorization", "cookie", "proxy-authorization"})
"""Headers that carry a sign-in, in lower case."""

OF_A_REQUEST = frozenset({"host", "content-length", "transfer-encoding", "connection"})
"""Headers that belong to one request and its connection, in lower case."""

PAGING_NAMES: Mapping[str, tuple[str, str]] = {
    "page": ("page", "page_size"),
    "offset": ("offset", "limit"),
    "cursor": ("cursor", "page_size"),
    "link": ("", "per_page"),
    "range": ("Range", "items"),
    "none": ("", ""),
}
"""The usual names of a style's page and size."""


class WirePaging(Declaration):
    """The paging: how pages are requested."""

    style: Literal["page", "offset", "cursor", "link", "range", "none"] | None = None
    """`page`: by number; `offset`: by the number of rows before; `cursor`: by a token, or an
    address, in the page before; `link`: by the `Link` header of the page before; `range`: rows from
    and to; `none`: all rows at once. If omitted, it is detected from the first response."""
    page: str | None = None
    """The parameter of the page, offset or cursor; for `range` the header `Range`, or a parameter
    that takes `[0,19]`."""
    size: str | None = None
    """The parameter of the number of rows; for `range` in a header its unit; "" sends none."""
    first: int = Field(default=1, ge=0, le=1)
    """The number of the first page."""
    most: int | None = Field(default=None, ge=1)
    """The maximum rows per page; if omitted, detected from the responses."""
    next: str = ""
    """The dotted path of the next page's address or token; if omitted, the usual places are looked
    at."""

    @property
    def names(self) -> tuple[str, str]:
        """The names of page and size, with the usual ones of the style."""
        page, size = PAGING_NAMES[self.style or "page"]
        return (page if self.page is None else self.page, size if self.size is None else self.size)


class WireOrder(Declaration):
    """The order: how rows are sorted."""

    param: str = "ordering"
    """The parameter; "" if the backend can't sort."""
    ascending: str = "{}"
    """The format for ascending order."""
    descending: str = "-{}"
    """The format for descending order; with a `direction`, its value."""
    separator: str = ","
    """The separator between fields."""
    direction: str = ""
    """A second parameter for the direction; `ascending` and `descending` are its values,
    `asc` and `desc` if omitted."""

    @model_validator(mode="after")
    def _names_each_field(self) -> WireOrder:
        """Refuse formats without a place for the field, and with one where a word is sent."""
        for name, text in (("ascending", self.ascending), ("descending", self.descending)):
            if not self.direction and not (text.count("{}") == 1 == text.count("{")):
                words = f'{name} = "{text}" should have one {{}} for the field: "-{{}}"'
                raise error_at(f"{words}; or add a direction", name)
            if self.direction and name in self.model_fields_set and "{}" in text:
                words = f'{name} = "{text}" is the value of "{self.direction}"'
                raise error_at(f'{words}; it should be a word such as "desc"', name)
        return self

    @property
    def words(self) -> tuple[str, str]:
        """The formats of ascending and descending order; with a `direction`, its values."""
        named = zip(("ascending", "descending"), ("asc", "desc"), strict=True)
        if not self.direction:
            return self.ascending, self.descending
        up, down = (
            getattr(self, name) if name in self.model_fields_set else usual for name, usual in named
        )
        return up, down


class WireErrors(Declaration):
    """The places of error messages."""

    fields: str = ""
    """The dotted path of messages by field; if omitted, the usual formats are tried."""
    detail: str = ""
    """The dotted path of a general message, in refusals of any kind."""
    success: str | None = None
    """The dotted path of what is false, or `error` or `fail`, in a response that refuses a change
    with a status of success. If omitted, `ok`, `success` and `error` of responses that are not the
    record are looked at; "" takes the status alone."""
    skip: int = Field(default=0, ge=0, le=5)
    """The number of steps at the start of a field's path that name no field, such as the name of
    the parameter that takes the body."""


class Wire(Declaration):
    """The format of a backend's requests and responses; missing keys are detected."""

    items: str | None = None
    """The dotted path of a list's rows; "" for a bare array."""
    total: str | None = None
    """The dotted path of the number of matching rows, or `header:X-Total-Count`; "" for none."""
    record: str = ""
    """The dotted path of the record in a response about one record. Rows of a list are at `items`
    and are not unwrapped; where each has a wrapper too, `from_wire` of a `Dialect` takes it off."""
    id: str = "id"
    """The key that identifies a record, such as `documentId`, `slug` or `url`."""
    paging: WirePaging = WirePaging()
    """How pages are requested."""
    search: str = "search"
    """The search parameter; "" for none."""
    order: WireOrder = WireOrder()
    """How rows are sorted."""
    filter: str = "{key}={values}"
    """A filter: `{values}` are all, joined by commas, `{value}` is one. A filter whose name has
    its own brackets is sent unchanged."""
    repeated: bool = False
    """Send a filter with several values once for each."""
    query: Mapping[str, str] = Field(default_factory=dict)
    """Parameters of every list."""
    record_query: Mapping[str, str] = Field(default_factory=dict)
    """Parameters of every request for one record."""
    update: Literal["PATCH", "PUT"] = "PATCH"
    """The method of a change."""
    whole: bool = True
    """With PUT, send the whole record; false sends only changes."""
    body: str = ""
    """The key that wraps what is sent."""
    slashes: bool = True
    """Follow a redirect of a change to the same address with or without a slash at its end."""
    trailing_slash: bool | None = None
    """Addresses end with a slash; if omitted, `trailing_slash` of `[svc]` decides."""
    headers: Mapping[str, str] = Field(default_factory=dict)
    """Headers of every request. `Content-Type` applies to values sent as JSON."""
    errors: WireErrors = WireErrors()
    """Where error messages are."""
    roots: tuple[str, ...] = ()
    """Addresses that list the collections."""
    root: Literal["addresses", "keys", "items"] = "addresses"
    """A root names the addresses of its collections; or its keys are their paths; or it lists them
    in `data`, each under `/items/`, as Directus does."""
    records: Literal["plain", "jsonapi"] = "plain"
    """The form of one record: an object of its values, or JSON:API's `attributes` and
    `relationships`."""

    @field_validator("filter")
    @classmethod
    def _names_key_and_value(cls, text: str) -> str:
        name, equals, value = text.rpartition("=")
        if not (equals and "{key}" in name and ("{value}" in value or "{values}" in value)):
            raise ValueError('should have {key}, then = and {value} or {values}: "{key}={values}"')
        return text

    @field_validator("headers")
    @classmethod
    def _are_no_secrets(cls, headers: Mapping[str, str]) -> Mapping[str, str]:
        from svc_tui.introspect.names import is_secret  # It depends on the models.

        for name, value in headers.items():
            if name.lower() in SIGNING_IN or is_secret(name):
                raise ValueError(f"can't have {name}: [svc.auth] sets it")
            if name.lower() in OF_A_REQUEST:
                raise ValueError(f"can't have {name}: it is set for each request")
            if not TOKEN.fullmatch(name) or not (value.isascii() and value.isprintable()):
                raise ValueError(f"has {name!r} with invalid characters")
        return headers

    @property
    def day_spans(self) -> tuple[tuple[str, str], ...] | None:
        """The names of a first and a last day, by the operator of `filter`; None for any."""
        name = self.filter.rpartition("=")[0]
        if name == "{key}":
            return None
        key, _, operator = name.rpartition("[")
        if "{key}" not in key:
            return ()
        mark = operator[0] if operator[:1] in ("$", "_") else ""
        return ((f"{key}[{mark}gte]", f"{key}[{mark}lte]"),)

    def overlaid(self, other: Wire) -> Wire:
        """Return this wire with the keys of another one on top, table by table.

        Raises:
            ConfigError: the keys contradict those below.
        """
        return Wire(**_over(self._given(), other._given()))

    def _given(self) -> dict[str, Any]:
        return self.model_dump(exclude_unset=True)


def _over(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Return a tree merged over another; headers and queries are also merged key by key."""
    merged = dict(under)
    for key, value in over.items():
        below = merged.get(key)
        both = isinstance(below, Mapping) and isinstance(value, Mapping)
        merged[key] = _over(below, value) if both and below is not None else value
    return merged
