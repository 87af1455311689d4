"""What is kept on disk is its owner's alone, and no secret is printed by accident."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from svc_tui import Svc
from svc_tui.config.private_files import NotPrivate, private_folder, read_private, write_private
from svc_tui.stores.listing.saved_views import ViewStore
from svc_tui.stores.record.draft import Draft
from tests.backends.demo import DemoProcess
from tests.cli.runs import svc_tui
from tests.console import demo_console, person_at
from tests.screens.test_record import opened, writes


@pytest.fixture(autouse=True)
def careless_umask() -> Iterator[None]:
    """As on machines where everybody reads everything."""
    before = os.umask(0)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> list[str]:
    """What others could read of all that was made below a folder."""
    return [str(path) for path in (folder, *folder.rglob("*")) if path.stat().st_mode & 0o077]


async def test_everything_that_a_console_writes_is_its_owners_alone(
    demo: DemoProcess, tmp_path: Path
) -> None:
    state = tmp_path / "deep" / "state"
    async with person_at(demo_console(demo.url, state, "admin", "/articles/5")) as person:
        await opened(person)
        await writes(person, "slug", "private")
        person.app.before_end()
        assert person.app.svc is not None
        ViewStore(state / "views.json").save("articles", "mine", "/articles?search=secret")
    svc_tui(
        *("login", "--url", demo.url, "--user", "viewer", "--password-stdin"),
        stdin="viewer",
        env={"SVC_TUI_STATE_DIR": str(tmp_path / "deep" / "shell" / "state")},
    )

    kept = {path.name for path in state.iterdir()}
    assert {"preferences.json", "sessions", "drafts", "views.json"} <= kept
    assert (tmp_path / "deep" / "shell" / "state" / "sessions").exists()
    assert open_to_others(tmp_path / "deep") == []


def test_a_preferences_file_that_others_could_read_is_closed_when_it_is_written(
    tmp_path: Path,
) -> None:
    (tmp_path / "preferences.json").write_text("{}")
    write_private(tmp_path / "preferences.json", '{"starts": 1}')

    assert open_to_others(tmp_path / "preferences.json") == []
    assert [path.name for path in tmp_path.iterdir()] == ["preferences.json"]


def test_only_a_private_file_is_read_and_a_refusal_says_why(tmp_path: Path) -> None:
    file, link, pipe = (tmp_path / name for name in ("file", "link", "pipe"))
    write_private(file, "secret")
    link.symlink_to(file)
    os.mkfifo(pipe, 0o600)

    assert read_private(file) == b"secret"
    with pytest.raises(OSError, match="symbolic link"):
        read_private(link)
    with pytest.raises(NotPrivate, match="is not a regular file"):
        read_private(pipe)
    with pytest.raises(NotPrivate, match="is too large"):
        read_private(file, largest=5)
    file.chmod(0o640)
    with pytest.raises(NotPrivate, match="can be read by other users"):
        read_private(file)


def test_a_folder_that_was_there_keeps_its_rights(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir(mode=0o755)
    private_folder(tmp_path / "shared" / "a" / "b")

    assert (tmp_path / "shared").stat().st_mode & 0o777 == 0o755
    assert open_to_others(tmp_path / "shared" / "a") == []


async def test_nothing_that_holds_the_session_shows_it_when_printed(
    demo: DemoProcess, tmp_path: Path
) -> None:
    async with Svc(demo.url, state_dir=tmp_path) as svc:
        await svc.auth.login("admin", "admin")
        answer = await svc.fetch("GET", "/api/articles/")
        values = [cookie.value for cookie in svc.jar.cookies]
        client = svc.fetch._client
        assert client is not None and len(values) == 2
        holders = [svc, svc.jar, svc.jar.cookies, [*svc.jar.cookies], svc.fetch, client]
        holders += [client.cookies, answer.request, answer, svc.auth.state, svc.config]

        shown = "".join(f"{one!r}{one}" for one in holders)

    assert [value for value in values if value and value in shown] == []


def test_a_draft_does_not_show_what_was_typed_when_printed() -> None:
    draft = Draft({"password": "old"}, {"password": "pa55word"})

    assert "pa55word" not in repr(draft) + str(draft)
