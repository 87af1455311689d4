"""Conditions under which a field shows, as a console file can state them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, field_validator, model_validator

from svc_tui.models.base import Declaration
from svc_tui.models.dotted_path import value_at
from svc_tui.models.foreign_code import hold

_ABSENT = object()


def why_no_expression(pattern: str) -> str:
    """Return why a text is not a regular expression; "" if it is one."""
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        return f"is not a regular expression ({error})"
    return ""


def is_found(pattern: str, text: str, *, otherwise: bool = False) -> bool:
    """Whether a regular expression is found in a text.

    `otherwise` is returned if the search takes too long: it may backtrack for hours, and the
    expression may come from the backend.
    """
    search: Callable[[str], Any] = re.compile(pattern).search
    return bool(hold(f"pattern {pattern[:60]}", search, otherwise, text))


class Matcher(Declaration):
    """Conditions on a value, all of which must hold. A bare value means `equals`."""

    equals: Any = None
    """The value is exactly this one."""
    one_of: tuple[Any, ...] | None = None
    """The value is one of these."""
    none_of: tuple[Any, ...] | None = None
    """The value is none of these."""
    empty: bool | None = None
    """true: nothing is there (absent, null, an empty text, list or object); false: something is."""
    greater_than: float | None = None
    """The value is a number above this one."""
    less_than: float | None = None
    """The value is a number below this one."""
    matches: str | None = None
    """The value is a text in which this regular expression is found."""
    or_absent: bool = False
    """It holds as well where the record has no such key at all, as rules of JSON Schema do."""

    @field_validator("matches")
    @classmethod
    def _is_an_expression(cls, pattern: str | None) -> str | None:
        """Refuse a broken expression now, not when a form opens."""
        if why := why_no_expression(pattern or ""):
            raise ValueError(why)
        return pattern

    @model_validator(mode="after")
    def _asks_something(self) -> Matcher:
        """Refuse an empty matcher, which would always hold."""
        if not self.model_fields_set - {"or_absent"}:
            raise ValueError("has no condition; give a value, or equals, one_of, empty, …")
        return self

    def holds(self, value: object = None) -> bool:
        """Whether a value fulfils the conditions."""
        asked = self.model_fields_set - {"or_absent"}
        return all(_CHECKS[name](value, getattr(self, name)) for name in asked)

    def holds_in(self, model: Mapping[str, Any], path: str) -> bool:
        """Whether the value at a dotted path fulfils the conditions."""
        value = value_at(model, path, _ABSENT)
        if value is _ABSENT:
            return self.or_absent or self.holds(None)
        return self.holds(value)


def _as_matcher(value: object) -> object:
    """Read a bare value as `{ equals = value }`."""
    return value if isinstance(value, Matcher | Mapping) else {"equals": value}


Conditions = Mapping[
    str, Annotated[Matcher, BeforeValidator(_as_matcher, json_schema_input_type=Any)]
]
"""A dotted path into the record, and what its value has to be."""

GivenConditions = Mapping[str, Any]
"""Conditions as they are written: a value, a matcher, or a mapping of its settings, by path."""


def _same(value: object, other: object) -> bool:
    """Compare as JSON does: 1 is 1.0, and true is not 1."""
    return isinstance(value, bool) == isinstance(other, bool) and value == other


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_CHECKS: dict[str, Callable[[Any, Any], bool]] = {
    "equals": _same,
    "one_of": lambda value, others: any(_same(value, other) for other in others),
    "none_of": lambda value, others: not any(_same(value, other) for other in others),
    "empty": lambda value, expected: (value is None or value in ("", [], {}, ())) is expected,
    "greater_than": lambda value, bound: _is_number(value) and value > bound,
    "less_than": lambda value, bound: _is_number(value) and value < bound,
    "matches": lambda value, pattern: isinstance(value, str) and is_found(pattern, value),
}
"""What each key of a matcher tests."""
