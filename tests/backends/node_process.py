"""Real servers of Node: json-server, Directus and Strapi, each in a folder under `.venv/servers`.

`make test-servers` installs them there; what they are made of is in `node/`.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

HERE = Path(__file__).parent / "node"
INSTALLED = Path(sys.prefix) / "servers"
NAMES = ("json-server", "directus", "strapi")
PATIENCE = 180.0
"""Seconds until a server has made its tables and answers."""


@contextmanager
def node_server(name: str) -> Iterator[str]:
    """Run a server with the rows of the tests; yields its address."""
    home = INSTALLED / name
    if not (home / "node_modules").is_dir():
        raise RuntimeError(f"There is no {name}: `make test-servers` installs it into {home}.")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as said:
        command, env = _start(name, home, Path(folder), port)
        process = subprocess.Popen(
            command, cwd=home if name == "strapi" else folder, env={**os.environ, **env},
            stdin=subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True,
        )  # fmt: skip
        try:
            await_server(url, process)
            if name == "directus":
                _fill_directus(url)
            yield url
        except RuntimeError:
            said.seek(0)
            print(said.read().decode(errors="replace")[-2000:], file=sys.stderr)
            raise
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(20)


def _start(name: str, home: Path, folder: Path, port: int) -> tuple[list[str], dict[str, str]]:
    """Return the command of a server and its environment."""
    run = str(home / "node_modules" / ".bin" / name)
    if name == "json-server":
        shutil.copy(HERE / name / "db.json", folder / "db.json")
        return [run, "--quiet", "--host", "127.0.0.1", "--port", str(port), "db.json"], {}
    if name == "strapi":
        env = {"PORT": str(port), "DATABASE": str(folder / "data.db"), "NODE_ENV": "production"}
        return [run, "start"], {**env, "STRAPI_TELEMETRY_DISABLED": "true"}
    env = {
        "DB_CLIENT": "sqlite3",
        "DB_FILENAME": str(folder / "data.db"),
        "SECRET": "only-for-tests-on-the-loopback-and-long",
        "ADMIN_EMAIL": "admin@example.org",
        "ADMIN_PASSWORD": "admin",
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "PUBLIC_URL": f"http://127.0.0.1:{port}",
        "STORAGE_LOCAL_ROOT": str(folder),
        "TELEMETRY": "false",
    }
    return ["/bin/sh", "-c", f'"{run}" bootstrap && exec "{run}" start'], env


def await_server(url: str, process: subprocess.Popen[bytes]) -> None:
    """Wait until a server answers; raises RuntimeError where it ends, or takes too long."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        try:
            httpx.get(url, trust_env=False, timeout=5)
            return
        except httpx.HTTPError:
            time.sleep(0.2)
    raise RuntimeError(f"{url} does not answer")


def _fill_directus(url: str) -> None:
    """Make a collection of articles with rows, as somebody would in its own pages."""
    with httpx.Client(base_url=url, trust_env=False, timeout=60) as client:
        account = {"email": "admin@example.org", "password": "admin"}
        token = client.post("/auth/login", json=account).json()["data"]["access_token"]
        client.headers["Authorization"] = f"Bearer {token}"
        title = {
            "field": "title",
            "type": "string",
            "meta": {
                "interface": "input",
                "required": True,
                "validation": {"title": {"_regex": "^.{3,60}$"}},
            },
            "schema": {"max_length": 60, "is_nullable": False},
        }
        state = {
            "field": "state",
            "type": "string",
            "meta": {"interface": "select-dropdown"},
            "schema": {"default_value": "draft"},
        }
        words = {"field": "words", "type": "integer", "schema": {}}
        cover = {"field": "cover", "type": "uuid", "meta": {"interface": "file"}, "schema": {}}
        fields = [title, state, words, cover]
        collection = {"collection": "articles", "schema": {}, "meta": {}, "fields": fields}
        client.post("/collections", json=collection).raise_for_status()
        rows = [{"title": f"Article {n:02}", "words": n * 10} for n in range(1, 32)]
        client.post("/items/articles", json=rows).raise_for_status()
