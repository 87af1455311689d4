"""init and doctor on a backend with cookies and addresses of its own, and on one that breaks."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from svc_tui.cli.exits import ERROR, OK
from tests.backends.process import Answers, LocalServer
from tests.cli.runs import svc_tui

WORDS = {
    "SVC_TUI_AUTH_LOGIN_URL": "/enter/",
    "SVC_TUI_USER_INFO_API": "/whoami/",
    "SVC_TUI_LOGOUT_URL": "/leave/",
    "SVC_TUI_SESSION_COOKIE": "sid",
    "SVC_TUI_CSRF_COOKIE": "xsrf",
    "SVC_TUI_CSRF_HEADER": "X-XSRF",
}
SESSION = "sid=abc"
ROW = {"id": 1, "title": "One"}


class _Shop(Answers):
    """A small backend that calls everything otherwise; `broken` roots answer 500."""

    broken: tuple[str, ...] = ()
    root: dict[str, str]

    def do_POST(self) -> None:
        self.body()
        kept = [("Set-Cookie", f"{one}; Path=/") for one in ("sid=abc; HttpOnly", "xsrf=token")]
        self.answer(200 if self.path == "/enter/" else 404, {}, *kept)

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if path in self.broken:
            self.answer(500, {"detail": "The root broke."})
        elif SESSION not in self.headers.get("Cookie", ""):
            self.answer(401, {"detail": "Sign in first."})
        elif path == "/whoami/":
            self.answer(200, {"id": 1, "username": "ada", "is_superuser": True})
        elif path == "/api/":
            self.answer(200, {"things": "/api/things/"})
        elif path == "/api/things/":
            self.answer(200, {"count": 1, "next": None, "previous": None, "results": [ROW]})
        else:
            self.answer(404, {})

    def do_OPTIONS(self) -> None:
        self.answer(200, {})


@pytest.fixture
def shop(request: pytest.FixtureRequest) -> Iterator[str]:
    broken = getattr(request, "param", ())
    kind = type("Shop", (_Shop,), {"broken": broken})
    with LocalServer(kind) as server:
        yield server.url


def test_the_file_that_init_writes_finds_back_to_a_backend_of_other_words(
    shop: str, tmp_path: Path
) -> None:
    flags = ("--url", shop, "--user", "ada", "--password-stdin")
    done = svc_tui("init", *flags, stdin="pw", cwd=tmp_path, env=WORDS)
    assert done.code == OK, done.err

    table = tomllib.loads((tmp_path / "svc.toml").read_text("utf-8"))["svc"]
    assert table == {
        "base_url": shop,
        "auth_login_url": "/enter/",
        "user_info_api": "/whoami/",
        "logout_url": "/leave/",
        "session_cookie": "sid",
        "csrf_cookie": "xsrf",
        "csrf_header": "X-XSRF",
    }
    who = svc_tui("--config", "svc.toml", "whoami", cwd=tmp_path)
    assert (who.code, who.out.splitlines()[:1]) == (OK, ["ada (superuser)"])


def test_what_a_file_says_of_media_and_of_paths_that_lie_elsewhere_is_kept(
    shop: str, tmp_path: Path
) -> None:
    (tmp_path / "old.toml").write_text(
        f'[svc]\nbase_url = "{shop}"\nuikit.media.endpoints.media = "/files"\n'
        '[camomilla.path_rewrite]\n"/old" = "/api"\n',
        "utf-8",
    )
    flags = ("--config", "old.toml", "--user", "ada", "--password-stdin", "--output", "new.toml")
    done = svc_tui("init", *flags, stdin="pw", cwd=tmp_path, env=WORDS)
    assert done.code == OK, done.err

    written = tomllib.loads((tmp_path / "new.toml").read_text("utf-8"))
    assert written["svc"]["uikit"] == {"media": {"endpoints": {"media": "/files"}}}
    assert written["camomilla"] == {"path_rewrite": {"/old": "/api"}}


@pytest.mark.parametrize("shop", [("/api/",)], indirect=True)
def test_a_root_that_breaks_is_said_as_such(shop: str, tmp_path: Path) -> None:
    flags = ("--url", shop, "--user", "ada", "--password-stdin")
    done = svc_tui("init", *flags, stdin="pw", cwd=tmp_path, env=WORDS)

    assert done.code == ERROR
    assert "The server failed on GET /api/ (500): The root broke." in done.err
    assert "[[resources]]" not in done.err
    assert not (tmp_path / "svc.toml").exists()

    asked = svc_tui("doctor", "--url", shop, "--json", cwd=tmp_path, env=WORDS)
    found = [one for one in json.loads(asked.out)["checks"] if one["area"] == "resources"]
    assert asked.code == ERROR
    assert [one["verdict"] for one in found] == ["bad"]
    assert "The server failed on GET /api/ (500)" in found[0]["sentence"]
    assert "lists 0" not in asked.out


@pytest.mark.parametrize("shop", [("/api/models/",)], indirect=True)
def test_one_root_of_two_that_breaks_is_said_beside_what_the_other_names(
    shop: str, tmp_path: Path
) -> None:
    flags = ("--url", shop, "--dialect", "two_roots:TWO", "--user", "ada", "--password-stdin")
    (tmp_path / "two_roots.py").write_text(
        "from dataclasses import replace\n"
        "from svc_tui.api.dialects import REST\n"
        "TWO = replace(REST, name='two', roots=('/api/models/', '/api/'))\n",
        "utf-8",
    )
    from tests.cli.runs import ROOT

    env = {**WORDS, "PYTHONPATH": f"{ROOT}:{tmp_path}"}
    done = svc_tui("init", *flags, "--output", "-", stdin="pw", cwd=tmp_path, env=env, cold=True)

    assert done.code == OK, done.err
    assert "Some collections may be missing. The server failed on GET /api/models/" in done.err
    assert 'name = "things"' in done.out
