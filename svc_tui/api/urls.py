"""Join base URL, endpoint and id to a request's address, in this module only."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote, urljoin, urlsplit

from svc_tui.api.errors import BadId, BadUrl, ForeignOrigin, WrongArgument
from svc_tui.models.arguments import given_words
from svc_tui.models.foreign_code import WrongReturn

if TYPE_CHECKING:
    from svc_tui.models.records import Id

DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class BaseUrl:
    """The address of a backend; every request stays on its origin."""

    origin: str
    """Scheme, host and port, such as `https://cms.example.org`."""
    path: str = ""
    """The path before every other path, without a slash at its end."""

    @classmethod
    def parse(cls, text: str) -> BaseUrl:
        """Parse a base URL; `BadUrl` if it is not plain http or https."""
        text = text.strip()
        parts = urlsplit(text)
        if parts.scheme not in DEFAULT_PORTS or not parts.hostname:
            raise BadUrl(f"the base URL has to begin with http:// or https://: {_shown(text)}")
        if "@" in parts.netloc:
            raise BadUrl("the base URL must not contain a username or password; sign in instead")
        if parts.query or parts.fragment:
            raise BadUrl(f"the base URL must not contain a query or fragment: {_shown(text)}")
        return cls(origin=_origin(text), path=parts.path.rstrip("/"))

    def __str__(self) -> str:
        return f"{self.origin}{self.path}/"

    @property
    def host(self) -> str:
        """The host alone, without a port."""
        return urlsplit(self.origin).hostname or ""

    def resolve(self, path: str) -> str:
        """Return the whole address of a path; a path can't leave the origin.

        An absolute address is used as it is. Raises `ForeignOrigin` for another origin.
        """
        if is_absolute(path):
            self.check(path)
            return path
        return f"{self.origin}{self.path}/{path.removeprefix('/')}"

    def check(self, url: str) -> None:
        """Raise `ForeignOrigin` for an absolute address elsewhere."""
        if is_absolute(url) and ("@" in urlsplit(url).netloc or _origin(url) != self.origin):
            raise ForeignOrigin(f"{_shown(url)} is not on {self.origin}")

    def follow(self, url: str, location: str) -> str:
        """Return the target of a redirect from `url`.

        Raises `ForeignOrigin` if it leaves the origin, also for `file:` and other schemes.
        """
        target = urljoin(url, location)
        if not is_absolute(target):
            raise ForeignOrigin(f"{_shown(target)} is not a web address")
        self.check(target)
        return target


@dataclass(frozen=True)
class Endpoint:
    """A collection's address, and the query it always carries."""

    collection: str
    """One leading and one trailing slash; or absolute, with one trailing slash."""
    params: tuple[tuple[str, str], ...] = ()
    """The query of the endpoint: for list calls only."""

    @classmethod
    def parse(cls, text: str) -> Endpoint:
        """Parse an endpoint as people write it; slashes at both ends are corrected."""
        path, _, query = text.strip().partition("#")[0].partition("?")
        params = tuple(parse_qsl(query, keep_blank_values=True))
        if is_absolute(path):
            return cls(path.rstrip("/") + "/", params)
        inner = path.strip("/")
        return cls(f"/{inner}/" if inner else "/", params)

    def item(self, id: Id) -> str:
        """Return the address of one record; its id can only be one path segment."""
        return f"{self.collection}{segment(id)}/"

    def action(self, name: str) -> str:
        """Return the address of an action of the collection, such as `update_order`."""
        return f"{self.collection}{name}/"


class Repeat(tuple[str, ...]):
    """Values that are sent as one query key each, instead of a list joined by commas."""


def segment(id: Id) -> str:
    """Return an id as one path segment; `BadId` for one that would change the path."""
    given: object = id
    several = isinstance(given, list | tuple | set | frozenset)
    if several or isinstance(given, float) or _without_text(given):
        shown = given if isinstance(given, float) else given_words(given)
        raise BadId(f"an id is a string or a whole number, not {shown}")
    text = "" if given is None or isinstance(given, bool) else str(given)
    if text.strip() in ("", ".", ".."):
        raise BadId(f"{id!r} is not a valid record id")
    try:
        return quote(text, safe="")
    except UnicodeEncodeError as error:
        raise BadId("its id has text that can't be in a URL") from error


def query_of(params: Mapping[str, Any]) -> dict[str, str | list[str]]:
    """Return query params as they are sent: without None, lists joined by commas."""
    query: dict[str, str | list[str]] = {}
    for key, value in params.items():
        if isinstance(value, Repeat):
            query[key] = list(value)
        elif value is not None and not _is_empty_list(value):
            if wrong := _without_text(value):
                words = "should be text, a number, True or False, a date or a list of these"
                raise WrongArgument(f"{key} {words}, not {wrong}")
            query[key] = param_text(value)
    return query


def check_made_query(params: object) -> None:
    """Raise `WrongReturn` for query params of foreign code that can't be sent."""
    if not isinstance(params, Mapping):
        raise WrongReturn(f"it should return a dict, not {given_words(params)}")
    for key in params:
        if not isinstance(key, str):
            raise WrongReturn(f"each key should be a string, not {given_words(key)}")
    try:
        query_of(params)
    except WrongArgument as error:
        raise WrongReturn(error.detail) from None


def param_text(value: object) -> str:
    """Return one value as the text of a query or form."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple | set | frozenset):
        return ",".join(param_text(entry) for entry in value if entry is not None)
    # Dates and times have their ISO form; everything else its own text.
    iso = getattr(value, "isoformat", None)
    return str(iso()) if iso is not None else str(value)


def _without_text(value: object) -> str:
    """Return in words what a value is that has no text of its own; "" if it has one."""
    if isinstance(value, list | tuple | set | frozenset):
        return next(filter(None, map(_without_text, value)), "")
    if value is None or isinstance(value, str | int | float) or hasattr(value, "isoformat"):
        return ""
    own = type(value).__str__ is not object.__str__ and not isinstance(value, type)
    return "" if own and not isinstance(value, Mapping | bytes | bytearray) else given_words(value)


def grouped(params: tuple[tuple[str, str], ...]) -> dict[str, str | Repeat]:
    """Return an endpoint's own query by key; a key that occurs twice stays twice."""
    found: dict[str, list[str]] = {}
    for key, value in params:
        found.setdefault(key, []).append(value)
    return {key: Repeat(all) if len(all) > 1 else all[0] for key, all in found.items()}


def rewritten(path: str, rules: Mapping[str, str]) -> str:
    """Return a path as this backend has it; the longest matching rule applies.

    A rule matches whole segments: `/api/media` does not match `/api/media-folders`.
    """
    if is_absolute(path) or not rules:
        return path
    plain = re.sub(r"/{2,}", "/", f"/{path}")
    for start in sorted(rules, key=len, reverse=True):
        known = f"/{start.strip('/')}"
        if plain == known or plain.startswith((f"{known}/", f"{known}?")):
            target = rules[start] if plain == known else rules[start].rstrip("/")
            return f"/{target.lstrip('/')}{plain[len(known) :]}"
    return path


def is_absolute(text: str) -> bool:
    """Whether an address names its own server."""
    return text[:8].lower().startswith(("http://", "https://"))


def is_this_machine(host: str) -> bool:
    """Whether a host is this machine, or a service that only its network has.

    In every notation that a resolver accepts: `127.1` and `2130706433` are addresses too.
    """
    from ipaddress import ip_address
    from socket import inet_aton

    name = host.lower().strip("[]").partition("%")[0].rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        found = ip_address(name)
    except ValueError:
        try:
            found = ip_address(inet_aton(name))
        except (OSError, ValueError):
            return False
    found = getattr(found, "ipv4_mapped", None) or found
    return found.is_loopback or found.is_link_local or found.is_unspecified


def _origin(url: str) -> str:
    parts = urlsplit(url)
    try:
        port = parts.port
    except ValueError as error:
        raise BadUrl(f"the port of {_shown(url)} is invalid") from error
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    shown_port = "" if port in (None, DEFAULT_PORTS.get(parts.scheme)) else f":{port}"
    return f"{parts.scheme}://{host}{shown_port}"


def _is_empty_list(value: object) -> bool:
    return isinstance(value, list | tuple | set | frozenset) and not value


def _shown(url: str) -> str:
    parts = urlsplit(url)
    return (
        f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}" if parts.scheme else url
    )
