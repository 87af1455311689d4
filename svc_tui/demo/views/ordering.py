"""Moving one row of an ordered list: the rows between make room."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response


class Movable:
    """A collection whose rows have a `position`."""

    queryset: QuerySet

    @action(detail=False, methods=["post"])
    def update_order(self, request: Request) -> Response:
        """Let `startId` take the place of `endId`; tells which rows have another place now."""
        with transaction.atomic():
            rows = self.queryset.model.objects
            start, end = _row(rows, request.data, "startId"), _row(rows, request.data, "endId")
            tied = start.pk != end.pk and _has_ties(rows)
            if tied:
                _renumber(rows.order_by("position", "id"))
                start.refresh_from_db()
                end.refresh_from_db()
            moved = _move(rows, start, end)
        return Response({"moved": moved, "reordered": tied})


def _row(rows: Any, body: Any, key: str) -> Any:
    """The row that the request names; raises a 400 for any other."""
    number = body.get(key) if isinstance(body, dict) else None
    if isinstance(number, str) and number.isdecimal():
        number = int(number)
    row = rows.filter(pk=number).first() if type(number) is int else None
    if row is None:
        raise serializers.ValidationError(
            {key: [f'Invalid pk "{number}" - object does not exist.']}
        )
    return row


def _has_ties(rows: Any) -> bool:
    return bool(rows.values("position").distinct().count() != rows.count())


def _renumber(rows: Iterable[Any]) -> None:
    changed = list(rows)
    for place, row in enumerate(changed, 1):
        row.position = place
    changed[0].__class__.objects.bulk_update(changed, ["position"], batch_size=400)


def _move(rows: Any, start: Any, end: Any) -> list[dict[str, int]]:
    """Shift the rows between, put `start` into the gap; nothing moves onto itself."""
    first, last = start.position, end.position
    if first == last:
        return []
    down = first < last
    between = {"position__gt": first, "position__lte": last}
    if not down:
        between = {"position__gte": last, "position__lt": first}
    rows.filter(**between).update(position=F("position") + (-1 if down else 1))
    rows.filter(pk=start.pk).update(position=last)
    touched = rows.filter(position__range=(min(first, last), max(first, last)))
    ranks = touched.order_by("position").values_list("pk", "position")
    return [{"pk": pk, "order": order} for pk, order in ranks]
