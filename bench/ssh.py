"""A real line: the console through a real sshd, between two network namespaces, shaped.

Needs root, Linux, iproute2 and openssh-server; without them nothing is measured and it says so.
`python -m bench.ssh` is the inside: it runs in the server's namespace and prints its figures.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

from bench.backend import FIRST_ROW, Backend
from bench.minute import Step, shift, work
from bench.program import Program
from bench.starts import keep_session
from bench.table import Line, NotMeasured
from bench.world import ROOT, World

RATE = "64kbit"
"""Of each direction, kept by the kernel (tbf)."""
DELAY = 0.05
"""Seconds that a relay before sshd holds each piece: not every kernel can delay (netem)."""

SERVER, CLIENT = "svcbenchs", "svcbenchc"
ADDRESS, PEER = "10.203.71.1", "10.203.71.2"
PORT, SSHD_PORT = 2222, 2223
NEEDS = ("ip", "tc", "ssh", "ssh-keygen")
HELD = [Step("down", 1 / 12) for _ in range(24)]
"""A key held for two seconds."""

VARIANTS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "thin": ((), ()),
    "thin, ssh -C": ((), ("-C",)),
    "plain": (("--no-diff",), ()),
    "plain, ssh -C": (("--no-diff",), ("-C",)),
}
"""Flags of the console and of ssh."""


def over_ssh(world: World, rounds: int) -> list[Line | NotMeasured]:
    """Start, a held key and a minute of work, each with and without the layer, and with `-C`."""
    if why := _missing():
        return [NotMeasured(f"over ssh at {RATE}", why)]
    try:
        with _namespaces():
            command = [sys.executable, "-m", "bench.ssh"]
            inside = subprocess.run(
                ["ip", "netns", "exec", SERVER, *command],
                cwd=ROOT, stdout=subprocess.PIPE, check=True, timeout=1500,
            )  # fmt: skip
    except (OSError, subprocess.SubprocessError) as error:
        return [NotMeasured(f"over ssh at {RATE}", str(error).splitlines()[0])]
    return _lines(json.loads(inside.stdout))


def _missing() -> str:
    """Why this machine can't."""
    if os.geteuid() != 0:
        return "only root makes network namespaces"
    lacking = [name for name in NEEDS if shutil.which(name) is None]
    if _sshd() is None:
        lacking.append("sshd")
    return f"not installed: {', '.join(lacking)}" if lacking else ""


def _sshd() -> str | None:
    return shutil.which("sshd") or shutil.which("sshd", path="/usr/sbin:/usr/local/sbin")


@contextmanager
def _namespaces() -> Iterator[None]:
    """Two hosts and a thin line between them, gone afterwards."""
    try:
        for name in (SERVER, CLIENT):
            _run("ip", "netns", "add", name)
            _run("ip", "-n", name, "link", "set", "lo", "up")
        _run("ip", "link", "add", SERVER, "netns", SERVER, "type", "veth",
             "peer", "name", CLIENT, "netns", CLIENT)  # fmt: skip
        for name, address in ((SERVER, ADDRESS), (CLIENT, PEER)):
            _run("ip", "-n", name, "address", "add", f"{address}/24", "dev", name)
            _run("ip", "-n", name, "link", "set", name, "up")
            _run("tc", "-n", name, "qdisc", "add", "dev", name, "root", "tbf",
                 "rate", RATE, "burst", "2kb", "latency", "10s")  # fmt: skip
        yield
    finally:
        for name in (SERVER, CLIENT):
            subprocess.run(["ip", "netns", "del", name], stderr=subprocess.DEVNULL, check=False)


def _run(*command: str) -> None:
    subprocess.run(command, check=True, stderr=subprocess.PIPE)


def _lines(found: Mapping[str, Mapping[str, float]]) -> list[Line | NotMeasured]:
    """Each figure of the thin line over that of the plain one."""
    lines: list[Line | NotMeasured] = []
    for packed in ("", ", ssh -C"):
        ours, theirs = found[f"thin{packed}"], found[f"plain{packed}"]
        for what, unit, target in (
            ("start to rows", "s", None),
            ("held key: lag", "s", 1.0),
            ("a minute of work", "bytes", None),
            ("a minute of work: lag", "s", None),
        ):
            value, floor = ours[what], theirs[what]
            name = f"{RATE}, 100 ms{packed}: {what}"
            stretch = 0.4 if target else None
            ratio = value / floor if floor else None
            lines.append(Line(name, value, unit, floor, ratio, target, stretch))
    return lines


# Inside of the server's namespace


class Sshd:
    """A server of its own: its keys, its configuration, one user, no password."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("host", "user"):
            _run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name))
        (folder / "authorized").write_text((folder / "user.pub").read_text())
        (folder / "authorized").chmod(0o600)
        (folder / "config").write_text(
            f"Port {SSHD_PORT}\nListenAddress 127.0.0.1\nHostKey {folder}/host\n"
            f"PidFile {folder}/pid\n"
            f"AuthorizedKeysFile {folder}/authorized\nPasswordAuthentication no\n"
            "StrictModes no\nUsePAM no\nPermitRootLogin prohibit-password\nCompression yes\n"
            "AcceptEnv *\n"
        )

    def __enter__(self) -> Sshd:
        Path("/run/sshd").mkdir(exist_ok=True)
        log = (self.folder / "log").open("wb")
        command = [str(_sshd()), "-D", "-e", "-f", str(self.folder / "config")]
        self._process = subprocess.Popen(command, stderr=log)
        log.close()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._process.terminate()
        self._process.wait()

    def client(self, flags: Sequence[str], command: Sequence[str]) -> list[str]:
        """Return the command by which the other host runs one here, on a terminal."""
        return [
            "ip", "netns", "exec", CLIENT, "ssh", "-tt", "-q", *flags,
            "-F", "none", "-i", str(self.folder / "user"), "-p", str(PORT),
            "-o", "StrictHostKeyChecking=no", "-o", f"UserKnownHostsFile={self.folder}/known",
            "-o", "SendEnv=*", "-o", "ServerAliveInterval=0", f"root@{ADDRESS}",
            "exec", "env", *command,
        ]  # fmt: skip


async def _relayed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """One connection to sshd, each piece a little later in both directions."""
    inner = await asyncio.open_connection("127.0.0.1", SSHD_PORT)
    await asyncio.gather(_later(reader, inner[1]), _later(inner[0], writer))


async def _later(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    loop = asyncio.get_running_loop()
    with suppress(ConnectionError):
        while piece := await reader.read(1 << 14):
            loop.call_later(DELAY, writer.write, piece)
    loop.call_later(DELAY, writer.close)


def relay() -> None:
    """Hold every piece of a connection for a while; runs in a thread until the process ends."""

    async def serve() -> None:
        server = await asyncio.start_server(_relayed, ADDRESS, PORT)
        await server.serve_forever()

    asyncio.run(serve())


def _sent() -> int:
    """Bytes that have gone to the other host."""
    return int(Path(f"/sys/class/net/{SERVER}/statistics/tx_bytes").read_text())


def _measured(world: World, sshd: Sshd, name: str) -> dict[str, float]:
    console, ssh = VARIANTS[name]
    places = [f"{key}={value}" for key, value in world.env.items() if key != "TERM"]
    command = sshd.client(ssh, [*places, *world.open(), *console])
    with Program(command, {**os.environ, "TERM": "xterm-256color"}, world.folder) as program:
        _, shown, _ = program.reach(FIRST_ROW)
        program.rest(2.0)
        held = shift(program, HELD)
        program.rest(1.0)
        before = _sent()
        done = shift(program, list(work()))
        sent = _sent() - before
        program.quit()
    return {
        "start to rows": shown,
        "held key: lag": held.lag,
        "a minute of work": float(sent),
        "a minute of work: lag": done.lag,
    }


def main() -> int:
    """Measure all variants, and print them as JSON."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-ssh-")))
        backend = stack.enter_context(Backend())
        world = World(folder, backend.url)
        keep_session(world)
        sshd = stack.enter_context(Sshd(folder))
        Thread(target=relay, daemon=True).start()
        for port in (PORT, SSHD_PORT):
            _wait_for(port)
        print(json.dumps({name: _measured(world, sshd, name) for name in VARIANTS}))
    return 0


def _wait_for(port: int) -> None:
    until = monotonic() + 10
    while f":{port:04X} " not in Path("/proc/net/tcp").read_text():
        if monotonic() > until:
            raise TimeoutError(f"nobody listens on port {port}")
        sleep(0.05)


if __name__ == "__main__":
    sys.exit(main())
