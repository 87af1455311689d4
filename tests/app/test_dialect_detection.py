"""Which dialect a backend speaks, where nobody says so: asked once, remembered by its address."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from svc_tui.api.auth.session import SessionAuth
from svc_tui.api.dialects import recognizable_dialects
from svc_tui.api.dialects.camomilla import SIGN
from svc_tui.api.errors import ApiError
from svc_tui.app.app import SvcApp
from svc_tui.app.context import Svc
from svc_tui.app.dialect_detection import detect_dialect
from svc_tui.cli.loading import load
from svc_tui.config.options import Options
from tests.backends.cms import CmsProcess
from tests.backends.demo import DemoProcess
from tests.backends.process import Answers, LocalServer
from tests.console import Person, person_at
from tests.tray import build_in_tray

FOUND = 'This backend is the CMS, so that dialect is used. Set dialect = "camomilla" to keep it.'


class Counting(LocalServer):
    """Answers every GET with `status`, and counts them."""

    status = 404
    asked = 0


class _Counted(Answers):
    server: Counting

    def do_GET(self) -> None:
        self.server.asked += 1
        status = self.server.status
        self.answer(status, {"languages": []} if status == 200 else {})

    do_POST = do_GET


@pytest.fixture
def backend() -> Iterator[Counting]:
    with Counting(_Counted) as server:
        yield server


class Worded(LocalServer):
    """Answers a GET as `answers` say for its path, else with 404, and keeps the paths."""

    def __init__(self) -> None:
        super().__init__(_Worded)
        self.answers: dict[str, tuple[int, object]] = {}
        self.asked: list[str] = []


class _Worded(Answers):
    server: Worded

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        self.answer(*self.server.answers.get(self.path, (404, {})))


def once_each() -> int:
    """The requests of one detection."""
    return len(recognizable_dialects())


def options(backend: LocalServer) -> Options:
    return Options(base_url=backend.url)


@pytest.mark.parametrize(
    ("status", "dialect", "said"), [(200, "camomilla", FOUND), (404, "rest", "")]
)
def test_it_is_asked_once_and_said_once(
    backend: Counting, tmp_path: Path, status: int, dialect: str, said: str
) -> None:
    backend.status = status

    first, words = detect_dialect(options(backend), tmp_path)
    again, silence = detect_dialect(options(backend), tmp_path)

    assert (first.dialect, again.dialect) == (dialect, dialect)
    assert (words, silence) == (said, "")
    assert backend.asked == once_each()


def test_who_names_a_dialect_is_not_asked_about_it(backend: Counting, tmp_path: Path) -> None:
    named = options(backend).model_copy(update={"dialect": "rest"})

    assert detect_dialect(named, tmp_path) == (named, "")
    assert backend.asked == 0


def test_a_server_that_breaks_or_is_gone_is_asked_the_next_time(
    backend: Counting, tmp_path: Path
) -> None:
    backend.status = 503
    assert detect_dialect(options(backend), tmp_path)[0].dialect == "rest"
    backend.status = 200
    assert detect_dialect(options(backend), tmp_path)[0].dialect == "camomilla"
    assert detect_dialect(Options(base_url="http://127.0.0.1:1"), tmp_path)[0].dialect == "rest"


def test_nothing_is_kept_where_nothing_may_be(backend: Counting) -> None:
    detect_dialect(options(backend), None)
    detect_dialect(options(backend), None)

    assert backend.asked == 2 * once_each()


CMS, A_TRAY = (200, {"languages": []}), (200, {"tray": []})
CLOSED, BROKEN, BUSY = (401, {}), (503, {}), (429, {})


@pytest.mark.parametrize(
    ("answers", "dialect", "kept"),
    [
        ({"/": A_TRAY}, "tray", True),
        ({SIGN: BROKEN, "/": A_TRAY}, "rest", False),
        ({SIGN: CMS, "/": CLOSED}, "camomilla", True),
        ({SIGN: CMS, "/": A_TRAY}, "camomilla", True),
        ({"/": (200, {})}, "rest", True),
        ({"/": CLOSED}, "rest", True),
        ({"/": BROKEN}, "rest", False),
        ({"/": BUSY}, "rest", False),
    ],
)
def test_the_first_of_several_dialects_that_is_certain_is_used(
    answers: dict[str, tuple[int, object]],
    dialect: str,
    kept: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    build_in_tray(monkeypatch)
    with Worded() as backend:
        backend.answers = answers
        found = [detect_dialect(options(backend), tmp_path)[0].dialect for _ in range(2)]

        assert found == [dialect, dialect]
        signs = [one.sign for one in recognizable_dialects()]
        assert sorted(backend.asked) == sorted(signs * (1 if kept else 2))


def bare(url: str, folder: Path, password: str | None = "admin") -> SvcApp:
    wishes = {"base_url": url, "user": "admin"}
    return SvcApp(load=partial(load, None, wishes, password=password, environ={}, state=folder))


async def test_a_console_with_an_address_alone_finds_the_cms_out(
    cms: CmsProcess, tmp_path: Path
) -> None:
    async with person_at(bare(cms.url, tmp_path), (120, 40)) as person:
        await person.sees("Signed in as admin", "Articles", "Product")
        assert FOUND in person.toasts
    async with person_at(bare(cms.url, tmp_path, None), (120, 40)) as person:
        await person.sees("Signed in as admin")
        assert FOUND not in person.toasts


async def test_a_console_with_an_address_alone_is_plain_elsewhere(
    demo: DemoProcess, tmp_path: Path
) -> None:
    async with person_at(bare(demo.url, tmp_path), (120, 40)) as person:
        await person.sees("Signed in as admin", "Articles")
        assert dialect(person) == "rest"


def dialect(person: Person) -> str:
    assert person.app.svc is not None
    return person.app.svc.config.dialect


async def test_a_wrong_dialect_is_told_where_one_signs_in(cms: CmsProcess, tmp_path: Path) -> None:
    wishes = {"base_url": cms.url, "dialect": "rest"}
    app = SvcApp(load=partial(load, None, wishes, environ={}, state=tmp_path))
    async with person_at(app) as person:
        await person.sees("Password")
        await person.type("admin\nadmin\n")
        await person.sees("was not found at /api/auth/login", "--dialect camomilla")


def test_each_dialect_that_can_be_recognized_is_advised(monkeypatch: pytest.MonkeyPatch) -> None:
    build_in_tray(monkeypatch)
    auth = SessionAuth()
    auth.option_names, auth.written = {"the sign-in": "auth_login_url"}, "file"

    assert "`--dialect tray` for a Tray, `--dialect rest` for others." in auth.setting(
        "the sign-in"
    )


@pytest.mark.parametrize(
    ("status", "doubted"), [(404, True), (405, True), (200, True), (400, False)]
)
async def test_what_was_found_is_given_up_where_an_answer_contradicts_it(
    backend: Counting, tmp_path: Path, status: int, doubted: bool
) -> None:
    backend.status, url = status, backend.url
    before = {"dialects": {url: "camomilla", "x": "rest"}, "usual_profiles": {url: True}}
    file = tmp_path / "preferences.json"
    file.write_text(json.dumps(before))
    async with Svc(url, state_dir=tmp_path) as svc:
        with pytest.raises(ApiError):
            await svc.auth.login("ada", "pw")
        said = [one.message for one in svc.snack.history]
    kept = json.loads(file.read_text())
    if doubted:
        assert (kept["dialects"], kept["usual_profiles"]) == ({"x": "rest"}, {})
        assert any("has changed since" in one for one in said)
    else:
        assert kept == before and not said
