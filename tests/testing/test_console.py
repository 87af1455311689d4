"""Steps of a consumer's tests: sign in, wait, read; and what the pytest plugin costs."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from svc_tui import AuthOptions, ConfigError, Options, Resource, SvcApp
from svc_tui.testing import BASE, FakeBackend, sign_in, text, until, until_idle
from svc_tui.testing.waiting import PATIENCE

BOOKS = [{"id": number, "title": f"Book {number}"} for number in range(1, 4)]


@pytest.fixture
def app(fake_backend: FakeBackend) -> SvcApp:
    """A console on a library."""
    fake_backend.add_collection("/api/books", BOOKS)
    books = Resource(name="books", endpoint="/api/books", columns=["title"])
    options = Options(base_url=BASE)
    return SvcApp(options, resources=[books], transport=fake_backend.transport, start="/books")


async def test_a_person_signs_in_and_sees_the_page_behind(
    app: SvcApp, fake_backend: FakeBackend
) -> None:
    fake_backend.latency = 0.02
    async with app.run_test() as pilot:
        await sign_in(pilot)
        assert "Book 3" in text(pilot)
        await pilot.press("slash", *"2", "enter")
        await until(pilot, "1-1 of 1 · search “2”")
        await until_idle(pilot)
        assert "Book 2" in text(pilot) and "Book 3" not in text(pilot)


@pytest.mark.parametrize(("latency", "shown"), [(0.0, "● 0 ms"), (0.012, "● 12 ms")])
async def test_the_top_bar_shows_the_latency_however_long_an_answer_took(
    app: SvcApp, fake_backend: FakeBackend, latency: float, shown: str
) -> None:
    fake_backend.latency = latency
    real = fake_backend.collections[0].answer

    def slow(*asked: Any) -> Any:
        time.sleep(0.03)  # As on a loaded machine.
        return real(*asked)

    fake_backend.collections[0].answer = slow  # type: ignore[method-assign]
    async with app.run_test(size=(120, 40)) as pilot:
        await sign_in(pilot)
        await until(pilot, "Book 3")
        await until_idle(pilot)
        assert shown in text(pilot)
        assert app.svc is not None
        assert {one.ms for one in app.svc.fetch.history} == {latency * 1000}


async def test_a_refused_sign_in_fails_with_the_screen(app: SvcApp) -> None:
    async with app.run_test() as pilot:
        with pytest.raises(AssertionError, match=r"(?s)refused\n.*Unable to sign in"):
            await sign_in(pilot, "admin", "wrong")


async def test_a_page_without_a_sign_in_fails_soon_with_the_screen(
    fake_backend: FakeBackend,
) -> None:
    options = Options(base_url=BASE, auth=AuthOptions(kind="none"))
    app = SvcApp(options, transport=fake_backend.transport, start="/nowhere")
    async with app.run_test() as pilot:
        with pytest.raises(AssertionError, match=r"(?s)no sign-in on the screen\n.*nowhere"):
            await sign_in(pilot)


async def test_wrong_arguments_are_named(app: SvcApp, fake_backend: FakeBackend) -> None:
    wrong: Any = {"id": 1}
    with pytest.raises(ConfigError, match=r"Collection\(…\): rows should be a list, not a dict"):
        fake_backend.add_collection("/api/x", wrong)
    with pytest.raises(ConfigError, match=r"rows: each should be a dict, not a whole number"):
        fake_backend.add_collection("/api/x", [*wrong.values()])
    with pytest.raises(ConfigError, match=r'row 2 has no "id"; give it one, or name another with'):
        fake_backend.add_collection("/api/x", [{"id": 1}, {"title": "Harbour"}])
    with pytest.raises(ConfigError, match=r"GET /api/x: an answer should be JSON or a function"):
        fake_backend.once("GET", "/api/x", {1})
    with pytest.raises(ConfigError, match="username should be a string, not a dict"):
        fake_backend.add_user(wrong)
    async with app.run_test() as pilot:
        with pytest.raises(
            ConfigError, match="wanted should be a string or a function, not a dict"
        ):
            await until(pilot, wrong)


async def test_a_console_that_cannot_start_fails_soon_with_the_reason(
    fake_backend: FakeBackend,
) -> None:
    elsewhere = Resource(name="books", endpoint="https://other.test/x", columns=["title"])
    with pytest.raises(ConfigError, match=r'the endpoint of "books": https://other\.test/x is not'):
        SvcApp(Options(base_url=BASE), resources=[elsewhere], transport=fake_backend.transport)

    options = Options(base_url=BASE, auth_login_url="https://other.test/login")
    app = SvcApp(options, transport=fake_backend.transport)
    began = time.monotonic()
    async with app.run_test() as pilot:
        with pytest.raises(
            AssertionError, match=r"(?s)could not start\n.*https://other\.test/login"
        ):
            await sign_in(pilot)
    assert time.monotonic() - began < PATIENCE


async def test_what_never_appears_fails_with_the_screen(app: SvcApp) -> None:
    async with app.run_test() as pilot:
        await sign_in(pilot)
        with pytest.raises(AssertionError, match=r"(?s)never reached that state\n.*Book 1"):
            await until(pilot, "Book 4", timeout=0.1)


PROJECT = """
from inspect import signature

from svc_tui import Options, SvcApp
from svc_tui.testing import BASE, SnapCompare, sign_in

def test_the_first_page(snap_compare, fake_backend):
    app = SvcApp(Options(base_url=BASE), transport=fake_backend.transport)
    assert snap_compare(app, run_before=sign_in)

def test_the_type_of_the_fixture(snap_compare):
    declared = [*signature(SnapCompare.__call__).parameters.values()][1:]
    real = signature(snap_compare).parameters.values()
    assert [(a.name, a.default) for a in declared] == [(a.name, a.default) for a in real]
"""


def run_pytest(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    # The one inside knows nothing of the one outside.
    environ = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    return subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True)


def test_a_console_is_photographed_in_two_lines(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(PROJECT)
    made = run_pytest(tmp_path, "--snapshot-update")
    assert made.returncode == 0, made.stdout
    [picture] = tmp_path.rglob("*.svg")
    assert "Signed&#160;in&#160;as&#160;admin" in picture.read_text("utf-8")
    again = run_pytest(tmp_path)
    assert again.returncode == 0, again.stdout
    picture.write_text(picture.read_text("utf-8").replace("admin", "nobody"))
    assert run_pytest(tmp_path).returncode == 1


def test_the_plugin_costs_a_project_that_does_not_use_it_nothing(tmp_path: Path) -> None:
    heavy = ("textual", "httpx", "pydantic", "rich.console", "svc_tui.testing")
    names = "'svc_tui.pytest_plugin', " + ", ".join(map(repr, heavy))
    (tmp_path / "test_it.py").write_text(
        f"import sys\ndef test():\n    assert [n for n in ({names}) if n in sys.modules] =="
        " ['svc_tui.pytest_plugin']\n"
    )
    # The snapshot plugin brings Textual along.
    done = run_pytest(tmp_path, "-p", "no:textual-snapshot")
    assert done.returncode == 0, done.stdout
