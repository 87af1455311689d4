"""The kept session is private, whole or refused, and never in the way."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from svc_tui.api.session import CookieNames, Jar, Owner, SessionFileRefused

BASE = "https://cms.test"


def jar_of(tmp_path: Path, base: str = BASE, **words: object) -> Jar:
    return Jar(base, state_dir=tmp_path, **words)  # type: ignore[arg-type]


def signed_in(tmp_path: Path, user: str = "ada", value: str = "s3cret", base: str = BASE) -> Jar:
    jar = jar_of(tmp_path, base)
    jar.set("__svc_session", value)
    jar.set("csrftoken", "t0ken")
    jar.keep(Owner(user))
    return jar


def kept_file(tmp_path: Path) -> Path:
    (path,) = (tmp_path / "sessions").glob("*.json")
    return path


def test_a_kept_session_is_there_at_the_next_start(tmp_path: Path):
    signed_in(tmp_path)
    jar = jar_of(tmp_path)

    assert jar.load()
    assert jar.has_session
    assert jar.csrf == "t0ken"
    assert jar.user == "ada"


def test_the_file_and_its_folder_are_private(tmp_path: Path):
    (tmp_path / "sessions").mkdir(mode=0o755)
    signed_in(tmp_path)

    assert stat.S_IMODE(kept_file(tmp_path).stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "sessions").stat().st_mode) == 0o700
    assert [path.name for path in (tmp_path / "sessions").iterdir()] == [kept_file(tmp_path).name]


def test_each_user_has_a_session_of_their_own(tmp_path: Path):
    signed_in(tmp_path, "ada")
    signed_in(tmp_path, "bob", "other")
    jar = jar_of(tmp_path)

    assert jar.load("ada")
    assert jar.user == "ada"


def test_the_newest_session_counts_where_no_user_is_named(tmp_path: Path):
    signed_in(tmp_path, "ada")
    old = kept_file(tmp_path)
    signed_in(tmp_path, "bob")
    os.utime(old, (1, 1))
    jar = jar_of(tmp_path)

    assert jar.load()
    assert jar.user == "bob"


def test_another_backend_has_no_part_in_it(tmp_path: Path):
    signed_in(tmp_path)

    assert not jar_of(tmp_path, "https://cms.test:8443").load()
    assert not jar_of(tmp_path, "https://cms.test/admin").load()


def test_a_user_without_a_file_has_no_session(tmp_path: Path):
    signed_in(tmp_path, "ada")

    assert not jar_of(tmp_path).load("bob")


def test_hostile_user_names_stay_in_the_folder(tmp_path: Path):
    signed_in(tmp_path, "../../etc/pass\nwd")

    assert kept_file(tmp_path).parent == tmp_path / "sessions"
    assert jar_of(tmp_path).load("../../etc/pass\nwd")


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o666])
def test_a_file_that_others_can_read_is_refused(tmp_path: Path, mode: int):
    signed_in(tmp_path)
    kept_file(tmp_path).chmod(mode)
    jar = jar_of(tmp_path)

    with pytest.raises(SessionFileRefused, match="can be read by other users") as caught:
        jar.load()

    assert not jar.has_session
    assert str(caught.value).endswith("Sign in again.")


def test_somebody_elses_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    signed_in(tmp_path)
    monkeypatch.setattr(os, "geteuid", lambda: 4711)

    with pytest.raises(SessionFileRefused, match="belongs to another user"):
        jar_of(tmp_path).load()


def test_a_link_is_not_followed(tmp_path: Path):
    signed_in(tmp_path)
    path = kept_file(tmp_path)
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")

    with pytest.raises(SessionFileRefused, match="can't be opened"):
        jar_of(tmp_path).load()


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"cookies": []}', "[" * 100_000, '{"base_url": "x", "user": 1, "cookies": 3}'],
)
def test_a_broken_file_is_kept_aside_and_said(tmp_path: Path, text: str):
    signed_in(tmp_path)
    path = kept_file(tmp_path)
    path.write_text(text)

    with pytest.raises(SessionFileRefused, match="is damaged and was moved to"):
        jar_of(tmp_path).load()

    assert path.with_suffix(".broken").read_text() == text
    assert not jar_of(tmp_path).load()


def test_a_file_moved_from_another_backend_is_refused(tmp_path: Path):
    signed_in(tmp_path)
    kept = json.loads(kept_file(tmp_path).read_text())
    kept["base_url"] = "https://evil.test/"
    kept_file(tmp_path).write_text(json.dumps(kept))

    with pytest.raises(SessionFileRefused):
        jar_of(tmp_path).load()


def test_a_value_is_never_shown(tmp_path: Path):
    jar = signed_in(tmp_path)

    assert "s3cret" not in repr(jar)
    assert "s3cret" not in kept_file(tmp_path).name


def test_a_folder_that_cannot_be_written_is_one_warning(tmp_path: Path):
    (tmp_path / "state").write_text("a file where a folder should be")
    warnings: list[str] = []
    jar = jar_of(tmp_path / "state", on_warning=warnings.append)
    jar.set("__svc_session", "s3cret")

    jar.keep(Owner("ada"))
    jar.keep(Owner("ada"))

    assert jar.has_session
    assert warnings == [jar.warning]
    assert "could not be saved" in warnings[0]
    assert "s3cret" not in warnings[0]


def test_a_jar_without_a_folder_stays_in_memory(tmp_path: Path):
    jar = Jar(BASE)
    jar.set("__svc_session", "s3cret")
    jar.keep(Owner("ada"))

    assert jar.warning is None
    assert not jar.load()


def test_forgetting_removes_session_and_file_and_can_be_repeated(tmp_path: Path):
    jar = signed_in(tmp_path)
    jar.forget()
    jar.forget()

    assert not jar.has_session
    assert list((tmp_path / "sessions").iterdir()) == []


def test_a_session_that_ends_leaves_the_one_that_another_program_has_kept_since(tmp_path: Path):
    old = signed_in(tmp_path)
    later = jar_of(tmp_path)
    assert later.load()
    signed_in(tmp_path, value="n3w")
    for ended in (old, later):
        ended.forget(ended=True)
        assert not ended.has_session

    newest = jar_of(tmp_path)
    assert newest.load() and "n3w" in [one.value for one in newest.cookies]
    newest.forget(ended=True)
    assert list((tmp_path / "sessions").iterdir()) == []


def test_dropping_the_session_leaves_the_file(tmp_path: Path):
    jar = signed_in(tmp_path)
    jar.drop_session()

    assert not jar.has_session
    assert jar.csrf == "t0ken"
    assert kept_file(tmp_path).exists()


def test_an_unchanged_session_is_not_written_again(tmp_path: Path):
    jar = signed_in(tmp_path)
    os.utime(kept_file(tmp_path), (1, 1))
    jar.keep()

    assert kept_file(tmp_path).stat().st_mtime == 1


def test_a_changed_session_is_written_whole(tmp_path: Path):
    jar = signed_in(tmp_path)
    jar.set("__svc_session", "newer")
    jar.keep()
    jar = jar_of(tmp_path)

    assert jar.load()
    assert json.loads(kept_file(tmp_path).read_text())["cookies"][0]["value"] == "newer"


def test_a_made_up_token_has_32_letters_and_replaces_every_other(tmp_path: Path):
    jar = signed_in(tmp_path)
    jar.make_up_csrf()

    assert len(jar.csrf or "") == 32
    assert (jar.csrf or "").isalnum()
    assert len([*jar.cookies]) == 2


def test_names_are_configurable():
    jar = Jar(BASE, CookieNames(session="sessionid", csrf="xsrf"))
    jar.set("sessionid", "a")
    jar.set("xsrf", "b")

    assert jar.has_session
    assert jar.csrf == "b"


def test_a_pipe_is_no_session(tmp_path: Path):
    signed_in(tmp_path)
    path = kept_file(tmp_path)
    path.unlink()
    os.mkfifo(path, 0o600)

    with pytest.raises(SessionFileRefused, match="is not a regular file"):
        jar_of(tmp_path).load()


def test_a_user_name_that_no_file_could_hold_is_kept_all_the_same(tmp_path: Path) -> None:
    jar = Jar("https://cms.test", state_dir=tmp_path)
    jar.set("__svc_session", "x")

    jar.keep(Owner("\ud800\x1b[2J/../user"))

    assert Jar("https://cms.test", state_dir=tmp_path).load("\ud800\x1b[2J/../user")


def test_who_was_renamed_keeps_one_session_under_the_new_name(tmp_path: Path):
    jar = jar_of(tmp_path)
    jar.set("__svc_session", "s3cret")
    jar.keep(Owner("ada", 7))

    jar.rename(Owner("countess", 7))

    assert json.loads(kept_file(tmp_path).read_text())["user"] == "countess"
    assert jar_of(tmp_path).load("countess")


def test_no_cookie_of_a_dropped_session_goes_to_the_next_user(tmp_path: Path):
    jar = signed_in(tmp_path)
    jar.set("refresh", "of-ada")
    jar.drop_session()
    jar.set("__svc_session", "bobs")
    jar.keep(Owner("bob"))

    kept = [json.loads(path.read_text()) for path in (tmp_path / "sessions").glob("*.json")]
    values = {one["user"]: {cookie["value"] for cookie in one["cookies"]} for one in kept}
    assert values["bob"] == {"bobs", "t0ken"}


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (Owner("ada", 7), Owner("countess", 7), True),
        (Owner("ada", 7), Owner("ada", 8), False),
        (Owner("ada", 7), Owner("ada", "7"), True),
        (Owner("ada"), Owner("ada", 7), True),
        (Owner("ada"), Owner("bob", 7), False),
    ],
)
def test_one_person_is_known_by_id_or_else_by_name(one: Owner, other: Owner, same: bool):
    assert one.is_same(other) is same


def test_the_cookies_themselves_are_never_shown(tmp_path: Path):
    jar = signed_in(tmp_path)

    for shown in (repr(jar.cookies), str(jar.cookies), f"{jar.cookies}"):
        assert "s3cret" not in shown
        assert "t0ken" not in shown
