"""The process around it: starting, ending, keeping, failing."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.backends.demo import DemoProcess

from .conftest import SignIn


def test_importing_the_package_imports_no_django() -> None:
    code = "import sys, svc_tui.demo, svc_tui.demo.__main__; print('django' in sys.modules)"

    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert told.stdout.strip() == "False"


def test_it_ends_at_once_when_its_parent_lets_go(tmp_path: Path) -> None:
    process = DemoProcess(tmp_path, rows=5)

    assert process.stop() == 0

    with pytest.raises(httpx.ConnectError):
        httpx.get(process.url)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_even_while_somebody_waits(tmp_path: Path, number: signal.Signals) -> None:
    with DemoProcess(tmp_path, rows=5, delay_ms=60_000) as demo:
        port = httpx.URL(demo.url).port
        with socket.create_connection(("127.0.0.1", port)) as waiting:
            waiting.sendall(b"GET /api/tags/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            demo.process.send_signal(number)

            assert demo.process.wait(timeout=30) == 0


def test_a_kept_folder_is_used_as_it_is(tmp_path: Path, sign_in: SignIn) -> None:
    with DemoProcess(tmp_path, rows=5) as demo:
        client = sign_in(demo)
        client.patch("/api/articles/2/", json={"title": "Kept"})
        cookies = client.cookies

    with DemoProcess(tmp_path, rows=300) as again:
        article = httpx.get(f"{again.url}/api/articles/2/", cookies=cookies).json()
        count = httpx.get(f"{again.url}/api/articles/", cookies=cookies).json()["count"]

    assert (article["title"], count) == ("Kept", 5)
    assert again.progress == []


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    treasure = tmp_path / "uploads" / "thesis.txt"
    treasure.parent.mkdir()
    treasure.write_text("years of work")

    with pytest.raises(RuntimeError, match="holds other files"):
        DemoProcess(tmp_path, rows=5)

    assert [*tmp_path.rglob("*.*")] == [treasure]


def test_an_interrupted_seeding_is_begun_anew(tmp_path: Path, sign_in: SignIn) -> None:
    command = [sys.executable, "-m", "svc_tui.demo", "--dir", str(tmp_path), "--rows", "100000"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdout.readline()
        process.stdin.close()

        assert process.wait(timeout=30) == 0

    with DemoProcess(tmp_path, rows=5) as demo:
        assert sign_in(demo).get("/api/articles/").json()["count"] == 5


def test_a_second_demo_lives_next_to_the_first(tmp_path: Path, demo: DemoProcess) -> None:
    with DemoProcess(tmp_path, rows=5) as second:
        assert second.url != demo.url
        assert httpx.get(f"{second.url}/api/profiles/me/").status_code == 401


def test_its_doors_for_tests_are_shut_by_default(tmp_path: Path) -> None:
    with DemoProcess(tmp_path, rows=5, testing=False) as demo:
        assert httpx.post(f"{demo.url}/api/_test/reset").status_code == 404
        assert httpx.get(f"{demo.url}/api/_test/odd/types/").status_code == 404


def test_its_secret_is_for_its_owner_only(tmp_path: Path) -> None:
    with DemoProcess(tmp_path, rows=5):
        mode = stat.S_IMODE(os.stat(tmp_path / "secret-key").st_mode)

    assert mode == 0o600


def test_only_this_machine_is_answered(demo: DemoProcess) -> None:
    answer = httpx.get(f"{demo.url}/api/tags/", headers={"Host": "newsroom.example"})

    assert answer.status_code == 400


def test_a_taken_port_is_told_in_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        with pytest.raises(RuntimeError) as failure:
            DemoProcess(tmp_path, rows=5, port=port)

    assert str(failure.value) == f"Can't use port {port} on 127.0.0.1: Address already in use."


def test_a_folder_that_is_none_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(RuntimeError, match=r"^Can't write to \S+/file/below: Not a directory\.$"):
        DemoProcess(tmp_path / "file" / "below", rows=5)


def test_a_folder_serves_one_demo_at_a_time(tmp_path: Path) -> None:
    with (
        DemoProcess(tmp_path, rows=5),
        pytest.raises(RuntimeError, match=r"^Another demo is running in \S+\.$"),
    ):
        DemoProcess(tmp_path, rows=5)
