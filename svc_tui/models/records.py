"""Values of a REST backend: a page of rows, the metadata of a collection, a user's profile."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from urllib.parse import urlsplit

from svc_tui.models.arguments import checks_arguments

T = TypeVar("T")
"""The type of one row."""

Id = int | str
"""The id of a record."""

TRANSLATIONS = "translations"
"""The key of translations in forms; records are renamed to it when they are read."""

OWN_ADDRESSES = ("href", "@id", "resource_uri", "self")
"""Keys of a record's own address, which is never typed."""

ADDRESSES = ("url", *OWN_ADDRESSES)
"""Keys of a record's own address in hyperlinked APIs, where it may have no id."""

OWN_KEYS = ("id", "pk", "_id", "uuid")
"""Keys of a record's own id, which is unique and never changes."""

TITLE_KEYS = ("title", "name", "label", "username", "number", "code", "slug")
"""Keys of a record's title; the first one found is used."""

CRUD_ACTIONS = ("view", "add", "change", "delete")
"""The four actions on every model; a superuser holds them all."""

PERMISSION_KEYS = ("all_permissions", "permissions", "user_permissions")
"""Keys of a profile's permissions; the first one that exists is used."""

PROFILE_KEYS = ("id", "username", "email", "groups", "permissions", "is_superuser")
"""What a map of a profile may give the place of."""

METADATA_KEYS = frozenset({"name", "description", "renders", "parses", "actions"})
"""The keys of an OPTIONS answer in the specification; all others are extra."""


def is_name_of(name: str, key: str) -> bool:
    """Whether a key has the name of what another refers to: `category_name` that of `category`."""
    stem = key.removesuffix("_id")
    return name in (f"{key}_name", f"{key}__name", f"{stem}_name", f"{stem}__name")


def checked_profile_map(places: Mapping[str, str]) -> dict[str, str]:
    """Return the dotted paths of the values of a profile; raises `ValueError` for other values."""
    if unknown := sorted(set(places) - set(PROFILE_KEYS)):
        known = ", ".join(PROFILE_KEYS)
        raise ValueError(f"has the unknown key {unknown[0]}; the keys here are {known}")
    return dict(places)


@checks_arguments()
@dataclass(frozen=True)
class PaginatedList(Generic[T]):
    """One page of a list, whatever format the backend uses."""

    results: list[T] = field(hash=False)
    count: int
    """The number of all matching rows, not only of this page."""
    page: int = 1
    pages: int = 1
    page_size: int | None = None
    """Rows on a full page, if known."""
    at_least: bool = False
    """Whether the backend does not count: there are rows after the `count` seen so far."""
    told: bool = field(default=True, compare=False)
    """Whether the backend sent the count; else it was inferred from the rows."""
    note: str = ""
    """What differs from the request, in a sentence."""
    next: str = field(default="", compare=False)
    """The next page's address or token as the backend gives it; empty without one."""


@dataclass(frozen=True)
class ResourceMetadata:
    """The metadata of a collection."""

    name: str = ""
    description: str = ""
    renders: tuple[str, ...] = ()
    parses: tuple[str, ...] = ()
    actions: Mapping[str, Any] = field(default_factory=dict, hash=False)
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """The backend's own keys, such as `lang_info` and `schema`."""
    allow: frozenset[str] = frozenset()
    """The methods of the `Allow` header, in capitals."""

    @classmethod
    def parse(cls, json: object, allow: Iterable[str] = ()) -> ResourceMetadata:
        """Parse an OPTIONS body; `ValueError` if it is not an object."""
        body = require_object(json, "the metadata of a resource")
        actions = body.get("actions")
        return cls(
            name=string_or_empty(body.get("name")),
            description=string_or_empty(body.get("description")),
            renders=_texts(body.get("renders")),
            parses=_texts(body.get("parses")),
            actions=actions if isinstance(actions, Mapping) else {},
            extra={key: value for key, value in body.items() if key not in METADATA_KEYS},
            allow=frozenset(method.strip().upper() for method in allow if method.strip()),
        )


@dataclass(frozen=True)
class UserProfile:
    """The signed-in user, and the permissions."""

    id: Id | None = None
    username: str = ""
    email: str = ""
    is_superuser: bool = False
    groups: tuple[str, ...] = ()
    permissions: frozenset[str] = frozenset()
    """Codenames, without the app before the dot."""
    unusable: int = 0
    """The number of permissions and groups without a name, which are ignored, with a warning."""
    rights_unknown: bool = False
    """Whether the backend reports no rights, so that it alone decides."""

    @property
    def name(self) -> str:
        """The user name, or the best substitute in the profile; never empty."""
        return self.username or self.email or str(self.id)

    @classmethod
    def parse(cls, json: object) -> UserProfile:
        """Parse a user profile; raise `ValueError` if it names no user."""
        body = require_object(json, "a user profile")
        user_id, username = body.get("id"), string_or_empty(body.get("username"))
        if user_id is None and not username:
            raise ValueError("a user profile needs an id or a username, but this one has neither")
        codenames, lost_rights = _named(_rights(body), "codename")
        groups, lost_groups = _named(_entries(body.get("groups")), "name")
        return cls(
            id=None if user_id is None else require_id(user_id, "a user profile"),
            username=username,
            email=string_or_empty(body.get("email")),
            # Only `true` makes a superuser; no string or number does.
            is_superuser=body.get("is_superuser") is True,
            groups=tuple(groups),
            permissions=frozenset(codenames),
            unusable=lost_rights + lost_groups,
        )


def same_id(one: Id | None, other: Id | None) -> bool:
    """Whether two ids are the same: some backends write numbers as strings."""
    return (None if one is None else str(one)) == (None if other is None else str(other))


def wire_id(key: str) -> int | str:
    """Return an id as in a backend's JSON: whole numbers are numbers."""
    return int(key) if key.isascii() and key.isdigit() and str(int(key)) == key else key


_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


def is_id(word: str) -> bool:
    """Whether a word that may be a name looks like an id: a number, or a UUID."""
    return (word.isascii() and word.isdecimal()) or _UUID.fullmatch(word) is not None


def path_of(address: object) -> str:
    """Return the path of a record's own address; "" if it is not an address."""
    if not isinstance(address, str) or "/" not in address:
        return ""
    try:
        return urlsplit(address).path
    except ValueError:
        return ""


def require_object(json: object, what: str) -> Mapping[str, Any]:
    """Return the JSON object that `what` must be; otherwise raise a `ValueError` with its type."""
    if isinstance(json, Mapping):
        return json
    raise ValueError(f"{what} should be an object, but it is {json_type_name(json)}")


def require_id(json: object, what: str) -> Id:
    """Return the id of `what`: a whole number or a non-empty string."""
    if isinstance(json, int | str) and not isinstance(json, bool) and json != "":
        return json
    raise ValueError(f"{what} needs an id, but its id is {json_type_name(json)}")


def string_or_empty(json: object) -> str:
    """Return the string, or "" if the backend sends null or something else."""
    return json if isinstance(json, str) else ""


def json_type_name(json: object) -> str:
    """Return the name of a JSON value's type, for people."""
    if json is None:
        return "null"
    if json == "":
        return "empty"
    names = {bool: "true or false", str: "a string", dict: "an object", list: "a list"}
    return names.get(type(json), "a number")


def _texts(json: object) -> tuple[str, ...]:
    return tuple(entry for entry in _entries(json) if isinstance(entry, str))


def _entries(json: object) -> list[Any]:
    """Return the entries of a list; anything else counts as one entry."""
    if json is None:
        return []
    return list(json) if isinstance(json, list | tuple) else [json]


def _rights(body: Mapping[str, Any]) -> list[Any]:
    for key in PERMISSION_KEYS:
        if body.get(key) is not None:
            return [_without_app(entry) for entry in _entries(body[key])]
    return []


def _without_app(entry: object) -> object:
    """Return the codename without its app: `news.view_article` is `view_article`."""
    return entry.partition(".")[2] or entry if isinstance(entry, str) else entry


def _named(entries: list[Any], key: str) -> tuple[list[str], int]:
    """Return the names among the entries, each once, and how many entries have none."""
    names = [
        string_or_empty(entry.get(key) if isinstance(entry, Mapping) else entry)
        for entry in entries
    ]
    found = [name for name in names if name]
    return list(dict.fromkeys(found)), len(names) - len(found)
