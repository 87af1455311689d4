"""A list's query as one typed line: `status:draft author:rossi created:>-7d harbour`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING

from svc_tui.stores.days import day_span
from svc_tui.stores.filter_choices import Offer, named, written
from svc_tui.stores.query import ListQuery, Values
from svc_tui.text import clean

if TYPE_CHECKING:
    from svc_tui.models.listing import FilterDescriptor

Known = Mapping[str, tuple[Offer, ...]]
"""Choices that were fetched so far, by the filter's name."""

SORT = "sort"
"""The word that sorts: `sort:-published_at,title`."""

DAYS = ("today", "yesterday", ">-7d", "-30d..today", ">=2026-01-01")
"""What is offered for a date."""

_WORD = re.compile(r'(?:[^\s"]|"[^"]*"?)+')


@dataclass(frozen=True)
class Changes:
    """What a line asks for; what it does not name is taken away."""

    search: str = ""
    filters: Mapping[str, Values] = field(default_factory=dict)
    ordering: tuple[str, ...] | None = None
    """None where the line does not sort: the ordering stays."""
    to_find: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Words for filters whose choices are not fetched yet; `resolved` puts the values in."""

    def applied(self, query: ListQuery) -> ListQuery:
        """The query as the line has it, from page 1."""
        ordering = query.ordering if self.ordering is None else self.ordering
        changed = query.searching(self.search).unfiltered().ordered(ordering)
        for name, values in self.filters.items():
            changed = changed.filtered(name, values)
        return changed

    def resolved(self, name: str, values: Values) -> Changes:
        """With the values that the words of one filter were found to mean."""
        to_find = {key: words for key, words in self.to_find.items() if key != name}
        together = (*self.filters.get(name, ()), *values)
        return replace(self, filters={**self.filters, name: together}, to_find=to_find)


@dataclass(frozen=True)
class Problem:
    """Why a line can't be read, and where."""

    sentence: str
    start: int
    end: int


@dataclass(frozen=True)
class Completion:
    """What could stand between two places of the line."""

    text: str
    start: int
    end: int
    hint: str = ""
    """What people read beside it."""


def parse(
    line: str,
    filters: Sequence[FilterDescriptor],
    *,
    known: Known | None = None,
    today: date | None = None,
) -> Changes | Problem:
    """Read a line; the first word that makes no sense is told."""
    changes, words = Changes(), list[str]()
    for found in _WORD.finditer(line):
        name, colon, value = found[0].partition(":")
        item = _filter(filters, name) if colon else None
        if colon and name == SORT:
            changes = replace(changes, ordering=tuple(filter(None, value.split(","))))
        elif item is None and colon and _is_name(name):
            return Problem(_unknown(name, filters), found.start(), found.end())
        elif item is None:
            words.append(_bare(found[0]))
        else:
            read = _filtered(changes, item, _bare(value), (known or {}), today or date.today())
            if isinstance(read, str):
                return Problem(read, found.start(), found.end())
            changes = read
    return replace(changes, search=" ".join(filter(None, words)))


def line_of(
    query: ListQuery, filters: Sequence[FilterDescriptor], *, known: Known | None = None
) -> str:
    """The line that says what a query has chosen; reading it gives the same again."""
    parts = []
    for name, values in query.filters.items():
        item = _filter(filters, name)
        if item is not None:
            parts.append(f"{name}:{_quoted(_shown(item, values, known or {}))}")
    words = (_quoted(word, bare=True) for word in query.search.split())
    return " ".join([*parts, *words])


def complete(
    line: str,
    cursor: int,
    filters: Sequence[FilterDescriptor],
    *,
    known: Known | None = None,
) -> list[Completion]:
    """What could be typed at the cursor: a filter's name, then one of its values."""
    start, end = _word_at(line, cursor)
    name, colon, value = line[start:cursor].partition(":")
    if not colon:
        return [
            Completion(f"{item.value}:", start, end, item.text)
            for item in filters
            if _begins(name, item.value, item.text)
        ]
    item = _filter(filters, name)
    if item is None:
        return []
    done, _, begun = value.rpartition(",")
    at = start + len(name) + 1 + (len(done) + 1 if done else 0)
    return [Completion(_quoted(one), at, end, hint) for one, hint in _values(item, begun, known)]


def _filtered(
    changes: Changes, item: FilterDescriptor, text: str, known: Known, today: date
) -> Changes | str:
    """The changes with one filter more, or a sentence."""
    if not text:
        return f"{item.value}: needs a value."
    if item.datepicker:
        span = day_span(text, today)
        if span is None:
            return f'"{clean(text)}" is no date: write 2026-01-31, >-7d, today or from..to.'
        before = changes.filters.get(item.value, ("", ""))
        both = tuple(new or old for new, old in zip(span, before, strict=True))
        return replace(changes, filters={**changes.filters, item.value: both})
    texts = tuple(filter(None, text.split(",")))
    if len(texts) > 1 and not item.multiple:
        return f"{item.text} takes one value."
    return _chosen(changes, item, texts, known)


def _chosen(
    changes: Changes, item: FilterDescriptor, texts: tuple[str, ...], known: Known
) -> Changes | str:
    offers = (*written(item), *known.get(item.value, ()))
    found = [(text, named(offers, text)) for text in texts]
    strange = tuple(text for text, offer in found if offer is None)
    values = tuple(offer.value for _, offer in found if offer is not None)
    if item.choices and strange:
        offered = ", ".join(offer.text for offer in offers[:6])
        return f'{item.text} has no "{clean(strange[0])}": there are {offered}.'
    if item.endpoint and strange:
        to_find = {**changes.to_find, item.value: strange}
        return replace(changes.resolved(item.value, values), to_find=to_find)
    return changes.resolved(item.value, values or texts)


def _values(item: FilterDescriptor, begun: str, known: Known | None) -> list[tuple[str, str]]:
    """The values that begin so, and what people read."""
    begun = begun.strip('"')
    if item.datepicker:
        return [(day, "") for day in DAYS if day.startswith(begun)]
    offers = (*written(item), *(known or {}).get(item.value, ()))
    return [
        (one.text if item.endpoint else one.value, one.text)
        for one in offers
        if _begins(begun, one.value, one.text)
    ]


def _shown(item: FilterDescriptor, values: Values, known: Known) -> str:
    if item.datepicker:
        first, last = (*values, "", "")[:2]
        return first if first == last else f"{first}..{last}"
    texts = {one.value: one.text for one in known.get(item.value, ())} if item.endpoint else {}
    return ",".join(texts.get(value, value) for value in values)


def _filter(filters: Iterable[FilterDescriptor], name: str) -> FilterDescriptor | None:
    """The filter of a name; its label will do as well."""
    folded = name.casefold()
    return next(
        (item for item in filters if folded in (item.value.casefold(), item.text.casefold())), None
    )


def _unknown(name: str, filters: Iterable[FilterDescriptor]) -> str:
    there = ", ".join(item.value for item in filters)
    return f"There is no filter {clean(name)}" + (f": there are {there}." if there else ".")


def _is_name(text: str) -> bool:
    """Whether a word before a colon is meant as a filter; `12:30` and `http://` are not."""
    return text.isidentifier() and text not in ("http", "https")


def _word_at(line: str, cursor: int) -> tuple[int, int]:
    """Where the word under the cursor begins and ends."""
    for found in _WORD.finditer(line):
        if found.start() <= cursor <= found.end():
            return found.start(), found.end()
    return cursor, cursor


def _begins(begun: str, *texts: str) -> bool:
    return any(text.casefold().startswith(begun.casefold()) for text in texts)


def _bare(text: str) -> str:
    """Without its quotes."""
    return text.replace('"', "")


def _quoted(text: str, bare: bool = False) -> str:
    """In quotes where blanks, or a colon of a plain word, would be read otherwise."""
    return f'"{text}"' if " " in text or (bare and ":" in text) else text
