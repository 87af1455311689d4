"""The addresses of the site, and what the tests steer it with at `/_test/`."""

from __future__ import annotations

import json
import secrets
from collections import Counter
from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.contrib.auth.models import Group, User
from django.contrib.sessions.models import Session
from django.http import HttpRequest, JsonResponse
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from rest_framework import authentication, permissions, routers, serializers, viewsets
from rest_framework.authtoken.models import Token
from rest_framework.authtoken.views import obtain_auth_token
from rest_framework.decorators import api_view, authentication_classes, permission_classes
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework_simplejwt.authentication import JWTAuthentication
from rest_framework_simplejwt.state import token_backend
from rest_framework_simplejwt.tokens import AccessToken
from rest_framework_simplejwt.views import TokenObtainPairView, TokenRefreshView

KINDS: dict[str, type[Any]] = {
    "form": authentication.SessionAuthentication,
    "token": authentication.TokenAuthentication,
    "jwt": JWTAuthentication,
    "basic": authentication.BasicAuthentication,
}
SEEN: Counter[str] = Counter()
"""How often each address was asked, with its method."""


class ArticleSerializer(serializers.ModelSerializer[Group]):
    """An article. Django's own model of groups serves, so that the site needs no app."""

    title = serializers.CharField(source="name")

    class Meta:
        model = Group
        fields = ("id", "title")


class TutorialPermission(permissions.IsAuthenticatedOrReadOnly):
    """Anybody may read, as in the tutorial."""


def articles_of(kind: str) -> type[viewsets.ModelViewSet[Group]]:
    """The articles, for those who signed in in this way."""
    open_to_read = kind == "form"
    return type(
        f"{kind.title()}Articles",
        (viewsets.ModelViewSet,),
        {
            "queryset": Group.objects.order_by("pk"),
            "serializer_class": ArticleSerializer,
            "authentication_classes": [KINDS[kind]],
            "permission_classes": [
                TutorialPermission if open_to_read else permissions.IsAuthenticated
            ],
        },
    )


def profile_of(kind: str) -> Any:
    """Who is signed in, in words of its own."""

    @api_view()
    @authentication_classes([KINDS[kind]])
    @permission_classes([permissions.IsAuthenticated])
    def me(request: Request) -> Response:
        user = request.user
        return Response({"user": {"pk": user.pk, "login": user.username, "mail": user.email}})

    return me


def restore() -> None:
    """Put accounts and articles back; nobody is signed in any more."""
    end_sessions()
    User.objects.all().delete()
    User.objects.create_superuser("admin", "admin@example.org", "admin")
    User.objects.create_user("editor", "editor@example.org", "editor")
    Group.objects.all().delete()
    Group.objects.bulk_create(Group(id=n, name=f"Article {n:02}") for n in range(1, 31))
    AccessToken.lifetime = timedelta(minutes=5)
    SEEN.clear()


def end_sessions() -> None:
    """Sign everybody out: sessions and tokens are gone, and web tokens have another signature."""
    Session.objects.all().delete()
    Token.objects.all().delete()
    token_backend.signing_key = secrets.token_hex(32)
    token_backend.__dict__.pop("prepared_signing_key", None)


def change_password(username: str, password: str) -> None:
    """Give a user another password."""
    user = User.objects.get(username=username)
    user.set_password(password)
    user.save()


@csrf_exempt
def steer(request: HttpRequest, wish: str) -> JsonResponse:
    """Do what a test asks for."""
    wanted = json.loads(request.body or b"{}")
    if wish == "reset":
        restore()
    elif wish == "end-sessions":
        end_sessions()
    elif wish == "lifetime":
        AccessToken.lifetime = timedelta(seconds=wanted["seconds"])
    elif wish == "password":
        change_password(wanted["user"], wanted["password"])
    elif wish == "title":
        return JsonResponse({"title": Group.objects.get(pk=wanted["id"]).name})
    return JsonResponse({"seen": dict(SEEN)})


def counted(site: Any) -> Any:
    """Count each request to a view."""

    def view(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        SEEN[f"{request.method} {request.path}"] += 1
        return site(request, *args, **kwargs)

    return csrf_exempt(view)


def _routes(kind: str) -> list[Any]:
    router = routers.DefaultRouter()
    router.register("articles", articles_of(kind), basename=f"{kind}-article")
    return [path("me/", profile_of(kind)), path("", include(router.urls))]


urlpatterns = [
    path("_test/<str:wish>/", steer),
    path("admin/", admin.site.urls),
    path("api-auth/", include("rest_framework.urls")),
    path("token/login/", obtain_auth_token),
    path("jwt/login/", TokenObtainPairView.as_view()),
    path("jwt/refresh/", counted(TokenRefreshView.as_view())),
    *(path(f"{kind}/", include(_routes(kind))) for kind in KINDS),
]
