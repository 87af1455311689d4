"""Base views: permissions, lists, entity tags, conflicts."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, ClassVar

from django.db import transaction
from django.db.models import ProtectedError
from rest_framework import status
from rest_framework.exceptions import APIException
from rest_framework.filters import SearchFilter
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ModelViewSet

from ..filters import DateFilter, KeyFilter, KeyOrdering


class Conflict(APIException):
    """The row is in a state that does not allow this."""

    status_code = status.HTTP_409_CONFLICT


class Changed(APIException):
    """Somebody else was faster."""

    status_code = status.HTTP_412_PRECONDITION_FAILED
    default_detail = "This was changed by someone else since you loaded it."


def entity_tag(representation: Any) -> str:
    """A hash of what a GET would show."""
    return f'"{hashlib.sha256(JSONRenderer().render(representation)).hexdigest()[:32]}"'


def matches(header: str, tag: str) -> bool:
    """Whether an `If-Match` header admits this tag."""
    offered = {part.strip().removeprefix("W/") for part in header.split(",")}
    return "*" in offered or tag in offered


class ResourceViewSet(ModelViewSet):
    """A collection with search, filters, ordering, ETag on single rows and If-Match on writes."""

    filter_backends: ClassVar = [KeyFilter, SearchFilter, KeyOrdering]
    filter_keys: ClassVar[tuple[str, ...]] = ()
    date_filters: ClassVar[Mapping[str, DateFilter]] = {}
    tabs: ClassVar[Mapping[str, dict[str, Any]]] = {}
    ordering_aliases: ClassVar[Mapping[str, str]] = {}
    verbs: ClassVar[Mapping[str, str]] = {}
    lookup_value_regex = r"[^/]+"

    def retrieve(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self._tagged(super().retrieve(request, *args, **kwargs))

    def create(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        with transaction.atomic():
            super().create(request, *args, **kwargs)
            return self._tagged(Response(self._fresh(), status.HTTP_201_CREATED))

    def perform_create(self, serializer: Any) -> None:
        self._stored = serializer.save()

    def perform_update(self, serializer: Any) -> None:
        self._stored = serializer.save()

    def update(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        with transaction.atomic():
            self._refuse_if_changed(request)
            super().update(request, *args, **kwargs)
            return self._tagged(Response(self._fresh()))

    def destroy(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Delete a row that is still as its reader saw it and that nothing else needs."""
        with transaction.atomic():
            self._refuse_if_changed(request)
            try:
                return super().destroy(request, *args, **kwargs)
            except ProtectedError as error:
                raise Conflict(_still_used(self.get_object(), error)) from error

    def _fresh(self) -> Any:
        row = self.get_queryset().get(pk=self._stored.pk)
        return self.get_serializer(row).data

    def _tagged(self, response: Response) -> Response:
        response["ETag"] = entity_tag(response.data)
        return response

    def _refuse_if_changed(self, request: Request) -> None:
        """Raises 412 when `If-Match` names another state of the row."""
        header = request.headers.get("If-Match")
        if header is None:
            return
        shown = self.get_serializer(self.get_object()).data
        if not matches(header, entity_tag(shown)):
            raise Changed


def _still_used(row: Any, error: ProtectedError) -> str:
    users = list(error.protected_objects)
    noun = users[0]._meta.verbose_name if len(users) == 1 else users[0]._meta.verbose_name_plural
    return f"{row} is still used by {len(users)} {noun}."
