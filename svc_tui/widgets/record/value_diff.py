"""Two values side by side: short ones whole, long ones by their differences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from svc_tui.stores.record.draft import MISSING, Unreadable
from svc_tui.text import cut, label, plural
from svc_tui.widgets.form.long import json_text
from svc_tui.widgets.form.summary import one_line, summary
from svc_tui.widgets.formatting import EMPTY

SHORT = 160
"""Maximum length of a value that is shown whole."""

AROUND = 1
"""Unchanged lines shown beside changed ones."""

MOST_LINES = 200
"""Maximum number of changed lines that are compared and shown."""

WORDS_AROUND = 6

GONE, CAME = "$text-error", "$text-success"

SIGNS = ("- ", "+ ", "~ ", "  ")
"""What a line of a diff begins with."""

_WORDS = re.compile(r"\s+|[^\s<>]+|<[^<>]*>?|>")


def brief(value: Any, width: int = 60) -> str:
    """Return a value on one line."""
    return EMPTY if _is_empty(value) else one_line(value, width)


def is_long(*values: Any) -> bool:
    """Whether any of these values takes more than a line or two."""
    return any(len(lines_of(one)) > 1 or len(lines_of(one)[0]) > SHORT for one in values)


def lines_of(value: Any) -> list[str]:
    """Return a value as lines of text, at least one."""
    if isinstance(value, Unreadable):
        value = value.text
    if _is_empty(value):
        return [EMPTY]
    if isinstance(value, str):
        return value.split("\n")
    if isinstance(value, list | tuple | Mapping) and not _is_named(value):
        return json_text(value).split("\n")
    return [summary(value)]


def _is_empty(value: Any) -> bool:
    return value is MISSING or value is None or value in ("", [], {})


def _is_named(value: Any) -> bool:
    """Whether it is a related record, which people know by its name."""
    return isinstance(value, Mapping) and "id" in value and len(value) <= 3


class DiffText(Static):
    """Text with diffs, whose long lines continue below their words, not below their sign."""

    def render(self) -> Content:
        return self._wrapped(self.content_size.width)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._wrapped(width).plain.count("\n") + 1

    def _wrapped(self, width: int) -> Content:
        return wrapped(self.content, width) if isinstance(self.content, Content) else Content("")


def wrapped(text: Content, width: int) -> Content:
    """Wrap text to so many cells; a line of a diff is indented by the cells of its sign."""
    lines: list[Content] = []
    for line in text.split("\n", allow_blank=True):
        indent = 2 if line.plain.startswith(SIGNS) else 0
        first, *others = line[indent:].wrap(max(8, width - indent))
        lines += [line[:indent] + first, *(Content(" " * indent) + one for one in others)]
    return Content("\n").join(lines)


def render_diff(before: Any, after: Any) -> Content:
    """Render the old value in red and the new one in green; for long values, only the changes."""
    old, new = lines_of(before), lines_of(after)
    if len(old) == len(new) == 1:
        if max(len(old[0]), len(new[0])) > SHORT and EMPTY not in (old[0], new[0]):
            return _words(old[0], new[0])
        return _pair(old[0], new[0])
    return Content("\n").join(_changed_lines(old, new))


def _line(sign: str, text: str, style: str = "") -> Content:
    return label(sign, style) + label(text, style)


def _pair(old: str, new: str) -> Content:
    """Render two short lines; where only some words differ, these are marked."""
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    start = _common(before, after)
    end = _common(list(reversed(before[start:])), list(reversed(after[start:])))

    def line(sign: str, words: list[str], style: str) -> Content:
        parts = words[:start], words[start : len(words) - end], words[len(words) - end :]
        same, changed, rest = ("".join(part) for part in parts)
        marked = f"bold underline {style}" if same or rest else style
        return label(sign + same, style) + label(changed, marked) + label(rest, style)

    return line("- ", before, GONE) + Content("\n") + line("+ ", after, CAME)


def _changed_lines(old: Sequence[str], new: Sequence[str]) -> Iterator[Content]:
    """The lines that differ, with a few around them, without the common beginning and end."""
    start = _common(old, new)
    end = _common(list(reversed(old[start:])), list(reversed(new[start:])))
    old_part, new_part = old[start : len(old) - end], new[start : len(new) - end]
    yield from _unchanged(old[max(start - AROUND, 0) : start], start - AROUND)
    left_out = max(len(old_part), len(new_part)) - MOST_LINES
    matcher = SequenceMatcher(None, old_part[:MOST_LINES], new_part[:MOST_LINES], autojunk=False)
    for what, i1, i2, j1, j2 in matcher.get_opcodes():
        if what == "equal":
            yield from _unchanged(old_part[i1:i2], 0, AROUND * 2 + 1)
        elif i2 - i1 == j2 - j1 == 1 and max(len(old_part[i1]), len(new_part[j1])) > SHORT:
            yield _words(old_part[i1], new_part[j1])
        else:
            yield from (_line("- ", line, GONE) for line in old_part[i1:i2])
            yield from (_line("+ ", line, CAME) for line in new_part[j1:j2])
    if left_out > 0:
        yield label(f"  … {plural(left_out, 'more line', 'more lines')}", "$text-muted")
    yield from _unchanged(old[len(old) - end :][:AROUND], end - AROUND, at_end=True)


def _unchanged(
    lines: Sequence[str], more: int, most: int = AROUND, *, at_end: bool = False
) -> Iterator[Content]:
    """Unchanged lines, and how many more there are."""
    hidden = max(more, 0) + max(len(lines) - most, 0)
    note = label(f"  … {plural(hidden, 'line', 'lines')} unchanged", "$text-muted")
    if hidden and not at_end:
        yield note
    yield from (_line("  ", line, "$text-muted") for line in lines[-most:])
    if hidden and at_end:
        yield note


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (left, right) in pairs if left != right), min(len(one), len(other)))


def _words(old: str, new: str) -> Content:
    """Compare two long lines word by word; unchanged parts are only hinted at."""
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    start = _common(before, after)
    end = _common(list(reversed(before[start:])), list(reversed(after[start:])))
    gone = "".join(before[start : len(before) - end])
    came = "".join(after[start : len(after) - end])
    head = "".join(before[max(start - WORDS_AROUND, 0) : start])
    tail = "".join(before[len(before) - end :][:WORDS_AROUND])
    parts = label("~ " + ("…" if start > WORDS_AROUND else "") + head, "$text-muted")
    if gone:
        parts += label(f"[-{cut(gone, 4 * SHORT)}-]", GONE)
    if came:
        parts += label(f"[+{cut(came, 4 * SHORT)}+]", CAME)
    return parts + label(tail + ("…" if end > WORDS_AROUND else ""), "$text-muted")
