"""Django's settings, made from the options instead of from environment variables."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any

from .options import HOST, Options


def settings_for(options: Options) -> dict[str, Any]:
    """Everything that `settings.configure` needs; creates the secret key where there is none."""
    return {
        "DEMO": options,
        "DEBUG": False,
        "SECRET_KEY": secret_key(options.folder / "secret-key"),
        "ALLOWED_HOSTS": [HOST, "localhost"],
        "ROOT_URLCONF": "svc_tui.demo.urls",
        "INSTALLED_APPS": [
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "django.contrib.sessions",
            "svc_tui.demo",
        ],
        "MIDDLEWARE": [
            "django.middleware.security.SecurityMiddleware",
            "svc_tui.demo.middleware.Latency",
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.middleware.common.CommonMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
        ],
        "APPEND_SLASH": not options.has("no-slash"),
        "DATABASES": {"default": _database(options)},
        "DEFAULT_AUTO_FIELD": "django.db.models.BigAutoField",
        "USE_TZ": True,
        "TIME_ZONE": "UTC",
        "USE_I18N": False,
        "LOGGING": _logging(options),
        **_sessions(),
        **_files(options),
        "REST_FRAMEWORK": _rest_framework(options),
    }


def secret_key(path: Path) -> str:
    """One random key per folder, so that sessions outlive a restart; for its owner only."""
    if not path.exists():
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(48))
    return path.read_text()


def _database(options: Options) -> dict[str, Any]:
    """SQLite that takes concurrent writers: they queue for the lock instead of failing."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": options.database,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 20,
            # A transaction that reads first and writes later could not be queued: it would fail.
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
    }


def _sessions() -> dict[str, Any]:
    """Cookies by the names of the specification, and hashes that cost a demo nothing."""
    return {
        "SESSION_COOKIE_NAME": "__svc_session",
        "SESSION_COOKIE_HTTPONLY": True,
        "CSRF_COOKIE_NAME": "csrftoken",
        "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"],
    }


def _files(options: Options) -> dict[str, Any]:
    return {
        "MEDIA_ROOT": options.media,
        "MEDIA_URL": "/media/",
        "FILE_UPLOAD_HANDLERS": ["django.core.files.uploadhandler.TemporaryFileUploadHandler"],
        "FILE_UPLOAD_MAX_MEMORY_SIZE": 64 * 1024,
        "FILE_UPLOAD_TEMP_DIR": options.uploads,
        "FILE_UPLOAD_PERMISSIONS": 0o600,
        "DATA_UPLOAD_MAX_MEMORY_SIZE": 20 * 1024 * 1024,
    }


def _logging(options: Options) -> dict[str, Any]:
    handler = {"class": "logging.FileHandler", "filename": options.folder / "demo.log"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "handlers": {"file": {**handler, "delay": True, "level": "ERROR"}},
        "root": {"handlers": ["file"], "level": "ERROR"},
        "loggers": {"django": {"handlers": [], "level": "ERROR"}},
    }


def _rest_framework(options: Options) -> dict[str, Any]:
    """JSON only, sessions only, rights by codename."""
    paginations = {"limit-offset": "Offsets", "cursor": "Cursors", "array": None}
    chosen = next((paginations[v] for v in options.variants if v in paginations), "Pages")
    authentication = "Session403" if options.has("auth-403") else "Session401"
    return {
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "DEFAULT_PARSER_CLASSES": [
            "rest_framework.parsers.JSONParser",
            "rest_framework.parsers.FormParser",
            "rest_framework.parsers.MultiPartParser",
        ],
        "DEFAULT_AUTHENTICATION_CLASSES": [f"svc_tui.demo.permissions.{authentication}"],
        "DEFAULT_PERMISSION_CLASSES": ["svc_tui.demo.permissions.ByCodename"],
        "DEFAULT_PAGINATION_CLASS": chosen and f"svc_tui.demo.pagination.{chosen}",
        "DEFAULT_METADATA_CLASS": "rest_framework.metadata.SimpleMetadata"
        if options.has("plain")
        else "svc_tui.demo.metadata.DescribedFields",
    }
