"""Filters that a collection may support: by choices, booleans, days and relations.

No metadata lists the parameters that a backend filters by, and plain REST ignores unknown ones. So
these are candidates to be tried on the backend first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from svc_tui.introspect.sample import OWN
from svc_tui.models.field_types import holds
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.listing import FilterDescriptor, sent_text

MOST_FILTERS = 8
"""Maximum number of filters of a list."""

MOST_CHOICES = 40
"""Maximum number of choices of a filter; a longer list is searched, not filtered."""

Spans = Sequence[tuple[str, str]]
"""Pairs of names, with `{key}` or `{stem}` for the field."""

DAY_STYLES: Spans = (
    ("{key}__gte", "{key}__lte"),
    ("{key}_after", "{key}_before"),
    ("{stem}_after", "{stem}_before"),
    ("{key}_from", "{key}_to"),
)
"""Names of the two ends of a span of days; the first pair with an effect is used."""


@dataclass(frozen=True)
class Candidate:
    """A filter in every form that may work, the likeliest first."""

    key: str
    forms: tuple[FilterDescriptor, ...]
    impossible: str
    """A value that no record has: a backend that knows the filter finds nothing, or refuses it."""


def candidates(
    fields: Iterable[FieldDescriptor], spans: Spans = DAY_STYLES
) -> tuple[Candidate, ...]:
    """Return the filters that the fields of a form suggest; `spans` name the ends of days."""
    usable = [one for one in fields if "." not in one.key and one.key not in OWN]
    found = (_candidate(one, spans) for one in usable if not one.translatable)
    ranked = sorted((one for one in found if one is not None), key=_rank)
    return tuple(ranked[:MOST_FILTERS])


def unprobed_filters(
    fields: Iterable[FieldDescriptor], certain: bool = False
) -> tuple[FilterDescriptor, ...]:
    """Return the filters of a collection without rows, where no answer shows whether one works.

    Unless the form of all filters is `certain`, only those with a single form: no spans of days, no
    multiple choices.
    """
    if certain:
        return tuple(one.forms[0] for one in candidates(fields))
    return tuple(one.forms[-1] for one in candidates(fields) if not one.forms[0].datepicker)


def _candidate(one: FieldDescriptor, spans: Spans) -> Candidate | None:
    key = one.key
    if holds(one.type, "choice"):
        items = [item for item in _items(one) if item["value"] != ""]
        if not 0 < len(items) <= MOST_CHOICES:
            return None
        several = [
            _made(value=key, text=one.label, choices=items, multiple=multiple)
            for multiple in (True, False)
        ]
        return _of(key, several, "svc-tui-asks")
    if holds(one.type, "flag"):
        choices = [{"value": "true", "text": "Yes"}, {"value": "false", "text": "No"}]
        return _of(key, [_made(value=key, text=one.label, choices=choices)], "")
    if holds(one.type, "record", "records") and isinstance(one.attrs.get("endpoint"), str):
        words = {name: one.attrs[name] for name in ("item_text", "item_value") if name in one.attrs}
        made = _made(value=key, text=one.label, endpoint=one.attrs["endpoint"], **words)
        return _of(key, [made], "0")
    if holds(one.type, "day", "moment"):
        return _of(key, [*_spans(one, spans), _made(value=key, text=one.label, datepicker=True)],
                   "9999-12-30")  # fmt: skip
    return None


def _spans(one: FieldDescriptor, spans: Spans) -> list[FilterDescriptor | None]:
    stem = one.key.removesuffix("_at").removesuffix("_on").removesuffix("_date")
    styles = {
        (start.format(key=one.key, stem=stem), end.format(key=one.key, stem=stem))
        : None for start, end in spans
    }  # fmt: skip
    return [
        _made(
            value=one.key,
            text=one.label,
            datepicker=True,
            from_param=start,
            to_param=end,
            # A comparison, in which a day means its midnight; other names are for days themselves.
            with_time=holds(one.type, "moment") and end.rstrip("]").endswith("lte"),
        )
        for start, end in styles
    ]


def _of(key: str, forms: Sequence[FilterDescriptor | None], impossible: str) -> Candidate | None:
    made = tuple(one for one in forms if one is not None)
    return Candidate(key, made, impossible) if made else None


def _made(**words: Any) -> FilterDescriptor | None:
    try:
        return FilterDescriptor.model_validate(words)
    except ValidationError:
        return None


def _items(one: FieldDescriptor) -> list[dict[str, Any]]:
    items = one.attrs.get("items")
    found = {
        sent_text(item["value"]): {
            "value": item["value"],
            "text": str(item.get("label") or item["value"]),
        }
        for item in (items if isinstance(items, (list, tuple)) else ())
        if isinstance(item, dict) and isinstance(item.get("value"), (str, int, float))
    }
    return [*found.values()]


def _rank(one: Candidate) -> int:
    """Return the rank: choices first, then booleans and relations, days last."""
    form = one.forms[0]
    if form.datepicker:
        return 2
    return 0 if form.choices and one.impossible else 1
