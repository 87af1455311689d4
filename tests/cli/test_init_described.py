"""init on backends that tell themselves by OpenAPI, and on those that tell nothing."""

from __future__ import annotations

import tomllib

import pytest

from svc_tui.cli.exits import OK, PARTLY_DONE, USAGE
from tests.backends.fast import FastProcess
from tests.backends.plain import PlainProcess
from tests.cli.runs import sentence, svc_tui


def test_the_sign_in_and_the_resources_are_those_of_the_description() -> None:
    with FastProcess("accounts") as fast:
        flags = ("--url", fast.url, "--user", "ada", "--password-stdin")
        done = svc_tui("init", *flags, "--output", "-", stdin="ada")

    assert done.code == OK, done.err
    file = tomllib.loads(done.out)
    assert file["svc"]["openapi"] == "/openapi.json"
    assert file["svc"]["auth"]["login"]["path"] == "/token"
    assert "ada" not in done.out
    articles, authors = file["resources"]
    assert articles["methods"] == ["POST", "PATCH"]
    assert authors["use_patch"] is False
    assert "# from the Allow header" not in done.out


@pytest.fixture
def quiet(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A console file for a backend where nobody signs in; its address is in a flag."""
    file = tmp_path_factory.mktemp("quiet") / "svc.toml"
    file.write_text('[svc]\ndialect = "rest"\ntrailing_slash = false\n[svc.auth]\nkind = "none"\n')
    return str(file)


def test_collections_can_be_named_where_nothing_tells_them(quiet: str) -> None:
    with PlainProcess() as plain:
        flags = ("--config", quiet, "--url", plain.url, "--output", "-")
        done = svc_tui("init", "/articles", *flags)

    assert done.code == OK, done.err
    file = tomllib.loads(done.out)
    assert file["svc"]["auth"] == {"kind": "none"}
    assert [one["endpoint"] for one in file["resources"]] == ["/articles"]
    assert [one["key"] for one in file["resources"][0]["columns"]] == ["title", "done"]


def test_where_nothing_is_found_the_connection_and_an_example_are_written(quiet: str) -> None:
    with PlainProcess() as plain:
        done = svc_tui("init", "--config", quiet, "--url", plain.url, "--output", "-")

    assert done.code == PARTLY_DONE
    assert "No list of collections was found" in done.err
    assert ".\nWrote standard output" in done.err and "⏎" not in done.err
    assert tomllib.loads(done.out)["svc"]["auth"] == {"kind": "none"}
    example = [line.removeprefix("# ") for line in done.out.splitlines()]
    start = example.index("[[resources]]")
    assert tomllib.loads("\n".join(example[start:]))["resources"][0]["name"] == "articles"


def test_what_is_no_address_is_said_before_anything_is_asked(quiet: str) -> None:
    done = svc_tui("init", "articles", "--config", quiet, "--url", "http://127.0.0.1:1")

    assert done.code == USAGE
    assert sentence(done).startswith('"articles" is not the address of a collection')
