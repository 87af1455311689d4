"""A REST framework site that drf-yasg describes in Swagger 2.0, at `/swagger.json`.

Its collections are below `/v2/`; pages go by `limit` and `offset` and have 25 rows at most, the
search is `q`, the order `sort`. Nobody signs in.
"""

from __future__ import annotations

import django
from django.conf import settings

settings.configure(
    SECRET_KEY="only for tests",
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF=__name__,
    USE_TZ=True,
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": "file:swagger?mode=memory&cache=shared",
            # A request that has not quite ended would make the next write fail: table is locked.
            "OPTIONS": {"uri": True, "init_command": "PRAGMA read_uncommitted=1"},
        }
    },
    INSTALLED_APPS=["rest_framework", "drf_yasg", "django.contrib.contenttypes"],
    MIDDLEWARE=["django.middleware.common.CommonMiddleware"],
    SWAGGER_USE_COMPAT_RENDERERS=False,
    SWAGGER_SETTINGS={"SECURITY_DEFINITIONS": {}},
    REST_FRAMEWORK={
        "UNAUTHENTICATED_USER": None,
        "DEFAULT_AUTHENTICATION_CLASSES": [],
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "DEFAULT_FILTER_BACKENDS": (
            "rest_framework.filters.SearchFilter",
            "rest_framework.filters.OrderingFilter",
        ),
        "SEARCH_PARAM": "q",
        "ORDERING_PARAM": "sort",
    },
)
django.setup()

from django.db import connection, models  # noqa: E402
from django.http import JsonResponse  # noqa: E402
from django.urls import include, path  # noqa: E402
from drf_yasg import openapi  # noqa: E402
from drf_yasg.views import get_schema_view  # noqa: E402
from rest_framework import serializers, viewsets  # noqa: E402
from rest_framework.pagination import LimitOffsetPagination  # noqa: E402
from rest_framework.routers import DefaultRouter  # noqa: E402


class Pages(LimitOffsetPagination):
    default_limit = 10
    max_limit = 25


class Author(models.Model):
    name = models.CharField(max_length=80)

    class Meta:
        app_label = "swagger"


class Book(models.Model):
    title = models.CharField(max_length=80)
    state = models.CharField(max_length=9, choices=[("draft", "Draft"), ("public", "Public")])
    pages = models.PositiveIntegerField()
    in_print = models.BooleanField()
    published = models.DateField(null=True)
    author = models.ForeignKey(Author, on_delete=models.CASCADE, null=True)
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "swagger"
        ordering = ("id",)


class AuthorSerializer(serializers.ModelSerializer):
    class Meta:
        model = Author
        fields = ("id", "name")


class BookSerializer(serializers.ModelSerializer):
    state = serializers.ChoiceField([("draft", "Draft"), ("public", "Public")], default="draft")
    pages = serializers.IntegerField(min_value=1, max_value=2000, default=100)
    in_print = serializers.BooleanField(default=True)

    class Meta:
        model = Book
        fields = ("id", "title", "state", "pages", "in_print", "published", "author", "made")


class Authors(viewsets.ModelViewSet):
    pagination_class = Pages
    queryset = Author.objects.order_by("id")
    serializer_class = AuthorSerializer
    search_fields = ("name",)
    http_method_names = ("get", "post", "put", "delete", "head", "options")


class Books(viewsets.ModelViewSet):
    pagination_class = Pages
    queryset = Book.objects.all()
    serializer_class = BookSerializer
    search_fields = ("title",)
    ordering_fields = ("title", "pages")


def fill() -> None:
    """Put the rows back."""
    Book.objects.all().delete()
    Author.objects.all().delete()
    authors = [Author.objects.create(id=n, name=f"Author {n}") for n in range(1, 4)]
    Book.objects.bulk_create(
        Book(id=n, title=f"Book {n:02}", state="draft", pages=100 + n, in_print=n % 2 == 0,
             author=authors[n % 3]) for n in range(1, 61)
    )  # fmt: skip


def reset(request):
    fill()
    return JsonResponse({"ok": True})


router = DefaultRouter()
router.include_root_view = False
router.register("books", Books)
router.register("authors", Authors)
schema = get_schema_view(openapi.Info(title="Books", default_version="v2"), public=True)
urlpatterns = [
    path("v2/", include(router.urls)),
    path("swagger.json", schema.without_ui(cache_timeout=0), {"format": "json"}),
    path("_test/reset", reset),
]


def prepare():
    """Make the tables and the rows; return the WSGI application."""
    from django.core.wsgi import get_wsgi_application

    with connection.schema_editor() as editor:
        for model in (Author, Book):
            editor.create_model(model)
    fill()
    return get_wsgi_application()
