"""doctor: what works and what does not, wherever it is asked, and no secret in it."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from svc_tui.cli.exits import ERROR, NOT_SIGNED_IN, OK
from svc_tui.cli.findings import Findings, as_text
from svc_tui.cli.loading import load
from svc_tui.cli.terminal_query import TerminalReply, read
from svc_tui.config.paths import state_dir
from tests.backends.demo import DemoProcess
from tests.cli.runs import Done, svc_tui
from tests.cli.test_sign_in import sign_in


def checks(done: Done) -> list[dict[str, Any]]:
    assert "Traceback" not in done.err, done.err
    found: list[dict[str, Any]] = json.loads(done.out)["checks"]
    return found


def sentences(done: Done, verdict: str) -> str:
    return "\n".join(one["sentence"] for one in checks(done) if one["verdict"] == verdict)


def console_file(folder: Path, demo: DemoProcess, resources: str = "", svc: str = "") -> Path:
    file = folder / "svc.toml"
    file.write_text(f'[svc]\nbase_url = "{demo.url}"\n{svc}\n{resources}', "utf-8")
    return file


def test_a_backend_that_works_is_all_right(demo: DemoProcess, tmp_path: Path) -> None:
    sign_in(demo)

    done = svc_tui("doctor", "--url", demo.url, cwd=tmp_path)

    assert done.code == OK, done.out
    assert "✓ Signed in as editor (editors), with" in done.out
    assert (
        "✓ articles: /api/articles/ has 300 records (paging: page numbers). It describes its "
        "fields." in done.out
    )
    assert "✗" not in done.out


def test_no_cookie_and_no_token_is_ever_part_of_it(demo: DemoProcess, tmp_path: Path) -> None:
    sign_in(demo)
    kept = [one.read_text("utf-8") for one in (state_dir() / "sessions").iterdir()]
    values = [cookie["value"] for one in kept for cookie in json.loads(one)["cookies"]]

    done = svc_tui("doctor", "--url", demo.url, "--json", cwd=tmp_path)

    assert values
    assert not any(value in done.out + done.err for value in values)


def test_a_server_that_is_gone_ends_the_questions(tmp_path: Path) -> None:
    done = svc_tui("doctor", "--url", "http://127.0.0.1:1", "--json", cwd=tmp_path)

    assert done.code == ERROR
    assert "Could not reach 127.0.0.1:1" in sentences(done, "bad")
    assert "resources" not in {one["area"] for one in checks(done)}


def test_without_a_session_it_says_how_to_sign_in(demo: DemoProcess, tmp_path: Path) -> None:
    done = svc_tui("doctor", "--url", demo.url, "--json", cwd=tmp_path)

    assert done.code == NOT_SIGNED_IN
    assert sentences(done, "bad") == "Not signed in: run `svc-tui login`."


def test_without_a_console_file_and_address_the_rest_is_told(tmp_path: Path) -> None:
    done = svc_tui("doctor", "--json", cwd=tmp_path)

    assert done.code == OK
    assert "`svc-tui init --url" in sentences(done, "doubt")
    assert {"versions", "terminal", "files"} <= {one["area"] for one in checks(done)}


def test_a_broken_console_file_is_one_of_the_findings(tmp_path: Path) -> None:
    (tmp_path / "svc.toml").write_text("[svc]\nbase_ulr = 'x'\n", "utf-8")

    done = svc_tui("doctor", "--json", cwd=tmp_path)

    assert done.code == ERROR
    assert "base_ulr" in sentences(done, "bad")


def test_every_problem_of_a_console_file_is_among_the_findings(tmp_path: Path) -> None:
    wrong = "".join(f"wrong{number} = 1\n" for number in range(14))
    (tmp_path / "svc.toml").write_text(f'[svc]\nbase_url = "http://127.0.0.1:1"\n{wrong}', "utf-8")

    done = svc_tui("doctor", "--json", cwd=tmp_path)

    said = sentences(done, "bad")
    assert all(f'"wrong{number}"' in said for number in range(14))


def test_every_field_of_a_file_that_can_not_be_meant_is_among_the_findings(tmp_path: Path) -> None:
    (tmp_path / "svc.toml").write_text(
        """
[svc]
base_url = "http://127.0.0.1:1"
[[resources]]
name = "books"
endpoint = "/api/books"
detail_base = "/nope"
fields = [
  { key = "price", type = "number", attrs = { min = 9, max = 3, stpe = 1 } },
  { key = "due", type = "date", default = "tomorrowish" },
  { key = "author", type = "fks" },
]
""",
        "utf-8",
    )

    said = sentences(svc_tui("doctor", "--json", cwd=tmp_path), "doubt")

    assert 'line 9: the field "price" of "books": attrs "min" is 9, above' in said
    assert 'line 10: the field "due" of "books": the default is not valid' in said
    assert 'line 11: the field "author" of "books" is a fks without attrs' in said
    assert 'unknown key "stpe" is ignored' in said
    assert 'line 7: the detail_base of "books" is "/nope", but no route is /nope/{id}' in said


def test_what_the_file_names_and_the_backend_has_not_is_named(
    demo: DemoProcess, tmp_path: Path
) -> None:
    sign_in(demo)
    resources = """
[[resources]]
name = "articles"
endpoint = "/api/articles"
columns = ["title", "headline", "author.name"]
fields = [{ key = "title", type = "hologram" }]
[[resources]]
name = "tags"
endpoint = "/api/tags"
lookup = "uuid"
title_field = "nmae"
[[resources]]
name = "gone"
endpoint = "/api/gone"
"""
    console_file(tmp_path, demo, resources, 'auth_login_url = "/nope/"')

    done = svc_tui("doctor", "--json", cwd=tmp_path)

    assert done.code == ERROR
    bad, doubt = sentences(done, "bad"), sentences(done, "doubt")
    assert "articles: no row has headline; rows have id, title" in doubt
    assert 'The field "title" of "articles" has the unknown type "hologram".' in doubt
    assert 'tags: no row has the title_field "nmae"; did you mean "name"?' in doubt
    assert 'tags: no row has the lookup "uuid"' in bad
    assert "gone: Not found: GET /api/gone/" in bad
    assert "auth_login_url is /nope/, which returns 404" in bad


def test_filters_that_are_passed_over_and_rights_that_nobody_has_are_named(
    demo: DemoProcess, tmp_path: Path
) -> None:
    sign_in(demo)
    resources = """
[[resources]]
name = "articles"
endpoint = "/api/articles"
model = "artikle"
columns = ["title"]
fields = [{ key = "title" }]
[[resources.filters]]
value = "status"
choices = ["draft"]
[[resources.filters]]
value = "colour"
choices = ["red"]
[[resources.filters]]
value = "published_at"
datepicker = true
from_param = "published_after"
to_param = "published_before"
"""
    console_file(tmp_path, demo, resources)

    done = svc_tui("doctor", "--json", cwd=tmp_path)
    doubt = sentences(done, "doubt")

    assert done.code == OK, sentences(done, "bad")
    assert "articles: the backend ignores the filter colour and returns all records." in doubt
    assert 'you have no permissions for the model "artikle"' in doubt


def test_a_dialect_that_the_backend_does_not_speak_is_found_out(
    demo: DemoProcess, tmp_path: Path
) -> None:
    console_file(tmp_path, demo, svc='dialect = "camomilla"')

    done = svc_tui("doctor", "--json", cwd=tmp_path)

    assert 'write dialect = "rest"' in sentences(done, "bad")


def test_a_session_that_others_can_read_is_a_problem(demo: DemoProcess, tmp_path: Path) -> None:
    sign_in(demo)
    kept = next(one for one in (state_dir() / "sessions").iterdir() if one.is_file())
    os.chmod(kept, 0o644)

    done = svc_tui("doctor", "--json", cwd=tmp_path)

    assert done.code == ERROR
    assert f"{kept} has a session that others can read" in sentences(done, "bad")


def test_a_kept_session_that_is_refused_stays_where_it_is(
    demo: DemoProcess, tmp_path: Path
) -> None:
    sign_in(demo)
    kept = next(one for one in (state_dir() / "sessions").iterdir() if one.is_file())
    before = json.loads(kept.read_text("utf-8"))
    for cookie in before["cookies"]:
        cookie["value"] = "x" * 32
    kept.write_text(json.dumps(before), "utf-8")

    done = svc_tui("doctor", "--url", demo.url, "--json", cwd=tmp_path)

    assert done.code == NOT_SIGNED_IN
    assert "The session saved for editor was rejected" in sentences(done, "bad")
    assert kept.exists()


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (b"\x1b[?2026;2$y\x1b[4;3R", TerminalReply(True, 2)),
        (b"\x1b[?2026;0$y\x1b[4;2R", TerminalReply(False, 1)),
        (b"abc", TerminalReply()),
    ],
)
def test_a_terminals_answers_are_read(answer: bytes, told: TerminalReply) -> None:
    assert read(answer) == told


def test_the_lines_are_clean_and_can_be_plain() -> None:
    findings = Findings()
    findings.bad("backend", "a\x1b[2Jb é")

    assert as_text(findings.found) == "backend\n  ✗ a␛[2Jb é\n\n1 problem found."
    assert as_text(findings.found, plain=True).isascii()


@pytest.mark.parametrize("address", ["--url", "in the file"])
def test_a_wrong_line_in_the_console_file_hides_nothing_of_the_backend(
    demo: DemoProcess, tmp_path: Path, address: str
) -> None:
    sign_in(demo)
    there = "" if address == "--url" else f'base_url = "{demo.url}"\n'
    (tmp_path / "svc.toml").write_text(f"[svc]\n{there}titel = 'x'\n", "utf-8")

    flags = ("--url", demo.url) if address == "--url" else ()
    done = svc_tui("doctor", *flags, "--json", cwd=tmp_path)

    assert done.code == ERROR
    line = 2 if address == "--url" else 3
    assert f"svc.toml, line {line}:" in sentences(done, "bad") and "titel" in sentences(done, "bad")
    assert "and ignore the file" in sentences(done, "doubt")
    good = sentences(done, "good")
    assert "Signed in as editor" in good and "articles: /api/articles/ has 300 records" in good


def test_a_console_file_that_is_no_toml_leaves_the_address_of_the_flag(
    demo: DemoProcess, tmp_path: Path
) -> None:
    sign_in(demo)
    (tmp_path / "svc.toml").write_text("[svc\n", "utf-8")

    done = svc_tui("doctor", "--url", demo.url, "--json", cwd=tmp_path)

    assert "svc.toml, line 1" in sentences(done, "bad")
    assert "Signed in as editor" in sentences(done, "good")


def pictures(done: Done) -> list[dict[str, Any]]:
    return [one for one in checks(done) if one["area"] == "pictures"]


def test_it_says_how_pictures_are_drawn_and_whose_word_that_is(tmp_path: Path) -> None:
    kitty = {"TERM": "xterm-kitty"}
    (said, better) = pictures(svc_tui("doctor", "--json", cwd=tmp_path, env=kitty))
    assert said["sentence"] == "Pictures: half blocks (default)."
    assert 'pictures = "kitty"' in better["sentence"]

    words = '[svc]\nbase_url = "http://127.0.0.1:1"\n[svc.uikit.media]\npictures = "sixel"\n'
    (tmp_path / "svc.toml").write_text(words, "utf-8")
    (said, doubt) = pictures(svc_tui("doctor", "--json", cwd=tmp_path, env={"TERM": "linux"}))
    assert said["way"] == "sixel" and "sixel graphics (set in the console file)" in said["sentence"]
    assert doubt["verdict"] == "doubt" and "in the command palette to try them" in doubt["sentence"]

    state_dir().mkdir(parents=True, exist_ok=True)
    kept = {"pictures": {"xterm-kitty": {"way": "off"}}}
    (state_dir() / "preferences.json").write_text(json.dumps(kept), "utf-8")
    (said,) = pictures(svc_tui("doctor", "--json", cwd=tmp_path, env=kitty))
    assert said["way"] == "off" and "chosen for this terminal (xterm-kitty)" in said["sentence"]


def test_over_ssh_pictures_wait_until_they_are_asked_for(tmp_path: Path) -> None:
    env = {"TERM": "xterm-256color", "SSH_CONNECTION": "1 2 3 4"}
    (said,) = pictures(svc_tui("doctor", "--json", cwd=tmp_path, env=env))
    assert said["way"] == "off" and "over SSH; press P to show them" in said["sentence"]


REFUSED = [
    ('dialect = "no.such.module:X"', "the dialect 'no.such.module:X' can't be imported"),
    ('auth_login_url = "http://elsewhere.test/x"', "is not on http://127.0.0.1"),
    ('[keys]\n"list.nxt" = "n"', 'there is no binding "list.nxt"; did you mean "list.next"?'),
    ('[keys]\n"list.next" = "no key"', "does not work as a key"),
    (
        '[[resources]]\nname = "a"\nendpoint = "http://elsewhere.test/a"',
        'the endpoint of "a": http://elsewhere.test/a is not on',
    ),
]
"""Files with which the console does not start."""


@pytest.mark.parametrize(("lines", "words"), REFUSED)
def test_a_file_with_which_the_console_does_not_start_is_never_called_right(
    demo: DemoProcess, tmp_path: Path, lines: str, words: str
) -> None:
    file = console_file(tmp_path, demo, svc=lines)
    with pytest.raises(ValueError, match=re.escape(words)):
        load(file, {}, state=tmp_path / "state", check_keys=True)

    done = svc_tui("--config", str(file), "doctor", "--json", cwd=tmp_path)

    assert done.code == ERROR
    assert words in sentences(done, "bad")
    assert "is valid" not in sentences(done, "good")
    assert "and ignore the file" in sentences(done, "doubt")


WARNED = [
    ('theme = "solarised"', 'theme "solarised" is unknown'),
    ('[keys]\n"list.next" = "f10"', 'list.next = "f10" may never arrive'),
    (
        '[[resources]]\nname = "articles"\nendpoint = "/api/articles"\ncolumns = ["title"]\n'
        'fields = [{ key = "status", type = "select", attrs = { itmes = ["a"] } }]',
        'line 7: resource "articles", field "status", attrs: unknown key "itmes" is ignored',
    ),
    (
        '[[resources]]\nname = "articles"\nendpoint = "/api/articles"\ncolumns = ["title"]\n'
        'fields = [{ key = "status", type = "selct" }]',
        'has the unknown type "selct"; did you mean "select"?',
    ),
]
"""Files about which the console warns at its start."""


@pytest.mark.parametrize(("lines", "words"), WARNED)
async def test_whatever_the_console_warns_of_is_among_the_findings(
    demo: DemoProcess, tmp_path: Path, lines: str, words: str
) -> None:
    file = console_file(tmp_path, demo, svc=lines)
    console = load(file, {}, state=tmp_path / "state", check_keys=True)
    await console.svc.aclose()
    assert any(words in one for one in console.warnings)

    done = svc_tui("--config", str(file), "doctor", "--json", cwd=tmp_path)

    for warning in console.warnings:
        assert warning in sentences(done, "doubt")
    assert "is valid" not in sentences(done, "good")
    assert "can be used, with warnings" in sentences(done, "good")


def test_a_field_that_the_backend_does_not_have_is_named(demo: DemoProcess, tmp_path: Path) -> None:
    sign_in(demo)
    resources = """
[[resources]]
name = "articles"
endpoint = "/api/articles"
columns = ["title"]
fields = [{ key = "titel" }, { key = "status" }, { key = "seo.title" }, { key = "seo.titel" }]
"""
    console_file(tmp_path, demo, resources)

    done = svc_tui("doctor", "--json", cwd=tmp_path)

    assert 'articles: the backend has no field "titel"; did you mean "title"?' in sentences(
        done, "doubt"
    )
    assert '"status"' not in sentences(done, "doubt")
