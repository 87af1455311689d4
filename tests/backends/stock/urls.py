"""Where everything lies. A simple router: there is no API root to discover collections by."""

from __future__ import annotations

from django.conf import settings
from django.urls import include, path
from newsroom import account, api
from rest_framework.routers import SimpleRouter

router = SimpleRouter()
router.register("articles", api.Articles)
router.register("authors", api.Authors)
router.register("categories", api.Categories)
router.register("pages", api.Pages)
router.register("countries", api.Countries)
router.register("notes", api.Notes)
router.register("steps", api.Steps)

urlpatterns = [
    path("api/auth/login/", account.SignIn.as_view()),
    path("api/auth/logout/", account.SignOut.as_view()),
    path("api/auth/me/", account.Me.as_view()),
    path("api/", include(router.urls)),
]
if "drf_spectacular" in settings.INSTALLED_APPS:
    from drf_spectacular.views import SpectacularAPIView

    urlpatterns.append(path("api/schema/", SpectacularAPIView.as_view()))
