"""Facts: all values of a record as names and lines, within the room there is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import tzinfo
from typing import Any, NamedTuple

from rich.cells import cell_len
from textual.content import Content

from svc_tui.introspect.names import is_a_name
from svc_tui.models.base import label_from
from svc_tui.models.listing import FilterChoice, Format, ListColumn
from svc_tui.models.records import is_name_of
from svc_tui.stores.redact import redact
from svc_tui.text import clean, cut, label
from svc_tui.widgets.formatting import FORMATS, NAME_KEYS, NOTHING, as_text
from svc_tui.widgets.listing.cells import ROLE_STYLES, shown, status_of
from svc_tui.widgets.listing.list_labels import ListLabels

NO_LABELS = ListLabels()

LONGEST_NAME = 20
"""Maximum cells of a name."""

GAP = 2
"""Cells between the names and the values."""

HTML = re.compile(r"\s*<(p|h[1-6]|ul|ol|div|blockquote|table|pre|figure)\b.*>\s*", re.S | re.I)
"""Matches the output of a rich text editor; a tag inside plain text is text."""


class Fact(NamedTuple):
    """One value of a record, clean."""

    name: str
    value: str
    style: str = ""
    """The color of a state."""


Words = Callable[[str, Mapping[str, Any]], str | None]
"""Returns the value of a key of a record in words; None if its field has none."""


def row_facts(
    row: Mapping[str, Any],
    zone: tzinfo | None = None,
    labels: ListLabels = NO_LABELS,
    words_of: Words = lambda key, row: None,
) -> list[Fact]:
    """Return all values of a record in its order, with the list's formats and unique labels."""
    told = redact(row)
    keys = [key for key in map(str, told) if is_a_name(key)]
    named = {key: labels.columns.get(key) or label_from(key) for key in keys}
    for telling in (label_from, str):
        often = Counter(named.values())
        named |= {key: telling(key) for key in keys if often[named[key]] > 1}
    found = ((key, words_of(key, told)) for key in keys)
    facts = {
        key: _fact(named[key], key, told, zone, labels)
        if text is None
        else Fact(named[key], clean(text, multiline=True))
        for key, text in found
    }
    return [one for key, one in facts.items() if not _is_told(key, facts)]


def _is_told(key: str, facts: Mapping[str, Fact]) -> bool:
    """Whether a key has only the name of a related record by which another key shows it."""
    others = (one for other, one in facts.items() if is_name_of(key, other))
    return any(one.value == facts[key].value for one in others)


def _fact(
    name: str, key: str, row: Mapping[str, Any], zone: tzinfo | None, labels: ListLabels
) -> Fact:
    choices = labels.choices.get(key, ())
    format = _preview_format(labels.formats.get(key), choices)
    if format is None:
        return Fact(name, _value(key, row, zone))
    column = ListColumn(key=key, format=format, choices=tuple(choices))
    text = shown(column, row, zone)
    if (status := status_of(column, text)) is None:
        return Fact(name, text)
    return Fact(name, f"{status.sign} {text}", ROLE_STYLES[status.role])


def _preview_format(format: Format | None, choices: Sequence[FilterChoice]) -> Format | None:
    """Return the format of a value in a preview; None shows all of it.

    Where a format is only for cells, a chosen value has its label, and the sign of a state.
    """
    if not FORMATS[format or "text"].value_in_preview:
        return format
    return "badge" if choices else None


def _value(key: str, row: Mapping[str, Any], zone: tzinfo | None) -> str:
    value = row.get(key)
    column = ListColumn(key=key, format=_format_of_instants(value))
    if isinstance(value, bool):
        return as_text(value)
    if isinstance(value, Mapping | list | tuple) and value:
        return in_full(value)
    if isinstance(value, str) and HTML.fullmatch(value):
        return as_plain_text(value)
    if isinstance(value, str) and "\n" in value:
        return value
    return shown(column, row, zone)


def in_full(value: Any) -> str:
    """Return a value with several parts: one line for each part without a name."""
    if isinstance(value, Mapping):
        if _is_named(value):
            return as_text(value)
        return "\n".join(f"{key}: {in_line(part)}" for key, part in value.items()) or NOTHING
    parts = [in_line(one) for one in value]
    return ("\n" if any(map(_is_object, value)) else ", ").join(parts)


def in_line(value: Any) -> str:
    """Return a value on one line: parts by their names, records by theirs."""
    if isinstance(value, Mapping) and not _is_named(value):
        return ", ".join(f"{key}: {_nested(part)}" for key, part in value.items()) or NOTHING
    if isinstance(value, list | tuple):
        return ", ".join(map(_nested, value)) or NOTHING
    if isinstance(value, str) and HTML.fullmatch(value):
        return as_plain_text(value).replace("\n", " ")
    return as_text(value)


def _nested(value: Any) -> str:
    inner = isinstance(value, Mapping) and value and not _is_named(value)
    return f"({in_line(value)})" if inner else in_line(value)


def _is_named(value: Mapping[str, Any]) -> bool:
    """Whether this is another record, which is shown by its name."""
    return "id" in value and any(value.get(key) for key in NAME_KEYS)


def _is_object(value: Any) -> bool:
    return isinstance(value, Mapping)


def as_plain_text(html: str) -> str:
    """Return the words of rich text, one line per paragraph."""
    # Imported here: only previews of rich text need the parser.
    from svc_tui.widgets.form.rich.html_renderer import rendered

    lines = (line.strip() for line in rendered(html).plain.splitlines())
    return "\n".join(filter(None, lines)) or NOTHING


def _format_of_instants(value: Any) -> Format | None:
    """Return the format that tells an instant in the user's own time; None for another value."""
    instant = isinstance(value, str) and len(value) > 18 and value[4:5] == "-" and "T" in value
    return "datetime" if instant else None


def drawn_facts(facts: Sequence[Fact], width: int, height: int = 0, more: str = "") -> Content:
    """Return names on the left, and values that go on under themselves.

    With a `height`, long values end in `…` after as many lines as leave room for all of them;
    what still finds none is counted in the last line, with the words `more` about it.
    """
    if not facts:
        return Content("")
    column = min(max(cell_len(one.name) for one in facts), LONGEST_NAME, max(8, width * 2 // 5))
    room = max(8, width - column - GAP)
    values = [label(one.value, one.style, multiline=True).wrap(room) for one in facts]
    left = 0
    if 0 < height < sum(map(len, values)):
        facts = _empty_last(facts)
        values = [label(one.value, one.style, multiline=True).wrap(room) for one in facts]
        most = _lines_each([len(one) for one in values], height)
        values = [_shortened(one, lines, room) for one, lines in zip(values, most, strict=True)]
        if len(values) > height:
            left = len(values) - max(0, height - 1)
            values = values[: len(values) - left]
    lines = []
    for fact, value in zip(facts, values, strict=False):
        name = cut(fact.name, column)
        lines.append(label(name + " " * (column + GAP - cell_len(name)), "$text-muted") + value[0])
        lines += [Content(" " * (column + GAP)) + line for line in value[1:]]
    if left:
        lines.append(label(f"+{left} more{more}", "$text-muted"))
    return Content("\n").join(lines)


def _empty_last(facts: Sequence[Fact]) -> list[Fact]:
    """Return the facts with values, then one that names the empty ones."""
    telling = [one for one in facts if one.value != NOTHING]
    empty = [one.name for one in facts if one.value == NOTHING]
    return [*telling, Fact("Empty", ", ".join(empty))] if empty else telling


def _lines_each(needed: Sequence[int], height: int) -> list[int]:
    """Return the lines for each value, so that all fit; the first ones get the rest."""
    most = max(needed)
    while most > 1 and sum(min(one, most) for one in needed) > height:
        most -= 1
    given = [min(one, most) for one in needed]
    over = max(0, height - sum(given))
    for n, (one, lines) in enumerate(zip(needed, given, strict=True)):
        more = min(over, one - lines)
        given[n] += more
        over -= more
    return given


def _shortened(lines: list[Content], most: int, width: int) -> list[Content]:
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], lines[most - 1].truncate(width - 1).rstrip() + "…"]
