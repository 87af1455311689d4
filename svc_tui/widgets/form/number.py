"""Numbers, read strictly: what a person would not call a number is none."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.draft import Unreadable
from svc_tui.widgets.form.text import LineField

_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?", re.ASCII)
_TOO_LONG = 300
_SAFE = 15
"""Digits that a float carries without loss."""


class NumberField(LineField):
    """A number; one that came as text, as exact decimals do, goes back as text."""

    @property
    def type_hint(self) -> str:
        """Its bounds."""
        low, high = self.attrs.get("min"), self.attrs.get("max")
        if low is not None and high is not None:
            return f"A number from {low} to {high}."
        if low is not None:
            return f"A number, {low} or more."
        return f"A number, {high} or less." if high is not None else ""

    def read(self, content: str) -> Any:
        """The number; nothing is null."""
        text = content.strip()
        if not text:
            return None
        number = parsed(text)
        if number is None:
            return Unreadable(content, "This is no number: write it as -1234.5.")
        return text if isinstance(self._untouched_value, str) and self._untouched_value else number

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Mapping[str, Any], value: Any) -> str | None:
        """Its bounds."""
        if isinstance(value, bool) or (number := _exact(value)) is None:
            return "This is no number."
        low, high = _exact(attrs.get("min")), _exact(attrs.get("max"))
        if low is not None and number < low:
            return f"Not less than {attrs['min']}."
        if high is not None and number > high:
            return f"Not more than {attrs['max']}."
        return None


def parsed(text: str) -> int | float | str | None:
    """The number that a text is; None for `1_000`, `+5`, `1,5`, `1e3`, `007`, `nan` and words.

    With more digits than a float carries it stays a text, as exact as it was typed.
    """
    if len(text) > _TOO_LONG or not _NUMBER.fullmatch(text):
        return None
    if "." not in text:
        return int(text)
    digits = text.lstrip("-").replace(".", "").strip("0")
    return float(text) if len(digits) <= _SAFE else text


def _exact(value: Any) -> Decimal | None:
    """A number without loss; None for what is none."""
    try:
        number = Decimal(str(value))
    except (ArithmeticError, ValueError):
        return None
    return number if number.is_finite() else None
