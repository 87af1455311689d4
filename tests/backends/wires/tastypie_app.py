"""A site of django-tastypie, as its tutorial has it, with entries and their authors.

Its API is at `/api/v1/`: related records are addresses, rows are `objects` with their number in
`meta`, and a change gets an empty answer. The user `admin` signs in with each request.
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
            "NAME": "file:tastypie?mode=memory&cache=shared",
            # A request that has not quite ended would make the next write fail: table is locked.
            "OPTIONS": {"uri": True, "init_command": "PRAGMA read_uncommitted=1"},
        }
    },
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "tastypie"],
    PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    MIDDLEWARE=["django.middleware.common.CommonMiddleware"],
)
django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.core.validators import MinLengthValidator  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.forms import ModelForm  # noqa: E402
from django.urls import include, path  # noqa: E402
from tastypie import fields  # noqa: E402
from tastypie.api import Api  # noqa: E402
from tastypie.authentication import BasicAuthentication  # noqa: E402
from tastypie.authorization import Authorization  # noqa: E402
from tastypie.constants import ALL, ALL_WITH_RELATIONS  # noqa: E402
from tastypie.resources import ModelResource  # noqa: E402
from tastypie.validation import CleanedDataFormValidation  # noqa: E402


class Entry(models.Model):
    title = models.CharField(max_length=80, validators=[MinLengthValidator(3)])
    slug = models.SlugField()
    body = models.TextField(blank=True)
    pub_date = models.DateTimeField()
    draft = models.BooleanField(default=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE)

    class Meta:
        app_label = "tasty"
        ordering = ("id",)


class EntryForm(ModelForm):
    class Meta:
        model = Entry
        fields = ("title", "slug")


class UserResource(ModelResource):
    class Meta:
        queryset = User.objects.order_by("id")
        resource_name = "user"
        fields = ("username", "first_name", "last_name")
        allowed_methods = ("get",)
        authentication = BasicAuthentication()
        filtering = {"username": ALL}


class EntryResource(ModelResource):
    user = fields.ForeignKey(UserResource, "user")

    class Meta:
        queryset = Entry.objects.all()
        resource_name = "entry"
        authentication = BasicAuthentication()
        authorization = Authorization()
        validation = CleanedDataFormValidation(form_class=EntryForm)
        filtering = {"title": ALL, "draft": ALL, "user": ALL_WITH_RELATIONS}
        ordering = ("title", "pub_date")


api = Api(api_name="v1")
api.register(UserResource())
api.register(EntryResource())
urlpatterns = [path("api/", include(api.urls))]


def prepare():
    """Make the tables and the rows; return the WSGI application."""
    from datetime import UTC, datetime

    from django.apps import apps
    from django.core.wsgi import get_wsgi_application

    with connection.schema_editor() as editor:
        for model in (*apps.get_models(), Entry):
            if model._meta.db_table not in connection.introspection.table_names():
                editor.create_model(model)
    users = [User.objects.create_user(name, password=name) for name in ("admin", "ada", "grace")]
    Entry.objects.bulk_create(
        Entry(id=n, title=f"Entry {n:02}", slug=f"entry-{n}", body="Some words.", draft=n % 2 == 0,
              pub_date=datetime(2024, 1 + n % 12, 1, 9, tzinfo=UTC), user=users[n % 3])
        for n in range(1, 46)
    )  # fmt: skip
    return get_wsgi_application()
