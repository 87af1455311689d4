"""Which rows a list shows, and in which order: bare keys with comma lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.dateparse import parse_date, parse_datetime
from rest_framework import serializers
from rest_framework.filters import BaseFilterBackend, OrderingFilter
from rest_framework.request import Request

BOOLEANS = {"true": True, "1": True, "false": False, "0": False}


@dataclass(frozen=True)
class DateFilter:
    """One column, asked for as `key=from,to` or by two keys of its own."""

    column: str
    after: str
    before: str


class KeyFilter(BaseFilterBackend):
    """The filters that a view declares in `filter_keys`, `date_filters` and `tabs`."""

    def filter_queryset(self, request: Request, queryset: QuerySet, view: Any) -> QuerySet:
        """The rows that pass all of them; unknown keys are ignored, bad values are a 400."""
        params = request.query_params
        queryset = of_ids(queryset, params)
        for key in getattr(view, "filter_keys", ()):
            if params.get(key):
                queryset = _having(queryset, key, params[key].split(","))
        for key, wanted in getattr(view, "date_filters", {}).items():
            queryset = _dated(queryset, key, wanted, params)
        tab = getattr(view, "tabs", {}).get(params.get("tab"))
        return queryset.filter(**tab) if tab else queryset


def of_ids(queryset: QuerySet, params: Mapping[str, str]) -> QuerySet:
    """The rows with one of the ids in `id__in=1,2`; all rows without it."""
    if not params.get("id__in"):
        return queryset
    try:
        return _having(queryset, "id", params["id__in"].split(","))
    except serializers.ValidationError as error:
        raise serializers.ValidationError({"id__in": error.detail["id"]}) from error


def _having(queryset: QuerySet, key: str, texts: list[str]) -> QuerySet:
    """The rows with one of the values; a subquery, so that no row comes twice."""
    field = queryset.model._meta.get_field(key)
    try:
        target = field.target_field if field.is_relation else field
        values = [_value(target, text) for text in texts]
    except ValidationError as error:
        raise serializers.ValidationError({key: error.messages}) from error
    if field.many_to_many:
        matching = queryset.model.objects.filter(**{f"{key}__in": values})
        return queryset.filter(pk__in=matching.values("pk"))
    return queryset.filter(**{f"{key}__in": values})


def _value(field: Any, text: str) -> Any:
    """The text as a value of the column; raises ValidationError when it cannot be one."""
    boolean = field.get_internal_type() == "BooleanField"
    value = field.to_python(BOOLEANS.get(text.lower(), text) if boolean else text)
    field.run_validators(value)
    return value


def _dated(queryset: QuerySet, key: str, wanted: DateFilter, params: Mapping[str, str]) -> QuerySet:
    """The rows within the asked days, both ends included."""
    first, _, last = params.get(key, "").partition(",")
    if first and "," not in params[key]:
        last = first
    first = params.get(wanted.after) or first
    last = params.get(wanted.before) or last
    if settings.DEMO.has("plain"):
        first, last = params.get(f"{key}__gte", first), params.get(f"{key}__lte", last)
    if first:
        queryset = queryset.filter(**{f"{wanted.column}__gte": _moment(key, first)})
    if last:
        queryset = queryset.filter(**{f"{wanted.column}__lt": _moment(key, last, end=True)})
    return queryset


def _moment(key: str, text: str, *, end: bool = False) -> datetime:
    """A day (its start, or with `end` the start of the next) or an exact moment, in UTC."""
    try:
        day = parse_date(text)
        moment = None if day else parse_datetime(text.replace(" ", "+"))
    except ValueError:
        day = moment = None
    if isinstance(day, date):
        return datetime.combine(day + timedelta(days=end), time.min, UTC)
    if not isinstance(moment, datetime):
        raise serializers.ValidationError({key: [f'"{text}" is not a date.']})
    exact = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return exact + timedelta(microseconds=1) if end else exact


class KeyOrdering(OrderingFilter):
    """`ordering=-a,b` over the view's `ordering_fields` and `ordering_aliases`.

    The id is always the last key, in the direction of the one before: pages never overlap, and
    the index of that column still serves.
    """

    def get_ordering(self, request: Request, queryset: QuerySet, view: Any) -> list[str]:
        aliases = getattr(view, "ordering_aliases", {})
        asked = request.query_params.get(self.ordering_param, "").split(",")
        columns = [_column(term.strip(), view.ordering_fields, aliases) for term in asked]
        known = [column for column in columns if column] or list(queryset.model._meta.ordering)
        if known[-1].lstrip("-") != "id":
            known.append("-id" if known[-1].startswith("-") else "id")
        return known


def _column(term: str, allowed: tuple[str, ...], aliases: Mapping[str, str]) -> str | None:
    """The column behind one sort key, or None when it is not on the list."""
    key = term.removeprefix("-")
    column = aliases.get(key) or (key if key in allowed else None)
    return column and ("-" if term.startswith("-") else "") + column
