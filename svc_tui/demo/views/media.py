"""The media library: files, folders, and the explorer."""

from __future__ import annotations

from typing import Any, ClassVar

from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import Q, QuerySet
from rest_framework.filters import BaseFilterBackend, SearchFilter
from rest_framework.request import Request
from rest_framework.response import Response

from ..filters import KeyOrdering, of_ids
from ..models import Media, MediaFolder
from ..pagination import MAX_PAGE_SIZE
from ..serializers.folders import FolderSerializer
from ..serializers.media import MediaDetailSerializer, MediaSerializer
from .base import ResourceViewSet

EXPLORER_PAGE_SIZE = 24


def of_mime(queryset: QuerySet, pattern: str | None) -> QuerySet:
    """The files of `image/*`, of an exact type, or of any in a comma list."""
    wanted = Q()
    for part in (pattern or "").split(","):
        if part.endswith("/*") and part != "*/*":
            wanted |= Q(mime_type__startswith=part.removesuffix("*"))
        elif part and part not in ("*", "*/*"):
            wanted |= Q(mime_type=part)
    return queryset.filter(wanted)


class MimeFilter(BaseFilterBackend):
    """`mime=`, `folder=` and `id__in=`, where they are asked for."""

    def filter_queryset(self, request: Request, queryset: QuerySet, view: Any) -> QuerySet:
        queryset = of_ids(queryset, request.query_params)
        queryset = of_mime(queryset, request.query_params.get("mime"))
        folder = request.query_params.get("folder")
        return queryset.filter(folder=folder) if folder and folder.isdecimal() else queryset


class MediaItems(ResourceViewSet):
    """Single files; as a list also without their folders."""

    queryset = Media.objects.all()
    filter_backends: ClassVar = [MimeFilter, SearchFilter, KeyOrdering]
    search_fields = ("title", "file", "alt_text", "description")
    ordering_fields = ("id", "title", "mime_type", "size", "created", "modified")

    def get_serializer_class(self) -> type[MediaSerializer]:
        return MediaSerializer if self.action == "list" else MediaDetailSerializer

    def perform_destroy(self, instance: Media) -> None:
        forget_files([instance])
        instance.delete()


def forget_files(media: list[Media]) -> None:
    """Remove the files when the surrounding transaction is stored."""
    storage = Media._meta.get_field("file").storage
    names = [item.file.name for item in media]
    transaction.on_commit(lambda: [storage.delete(name) for name in names])


class MediaFolders(ResourceViewSet):
    """Folders; reading one shows what is in it."""

    queryset = MediaFolder.objects.select_related("parent")
    serializer_class = FolderSerializer
    ordering_fields = ("name",)
    pagination_class = None

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return Response(self._explored(request, None))

    def retrieve(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return Response(self._explored(request, self.get_object()))

    def perform_destroy(self, instance: MediaFolder) -> None:
        inside = Q(folder=instance) | Q(folder__path__startswith=f"{instance.path}/")
        forget_files(list(Media.objects.filter(inside)))
        instance.delete()

    def _explored(self, request: Request, folder: MediaFolder | None) -> dict[str, Any]:
        """The explorer payload: folders, one page of media, and where one is."""
        subfolders = self.get_queryset().filter(parent=folder)
        return {
            "media": self._page(request, folder),
            "folders": FolderSerializer(subfolders, many=True).data,
            "parent_folder": folder and FolderSerializer(folder).data,
        }

    def _page(self, request: Request, folder: MediaFolder | None) -> dict[str, Any]:
        params = request.query_params
        found = Media.objects.all()
        if params.get("all", "").lower() not in ("true", "1"):
            found = found.filter(folder=folder)
        found = SearchFilter().filter_queryset(request, of_mime(found, params.get("mime")), _Files)
        paginator = Paginator(found, _page_size(params.get("page_size")))
        page = paginator.get_page(params.get("page"))
        return {
            "items": MediaSerializer(
                page.object_list, many=True, context={"request": request}
            ).data,
            "paginator": {
                "page": page.number,
                "pages": paginator.num_pages,
                "count": paginator.count,
                "page_size": paginator.per_page,
            },
        }


class _Files:
    """Tells REST framework's search where to look."""

    search_fields = MediaItems.search_fields


def _page_size(text: str | None) -> int:
    asked = int(text) if text and text.isdecimal() else 0
    return min(asked, MAX_PAGE_SIZE) or EXPLORER_PAGE_SIZE
