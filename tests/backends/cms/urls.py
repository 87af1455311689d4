"""The CMS mounted as its own example project does, and what the tests steer the site with."""

from __future__ import annotations

import json
from typing import Any

import camomilla.urls
import shop.api  # registers the shop's models, which `model_api` has to know
import state
from camomilla import model_api
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import include, path, re_path
from django.views.decorators.csrf import csrf_exempt
from django.views.static import serve
from rest_framework.routers import DefaultRouter


@csrf_exempt
def reset(request: HttpRequest) -> HttpResponse:
    """The database and the files as they were when the site started."""
    state.restore()
    return HttpResponse(status=204)


@csrf_exempt
def change(request: HttpRequest) -> HttpResponse:
    """Somebody else at the same row: `{"model": "shop.product", "id": 3, "values": {…}}`."""
    from django.apps import apps

    wanted: dict[str, Any] = json.loads(request.body)
    rows = apps.get_model(wanted["model"]).objects.filter(pk=wanted["id"])
    return JsonResponse({"changed": rows.update(**wanted["values"])})


plain = DefaultRouter()
plain.register("notices", shop.api.Notices)

urlpatterns = [
    path("api/_test/reset", reset),
    path("api/_test/change", change),
    path("api/camomilla/", include(camomilla.urls)),
    path("api/plain/", include(plain.urls)),
    path("api/models/", include(model_api.urlpatterns)),
    re_path(r"^media/(?P<path>.*)$", serve, {"document_root": settings.MEDIA_ROOT}),
]

if settings.PUBLIC_PAGES:
    # As most sites have it: whatever no other path takes is looked for among the pages.
    urlpatterns += [path("", include("camomilla.dynamic_pages_urls"))]
