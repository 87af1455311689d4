"""Parser of the command line behind `:`: a page with a query, or an action by its short name."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from svc_tui.models.location import BadLocation, Location
from svc_tui.stores.listing.filter_choices import lacks, named, written
from svc_tui.stores.listing.list_query import FILTER_PREFIX, ListQuery
from svc_tui.stores.listing.query_parser import (
    Completion,
    QueryLineError,
    complete,
    names_a_filter,
    parse,
    words_of,
)

if TYPE_CHECKING:
    from svc_tui.models.listing import FilterDescriptor

Filters = Mapping[str, Sequence["FilterDescriptor"]]
"""The filters of lists by typed name; none if they are not known yet."""


class ShortName(NamedTuple):
    """A word that is typed for an action, and what it does."""

    bindings: tuple[str, ...] = ()
    """The ids of its keys; the first available one is run."""
    takes: str = ""
    """The action that gets its arguments; "" if it takes none."""
    asks: bool = False
    """Whether `takes` is also run without arguments: it opens a dialog."""
    raw: bool = False
    """Whether its arguments keep their quotes."""
    action: str = ""
    """The action of a word without a key."""


ACTIONS: Mapping[str, ShortName] = {
    "w": ShortName(("detail.save", "file.save")),
    "save": ShortName(("detail.save", "file.save")),
    "q": ShortName(("page.close",)),
    "close": ShortName(("page.close",)),
    "new": ShortName(("list.new",)),
    "quit": ShortName(("app.quit",)),
    "logout": ShortName(action="app.sign_out"),
    "signout": ShortName(action="app.sign_out"),
    "qa": ShortName(("app.quit",)),
    "marks": ShortName(("list.marks",)),
    "work": ShortName(("list.work",), takes="work"),
    "diff": ShortName(("page.diff",), takes="diff"),
    "plan": ShortName(("page.diff",), takes="plan", asks=True),
    "pipe": ShortName(("list.pipe",), takes="pipe", raw=True),
    "view": ShortName(("list.views",), takes="named_view"),
    "tasks": ShortName(("app.tasks",)),
    "help": ShortName(("app.help",)),
    "log": ShortName(("app.log",)),
    "line": ShortName(("app.line",)),
    "redraw": ShortName(("app.redraw",)),
    "back": ShortName(("app.back",)),
    "forward": ShortName(("app.forward",)),
    "profile": ShortName(("app.go",), takes="app.profile", asks=True),
    "sidebar": ShortName(("app.sidebar",)),
}
"""The short names of actions."""

WORKS_IN: Mapping[str, str] = {
    "list": "a list",
    "page.diff": "a list or record",
    "detail": "a record or file",
}
"""Where bindings work, by id or its first part."""

SEARCH = "search"


def not_here_message(typed: str, bindings: Sequence[str]) -> str:
    """Return why a command can't be run on a page that has none of its bindings."""
    names = (one for id in bindings for one in (id, id.partition(".")[0]))
    if place := next((WORKS_IN[one] for one in names if one in WORKS_IN), ""):
        return f"“{typed}” works in {place}. Open one first."
    return f"“{typed}” can't be used on this page now."


class UnknownCommand(ValueError):
    """A line that is not a command; the message suggests one."""


@dataclass(frozen=True)
class ParsedCommand:
    """A parsed line: a location to go to, or bindings, of which the first available is run."""

    location: Location | None = None
    bindings: tuple[str, ...] = ()
    action: str = ""
    """The action to run instead of a binding's own, with the typed arguments."""
    address: str = ""
    """The address of a collection, in case the location is not a page."""
    line: str = ""
    """A query line that the list at the location has to resolve first."""


def parse_command(
    text: str,
    pages: Mapping[str, str],
    filters: Filters | None = None,
    tabs: Mapping[str, str] | None = None,
) -> ParsedCommand:
    """Parse a line; `pages` are the paths of pages by the names that are typed for them.

    `tabs` are the query parameters of lists' tabs: what these may be is not for filters to say.

    `articles status:draft created:last month harbour` is a page and its query line;
    `articles status=draft page=2` names what its location has; `articles/42` opens a record;
    `/articles?page=2` is a location as the top line shows it. Raises UnknownCommand for others.
    """
    words = _words(text)
    if not words:
        raise UnknownCommand("Type a page, such as articles, or a command. Press Esc to leave.")
    name, *rest = words
    if name.startswith("/"):
        return ParsedCommand(_location(text.strip()))
    if name in ACTIONS:
        return _action(name, rest, text)
    if name == "open" and rest:
        place = _location(" ".join(rest))
        return ParsedCommand(place, address=place.path if rest[0].startswith("/") else "")
    page, slash, inside = name.partition("/")
    if "?" in page and page.partition("?")[0] in pages:
        page, _, query = text.strip().partition("?")
        return ParsedCommand(_location(f"{pages[page]}?{query}"))
    if page not in pages:
        raise UnknownCommand(
            f"There is no page or command “{name}”. {_nearest(page, pages)}".rstrip()
        )
    typed = text.strip().partition(" ")[2]
    known = None if slash else (filters or {}).get(page)
    choosable = [one for one in known or () if one.value != (tabs or {}).get(page)]
    if known is not None and any(map(names_a_filter, words_of(typed))):
        return _queried(pages[page], typed, known, choosable)
    return ParsedCommand(_looking(pages[page] + slash + inside, rest, choosable))


def _action(name: str, rest: Sequence[str], text: str) -> ParsedCommand:
    """Return the action of a short name; raises UnknownCommand for arguments that it ignores."""
    one = ACTIONS[name]
    if one.takes and (rest or one.asks):
        typed = text.strip().partition(" ")[2] if one.raw else " ".join(rest)
        return ParsedCommand(bindings=one.bindings, action=f"{one.takes}({typed!r})")
    if rest:
        raise UnknownCommand(f"“{name}” takes no arguments.")
    return ParsedCommand(bindings=one.bindings, action=one.action)


def line_completions(text: str, filters: Filters) -> list[Completion]:
    """Return the completions at the end of a query line, as places in the whole text."""
    page, blank, typed = text.lstrip().partition(" ")
    if not blank or not filters.get(page):
        return []
    at = len(text) - len(typed)
    found = complete(typed, len(typed), filters[page])
    return [replace(one, start=one.start + at, end=one.end + at) for one in found]


def completions(text: str, pages: Iterable[str]) -> list[str]:
    """Return the names that begin with the typed text; none after the first word."""
    typed = text.lstrip()
    if " " in typed or "/" in typed:
        return []
    return sorted(name for name in {*pages, *ACTIONS} if name.startswith(typed))


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def _location(text: str) -> Location:
    try:
        return Location.parse(text)
    except BadLocation as error:
        raise UnknownCommand(str(error)) from error


def _looking(path: str, words: Iterable[str], filters: Sequence[FilterDescriptor] = ()) -> Location:
    """A page with `key=value` as its query, and all other words as what is searched for.

    A value of one of the filters may be written as people read it.

    Raises:
        UnknownCommand: such a filter does not have it.
    """
    choices = {one.value: one for one in filters if one.choices}
    query: dict[str, str] = {}
    searched = []
    for word in words:
        key, equals, value = word.partition("=")
        if equals and key:
            if (item := choices.get(key.removeprefix(FILTER_PREFIX))) is not None:
                value = _meant(item, value)
            query[key] = f"{query[key]},{value}" if key in query else value
        else:
            searched.append(word)
    if searched:
        query[SEARCH] = " ".join(searched)
    return _location(path).with_query(**query)


def _meant(item: FilterDescriptor, text: str) -> str:
    """Return the values of the choices that these words name, joined by commas."""
    words = [word for word in text.split(",") if word]
    found = [named(written(item), word) for word in words]
    if None in found:
        raise UnknownCommand(f"{lacks(item, words[found.index(None)])}.")
    return ",".join(one.value for one in found if one is not None)


def _queried(
    path: str,
    typed: str,
    filters: Sequence[FilterDescriptor],
    choosable: Sequence[FilterDescriptor],
) -> ParsedCommand:
    """Return the command of a page and its query; words such as `page=2` belong to the location."""
    words = words_of(typed)
    put = [word for word in words if word.partition("=")[0].isidentifier() and "=" in word]
    line = " ".join(word for word in words if word not in put)
    place = _looking(path, [word.replace('"', "") for word in put], choosable)
    if not filters:
        return ParsedCommand(place, line=line)
    read = parse(line, filters)
    if isinstance(read, QueryLineError):
        raise UnknownCommand(read.sentence)
    if read.to_find:
        return ParsedCommand(place, line=line)
    started = ListQuery().knowing(filters).restored(place)
    return ParsedCommand(read.over(started).at(started.page).located(place))


def _nearest(name: str, pages: Iterable[str]) -> str:
    near = completions(name, pages) or get_close_matches(name, [*pages, *ACTIONS], n=1)
    return f"Did you mean “{near[0]}”?" if near else ""


def common_prefix(names: Iterable[str]) -> str:
    """Return the common prefix of names."""
    letters = (set(column) for column in zip(*names, strict=False))
    return "".join(column.pop() for column in takewhile(lambda one: len(one) == 1, letters))
