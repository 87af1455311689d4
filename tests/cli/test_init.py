"""init: a console file out of what a backend tells, and never over another file."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from svc_tui.cli.exits import CONFLICT, ERROR, NOT_SIGNED_IN, OK, USAGE, CommandError
from svc_tui.cli.init import checked, write
from svc_tui.config.load import load_console
from tests.backends.demo import DemoProcess
from tests.cli.runs import Done, sentence, svc_tui
from tests.console import demo_console, person_at


def init(demo: DemoProcess, *more: str, cwd: Path | None = None, user: str = "admin") -> Done:
    flags = ("--url", demo.url, "--user", user, "--password-stdin")
    return svc_tui("init", *flags, *more, stdin=user, cwd=cwd)


async def test_what_is_written_is_a_console_that_works(demo: DemoProcess, tmp_path: Path) -> None:
    done = init(demo, "--output", "news.toml", cwd=tmp_path)

    assert (done.code, done.out) == (OK, "")
    assert "Wrote news.toml: 5 resources," in done.err
    console = load_console(tmp_path / "news.toml", environ={})
    assert [one.name for one in console.resources] == [
        *("articles", "categories", "authors", "tags", "orders")
    ]
    assert (tmp_path / "news.toml").stat().st_mode & 0o777 == 0o644
    app = demo_console(demo.url, tmp_path / "state", file=tmp_path / "news.toml", start="/orders")
    async with person_at(app) as person:
        await person.sees("Number", "Customer")
        await person.press("enter")
        await person.sees("Currency", "Placed at")


def test_each_guess_says_what_it_is_from(demo: DemoProcess) -> None:
    done = init(demo, "--output", "-")

    assert tomllib.loads(done.out)["svc"]["base_url"] == demo.url
    assert "# from schema" in done.out
    assert "# columns: guessed from values of the first rows" in done.out


@pytest.mark.parametrize("output", ["svc.toml", "link.toml"])
def test_nothing_is_overwritten_nor_written_through_a_link(
    demo: DemoProcess, tmp_path: Path, output: str
) -> None:
    (tmp_path / "svc.toml").write_text("# mine", "utf-8")
    (tmp_path / "link.toml").symlink_to(tmp_path / "nowhere.toml")

    done = init(demo, "--output", output, cwd=tmp_path)

    assert done.code == CONFLICT
    assert sentence(done).startswith(f"{output} already exists, so")
    assert (tmp_path / "svc.toml").read_text("utf-8") == "# mine"
    assert not (tmp_path / "nowhere.toml").exists()


def test_a_file_that_appears_meanwhile_stays_as_it_is(tmp_path: Path) -> None:
    place = tmp_path / "svc.toml"
    place.symlink_to(tmp_path / "theirs.toml")

    with pytest.raises(CommandError) as complaint:
        write(str(place), "mine")

    assert complaint.value.exit_code == CONFLICT
    assert not (tmp_path / "theirs.toml").exists()


def test_a_folder_that_is_not_there_is_said_before_anything_is_asked(tmp_path: Path) -> None:
    done = svc_tui("init", "--url", "http://127.0.0.1:1", "--output", str(tmp_path / "no" / "a"))

    assert done.code == USAGE
    assert "is not a folder" in sentence(done)


def test_without_a_session_and_without_a_terminal_it_says_how_to_sign_in(
    demo: DemoProcess, tmp_path: Path
) -> None:
    done = svc_tui("init", "--url", demo.url, cwd=tmp_path)

    assert done.code == NOT_SIGNED_IN
    assert "`svc-tui login`" in sentence(done)
    assert [*tmp_path.iterdir()] == []


def test_a_server_that_is_gone_is_one_sentence(tmp_path: Path) -> None:
    flags = ("--user", "admin", "--password-stdin")
    done = svc_tui("init", "--url", "http://127.0.0.1:1", *flags, stdin="x", cwd=tmp_path)

    assert done.code == ERROR
    assert sentence(done).startswith("Could not reach 127.0.0.1:1")


def test_a_file_that_would_not_load_is_not_written() -> None:
    with pytest.raises(CommandError, match="Nothing was written"):
        checked("[[resources]]\nname = 1\n")
