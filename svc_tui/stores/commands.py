"""What is typed behind `:`: a page with what to look for there, or an action by its short name."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import takewhile
from typing import TYPE_CHECKING

from svc_tui.models.location import BadLocation, Location
from svc_tui.stores.query import ListQuery
from svc_tui.stores.query_line import (
    Completion,
    Problem,
    complete,
    names_a_filter,
    parse,
    words_of,
)

if TYPE_CHECKING:
    from svc_tui.models.listing import FilterDescriptor

Filters = Mapping[str, Sequence["FilterDescriptor"]]
"""The filters of lists, by the names that one types for them; none where they are to be learnt."""

ACTIONS: Mapping[str, tuple[str, ...]] = {
    "w": ("detail.save", "file.save"),
    "save": ("detail.save", "file.save"),
    "q": ("page.close",),
    "close": ("page.close",),
    "new": ("list.new",),
    "quit": ("app.quit",),
    "qa": ("app.quit",),
    "marks": ("list.marks",),
    "view": ("list.views",),
    "tasks": ("app.tasks",),
    "help": ("app.help",),
    "log": ("app.log",),
    "line": ("app.line",),
    "redraw": ("app.redraw",),
    "back": ("app.back",),
    "forward": ("app.forward",),
    "sidebar": ("app.sidebar",),
}
"""A short name, and the bindings that it stands for; the first one that is there is run."""

TAKES: Mapping[str, str] = {"view": "named_view"}
"""Short names that take words behind them, and the action that these words are handed to."""

SEARCH = "search"


class NoCommand(ValueError):
    """What was typed means nothing here; the message says what would."""


@dataclass(frozen=True)
class Command:
    """What to do: go to a location, or run the first of these bindings that is there."""

    location: Location | None = None
    bindings: tuple[str, ...] = ()
    action: str = ""
    """What is run in the place of the binding's own action, with the words typed behind it."""
    line: str = ""
    """What the list at the location has to find out first: a query line."""


def understood(text: str, pages: Mapping[str, str], filters: Filters | None = None) -> Command:
    """What a line means; `pages` are the paths of pages by the names that one types for them.

    `articles status:draft created:last month harbour` is a page and its query line;
    `articles status=draft page=2` names what its location has; `articles/42` opens a record;
    `/articles?page=2` is a location as the top line shows it.

    Raises:
        NoCommand: for anything else.
    """
    words = _words(text)
    if not words:
        raise NoCommand("Type a page, such as articles, or a command; Esc leaves.")
    name, *rest = words
    if name.startswith("/"):
        return Command(_location(text.strip()))
    if name in ACTIONS:
        if rest and name in TAKES:
            return Command(bindings=ACTIONS[name], action=f"{TAKES[name]}({' '.join(rest)!r})")
        if rest:
            raise NoCommand(f"“{name}” takes nothing behind it.")
        return Command(bindings=ACTIONS[name])
    if name == "open" and rest:
        return Command(_location(" ".join(rest)))
    page, slash, inside = name.partition("/")
    if "?" in page and page.partition("?")[0] in pages:
        page, _, query = text.strip().partition("?")
        return Command(_location(f"{pages[page]}?{query}"))
    if page not in pages:
        raise NoCommand(f"There is no page or command “{name}”. {_nearest(page, pages)}".rstrip())
    typed = text.strip().partition(" ")[2]
    if filters and page in filters and not slash and any(map(names_a_filter, words_of(typed))):
        return _queried(pages[page], typed, filters[page])
    return Command(_looking(pages[page] + slash + inside, rest))


def line_completions(text: str, filters: Filters) -> list[Completion]:
    """What could stand at the end of a page's query line, as places in the whole text."""
    page, blank, typed = text.lstrip().partition(" ")
    if not blank or not filters.get(page):
        return []
    at = len(text) - len(typed)
    found = complete(typed, len(typed), filters[page])
    return [replace(one, start=one.start + at, end=one.end + at) for one in found]


def completions(text: str, pages: Iterable[str]) -> list[str]:
    """The names that begin with what is typed so far; none behind the first word."""
    typed = text.lstrip()
    if " " in typed or "/" in typed:
        return []
    return sorted(name for name in {*pages, *ACTIONS} if name.startswith(typed))


def _words(text: str) -> list[str]:
    """The words of a line; quotes keep several together, and one that is never closed is a sign."""
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def _location(text: str) -> Location:
    try:
        return Location.parse(text)
    except BadLocation as error:
        raise NoCommand(str(error)) from error


def _looking(path: str, words: Iterable[str]) -> Location:
    """A page with `key=value` as its query, and all other words as what is searched for."""
    query: dict[str, str] = {}
    searched = []
    for word in words:
        key, equals, value = word.partition("=")
        if equals and key:
            query[key] = f"{query[key]},{value}" if key in query else value
        else:
            searched.append(word)
    if searched:
        query[SEARCH] = " ".join(searched)
    return _location(path).with_query(**query)


def _queried(path: str, typed: str, filters: Sequence[FilterDescriptor]) -> Command:
    """A page with its query line; words such as `page=2` are left to the location."""
    words = words_of(typed)
    named = [word for word in words if word.partition("=")[0].isidentifier() and "=" in word]
    line = " ".join(word for word in words if word not in named)
    place = _looking(path, [word.replace('"', "") for word in named])
    if not filters:
        return Command(place, line=line)
    read = parse(line, filters)
    if isinstance(read, Problem):
        raise NoCommand(read.sentence)
    if read.to_find:
        return Command(place, line=line)
    started = ListQuery().knowing(filters).restored(place)
    return Command(read.over(started).at(started.page).located(place))


def _nearest(name: str, pages: Iterable[str]) -> str:
    near = completions(name, pages) or get_close_matches(name, [*pages, *ACTIONS], n=1)
    return f"Did you mean “{near[0]}”?" if near else ""


def shared_start(names: Iterable[str]) -> str:
    """What all names begin with."""
    letters = (set(column) for column in zip(*names, strict=False))
    return "".join(column.pop() for column in takewhile(lambda one: len(one) == 1, letters))
