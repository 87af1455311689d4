"""The recipe of docs/how-to/bastion.md on a real sshd: who signs in gets the console alone."""

from __future__ import annotations

import getpass
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.backends.demo import DemoProcess
from tests.pty.terminal import PATIENCE, Terminal
from tests.restricted.test_ways_out import ROOT, write

RECIPE = ROOT / "docs" / "how-to" / "bastion.md"


class Bastion:
    """A real sshd on loopback with the recipe's settings, and a client that may sign in."""

    def __init__(self, folder: Path, port: int, key: Path) -> None:
        self.folder, self.port, self.key = folder, port, key

    def ssh(self, *arguments: str) -> list[str]:
        """The client's command line; options come before the host, the command behind it."""
        return [
            "ssh", "-F", "none", "-p", str(self.port), "-i", str(self.key),
            "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
            "-o", "LogLevel=ERROR", "-o", "IdentitiesOnly=yes", "-o", "BatchMode=yes", *arguments,
        ]  # fmt: skip

    @property
    def host(self) -> str:
        return f"{getpass.getuser()}@127.0.0.1"

    def asks(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """What a client gets that asks for something else than the console."""
        return subprocess.run(
            self.ssh(*arguments),
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            timeout=PATIENCE * 2,
        )


def recipe(python: str) -> str:
    """The settings of the document as they stand, for this user, with another Python's path."""
    [block] = re.findall(r"```text\n(.*?^Match .*?)```", RECIPE.read_text("utf-8"), re.S | re.M)
    block = block.replace("Match Group editors", f"Match User {getpass.getuser()}")
    return block.replace("/opt/svc-tui/bin/python", python)


def sshd_program() -> str:
    """The path of OpenSSH's server, which may need its folder to drop its privileges to."""
    sshd = shutil.which("sshd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    assert sshd, "This test wants OpenSSH's server: apt install openssh-server."
    if os.geteuid() == 0:
        Path("/run/sshd").mkdir(exist_ok=True)
    return sshd


@pytest.fixture
def bastion(tmp_path: Path, demo: DemoProcess) -> Iterator[Bastion]:
    sshd = sshd_program()
    home = tmp_path / "home"
    (home / "etc").mkdir(parents=True)
    write(home, demo)
    for name in ("host", "client"):
        subprocess.run(
            ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / name)], check=True
        )
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    python = tmp_path / "python"
    # The console of the document's line, with a home and a system's file of the test's own.
    python.write_text(
        '#!/bin/sh\n[ "$1 $2 $3" = "-I -m svc_tui" ] || exit 97\nshift 3\n'
        f'cd {ROOT} && exec {sys.executable} -m tests.restricted.program {home} "$@"\n'
    )
    python.chmod(0o755)
    config = tmp_path / "sshd_config"
    config.write_text(
        f"ListenAddress 127.0.0.1\nPort {port}\nHostKey {tmp_path}/host\n"
        f"AuthorizedKeysFile {tmp_path}/client.pub\nStrictModes no\nUsePAM no\n"
        f"PidFile {tmp_path}/pid\nPermitRootLogin yes\nPasswordAuthentication no\n"
        f"Subsystem sftp internal-sftp\n{recipe(str(python))}\n"
    )
    log = (tmp_path / "sshd.log").open("wb")
    process = subprocess.Popen([sshd, "-D", "-e", "-f", str(config)], stderr=log)
    try:
        found = Bastion(tmp_path, port, tmp_path / "client")
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert process.poll() is None, (tmp_path / "sshd.log").read_text()
            try:
                process.wait(0.05)
            except subprocess.TimeoutExpired:
                continue
        yield found
    finally:
        process.terminate()
        process.wait()
        log.close()


def test_the_settings_of_the_guide_for_ssh_are_valid(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "how-to" / "ssh.md").read_text("utf-8")
    [block] = re.findall(r"```text\n(.*?)```", text, re.DOTALL)
    key, config = tmp_path / "host", tmp_path / "sshd_config"
    keygen = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)]
    subprocess.run(keygen, check=True)
    config.write_text(f"HostKey {key}\n{block}")
    done = subprocess.run(
        [sshd_program(), "-t", "-f", str(config)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_who_signs_in_gets_the_console_and_nothing_else(bastion: Bastion) -> None:
    with Terminal([*bastion.ssh("-tt", bastion.host)], (80, 24)) as terminal:
        terminal.wait_for("Password")
        terminal.type("admin").press("enter").wait_for("Articles")
        terminal.press("ctrl+z", "ctrl+c", "ctrl+q")
        terminal.wait_exit()
    host = bastion.host
    for wish in (
        ["/bin/sh", "-c", "echo gotcha$((40+2))"],
        ["svc-tui; echo gotcha$((40+2))"],
        ["$(echo gotcha$((40+2)))"],
        ["scp", "-f", "/etc/passwd"],
        ["/usr/lib/openssh/sftp-server"],
    ):
        done = bastion.asks(host, *wish)
        assert "gotcha42" not in done.stdout + done.stderr
        assert "root:" not in done.stdout
        assert done.returncode != 0, done.stdout  # No terminal, no console: one line, and the end.
        assert "terminal" in done.stderr
    assert bastion.asks("-s", host, "sftp").returncode != 0
    taken = bastion.asks("-o", "SetEnv=SVC_TUI_BASE_URL=http://127.0.0.1:1", host, "x")
    assert "terminal" in taken.stderr
    port = str(bastion.port)
    assert bastion.asks("-W", f"127.0.0.1:{port}", host).returncode != 0
    for way in ("-L", "-R"):
        forwarded = bastion.asks(
            "-o", "ExitOnForwardFailure=yes", way, f"0:127.0.0.1:{port}", host, "x"
        )
        assert forwarded.returncode != 0
