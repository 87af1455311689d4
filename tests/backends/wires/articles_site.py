"""A Django REST framework site with articles and authors, signed in to in one of several ways.

`tutorial`: the router at `/`, and the sign-in of the browsable API; `token`: `/api-token-auth/`;
`simplejwt`: `/api/token/`; `spectacular`: a session, described at `/api/schema/`; and dj-rest-auth
at `/dj-rest-auth/` with its session (`rest-session`), its token (`rest-token`) or JSON Web Tokens
in cookies (`rest-cookie`). `ninja` has the same rows by Django Ninja, with Django's session and a
sign-in of JSON, as its documents show. The accounts are `admin` and `editor`, whose passwords are
their names.
"""

from __future__ import annotations

import json
import secrets
import sys
from collections import Counter
from datetime import timedelta

import django
from django.conf import settings

WAY = sys.argv[1]
REST_AUTH = WAY.startswith("rest-")
SCHEME = {
    "tutorial": "rest_framework.authentication.SessionAuthentication",
    "spectacular": "rest_framework.authentication.SessionAuthentication",
    "rest-session": "rest_framework.authentication.SessionAuthentication",
    "token": "rest_framework.authentication.TokenAuthentication",
    "rest-token": "rest_framework.authentication.TokenAuthentication",
    "simplejwt": "rest_framework_simplejwt.authentication.JWTAuthentication",
    "rest-cookie": "dj_rest_auth.jwt_auth.JWTCookieAuthentication",
}.get(WAY, "rest_framework.authentication.SessionAuthentication")
PERMISSION = "IsAuthenticatedOrReadOnly" if WAY == "tutorial" else "IsAuthenticated"

settings.configure(
    SECRET_KEY="a key for tests on the loopback, which protects nothing",
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF=__name__,
    USE_TZ=True,
    STATIC_URL="/static/",
    LOGGING_CONFIG=None,
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    SESSION_COOKIE_NAME="newsroom_session" if WAY == "rest-session" else "sessionid",
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": "file:articles?mode=memory&cache=shared",
            # A request that has not quite ended would make the next write fail: table is locked.
            "OPTIONS": {"uri": True, "init_command": "PRAGMA read_uncommitted=1"},
        }
    },
    INSTALLED_APPS=[
        "django.contrib.admin", "django.contrib.auth", "django.contrib.contenttypes",
        "django.contrib.messages", "django.contrib.sessions", "rest_framework",
        "rest_framework.authtoken", "dj_rest_auth", "drf_spectacular",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ],
    TEMPLATES=[{
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": [
            "django.template.context_processors.request",
            "django.contrib.auth.context_processors.auth",
            "django.contrib.messages.context_processors.messages",
        ]},
    }],
    REST_FRAMEWORK={
        "DEFAULT_AUTHENTICATION_CLASSES": [SCHEME],
        "DEFAULT_PERMISSION_CLASSES": [f"rest_framework.permissions.{PERMISSION}"],
        "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
        "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
        "PAGE_SIZE": 10,
    },
    REST_AUTH={
        "TOKEN_MODEL": None if WAY == "rest-session" else "rest_framework.authtoken.models.Token",
        "SESSION_LOGIN": WAY == "rest-session",
        "USE_JWT": WAY == "rest-cookie",
        "JWT_AUTH_COOKIE": "newsroom-auth",
        "JWT_AUTH_REFRESH_COOKIE": "newsroom-refresh",
        "JWT_AUTH_HTTPONLY": True,
    },
)  # fmt: skip
django.setup()

from django.contrib import admin  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.contrib.sessions.models import Session  # noqa: E402
from django.core.cache import cache  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.http import JsonResponse  # noqa: E402
from django.urls import clear_url_caches, include, path  # noqa: E402
from django.views.decorators.csrf import csrf_exempt  # noqa: E402
from rest_framework import serializers, viewsets  # noqa: E402
from rest_framework.authtoken.models import Token  # noqa: E402
from rest_framework.authtoken.views import obtain_auth_token  # noqa: E402
from rest_framework.filters import OrderingFilter, SearchFilter  # noqa: E402
from rest_framework.pagination import CursorPagination, PageNumberPagination  # noqa: E402
from rest_framework.permissions import AllowAny  # noqa: E402
from rest_framework.routers import DefaultRouter  # noqa: E402
from rest_framework.throttling import UserRateThrottle  # noqa: E402
from rest_framework_simplejwt.state import token_backend  # noqa: E402
from rest_framework_simplejwt.tokens import AccessToken, RefreshToken  # noqa: E402
from rest_framework_simplejwt.views import TokenObtainPairView, TokenRefreshView  # noqa: E402

SEEN: Counter[str] = Counter()


class Author(models.Model):
    name = models.CharField(max_length=80)

    class Meta:
        app_label = "newsroom"

    def __str__(self) -> str:
        return self.name


class Article(models.Model):
    title = models.CharField(max_length=80)
    status = models.CharField(
        max_length=9, default="draft", choices=[("draft", "Draft"), ("published", "Published")]
    )
    text = models.TextField(blank=True)
    author = models.ForeignKey(Author, on_delete=models.CASCADE, null=True, blank=True)

    class Meta:
        app_label = "newsroom"

    @property
    def words(self) -> int:
        return len(self.text.split())


class AuthorSerializer(serializers.ModelSerializer):
    class Meta:
        model = Author
        fields = ("id", "name")


class ArticleSerializer(serializers.ModelSerializer):
    class Meta:
        model = Article
        fields = ("id", "title", "status", "text", "author")


class Authors(viewsets.ModelViewSet):
    """Authors."""

    queryset = Author.objects.order_by("id")
    serializer_class = AuthorSerializer


class Articles(viewsets.ModelViewSet):
    """Articles."""

    queryset = Article.objects.order_by("id")
    serializer_class = ArticleSerializer
    filter_backends = (SearchFilter, OrderingFilter)
    search_fields = ("title",)


class OncePerHour(UserRateThrottle):
    rate = "1/hour"


class Newest(CursorPagination):
    page_size = 10
    ordering = "-id"


def restore() -> None:
    """Put accounts and rows back; nobody is signed in any more."""
    end_sessions()
    for model in (User, Article, Author):
        model.objects.all().delete()
    User.objects.create_superuser("admin", "admin@example.org", "admin")
    User.objects.create_user("editor", "editor@example.org", "editor")
    authors = [Author.objects.create(id=n, name=f"Author {n}") for n in range(1, 4)]
    Article.objects.bulk_create(
        Article(id=n, title=f"Article {n:02}", text=f"Text {n}", author=authors[n % 3])
        for n in range(1, 32)
    )
    AccessToken.lifetime = timedelta(minutes=5)
    RefreshToken.lifetime = timedelta(days=1)
    Authors.throttle_classes = ()
    Articles.pagination_class = PageNumberPagination
    release()
    cache.clear()
    SEEN.clear()


def release(*, second: bool = False) -> None:
    """Put a version of the API up: the second one has words for a status, and writers."""
    told = "words" if second else "status"
    ArticleSerializer.Meta.fields = ("id", "title", told, "text", "author")
    router.registry[1:] = [("writers" if second else "authors", Authors, "author")]
    router.__dict__.pop("_urls", None)
    if WAY != "ninja":
        urlpatterns[-1] = path("" if WAY == "tutorial" else "api/", include(router.urls))
    clear_url_caches()


def end_sessions() -> None:
    """Sign everybody out: sessions and tokens go, web tokens get another signature."""
    Session.objects.all().delete()
    Token.objects.all().delete()
    token_backend.signing_key = secrets.token_hex(32)
    token_backend.__dict__.pop("prepared_signing_key", None)


@csrf_exempt
def steer(request, wish: str):
    """Do what a test asks for."""
    if wish == "reset":
        restore()
    elif wish == "end-sessions":
        end_sessions()
    elif wish == "upgrade":
        release(second=True)
    elif wish == "throttle":
        Authors.throttle_classes = (OncePerHour,)
    elif wish == "cursors":
        Articles.pagination_class = Newest
    elif wish == "lifetime":
        AccessToken.lifetime = timedelta(seconds=json.loads(request.body)["seconds"])
    return JsonResponse({"seen": dict(SEEN)})


router = DefaultRouter()
router.register("articles", Articles)
router.register("authors", Authors)


def sign_in_urls() -> list:
    if REST_AUTH:
        return [path("dj-rest-auth/", include("dj_rest_auth.urls"))]
    if WAY == "ninja":
        return []
    if WAY == "token":
        return [path("api-token-auth/", obtain_auth_token)]
    if WAY == "simplejwt":
        return [
            path("api/token/", TokenObtainPairView.as_view()),
            path("api/token/refresh/", TokenRefreshView.as_view()),
        ]
    if WAY == "spectacular":
        from drf_spectacular.views import SpectacularAPIView

        view = SpectacularAPIView.as_view(permission_classes=[AllowAny])
        return [path("api/schema/", view), path("api-auth/", include("rest_framework.urls"))]
    return [path("api-auth/", include("rest_framework.urls"))]


def api_urls() -> tuple:
    """Return the addresses of the API."""
    if WAY != "ninja":
        return include(router.urls)
    from ninja_api import api

    return api.urls


urlpatterns = [
    path("_test/<str:wish>", steer),
    path("admin/", admin.site.urls),
    *sign_in_urls(),
    path("" if WAY == "tutorial" else "api/", api_urls()),
]


def prepare():
    """Make the tables and the rows; return the WSGI."""
    from django.apps import apps

    with connection.schema_editor() as editor:
        for model in (*apps.get_models(include_auto_created=False), Author, Article):
            if not model._meta.proxy and model._meta.db_table not in (
                connection.introspection.table_names()
            ):
                editor.create_model(model)
    restore()
    site = get_wsgi_application()

    def counted(environ, start_response):
        asked = f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}"
        if not environ["PATH_INFO"].startswith("/_test/"):
            SEEN[asked] += 1
        return site(environ, start_response)

    return counted
