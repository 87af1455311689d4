"""Checks of the settings and the default of one declared field."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from svc_tui.models.arguments import given_words, kind_words, twice
from svc_tui.models.field_types import FIELD_TYPES, LISTS, Setting, holds, setting_of
from svc_tui.models.foreign_code import FAILURES

if TYPE_CHECKING:
    from svc_tui.models.fields import FieldDescriptor

KINDS: Mapping[Setting, Any] = {
    "count": int,
    "rows": int,
    "flag": bool,
    "text": str,
    "address": str,
    "list": (list, tuple),
    "choices": (list, tuple),
    "zoom": (int, float),
}
"""The types of the values that are checked by type."""

DAYS: Mapping[Setting, str] = {
    "date": "2026-05-31, or words such as today +7d",
    "datetime": "2026-05-31",
    "time": "18:30",
}
"""How the bounds of days and times are written."""

DEGREES: Mapping[Setting, int] = {"latitude": 90, "longitude": 180}
"""The most of each."""


def setting_problems(field: FieldDescriptor, attrs: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the name of each impossible setting of a built-in type, and what is wrong with it.

    Args:
        field: The field, of a built-in type.
        attrs: Its settings, with those of its type.
    """
    wrong = False
    for name, value in attrs.items():
        if why := _why_no_setting(field.type, name, value):
            wrong = True
            yield name, why
    if wrong:
        return
    if attrs.get("items") and attrs.get("options"):
        yield "options", 'has no effect beside "items"; keep one of them'
    for least in [name for name in attrs if name == "min" or name.startswith("min_")]:
        most = least.replace("min", "max", 1)
        low, high = attrs.get(least), attrs.get(most)
        if low is not None and high is not None and _is_above(field.type, attrs, least, most):
            yield least, f'is {low}, which is above "{most}", {high}'


def _why_no_setting(kind: str, name: str, value: object) -> str:
    """Return why a setting can't have this value; "" if it can."""
    setting = setting_of(kind, name)
    if value is None or setting == "any":
        return ""
    if isinstance(setting, tuple):
        return _why_no_word(value, setting)
    wanted = KINDS.get(setting)
    whole = wanted is int and isinstance(value, bool)
    if wanted is not None and (whole or not isinstance(value, wanted)):
        return f"should be {kind_words(wanted)}, not {given_words(value)}"
    check = CHECKS.get(setting)
    return check(value) if check is not None else ""


def _why_no_word(value: object, words: Sequence[str]) -> str:
    from svc_tui.config.explain import nearest

    if value in words:
        return ""
    return f'is "{value}"; {nearest(str(value), words, noun="choices", listed="")}'


def _why_below(least: int, value: Any) -> str:
    return "" if value >= least else f"should be {least} or more, not {value}"


def _why_no_address(value: object) -> str:
    return "has a name in braces, which nothing fills in" if "{" in str(value) else ""


def _why_no_size(value: object) -> str:
    from svc_tui.stores.uploads.attachment import size_limit

    return "" if size_limit(value) else f'should be a number of MB, or "500 KB", not "{value}"'


def _why_beyond(most: int, value: object) -> str:
    from svc_tui.stores.record.number_parser import exact

    number = exact(value)
    return "" if number is not None and abs(number) <= most else f"should be from -{most} to {most}"


def _why_no_items(items: Sequence[Any]) -> str:
    if not items:
        return "is empty; there is nothing to choose"
    for one in items:
        if isinstance(one, Mapping) and "value" not in one:
            return f'has an item without "value": {", ".join(map(str, one))}'
    values = [repr(one.get("value") if isinstance(one, Mapping) else one) for one in items]
    again = twice(values)
    return f"has {again[0]} twice; keep one of them" if again else ""


def shape_problems(field: FieldDescriptor, own: Any = None) -> Iterator[tuple[str, str]]:
    """Yield the name of each setting without effect on a field, and why."""
    inner = "templates" if field.templates else "fields"
    if (field.fields or field.templates) and own is None and not _has_parts(field.type):
        yield inner, f"has no effect: only a repeater has fields, and this is a {field.type}"
    if field.subtab and not field.group:
        yield "subtab", "has no effect without a group"
    if field.tab is not None and not all(one.strip() for one in field.tabs):
        yield "tab", 'has an empty name; a tab inside a tab is "a/b"'


def _has_parts(kind: str) -> bool:
    return kind not in FIELD_TYPES or bool(FIELD_TYPES[kind].parts)


def _why_no_number(value: object) -> str:
    from svc_tui.stores.record.number_parser import exact

    return "" if exact(value) is not None else f"should be a number, not {given_words(value)}"


def _why_no_step(value: object) -> str:
    from svc_tui.stores.record.number_parser import exact

    if (number := exact(value)) is not None and number <= 0:
        return f"should be above 0, not {value}"
    return _why_no_number(value)


def _why_no_bound(kind: Setting, value: object) -> str:
    from datetime import date, datetime

    from svc_tui.stores.record.datetime_parser import (
        InvalidDatetime,
        day_problem,
        moment_problem,
        parse_date_input,
        time_problem,
    )

    if isinstance(value, date):
        return ""
    text = str(value).strip()
    if kind == "time":
        wrong = bool(time_problem(text))
    elif text[:1].isdigit():
        wrong = bool(day_problem(text) and moment_problem(text))
    else:
        try:
            parse_date_input(text, datetime.now().date())
            wrong = False
        except InvalidDatetime:
            wrong = True
    return f'should be a {kind} such as {DAYS[kind]}, not "{text}"' if wrong else ""


CHECKS: Mapping[Setting, Callable[[Any], str]] = {
    "count": partial(_why_below, 0),
    "rows": partial(_why_below, 1),
    "choices": _why_no_items,
    "address": _why_no_address,
    "number": _why_no_number,
    "step": _why_no_step,
    "size": _why_no_size,
    **{kind: partial(_why_beyond, most) for kind, most in DEGREES.items()},
    **{kind: partial(_why_no_bound, kind) for kind in DAYS},
}
"""Return why a value of the right type can't be a setting of this kind; "" if it can."""


def _is_above(kind: str, attrs: Mapping[str, Any], least: str, most: str) -> bool:
    """Whether the lower bound is above the upper one, so that no value fits."""
    from svc_tui.stores.record.number_parser import exact

    if setting_of(kind, least) in DAYS:
        from datetime import datetime

        from svc_tui.widgets.form.datetime_formats import bound

        today = datetime.now().date()
        first, last = (bound(attrs, name, today) for name in (least, most))
        length = min(len(first), len(last))
        return first[:length] > last[:length]
    low, high = exact(attrs[least]), exact(attrs[most])
    return low is not None and high is not None and low > high


def why_no_default(field: FieldDescriptor, attrs: Mapping[str, Any], own: Any = None) -> str:
    """Return why a field can't have this default; "" if it can.

    Args:
        field: The field.
        attrs: Its settings, with those of its type.
        own: The program's own class of this type.
    """
    if (value := field.default) is None or field.accessor is not None:
        return ""
    if field.translatable or field.readonly:
        which = "translatable" if field.translatable else "readonly"
        return f"has no effect on a field that is {which}; keep one of them"
    if own is not None:
        return _why_refused(own, field, attrs) if isinstance(own, type) else ""
    if field.type not in FIELD_TYPES:
        return ""
    if why := _why_of_another_kind(field, attrs, value):
        return why
    if holds(field.type, "choice"):
        return _not_offered(attrs, value)
    from svc_tui.models.field_types import default_registry

    return _why_refused(default_registry()[field.type], field, attrs)


def _why_of_another_kind(field: FieldDescriptor, attrs: Mapping[str, Any], value: object) -> str:
    from svc_tui.stores.record.number_parser import exact

    if holds(field.type, "number"):
        return "" if exact(value) is not None else f"should be a number, not {given_words(value)}"
    several = holds(field.type, *LISTS) or (
        holds(field.type, "record", "choice") and attrs.get("multiple")
    )
    kind: Any = bool if holds(field.type, "flag") else list if several else None
    if kind is None and holds(field.type, "words", "markup", "text", "day", "moment"):
        kind = str
    if kind is None or isinstance(value, kind):
        return ""
    return f"should be {kind_words(kind)}, not {given_words(value)}"


def _why_refused(kind: Any, field: FieldDescriptor, attrs: Mapping[str, Any]) -> str:
    """Return the message of a type's checks about the default; "" if none, or if they fail."""
    value = field.default
    if value == "":
        return ""
    try:
        said = kind.check_given(field, attrs, value) or kind.check(field, attrs, value)
    except FAILURES:  # It is told where a value is checked.
        return ""
    return f"is refused: {said}" if isinstance(said, str) else ""


def offered(attrs: Mapping[str, Any]) -> list[Any]:
    """Return the values of the items of a select; none if they are not listed."""
    items = attrs.get("items") or attrs.get("options")
    listed = items if isinstance(items, list | tuple) else ()
    return [one.get("value") if isinstance(one, Mapping) else one for one in listed]


def _not_offered(attrs: Mapping[str, Any], value: object) -> str:
    known = offered(attrs)
    wanted = value if isinstance(value, list) and attrs.get("multiple") else [value]
    missing = next((one for one in wanted if known and one not in (*known, "")), None)
    named = ", ".join(repr(one) for one in known[:10])
    return "" if missing is None else f"{missing!r} is not one of its items: {named}"
