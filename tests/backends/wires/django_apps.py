"""Three APIs of one Django site: Django Ninja, JSON:API, and Wagtail's API v2 over its own pages.

Ninja is at `/ninja/`, djangorestframework-jsonapi at `/jsonapi/`, Wagtail at `/wagtail/api/v2/`.
Nobody signs in.
"""

from __future__ import annotations

import django
from django.conf import settings

settings.configure(
    SECRET_KEY="only for tests",
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF=__name__,
    USE_TZ=True,
    STATIC_URL="/static/",
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": "file:wires?mode=memory&cache=shared",
            # A request that has not quite ended would make the next write fail: table is locked.
            "OPTIONS": {"uri": True, "init_command": "PRAGMA read_uncommitted=1"},
        }
    },
    INSTALLED_APPS=[
        "wagtail.users", "wagtail.images", "wagtail.documents", "wagtail.admin", "wagtail.search",
        "wagtail.api.v2", "wagtail", "modelcluster", "taggit", "rest_framework",
        "rest_framework_json_api", "django_filters", "django.contrib.auth",
        "django.contrib.contenttypes", "django.contrib.sessions", "django.contrib.messages",
    ],
    MIDDLEWARE=["django.middleware.common.CommonMiddleware"],
    WAGTAIL_SITE_NAME="Wires",
    WAGTAILADMIN_BASE_URL="http://127.0.0.1",
    REST_FRAMEWORK={
        "PAGE_SIZE": 20,
        "DEFAULT_AUTHENTICATION_CLASSES": [],
        "EXCEPTION_HANDLER": "rest_framework_json_api.exceptions.exception_handler",
        "DEFAULT_PAGINATION_CLASS":
            "rest_framework_json_api.pagination.JsonApiPageNumberPagination",
        "DEFAULT_PARSER_CLASSES": ["rest_framework_json_api.parsers.JSONParser"],
        "DEFAULT_RENDERER_CLASSES": ["rest_framework_json_api.renderers.JSONRenderer"],
        "DEFAULT_METADATA_CLASS": "rest_framework_json_api.metadata.JSONAPIMetadata",
        "DEFAULT_FILTER_BACKENDS": (
            "rest_framework_json_api.filters.OrderingFilter",
            "rest_framework_json_api.django_filters.DjangoFilterBackend",
            "rest_framework.filters.SearchFilter",
        ),
        "SEARCH_PARAM": "filter[search]",
    },
)  # fmt: skip
django.setup()

from django.db import connection, models  # noqa: E402
from django.http import JsonResponse  # noqa: E402
from django.shortcuts import get_object_or_404  # noqa: E402
from django.urls import include, path  # noqa: E402
from ninja import NinjaAPI, Schema  # noqa: E402
from ninja.pagination import LimitOffsetPagination, paginate  # noqa: E402
from pydantic import Field  # noqa: E402
from rest_framework.routers import DefaultRouter  # noqa: E402
from rest_framework_json_api import serializers  # noqa: E402
from rest_framework_json_api import views as jsonapi  # noqa: E402
from wagtail.api.v2.router import WagtailAPIRouter  # noqa: E402
from wagtail.api.v2.views import PagesAPIViewSet  # noqa: E402
from wagtail.models import Page, Site  # noqa: E402


class Author(models.Model):
    name = models.CharField(max_length=80)

    class Meta:
        app_label = "wires"


class Book(models.Model):
    title = models.CharField(max_length=80)
    pages = models.PositiveIntegerField(default=100)
    author = models.ForeignKey(Author, on_delete=models.CASCADE, null=True)

    class Meta:
        app_label = "wires"
        ordering = ("id",)


class AuthorSerializer(serializers.ModelSerializer):
    class Meta:
        model = Author
        fields = ("name",)


class BookSerializer(serializers.ModelSerializer):
    class Meta:
        model = Book
        fields = ("title", "pages", "author")


class Authors(jsonapi.ModelViewSet):
    queryset = Author.objects.order_by("id")
    serializer_class = AuthorSerializer


class Books(jsonapi.ModelViewSet):
    queryset = Book.objects.all()
    serializer_class = BookSerializer
    filterset_fields = {"title": ("exact",), "pages": ("exact", "in")}
    search_fields = ("title",)


class BookIn(Schema):
    title: str = Field(min_length=2, max_length=80)
    pages: int = 100


class BookOut(BookIn):
    id: int


ninja = NinjaAPI(urls_namespace="ninja")


@ninja.get("/books", response=list[BookOut])
@paginate(LimitOffsetPagination)
def list_books(request, search: str = ""):
    return Book.objects.filter(title__icontains=search)


@ninja.get("/books/{id}", response=BookOut)
def read_book(request, id: int):
    return get_object_or_404(Book, id=id)


@ninja.post("/books", response={201: BookOut})
def create_book(request, payload: BookIn):
    return 201, Book.objects.create(**payload.dict())


@ninja.put("/books/{id}", response=BookOut)
def update_book(request, id: int, payload: BookIn):
    Book.objects.filter(id=id).update(**payload.dict())
    return Book.objects.get(id=id)


@ninja.delete("/books/{id}", response={204: None})
def delete_book(request, id: int):
    Book.objects.filter(id=id).delete()
    return 204, None


def fill() -> None:
    """Put the rows back."""
    Book.objects.all().delete()
    Author.objects.all().delete()
    authors = [Author.objects.create(id=n, name=f"Author {n}") for n in range(1, 4)]
    Book.objects.bulk_create(
        Book(id=n, title=f"Book {n:02}", pages=100 + n, author=authors[n % 3]) for n in range(1, 46)
    )


def reset(request):
    fill()
    return JsonResponse({"ok": True})


router = DefaultRouter()
router.register("books", Books)
router.register("authors", Authors)
wagtail = WagtailAPIRouter("wagtailapi")
wagtail.register_endpoint("pages", PagesAPIViewSet)
urlpatterns = [
    path("jsonapi/", include(router.urls)),
    path("ninja/", ninja.urls),
    path("wagtail/api/v2/", wagtail.urls),
    path("_test/reset", reset),
]


def prepare():
    """Make the tables, without migrations of hundreds of steps, and the rows; return the WSGI."""
    from django.apps import apps
    from django.core.wsgi import get_wsgi_application

    with connection.schema_editor() as editor:
        for model in (*apps.get_models(include_auto_created=False), Author, Book):
            if not model._meta.proxy and model._meta.db_table not in (
                connection.introspection.table_names()
            ):
                editor.create_model(model)
    from wagtail.models import Locale

    Locale.objects.create(language_code="en")
    top = Page.add_root(title="Root", slug="root")
    home = top.add_child(title="Home", slug="home")
    Site.objects.create(hostname="127.0.0.1", port=80, root_page=home, is_default_site=True)
    for number in range(1, 31):
        home.add_child(title=f"Page {number:02}", slug=f"page-{number}")
    fill()
    return get_wsgi_application()
