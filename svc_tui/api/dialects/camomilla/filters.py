"""Filters in the syntax of the CMS's parser.

The parser ignores what it does not understand and returns all rows, so nothing doubtful is ever
sent to it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from datetime import date, timedelta

from svc_tui.api.dialects.base import Span
from svc_tui.api.errors import NotSent
from svc_tui.api.urls import param_text

NOTHING = frozenset({"null", "None"})
"""Values that mean null; the CMS would ignore such a filter."""


def condition(lookup: str, values: Collection[object]) -> list[str]:
    """Return the conditions of a filter; none if nothing is chosen.

    Raises:
        Refused: what the CMS has no spelling for.
    """
    if not re.fullmatch(r"\w+", lookup):
        raise _refused(lookup, "its name can only contain letters, digits and _")
    texts = [param_text(value) for value in values]
    if isinstance(values, Span):
        return _span(lookup, texts)
    if not texts:
        return []
    if len(texts) > 1:
        return [f"{_several(lookup)}={_quoted(_list(lookup, texts))}"]
    if texts[0] in NOTHING:
        return [f"{lookup}__isnull=true"]
    return [f"{lookup}={_quoted(_checked(lookup, texts[0]))}"]


def containing(lookups: Sequence[str], text: str) -> str:
    """Return one condition: any of these fields contains the text."""
    found = [f"{one}__icontains={_quoted(_checked(one, text))}" for one in lookups]
    return " OR ".join(found)


def probe(one: str) -> str:
    """Return a condition joined with one that is never true: rows come only if it is ignored."""
    return f"({one}) AND pk__isnull=true"


def _span(lookup: str, days: list[str]) -> list[str]:
    """Return the conditions from the first day to the end of the last, for dates and moments."""
    first, last = days if len(days) == 2 else (days * 2 or ("", ""))
    if first and last:
        first, last = sorted((first, last))
    try:
        after = (date.fromisoformat(last[:10]) + timedelta(days=1)).isoformat() if last else ""
    except (ValueError, OverflowError):
        raise _refused(lookup, "its end date is invalid") from None
    return [
        *([f"{lookup}__gte={_quoted(_checked(lookup, first))}"] if first else []),
        *([f"{lookup}__lt={after}"] if after else []),
    ]


def _several(lookup: str) -> str:
    return lookup if lookup.endswith("__in") else f"{lookup}__in"


def _list(lookup: str, texts: Sequence[str]) -> str:
    for text in texts:
        if "," in text or "[" in text or "]" in text:
            raise _refused(lookup, f"values in a list can't have a comma or bracket: {text}")
    return f"[{','.join(_checked(lookup, text) for text in texts)}]"


def _quoted(text: str) -> str:
    return f"'{text}'"


def _checked(lookup: str, text: str) -> str:
    """Return a value that the parser takes unchanged; raises `NotSent` for others."""
    if "'" in text or "=" in text:
        raise _refused(lookup, f"it can't handle ' or = in a value: {text}")
    if text != text.strip('"') or (text[:1] == "[" and text[-1:] == "]"):
        raise _refused(lookup, f"it would strip the quotes or brackets around it: {text}")
    if text.isdigit() and (not text.isascii() or (text != "0" and text[0] == "0")):
        raise _refused(lookup, f"it would read this as a number: {text}")
    return text


def _refused(lookup: str, why: str) -> NotSent:
    return NotSent(detail=f"the CMS can't filter by {lookup}: {why}")
