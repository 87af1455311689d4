"""The site's settings: the CMS's own defaults where it has some, SQLite, two languages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

APPS = (
    "modeltranslation",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "structured",
    "structured_metaobjects",
    "djsuperadmin",
    "reversion",
    "rest_framework",
    "rest_framework.authtoken",
    "camomilla",
    "shop",
)


class NoMigrations(dict):  # type: ignore[type-arg]
    """Tables are made from the models at once: nobody upgrades this site."""

    def __contains__(self, app: object) -> bool:
        return True

    def __getitem__(self, app: str) -> None:
        return None


def settings_for(
    folder: Path, pages: bool = False, accessor: str = "translations"
) -> dict[str, Any]:
    """Everything that `settings.configure` needs; `pages` shows visitors the pages themselves,
    `accessor` is where records keep their texts by language."""
    return {
        "PUBLIC_PAGES": pages,
        "DEBUG": False,
        "SECRET_KEY": "a key for tests on the loopback, which protects nothing",
        "ALLOWED_HOSTS": ["127.0.0.1", "localhost"],
        "ROOT_URLCONF": "urls",
        "INSTALLED_APPS": list(APPS),
        "MIGRATION_MODULES": NoMigrations(),
        "MIDDLEWARE": [
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.middleware.locale.LocaleMiddleware",
            "django.middleware.common.CommonMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware",
        ],
        "TEMPLATES": [
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "APP_DIRS": True,
                "OPTIONS": {
                    "context_processors": [
                        "django.template.context_processors.request",
                        "django.contrib.auth.context_processors.auth",
                        "django.contrib.messages.context_processors.messages",
                    ]
                },
            }
        ],
        "DATABASES": {
            "default": {
                "ENGINE": "django.db.backends.sqlite3",
                "NAME": folder / "site.sqlite3",
                "OPTIONS": {
                    "timeout": 20,
                    "transaction_mode": "IMMEDIATE",
                    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;",
                },
            }
        },
        "CACHES": {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}},
        "DEFAULT_AUTO_FIELD": "django.db.models.AutoField",
        "USE_TZ": True,
        "TIME_ZONE": "UTC",
        "USE_I18N": True,
        "LANGUAGE_CODE": "en",
        "LANGUAGES": [("en", "English"), ("it", "Italiano")],
        "SESSION_COOKIE_NAME": "__svc_session",
        "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"],
        "AUTH_PASSWORD_VALIDATORS": [
            {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"}
        ],
        "MEDIA_ROOT": folder / "media",
        "MEDIA_URL": "/media/",
        "STATIC_URL": "/static/",
        "LOGGING": _logging(folder),
        "REST_FRAMEWORK": {
            "DEFAULT_AUTHENTICATION_CLASSES": ["camomilla.authentication.SessionAuthentication"],
            "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
        },
        "CAMOMILLA": {
            "API": {"TRANSLATION_ACCESSOR": accessor},
            "RENDER": {"AUTO_CREATE_HOMEPAGE": False},
            # Nine pictures of each picture would be most of the seeding's time.
            "MEDIA": {
                "RENDITIONS": {"VARIANTS": [{"name": "sm-webp", "width": 200, "format": "webp"}]}
            },
        },
    }


def _logging(folder: Path) -> dict[str, Any]:
    """Failures go to a file: nobody reads this process's stderr while it runs."""
    handler = {"class": "logging.FileHandler", "filename": folder / "site.log", "delay": True}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "handlers": {"file": handler},
        "root": {"handlers": ["file"], "level": "ERROR"},
        "loggers": {"django": {"handlers": [], "level": "ERROR"}},
    }
