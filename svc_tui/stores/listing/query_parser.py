"""A list's query as one typed line: `status:draft author:rossi created:>-7d harbour`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING

from svc_tui.stores.listing.date_spans import (
    PHRASES,
    SYNTAX_HINT,
    as_written,
    day_span,
    in_words,
    is_relative,
)
from svc_tui.stores.listing.filter_choices import FilterOption, lacks, named, written
from svc_tui.stores.listing.list_query import ListQuery, Values
from svc_tui.text import clean

if TYPE_CHECKING:
    from svc_tui.models.listing import FilterDescriptor

Known = Mapping[str, tuple[FilterOption, ...]]
"""The fetched choices, by the filter's name."""

SORT = "sort"
"""The word that sorts: `sort:-published_at,title`."""

DAYS = (*PHRASES, ">-7d", "-30d..today", ">=2026-01-01")
"""Suggestions for a date."""

LONGEST_PHRASE = 3
"""Maximum number of words of an unquoted relative date: `last 7 days`."""

_WORD = re.compile(r'(?:[^\s"]|"[^"]*"?)+')


@dataclass(frozen=True)
class ParsedQuery:
    """The query of a line."""

    search: str = ""
    filters: Mapping[str, Values] = field(default_factory=dict)
    ordering: tuple[str, ...] | None = None
    """None if the line does not sort, so that the ordering stays."""
    to_find: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Words for filters whose choices are not fetched yet; `resolved` replaces them by values."""

    def over(self, query: ListQuery) -> ListQuery:
        """Return the query with this search, filters and order, from page 1; other filters stay."""
        changed = query.searching(self.search)
        for name, values in self.filters.items():
            changed = changed.filtered(name, values)
        return changed if self.ordering is None else changed.ordered(self.ordering)

    def resolved(self, name: str, values: Values) -> ParsedQuery:
        """Return with the values that the words of one filter mean."""
        to_find = {key: words for key, words in self.to_find.items() if key != name}
        together = (*self.filters.get(name, ()), *values)
        return replace(self, filters={**self.filters, name: together}, to_find=to_find)


@dataclass(frozen=True)
class QueryLineError:
    """A line can't be parsed; the text says why and where."""

    sentence: str
    start: int
    end: int


@dataclass(frozen=True)
class Completion:
    """A suggestion for a part of the line."""

    text: str
    start: int
    end: int
    hint: str = ""
    """The label beside it."""

    @property
    def offer(self) -> str:
        """Return the text, with its label if that is different."""
        said = self.hint in ("", self.text.strip('"'))
        return self.text if said else f"{self.text} {self.hint}"

    def put_into(self, line: str) -> str:
        """Return the whole line with it."""
        rest = line[self.end :]
        gap = "" if self.text.endswith(":") or rest else " "
        return line[: self.start] + self.text + gap + rest


def parse(
    line: str,
    filters: Sequence[FilterDescriptor],
    *,
    known: Known | None = None,
    today: date | None = None,
) -> ParsedQuery | QueryLineError:
    """Parse a line; the first invalid word is an error."""
    changes, words = ParsedQuery(), list[str]()
    today = today or date.today()
    found_words = list(_WORD.finditer(line))
    while found_words:
        found = found_words.pop(0)
        name, colon, value = found[0].partition(":")
        item = _filter(filters, name) if colon else None
        if colon and name == SORT:
            changes = replace(changes, ordering=tuple(filter(None, value.split(","))))
        elif item is None and colon and _is_name(name):
            return QueryLineError(_unknown(name, filters), found.start(), found.end())
        elif item is None:
            words.append(_bare(found[0]))
        else:
            value, end = _bare(value), found.end()
            if item.datepicker:
                more = _phrase_goes_on(value, [one[0] for one in found_words], today)
                taken, found_words = found_words[:more], found_words[more:]
                value = " ".join([value, *(one[0] for one in taken)])
                end = taken[-1].end() if taken else end
            read = _filtered(changes, item, value, known or {}, today)
            if isinstance(read, str):
                return QueryLineError(read, found.start(), end)
            changes = read
    return replace(changes, search=" ".join(filter(None, words)))


def line_of(
    query: ListQuery, filters: Sequence[FilterDescriptor], *, known: Known | None = None
) -> str:
    """Return the line of a query; parsing it gives the same query."""
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
    today: date | None = None,
) -> list[Completion]:
    """Return suggestions at the cursor: a filter's name, then one of its values."""
    today = today or date.today()
    start, end = _word_at(line, cursor)
    if phrase := _phrase_begun(line, start, cursor, filters):
        begun_at, begun = phrase
        days = _days(begun, today)
        return [Completion(_quoted(day), begun_at, end, hint) for day, hint in days]
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
    begun = begun.strip('"')
    values = _days(begun, today) if item.datepicker else _values(item, begun, known)
    return [Completion(_quoted(one), at, end, hint) for one, hint in values]


def _filtered(
    changes: ParsedQuery, item: FilterDescriptor, text: str, known: Known, today: date
) -> ParsedQuery | str:
    """Return the changes with one more filter, or an error."""
    if not text:
        return f"{item.value}: needs a value."
    if item.datepicker:
        span = day_span(text, today)
        if span is None:
            return f"{item.text}: “{clean(text)}” is not a date: {SYNTAX_HINT}."
        chosen = _both(changes.filters.get(item.value, ()), text, span, today)
        return replace(changes, filters={**changes.filters, item.value: chosen})
    texts = tuple(filter(None, text.split(",")))
    if len(texts) > 1 and not item.multiple:
        return f"{item.text} accepts one value."
    return _chosen(changes, item, texts, known)


def _both(before: Values, text: str, span: Values, today: date) -> Values:
    """Return a span, as text if relative; two of them are one span of days."""
    if not before:
        return (as_written(text),) if is_relative(text) else span
    known = (day_span(before[0], today) or ("", "")) if len(before) == 1 else before
    return tuple(new or old for new, old in zip(span, known, strict=True))


def _phrase_goes_on(value: str, following: Sequence[str], today: date) -> int:
    """Return how many of the words after a date belong to it: both of `last 7 days`."""
    for more in range(min(LONGEST_PHRASE - 1, len(following)), 0, -1):
        words = following[:more]
        bare = all(":" not in word for word in words)
        if bare and day_span(" ".join([value, *words]), today) is not None:
            return more
    return 0


def _phrase_begun(
    line: str, start: int, cursor: int, filters: Sequence[FilterDescriptor]
) -> tuple[int, str] | None:
    """Return the start and the text of a date without quotes before the cursor."""
    before = list(_WORD.finditer(line[:start]))[1 - LONGEST_PHRASE :]
    for found in reversed(before):
        name, colon, value = found[0].partition(":")
        item = _filter(filters, name) if colon else None
        if item is not None and item.datepicker and value and '"' not in value:
            at = found.end() - len(value)
            begun = " ".join(line[at:cursor].split()) + " " * line[:cursor].endswith(" ")
            return (at, begun) if any(day.startswith(begun.casefold()) for day in DAYS) else None
        if colon:
            return None
    return None


def _days(begun: str, today: date) -> list[tuple[str, str]]:
    """Return relative dates that begin so; with their days if only few are left."""
    found = [day for day in DAYS if day.startswith(begun.casefold())]
    few = len(found) < 4
    return [(day, in_words(day_span(day, today) or ("", "")) if few else "") for day in found]


def _chosen(
    changes: ParsedQuery, item: FilterDescriptor, texts: tuple[str, ...], known: Known
) -> ParsedQuery | str:
    offers = (*written(item), *known.get(item.value, ()))
    found = [(text, named(offers, text)) for text in texts]
    strange = tuple(text for text, offer in found if offer is None)
    values = tuple(offer.value for _, offer in found if offer is not None)
    if item.choices and strange:
        return f"{lacks(item, strange[0])}."
    if item.endpoint and strange:
        to_find = {**changes.to_find, item.value: strange}
        return replace(changes.resolved(item.value, values), to_find=to_find)
    return changes.resolved(item.value, values or texts)


def _values(item: FilterDescriptor, begun: str, known: Known | None) -> list[tuple[str, str]]:
    """Return the values that begin so, with their labels."""
    offers = (*written(item), *(known or {}).get(item.value, ()))
    return [
        (one.text if item.endpoint else one.value, one.text)
        for one in offers
        if _begins(begun, one.value, one.text)
    ]


def _shown(item: FilterDescriptor, values: Values, known: Known) -> str:
    if item.datepicker:
        if len(values) == 1:
            return values[0]
        first, last = (*values, "", "")[:2]
        return first if first == last else f"{first}..{last}"
    texts = {one.value: one.text for one in known.get(item.value, ())} if item.endpoint else {}
    return ",".join(texts.get(value, value) for value in values)


def _filter(filters: Iterable[FilterDescriptor], name: str) -> FilterDescriptor | None:
    folded = name.casefold()
    return next(
        (item for item in filters if folded in (item.value.casefold(), item.text.casefold())), None
    )


def _unknown(name: str, filters: Iterable[FilterDescriptor]) -> str:
    there = ", ".join(item.value for item in filters)
    return f"There is no filter {clean(name)}" + (f". Available: {there}." if there else ".")


def _is_name(text: str) -> bool:
    """Whether a word before a colon is meant as a filter; `12:30` and `http://` are not."""
    return text.isidentifier() and text not in ("http", "https")


def words_of(line: str) -> list[str]:
    """Return the words of a line; a quoted text is one word, with its quotes."""
    return [found[0] for found in _WORD.finditer(line)]


def names_a_filter(word: str) -> bool:
    """Whether a word is meant as `name:value`."""
    name, colon, _ = word.partition(":")
    return bool(colon) and _is_name(name)


def _word_at(line: str, cursor: int) -> tuple[int, int]:
    """Return start and end of the word under the cursor."""
    for found in _WORD.finditer(line):
        if found.start() <= cursor <= found.end():
            return found.start(), found.end()
    return cursor, cursor


def _begins(begun: str, *texts: str) -> bool:
    return any(text.casefold().startswith(begun.casefold()) for text in texts)


def _bare(text: str) -> str:
    return text.replace('"', "")


def _quoted(text: str, bare: bool = False) -> str:
    """Return a word in quotes, if spaces or a colon make that necessary."""
    return f'"{text}"' if " " in text or (bare and ":" in text) else text
