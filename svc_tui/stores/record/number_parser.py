"""Numbers as people type them: parsed strictly, stepped without loss, kept within bounds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal, localcontext
from typing import Any

_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?", re.ASCII)
_COMMA = re.compile(r"-?[0-9]+,[0-9]+", re.ASCII)
LONGEST = 300
"""Maximum number of digits."""
_SAFE = 15
"""Digits that a float holds without loss."""


def parsed(text: str) -> int | float | str | None:
    """Parse a number; None for `1_000`, `+5`, `1,5`, `1e3`, `007`, `nan` and words.

    With more digits than a float holds, it stays text, as exact as typed.
    """
    if len(text) > LONGEST or not _NUMBER.fullmatch(text):
        return None
    if "." not in text:
        return int(text)
    digits = text.lstrip("-").replace(".", "").strip("0")
    return float(text) if len(digits) <= _SAFE else text


def why_no_number(text: str, attrs: Mapping[str, Any] | None = None) -> str:
    """Return what is wrong with a text that is not a number, with an example."""
    if len(text) > LONGEST:
        return f"This is not a number: it has more than {LONGEST} characters."
    if _COMMA.fullmatch(text):
        return f"This is not a number: use a decimal point, as in {text.replace(',', '.')}."
    rules = attrs or {}
    examples = ("-1234.5", "1234.5", "-1234", "1234", rules.get("min"), rules.get("max"))
    fits = [one for one in examples if one is not None and number_problem(rules, one) is None]
    return f"This is not a number: use a format such as {fits[0] if fits else 1}."


def exact(value: Any) -> Decimal | None:
    """Return a number without loss; None if it is not one."""
    if isinstance(value, bool):
        return None
    try:
        number = Decimal(str(value))
    except (ArithmeticError, ValueError):
        return None
    return number if number.is_finite() else None


def plain(value: Any) -> str:
    """Return a number as it is typed: without an exponent, if that stays readable."""
    if isinstance(value, float) and (number := exact(value)) is not None:
        text = format(number, "f")
        return text if len(text) <= LONGEST else str(value)
    return str(value)


def stepped(text: str, by: int, attrs: Mapping[str, Any]) -> str | None:
    """Return the number `by` steps further, within its bounds; None if the text is not a number.

    An empty text starts at the lowest value, or at 0. No decimals are lost.
    """
    step = exact(attrs.get("step")) or Decimal(1)
    low, high = exact(attrs.get("min")), exact(attrs.get("max"))
    if not text.strip():
        return held(low if low is not None else Decimal(0), low, high)
    number = exact(text.strip()) if _NUMBER.fullmatch(text.strip()) else None
    if number is None:
        return None
    with localcontext() as context:
        context.prec = LONGEST * 2
        moved = number + by * step
        # A value beyond a bound stays: a further step would bring it no nearer.
        if (by > 0 and high is not None and moved > high) or (
            by < 0 and low is not None and moved < low
        ):
            moved = number if beyond(number, low, high) else Decimal(held(moved, low, high))
        return format(moved, "f")


def beyond(number: Decimal, low: Decimal | None, high: Decimal | None) -> bool:
    """Whether a number is outside its bounds."""
    return (low is not None and number < low) or (high is not None and number > high)


def held(number: Decimal, low: Decimal | None, high: Decimal | None) -> str:
    """The nearest number within the bounds, as text."""
    if high is not None:
        number = min(number, high)
    if low is not None:
        number = max(number, low)
    return format(number, "f")


def number_problem(attrs: Mapping[str, Any], value: Any) -> str | None:
    """Return what is wrong with a number's size, or with its position between two steps."""
    number = exact(value)
    if number is None:
        return "This is not a number."
    low, high = exact(attrs.get("min")), exact(attrs.get("max"))
    if low is not None and number < low:
        return f"Must be at least {attrs['min']}."
    if high is not None and number > high:
        return f"Must be at most {attrs['max']}."
    return _step_problem(number, exact(attrs.get("step")), low)


def _step_problem(number: Decimal, step: Decimal | None, low: Decimal | None) -> str | None:
    if not step or step < 0:
        return None
    base = low if low is not None else Decimal(0)
    with localcontext() as context:
        context.prec = LONGEST * 2
        over = (number - base) % step
        if not over:
            return None
        below = number - over if over > 0 else number - over - step
        near = " and ".join(format(one.normalize(), "f") for one in (below, below + step))
    return f"Use steps of {format(step, 'f')}: {near} are the nearest."
