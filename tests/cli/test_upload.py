"""`svc-tui upload` on the demo backend: what is printed, what arrives, and the exit code."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from svc_tui.cli.exits import ERROR, INTERRUPTED, NOT_SIGNED_IN, OK, PARTLY_DONE, REFUSED, USAGE
from svc_tui.config.paths import state_dir
from tests.backends.demo import DemoProcess
from tests.cli.runs import ROOT, Done, sentence, svc_tui
from tests.cli.test_sign_in import sign_in
from tests.foreground import IN_FOREGROUND
from tests.pty.terminal import Terminal

PNG = b"\x89PNG\r\n\x1a\n"


def lines(done: Done) -> list[dict[str, Any]]:
    """What was printed, a JSON object a line."""
    return [json.loads(line) for line in done.out.splitlines()]


def a_picture(folder: Path, name: str = "cat.png") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(PNG + b"x" * 100)
    return path


def upload(demo: DemoProcess, *arguments: str | Path, stdin: str = "") -> Done:
    return svc_tui("upload", "--url", demo.url, *map(str, arguments), stdin=stdin)


def started(*arguments: str, stdin: Any, env: dict[str, str]) -> subprocess.Popen[bytes]:
    """The command as a process that goes on."""
    return subprocess.Popen(
        [*IN_FOREGROUND, sys.executable, "-m", "svc_tui", *arguments],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT), **env},
        start_new_session=True,
    )


def test_files_arrive_in_the_folder_that_is_named(fresh_demo: DemoProcess, tmp_path: Path) -> None:
    sign_in(fresh_demo, "admin")
    done = upload(fresh_demo, a_picture(tmp_path), "--folder", "Photos/2025", "--title", "A cat")
    assert done.code == OK, done.err
    (line,) = lines(done)
    assert line["status"] == "done" and line["size"] == 108 and line["url"].endswith(".png")


def test_a_folder_keeps_its_tree_and_what_fails_stops_nothing(
    fresh_demo: DemoProcess, tmp_path: Path
) -> None:
    sign_in(fresh_demo, "admin")
    a_picture(tmp_path, "Trip/Day 1/one.png")
    a_picture(tmp_path, "Trip/reject.png")
    done = upload(fresh_demo, tmp_path / "Trip", tmp_path / "gone.png")
    assert done.code == PARTLY_DONE
    told = {Path(line["path"]).name: line for line in lines(done)}
    assert told["one.png"]["status"] == "done"
    assert "not accepted" in told["reject.png"]["reason"]
    assert told["gone.png"]["reason"] == "no such file or directory"


def test_where_nobody_reads_the_rest_is_not_sent(fresh_demo: DemoProcess, tmp_path: Path) -> None:
    sign_in(fresh_demo, "admin")
    pictures = [str(a_picture(tmp_path, f"unread{n}.png")) for n in range(6)]
    for verb in (["upload"], ["media", "upload"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run(
                [
                    sys.executable,
                    "-m",
                    "svc_tui",
                    *verb,
                    "--url",
                    fresh_demo.url,
                    "--yes",
                    *pictures,
                ],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
            )
        told = "The output could not be written: No space left on device.\n"
        assert (done.returncode, done.stderr) == (ERROR, told)
    listed = svc_tui("media", "ls", "--url", fresh_demo.url, "-o", "ndjson").out.splitlines()
    assert 0 < sum("unread" in line for line in listed) < 2 * len(pictures)


def test_a_pipe_is_a_file_with_a_name(fresh_demo: DemoProcess) -> None:
    sign_in(fresh_demo, "admin")
    done = upload(fresh_demo, "-", "--name", "../../notes.txt", stdin="hello\n")
    assert done.code == OK, done.err
    (line,) = lines(done)
    assert Path(line["path"]).name == "notes.txt" and line["size"] == 6


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["-"], "add --name"),
        (["-", "a.png", "--name", "x"], "only file"),
        (["a.png", "--name", "x"], "works with"),
    ],
)
def test_what_makes_no_sense_is_said_in_one_line(arguments: list[str], why: str) -> None:
    done = svc_tui("upload", "--url", "http://127.0.0.1:1", *arguments)
    assert done.code == USAGE and why in sentence(done)


def test_a_folder_that_is_not_there_is_named(demo: DemoProcess, tmp_path: Path) -> None:
    sign_in(demo, "admin")
    for folder, said in (("Photos/1999", '"1999" in "Photos/1999"'), ("999", "no folder 999")):
        done = upload(demo, a_picture(tmp_path), "--folder", folder)
        assert done.code == ERROR and said in sentence(done)


def test_a_pipe_without_end_is_read_no_further_than_a_file_may_be_large(
    demo: DemoProcess, tmp_path: Path
) -> None:
    sign_in(demo)
    asked = ("upload", "--url", demo.url, "-", "--name", "notes.txt")

    with Path("/dev/zero").open("rb") as endless:
        done = started(*asked, stdin=endless, env={"TMPDIR": str(tmp_path)})
        out, _ = done.communicate(timeout=60)

    assert json.loads(out)["reason"] == "larger than the 10 MB allowed for files of this kind"
    assert done.returncode == ERROR
    assert not any(tmp_path.iterdir())


def test_an_interrupt_ends_it_while_a_pipe_says_nothing(demo: DemoProcess, tmp_path: Path) -> None:
    sign_in(demo)
    asked = ("upload", "--url", demo.url, "-", "--name", "notes.txt")
    process = started(*asked, stdin=subprocess.PIPE, env={"TMPDIR": str(tmp_path)})
    try:
        deadline = time.monotonic() + 30
        while not list(tmp_path.glob("*/notes.txt")):
            assert time.monotonic() < deadline and process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)

        assert process.wait(timeout=30) == INTERRUPTED
        assert not any(tmp_path.iterdir())
    finally:
        process.kill()
        process.communicate()


def test_nobody_and_somebody_without_the_right_are_told_apart(
    demo: DemoProcess, tmp_path: Path
) -> None:
    assert upload(demo, a_picture(tmp_path)).code == NOT_SIGNED_IN
    sign_in(demo, "viewer")
    done = upload(demo, a_picture(tmp_path))
    assert done.code == REFUSED
    assert lines(done)[0]["status"] == "failed"


def test_an_interrupt_ends_it_with_130(fresh_demo: DemoProcess, tmp_path: Path) -> None:
    sign_in(fresh_demo, "admin")
    big = tmp_path / "big.mp4"
    with big.open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    command = [*IN_FOREGROUND, sys.executable, "-m", "svc_tui", "upload", "--url", fresh_demo.url]
    process = subprocess.Popen(
        [*command, *[str(big)] * 8],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    first = process.stdout.readline()  # One has arrived, the others have not.
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == INTERRUPTED, err
    states = [json.loads(line)["status"] for line in (first + out).splitlines()]
    assert "cancelled" in states and b"Traceback" not in err


def test_hidden_files_of_the_home_and_the_consoles_own_are_not_sent(
    fresh_demo: DemoProcess, tmp_path: Path, own_places: Path
) -> None:
    sign_in(fresh_demo, "admin")
    hidden = a_picture(own_places, ".ssh/id")
    own = next(one for one in state_dir().rglob("*") if one.is_file())
    done = upload(fresh_demo, a_picture(tmp_path), hidden, own)
    assert done.code == PARTLY_DONE, (done.out, done.err)
    told = {Path(line["path"]).name: line for line in lines(done)}
    assert {name: line["status"] for name, line in told.items()} == {
        "cat.png": "done",
        "id": "failed",
        own.name: "failed",
    }
    assert "hidden file in your home" in told["id"]["reason"]
    assert "belongs to svc-tui itself" in told[own.name]["reason"]


def test_on_a_terminal_the_name_of_a_hidden_file_is_asked_for(
    fresh_demo: DemoProcess, own_places: Path
) -> None:
    sign_in(fresh_demo, "admin")
    hidden = a_picture(own_places, ".cat.png")
    command = [sys.executable, "-m", "svc_tui", "upload", "--url", fresh_demo.url, str(hidden)]
    for typed, code in ((b"y\r", ERROR), (b".cat.png\r", OK)):
        with Terminal(command, size=(160, 24), env={"PYTHONPATH": str(ROOT)}) as terminal:
            terminal.wait_for("Type its name to send it:")
            terminal.send(typed)
            assert terminal.wait_exit() == code, terminal.text()
