"""A location of the console: a path and its query."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, quote, urlencode

from svc_tui.models.arguments import given_words

NEW = "new"
"""The id that means: create."""


class RecordId(str):
    """The id of a record that reads like the word for a new one.

    Its location has an encoded letter, so that it opens the record, not an empty form.
    """

    __slots__ = ()

    def __str__(self) -> str:
        return self

    @property
    def step(self) -> str:
        """The id with one letter encoded."""
        return f"%{ord(self[0]):X}{self[1:]}"


def record_id(key: str) -> str:
    """Return the id of an existing record, whatever it reads like."""
    return RecordId(key) if key == NEW else key


def is_new(id: str) -> bool:
    """Whether an id means a record that does not exist yet."""
    return id == NEW and not isinstance(id, RecordId)


def written_id(id: str) -> str:
    """Return an id for a file, which is read back as plain text: no record has `NEW` there."""
    return id.step if isinstance(id, RecordId) else id


class BadLocation(ValueError):
    """A text is not a location; the message says why."""


@dataclass(frozen=True)
class Location:
    """A page of the console with its state: `/articles?status=draft&page=2`."""

    path: str = "/"
    """Begins with a slash."""
    query: tuple[tuple[str, str], ...] = ()
    """Names and values in order; a name can appear more than once."""

    @classmethod
    def parse(cls, text: str) -> Location:
        """Parse a location; the leading slash may be left out.

        Raises:
            BadLocation: a kind of `ValueError`, for an address of another host, a text with control
                characters, or what is no text.
        """
        given: object = text
        if not isinstance(given, str):
            raise BadLocation(
                f"A location should be a string such as /articles/42, not {given_words(given)}."
            )
        if any(ord(char) < 32 or 127 <= ord(char) < 160 for char in text):
            raise BadLocation("A location can't have control characters.")
        path, _, query = text.strip().partition("#")[0].partition("?")
        if "://" in path or path.startswith("//"):
            raise BadLocation("A location is a path such as /articles/42, without a host.")
        parts = [part for part in path.split("/") if part]
        return cls("/" + "/".join(parts), tuple(parse_qsl(query, keep_blank_values=True)))

    def get(self, key: str, default: str = "") -> str:
        """Return the first value of a query key."""
        return next((value for name, value in self.query if name == key), default)

    def with_query(self, /, **changes: str | int | None) -> Location:
        """Return the same path with some query keys changed; None removes a key."""
        kept = [(name, value) for name, value in self.query if name not in changes]
        added = [(name, str(value)) for name, value in changes.items() if value is not None]
        return replace(self, query=tuple(kept + added))

    def child(self, part: str) -> Location:
        """Return the location one level below, without a query; the part is encoded."""
        step = part.step if isinstance(part, RecordId) else quote(part, safe="", errors="replace")
        return Location(f"{self.path.rstrip('/')}/{step}")

    def record(self, key: str) -> Location:
        """Return the location of a record one level below."""
        return self.child(record_id(key))

    def __str__(self) -> str:
        query = urlencode(self.query, safe=",/:*", errors="replace", quote_via=quote)
        return f"{self.path}?{query}" if query else self.path
