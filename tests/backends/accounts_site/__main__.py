"""`python tests/backends/accounts_site`: one small Django site with several ways to sign in.

Each kind has articles of its own under its name: `/form/articles/`, `/token/articles/`,
`/jwt/articles/`, `/basic/articles/`. The accounts are `admin` and `editor`, whose passwords are
their names. Prints one line of JSON with its address, and ends when its stdin closes.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

INSTALLED = (
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "rest_framework",
    "rest_framework.authtoken",
)
MIDDLEWARE = (
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
)
PROCESSORS = (
    "django.template.context_processors.request",
    "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages",
)


def settings_for(folder: Path) -> dict[str, Any]:
    """What `startproject` writes, with REST framework and SQLite."""
    templates = {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": list(PROCESSORS)},
    }
    return {
        "DEBUG": False,
        "SECRET_KEY": "a key for tests on the loopback, which protects nothing",
        "ALLOWED_HOSTS": ["127.0.0.1"],
        "ROOT_URLCONF": "site_urls",
        "INSTALLED_APPS": list(INSTALLED),
        "MIDDLEWARE": list(MIDDLEWARE),
        "TEMPLATES": [templates],
        "DATABASES": {
            "default": {
                "ENGINE": "django.db.backends.sqlite3",
                "NAME": folder / "site.sqlite3",
                "OPTIONS": {"timeout": 20, "transaction_mode": "IMMEDIATE"},
            }
        },
        "USE_TZ": True,
        "STATIC_URL": "/static/",
        "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"],
        "LOGIN_REDIRECT_URL": "/form/articles/",
        "LOGGING_CONFIG": None,
        "REST_FRAMEWORK": {
            "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
            "PAGE_SIZE": 20,
        },
        "SIMPLE_JWT": {"ROTATE_REFRESH_TOKENS": True},
    }


def main() -> None:
    """Prepare a database, serve, say where."""
    threading.Thread(target=_end_with_stdin, daemon=True).start()
    import django
    from django.conf import settings

    with tempfile.TemporaryDirectory() as name:
        settings.configure(**settings_for(Path(name)))
        django.setup()
        from django.core.management import call_command
        from django.core.wsgi import get_wsgi_application

        call_command("migrate", verbosity=0)
        import site_urls

        site_urls.restore()
        listener = socket.create_server(("127.0.0.1", 0))
        from waitress import create_server

        server = create_server(get_wsgi_application(), sockets=[listener], threads=12, ident=None)
        print(json.dumps({"url": f"http://127.0.0.1:{listener.getsockname()[1]}"}), flush=True)
        server.run()


def _end_with_stdin() -> None:
    while os.read(0, 4096):
        pass
    os._exit(0)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main()
