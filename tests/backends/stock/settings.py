"""The settings that `startproject` writes, with REST framework and SQLite; nothing clever."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def settings_for(folder: Path) -> dict[str, Any]:
    """Everything that `settings.configure` needs."""
    return {
        "DEBUG": False,
        "SECRET_KEY": "a key for tests on the loopback, which protects nothing",
        "ALLOWED_HOSTS": ["127.0.0.1", "localhost"],
        "ROOT_URLCONF": "urls",
        "INSTALLED_APPS": [
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "django.contrib.sessions",
            "rest_framework",
            "newsroom",
        ],
        "MIDDLEWARE": [
            "django.middleware.security.SecurityMiddleware",
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.middleware.common.CommonMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
        ],
        "TEMPLATES": [
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "APP_DIRS": True,
                "OPTIONS": {
                    "context_processors": [
                        "django.template.context_processors.request",
                        "django.contrib.auth.context_processors.auth",
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
        "DEFAULT_AUTO_FIELD": "django.db.models.BigAutoField",
        "USE_TZ": True,
        "TIME_ZONE": "UTC",
        "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"],
        "STATIC_URL": "/static/",
        "LOGGING": _logging(folder),
        "REST_FRAMEWORK": {
            "DEFAULT_AUTHENTICATION_CLASSES": [
                "rest_framework.authentication.SessionAuthentication"
            ],
            "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
            "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
            "PAGE_SIZE": 20,
        },
    }


def _logging(folder: Path) -> dict[str, Any]:
    """Failures go to a file: nobody reads this process's stderr while it runs."""
    handler = {"class": "logging.FileHandler", "filename": folder / "site.log", "delay": True}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "handlers": {"file": {**handler, "level": "ERROR"}},
        "root": {"handlers": ["file"], "level": "ERROR"},
        "loggers": {"django": {"handlers": [], "level": "ERROR"}},
    }
