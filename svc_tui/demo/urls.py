"""The URLs of the demo."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.urls import URLPattern, include, path, re_path
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter
from rest_framework.views import APIView

from .views import articles, catalogue, files, media, session


def _router() -> SimpleRouter:
    """The collections, with or without a slash at the end."""
    router = SimpleRouter(trailing_slash=not settings.DEMO.has("no-slash"))
    router.register("articles", articles.Articles)
    router.register("categories", catalogue.Categories)
    router.register("authors", catalogue.Authors)
    router.register("tags", catalogue.Tags)
    router.register("orders", catalogue.Orders)
    router.register("media", media.MediaItems)
    router.register("media-folders", media.MediaFolders)
    if settings.DEMO.has("plain"):
        router.register("sections", catalogue.Sections, basename="section")
        router.register("bylines", catalogue.Bylines, basename="byline")
    return router


class Root(APIView):
    """Every collection by its name, as REST framework's own router would show it."""

    permission_classes: ClassVar = [IsAuthenticated]

    def get(self, request: Request) -> Response:
        slash = "" if settings.DEMO.has("no-slash") else "/"
        names = [prefix for prefix, _, _ in _router().registry]
        return Response({n: request.build_absolute_uri(f"/api/{n}{slash}") for n in names})


def not_found(request: HttpRequest, exception: Exception) -> JsonResponse:
    return JsonResponse({"detail": "Not found."}, status=404)


def server_error(request: HttpRequest) -> JsonResponse:
    """A fault of the demo; the log in its folder has the details."""
    return JsonResponse({"detail": "Server error."}, status=500)


def bad_request(request: HttpRequest, exception: Exception) -> JsonResponse:
    """A request that Django refuses before any view sees it."""
    return JsonResponse({"detail": "Bad request."}, status=400)


handler400, handler404, handler500 = bad_request, not_found, server_error

urlpatterns: list[URLPattern | Any] = [
    re_path(r"^api/auth/login/?$", session.Login.as_view()),
    re_path(r"^api/auth/logout/?$", session.Logout.as_view()),
    re_path(r"^api/profiles/me/?$", session.Me.as_view()),
    re_path(r"^api/?$", Root.as_view()),
    path("api/", include(_router().urls)),
    path("media/<path:path>", files.media_file),
]

if settings.DEMO.testing:
    from .views import odd, testing

    one = {"get": "retrieve", "patch": "partial_update", "put": "update", "delete": "destroy"}
    urlpatterns += [
        path("api/_test/reset", testing.reset),
        path("api/_test/expire", testing.expire),
        path("api/_test/touch/articles/<int:number>", testing.touch),
        path(
            "api/_test/odd/<str:how>/", odd.OddArticles.as_view({"get": "list", "post": "create"})
        ),
        path("api/_test/odd/<str:how>/<str:pk>/", odd.OddArticles.as_view(one)),
    ]
