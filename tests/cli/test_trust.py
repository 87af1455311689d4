"""A console file that is merely found may declare; what it would run waits for `svc-tui trust`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import get_args, get_origin

import pytest

from svc_tui.app.app import SvcApp
from svc_tui.cli.console import prepare
from svc_tui.cli.exits import ERROR, OK, USAGE
from svc_tui.cli.loading import load
from svc_tui.config.load import load_console
from svc_tui.config.options import ConsoleFile
from svc_tui.config.paths import config_dir, state_dir
from svc_tui.config.trust import Trust, code_in
from svc_tui.models.base import Declaration
from tests.backends.demo import DemoProcess
from tests.backends.process import Answers, LocalServer
from tests.cli.runs import svc_tui
from tests.cli.test_sign_in import sign_in
from tests.console import person_at
from tests.pty.consoles import console, words

MODULE = """
from pathlib import Path
Path(__file__).with_name("ran").write_text("imported")
from svc_tui import Dialect
SHOP = Dialect("shop")

async def press(ctx):
    Path(__file__).with_name("ran").write_text("called")
"""

FILE = """
[svc]
base_url = "{url}"
{svc}

[[groups]]
name = "desk"
label = "The desk"

[[resources]]
name = "articles"
endpoint = "/api/articles"
parent = "desk"
columns = ["title"]
fields = [{{ key = "title" }}]

[[resources.actions]]
label = "Send to press"
handler = "mine_of_a_clone:press"
"""

DIALECT = 'dialect = "mine_of_a_clone:SHOP"'


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory: a cloned repository with a console file and a module."""
    folder = tmp_path / "clone"
    folder.mkdir(mode=0o755)
    (folder / "mine_of_a_clone.py").write_text(MODULE, "utf-8")
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(tmp_path / "nothing")  # put back what trust adds behind
    return folder


def write(folder: Path, url: str, svc: str = DIALECT) -> Path:
    file = folder / "svc.toml"
    file.write_text(FILE.format(url=url, svc=svc), "utf-8")
    return file


def ran(folder: Path) -> str:
    """What of the module was run."""
    file = folder / "ran"
    return file.read_text("utf-8") if file.exists() else ""


def agree(answer: str, *flags: str) -> str:
    """`svc-tui trust` on a terminal, and what stands there at its end."""
    with console(*flags, "trust", size=(200, 24), cwd=Path.cwd()) as terminal:
        terminal.wait_for("[y/N]")
        terminal.type(answer).press("enter")
        assert terminal.wait_exit() == (OK if answer == "y" else ERROR), terminal.text()
        return words(terminal)


@pytest.mark.parametrize("command", ["whoami", "doctor", "logout", "schema", "init --output -"])
def test_no_command_runs_code_of_a_file_that_was_only_found(
    demo: DemoProcess, clone: Path, command: str
) -> None:
    write(clone, demo.url)

    done = svc_tui(*command.split(), cwd=clone)

    assert ran(clone) == ""
    assert "Traceback" not in done.err
    if command != "schema":
        assert "`svc-tui trust` shows what it would run" in done.out + done.err


async def test_the_console_opens_and_says_what_it_does_not_run(
    demo: DemoProcess, clone: Path, tmp_path: Path
) -> None:
    write(clone, demo.url)
    prepare()
    app = SvcApp(
        load=partial(load, None, {"user": "admin"}, password="admin", state=tmp_path / "state"),
        start="/articles",
    )

    async with person_at(app, (120, 24)) as person:
        await person.sees("THE DESK", "Title")
        [words] = [one for one in person.toasts if "not trusted" in one]
        assert 'the dialect and the action "Send to press" of "articles" do not run' in words
        await person.settles()
        await person.press("space", "x")
        await person.sees("Send to press")
        await person.press("enter")
        await person.until(lambda: any("can't run:" in one for one in person.toasts))
    assert ran(clone) == ""


def test_trusted_is_what_was_shown_until_it_changes_or_moves(
    demo: DemoProcess, clone: Path
) -> None:
    file = write(clone, demo.url)

    said = agree("y")
    assert "line 4: mine_of_a_clone:SHOP, at every start (the dialect)" in said
    assert "mine_of_a_clone:press, when it is used" in said

    assert "trusted" in svc_tui("trust", cwd=clone).out
    assert svc_tui("whoami", cwd=clone).err.startswith("Not signed in")
    assert ran(clone) == "imported"

    (clone / "ran").unlink()
    file.write_text(file.read_text("utf-8") + "\n# one more line\n", "utf-8")
    assert "not trusted" in svc_tui("whoami", cwd=clone).err

    elsewhere = clone / "copy"
    elsewhere.mkdir()
    write(elsewhere, demo.url)
    assert "not trusted" in svc_tui("whoami", cwd=elsewhere).err
    assert ran(clone) == ""


@pytest.mark.parametrize("answer", ["", "n", "no", "yeah"])
def test_only_a_yes_trusts(clone: Path, answer: str) -> None:
    write(clone, "http://127.0.0.1:1")

    assert "not trusted" in agree(answer)
    assert not (state_dir() / "trusted").exists()


def test_without_a_terminal_nothing_is_trusted(clone: Path) -> None:
    write(clone, "http://127.0.0.1:1")

    done = svc_tui("trust", stdin="y\n", cwd=clone)

    assert done.code == USAGE
    assert "Nothing was trusted" in done.err
    assert not (state_dir() / "trusted").exists()


def test_the_record_is_private_and_one_of_another_make_is_not_believed(clone: Path) -> None:
    file = write(clone, "http://127.0.0.1:1")
    text = file.read_text("utf-8")
    record = Trust().give(file, text)
    assert record.stat().st_mode & 0o777 == 0o600
    assert record.parent.stat().st_mode & 0o777 == 0o700
    assert Trust().holds(file, text)

    os.chmod(record, 0o644)
    assert not Trust().holds(file, text)
    os.chmod(record, 0o600)
    record.write_text("anything", "utf-8")
    assert not Trust().holds(file, text)
    record.unlink()
    record.symlink_to(file)
    assert not Trust().holds(file, text)


@pytest.mark.parametrize("way", ["--config", "$SVC_TUI_CONFIG", "configuration directory"])
def test_a_file_that_a_person_chose_needs_no_trust(
    demo: DemoProcess, clone: Path, tmp_path: Path, way: str
) -> None:
    if way == "configuration directory":
        clone.rename(config_dir())
        clone = config_dir()
    file = write(clone, demo.url)
    flags = ("--config", str(file)) if way == "--config" else ()
    env = {"SVC_TUI_CONFIG": str(file)} if way == "$SVC_TUI_CONFIG" else {}

    done = svc_tui(*flags, "whoami", cwd=tmp_path, env=env)

    assert done.err.startswith("Not signed in")
    assert ran(clone) == "imported"


def test_modules_in_a_folder_that_everybody_may_write_are_not_imported(clone: Path) -> None:
    file = write(clone, "http://127.0.0.1:1")
    os.chmod(clone, 0o777)

    done = svc_tui("--config", str(file), "whoami", cwd=clone)

    assert ran(clone) == ""
    assert "can't be imported" in done.err
    assert "other users can write" in "".join(load_console(file).warnings)


def test_an_installed_module_wins_over_one_beside_the_file(demo: DemoProcess, clone: Path) -> None:
    (clone / "json.py").write_text("raise SystemExit('hijacked')", "utf-8")
    (clone / "httpx.py").write_text("raise SystemExit('hijacked')", "utf-8")
    file = write(clone, demo.url)

    done = svc_tui("--config", str(file), "whoami", cwd=clone)

    assert done.err.startswith("Not signed in")


def test_a_file_without_code_has_nothing_to_trust(clone: Path) -> None:
    (clone / "svc.toml").write_text('[svc]\nbase_url = "http://127.0.0.1:1"\n', "utf-8")

    done = svc_tui("trust", cwd=clone)

    assert (done.code, done.err) == (OK, "")
    assert "runs no code, so there is nothing to trust" in done.out


def test_without_a_file_that_is_said(tmp_path: Path) -> None:
    done = svc_tui("trust", cwd=tmp_path)

    assert done.code == USAGE
    assert done.err == (
        "There is no svc.toml in this directory; `--config PATH` uses another file.\n"
    )


def test_a_file_that_is_not_right_is_not_trusted(clone: Path) -> None:
    (clone / "svc.toml").write_text("[svc]\nbase_ulr = 'x'\n", "utf-8")

    done = svc_tui("trust", cwd=clone)

    assert done.code == USAGE
    assert done.err.startswith('svc.toml, line 2: [svc]: unknown key "base_ulr"')


def test_every_key_that_names_code_is_held_back() -> None:
    places = {f"{model.__name__}.{name}" for model, name in naming_code(ConsoleFile)}

    assert places == {"SvcSection.dialect", "SvcSection.transport", "ActionDescriptor.handler"}
    file = ConsoleFile.model_validate(
        {
            "svc": {"dialect": "a:B", "transport": "g:H"},
            "profiles": {"p": {"dialect": "c:D"}},
            "resources": [
                {"name": "x", "endpoint": "/x", "actions": [{"label": "Go", "handler": "e:f"}]}
            ],
        }
    )
    assert [one.target for one in code_in(file)] == ["a:B", "g:H", "c:D", "e:f"]


def naming_code(model: type[Declaration]) -> Iterator[tuple[type[Declaration], str]]:
    """The keys of a file whose value is read as `module:name`."""
    seen: set[type[Declaration]] = set()
    waiting = [model]
    while waiting:
        owner = waiting.pop()
        if owner in seen:
            continue
        seen.add(owner)
        schema = owner.model_json_schema(by_alias=False)
        part = schema.get("properties") or schema["$defs"][owner.__name__]["properties"]
        for name, field in owner.model_fields.items():
            waiting += [one for one in _parts(field.annotation) if _is_declaration(one)]
            said = str(part.get(name)) + str(vars(owner).get("__doc__"))
            # The pattern of a dialect is checked by a function.
            if "*:[A-Za-z_]" in said or name == "dialect":
                yield owner, name


def _parts(annotation: object) -> list[object]:
    inner = [part for one in get_args(annotation) for part in _parts(one)]
    return inner or [annotation] if get_origin(annotation) is None else inner


def _is_declaration(one: object) -> bool:
    return isinstance(one, type) and issubclass(one, Declaration)


class _Listener(Answers):
    """Another server, which notes what it is sent."""

    heard: list[str]

    def _note(self) -> None:
        self.heard.append(f"{self.command} {self.path} {self.headers.get('Cookie', '')}")
        self.answer(401)

    do_GET = do_POST = do_PATCH = do_DELETE = do_OPTIONS = _note


@pytest.fixture
def elsewhere() -> Iterator[tuple[str, list[str]]]:
    heard: list[str] = []
    listener = type("Listener", (_Listener,), {"heard": heard})
    with LocalServer(listener) as server:
        yield server.url, heard


def test_a_kept_session_is_never_sent_to_another_backend_that_a_file_names(
    demo: DemoProcess, clone: Path, elsewhere: tuple[str, list[str]]
) -> None:
    sign_in(demo)
    url, heard = elsewhere
    write(clone, url, 'dialect = "rest"\nuser = "editor"')

    done = svc_tui("--user", "editor", "whoami", cwd=clone)

    assert f"Not signed in at {url}" in done.err
    assert heard
    assert not any("session" in one for one in heard)


Place = Callable[[str], str]


@pytest.mark.parametrize(
    "line",
    [
        'auth_login_url = "{url}/x"',
        'user_info_api = "{url}/x"',
        'logout_url = "{url}/x"',
        'uikit.media.endpoints.media = "{url}/x"',
        '[[resources]]\nname = "other"\nendpoint = "{url}/x"',
        '[[resources]]\nname = "other"\nendpoint = "/x"\n'
        'filters = [{{ value = "a", endpoint = "{url}/x" }}]',
        '[[resources]]\nname = "other"\nendpoint = "/x"\n'
        'fields = [{{ key = "a", type = "fks", attrs = {{ endpoint = "{url}/x" }} }}]',
        '[[resources]]\nname = "other"\nendpoint = "/x"\n'
        'actions = [{{ label = "Go", request = {{ path = "{url}/x", per = "selection" }} }}]',
    ],
)
def test_a_file_cannot_lead_a_session_to_another_server(
    demo: DemoProcess, clone: Path, elsewhere: tuple[str, list[str]], line: str
) -> None:
    sign_in(demo)
    url, heard = elsewhere
    (clone / "svc.toml").write_text(
        f'[svc]\nbase_url = "{demo.url}"\n{line.format(url=url)}\n', "utf-8"
    )

    done = svc_tui("doctor", cwd=clone)

    assert done.code == ERROR
    assert f"{url}/x is not on {demo.url}" in done.out
    assert heard == []
