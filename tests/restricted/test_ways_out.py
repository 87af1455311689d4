"""Ways out of a restricted console: to a shell, to a file, to another server, to running code."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from svc_tui.cli.exits import OK, REFUSED, USAGE
from tests.backends.demo import DemoProcess
from tests.pty.consoles import console, words
from tests.pty.terminal import PATIENCE, Terminal

ROOT = Path(__file__).parents[2]
PROGRAM = (sys.executable, "-m", "tests.restricted.program")

FILE = """
[svc]
base_url = "{url}"
restricted = true
user = "admin"
page_size = 10
{svc}

[[resources]]
name = "articles"
endpoint = "/api/articles"
columns = ["title"]
fields = [{{ key = "title" }}, {{ key = "body", type = "textarea" }}]

[[resources.actions]]
label = "Send to press"
handler = "planted:press"
"""

PLANTED = """
from pathlib import Path
Path(__file__).with_name("ran").write_text("imported")
async def press(ctx): pass
"""


@pytest.fixture
def home(tmp_path: Path, demo: DemoProcess) -> Path:
    """A bastion: the system's file, the user's own ones, and code that lies in wait."""
    home = tmp_path / "home"
    (home / "etc").mkdir(parents=True)
    write(home, demo)
    own = '[svc]\nbase_url = "http://127.0.0.1:1"\ntitle = "Elsewhere"\n'
    for folder in (home, home / ".config" / "svc-tui", home / "svc-tui-files"):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "svc.toml").write_text(own)
        (folder / "planted.py").write_text(PLANTED)
    (home / "etc" / "planted.py").write_text(PLANTED)
    (home / "secret.txt").write_text("a secret of the machine")
    return home


def write(home: Path, demo: DemoProcess, svc: str = "") -> None:
    (home / "etc" / "svc.toml").write_text(FILE.format(url=demo.url, svc=svc))


def run(home: Path, *arguments: str, stdin: str = "", **environ: str) -> tuple[int, str]:
    """A command on the bastion, with an environment that the user would like."""
    done = subprocess.run(
        [*PROGRAM, str(home), *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        cwd=home,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environ},
        timeout=120,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout + done.stderr


def ran(home: Path) -> list[Path]:
    return list(home.rglob("ran"))


@pytest.mark.parametrize(
    "arguments",
    [
        ["--config", "svc.toml"],
        ["--url", "http://127.0.0.1:1"],
        ["--dialect", "planted:press"],
        ["--openapi", "secret.txt"],
        ["--log", "log"],
        ["--restricted", "--config", "svc.toml"],
        ["--restricted", "--url", "http://127.0.0.1:1"],
        ["whoami", "--log", "log"],
        ["demo"],
        ["upload", "secret.txt"],
        ["init", "--output", "new.toml"],
        ["new", "project"],
        ["trust"],
        ["schema"],
        ["doctor"],
        ["edit", "articles", "1"],
        ["pipe", "articles", "1", "--", "touch", "edited"],
        ["plan", "update", "articles", "1", "--set", "title=x"],
        ["apply", "secret.txt"],
        ["resume"],
        ["diff", "articles", "--from", "a", "--to", "b"],
        ["media", "upload", "secret.txt"],
        ["media", "download", "1", "--to", "/tmp"],
        ["export", "articles", "/tmp/rows.csv"],
        ["import", "articles", "secret.txt"],
        ["create", "articles", "--from", "secret.txt"],
        ["update", "articles", "--from", "secret.txt"],
        ["delete", "articles", "1", "--failed", "log"],
        ["action", "articles", "send-to-press", "1"],
        ["completion", "bash"],
    ],
)
def test_no_command_and_no_flag_leads_elsewhere(home: Path, arguments: list[str]) -> None:
    code, said = run(home, *arguments)

    assert (code, said.count("\n")) == (REFUSED, 1)
    assert "is not available in restricted mode" in said
    assert arguments[0] != "plan" or "`plan`" in said
    assert not (home / "log").exists() and not ran(home)


def test_the_environment_changes_nothing(home: Path, demo: DemoProcess) -> None:
    code, said = run(
        home,
        "login",
        "--password-stdin",
        stdin="admin",
        SVC_TUI_CONFIG=str(home / "svc.toml"),
        SVC_TUI_BASE_URL="http://127.0.0.1:1",
        SVC_TUI_URL="http://127.0.0.1:1",
        SVC_TUI_DIALECT="planted:press",
        SVC_TUI_TRANSPORT="planted:press",
        SVC_TUI_STATE_DIR=str(home / "elsewhere"),
        XDG_CONFIG_HOME=str(home),
        XDG_CONFIG_DIRS=str(home),
        XDG_STATE_HOME=str(home / "elsewhere"),
        HOME="/nonexistent",
        HTTP_PROXY="http://127.0.0.1:1",
        ALL_PROXY="http://127.0.0.1:1",
        SSLKEYLOGFILE=str(home / "keys"),
        SSL_CERT_FILE=str(home / "secret.txt"),
        SSL_CERT_DIR=str(home),
        TEXTUAL_DRIVER="planted:press",
        TEXTUAL_LOG=str(home / "textual.log"),
        SVC_TUI_RESTRICTED="false",
        SVC_TUI_FILES_FOLDER="/",
        EDITOR=f"touch {home / 'edited'}",
        VISUAL=f"touch {home / 'edited'}",
        PAGER=f"touch {home / 'edited'}",
        BROWSER=f"touch {home / 'edited'}",
        SHELL=f"touch {home / 'edited'}",
        SSH_ORIGINAL_COMMAND=f"touch {home / 'edited'}",
        SSH_ASKPASS=f"touch {home / 'edited'}",
    )

    assert code == OK, said
    assert f"Signed in as admin at {demo.url}" in said
    assert not (home / "elsewhere").exists() and not (home / "keys").exists()
    assert not (home / "textual.log").exists() and not ran(home)
    assert not (home / "edited").exists()
    sessions = home / ".local" / "state" / "svc-tui"
    assert sessions.is_dir() and sessions.stat().st_mode & 0o077 == 0


def test_code_and_programs_of_the_file_do_not_run(home: Path, demo: DemoProcess) -> None:
    touched = home / "touched"
    write(home, demo, f'transport = "planted:T"\nauth.password_command = ["touch", "{touched}"]')

    code, said = run(home, "whoami")

    assert "In restricted mode, the transport" in said
    assert code != OK  # Nobody is signed in: the program that knows the password was not asked.
    assert not touched.exists() and not ran(home)


@pytest.mark.parametrize(
    "words", [["/usr/lib/openssh/sftp-server"], ["-c", "touch edited"], ["sh"]]
)
def test_what_ssh_was_asked_to_run_is_no_command(home: Path, words: list[str]) -> None:
    code, said = run(home, *words)

    assert code == USAGE and said and not (home / "edited").exists()


def test_a_template_reaches_no_attribute_and_a_view_no_file(home: Path) -> None:
    assert run(home, "login", "--password-stdin", stdin="admin")[0] == OK
    list_one = ("list", "articles", "--limit", "1", "-o", "template", "--template")
    for template in ("{title.__class__}", "{0.__globals__}", "{title!r:{title}}", "{self.file}"):
        _, said = run(home, *list_one, template)
        assert "class" not in said and "secret of" not in said and "Output" not in said
    code, said = run(home, "list", "articles", "--view", "../../../etc/passwd")
    assert code == USAGE and "root:" not in said


def test_a_system_file_that_nobody_can_read_restricts_everybody(home: Path) -> None:
    (home / "etc" / "svc.toml").write_text("[svc\n")

    code, said = run(home, "whoami")

    assert code == REFUSED and "is not valid" in said


def test_a_folder_for_files_that_holds_the_home_is_refused(home: Path, demo: DemoProcess) -> None:
    write(home, demo, f'files_folder = "{home.parent}"')

    code, said = run(home, "whoami")

    assert code != OK and "contains the user" in said


CODE = """
import os, sys, subprocess, pty
from svc_tui.config import restricted
restricted.SYSTEM_FILE = restricted.Path("/nonexistent")
restricted.enter("console", {{}}, by_command_line=True)
try:
    {way}
except PermissionError as error:
    print("refused", error)
else:
    print("out")
"""


@pytest.mark.parametrize(
    "way",
    [
        "subprocess.run(['true'])",
        "os.system('true')",
        "os.execv('/bin/true', ['true'])",
        "os.fork()",
        "os.forkpty()",
        "pty.spawn(['true'])",
        "os.posix_spawn('/bin/true', ['true'], {})",
        "os.spawnv(os.P_WAIT, '/bin/true', ['true'])",
        "os.popen('true').read()",
    ],
)
def test_nothing_in_the_program_can_start_another_one(way: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(way=way)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
    )

    assert "is not available in restricted mode" in done.stdout, done.stdout + done.stderr


@pytest.fixture
def bastion(home: Path) -> Iterator[Terminal]:
    """The console, signed in, at the list of articles."""
    code, said = run(home, "login", "--password-stdin", stdin="admin")
    assert code == OK, said
    environ = {"EDITOR": f"touch {home / 'edited'}", "VISUAL": "", "PYTHONPATH": str(ROOT)}
    with console(
        str(home), "open", "/articles", program=PROGRAM, size=(100, 30), env=environ, cwd=home
    ) as terminal:
        terminal.wait_for("1-10 of")
        yield terminal


def test_the_console_starts_no_editor_no_shell_and_is_not_suspended(
    bastion: Terminal, home: Path
) -> None:
    bastion.press("enter").wait_for("Body")
    bastion.press("E").wait_for("Editors are off")
    bastion.press("enter", "f4").wait_for("Editors are off")
    bastion.press("escape")
    bastion.press("ctrl+z")
    bastion.signal(signal.SIGTSTP)
    bastion.press("escape").wait_for("1-10 of")
    bastion.press("E")
    bastion.type("|").wait_for("Commands are off")
    bastion.type(f":pipe touch {home / 'edited'}").press("enter").wait_for("Commands are off")
    bastion.press("escape").wait_gone("Commands are off")
    for line in (
        "plan /tmp/plan.yaml",
        "view ../../../etc/passwd",
        "diff /etc/passwd",
        "profile /etc",
        f"!touch {home}/edited",
    ):
        bastion.type(f":{line}").press("enter")
        bastion.wait_quiet(0.3)
        bastion.press("escape", "escape")
    bastion.type("D")
    bastion.press("space", "x").wait_for("Send to press")

    assert not (home / "edited").exists() and not ran(home)
    assert not Path("/tmp/plan.yaml").exists() and "root:" not in words(bastion)


def test_files_go_out_and_in_through_one_folder_only(bastion: Terminal, home: Path) -> None:
    folder = home / "svc-tui-files"
    (folder / "out").symlink_to(home)
    outside = ["/tmp/export.csv", "../export.csv", "~/export.csv", "out/export.csv", "/etc/passwd"]
    bastion.press("X").wait_for("Export to a file")
    for path in outside:
        bastion.press("ctrl+a", "ctrl+k").type(path).press("enter").wait_for(
            "the only folder allowed"
        )
    bastion.press("ctrl+a", "ctrl+k").type("articles.csv").press("enter")
    bastion.wait_gone("Export to a file")
    written = folder / "articles.csv"
    deadline = time.monotonic() + PATIENCE
    while not written.exists() and time.monotonic() < deadline:
        bastion.wait_quiet(0.1)

    assert written.read_bytes().count(b"\n") > 100
    assert not (home / "export.csv").exists() and "passwd" not in words(bastion)
    bastion.type(":media").press("enter").wait_for("Documents")
    bastion.type("U").wait_for("Type a path")
    bastion.type("../secret.txt").press("enter").wait_for("Skipped secret.txt")
