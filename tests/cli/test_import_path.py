"""Nothing that lies in the current directory is imported unless somebody asks for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.backends.demo import DemoProcess
from tests.cli.runs import ROOT, svc_tui

NAMES = ("__future__", "argparse", "json", "typing", "httpx", "pydantic", "textual", "platformdirs")


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A directory whose modules are called like those that the program imports."""
    for name in NAMES:
        (tmp_path / f"{name}.py").write_text(
            "import os\n"
            f"open({str(tmp_path / 'ran')!r}, 'a').write(__name__)\n"
            "raise ImportError('hijacked')\n",
            "utf-8",
        )
    return tmp_path


def test_python_m_imports_nothing_of_the_current_directory(
    demo: DemoProcess, hostile: Path
) -> None:
    done = svc_tui("whoami", "--url", demo.url, cwd=hostile, cold=True)

    assert "Not signed in" in done.err
    assert not (hostile / "ran").exists()


def test_the_program_imports_nothing_of_the_current_directory(
    demo: DemoProcess, hostile: Path
) -> None:
    done = subprocess.run(
        [str(Path(sys.executable).with_name("svc-tui")), "whoami", "--url", demo.url],
        cwd=hostile, capture_output=True, text=True, timeout=60,
    )  # fmt: skip

    assert "Not signed in" in done.stderr
    assert not (hostile / "ran").exists()


def test_the_demos_own_process_imports_nothing_of_the_current_directory(hostile: Path) -> None:
    program = (
        "from pathlib import Path; from svc_tui.cli.backend import Backend\n"
        "folder = Path('data').absolute(); folder.mkdir()\n"
        "with Backend(folder, rows=1, port=0, temporary=folder) as backend:\n"
        "    print(backend.await_url(lambda words: None))\n"
    )
    for name in ("django", "waitress", "sqlite3"):
        (hostile / f"{name}.py").write_text("raise SystemExit('hijacked')", "utf-8")

    done = subprocess.run(
        [sys.executable, "-P", "-c", program],
        cwd=hostile, capture_output=True, text=True, timeout=60,
    )  # fmt: skip

    assert done.stdout.startswith("http://127.0.0.1:"), done.stderr
    assert not (hostile / "ran").exists()


def test_what_python_path_names_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "mine_by_path.py").write_text(
        "from svc_tui import Dialect\nMINE = Dialect('mine')\n", "utf-8"
    )

    flags = ("--url", "http://127.0.0.1:1", "--dialect", "mine_by_path:MINE")
    path = {"PYTHONPATH": f"{ROOT}:{tmp_path}"}
    here = svc_tui("whoami", *flags, cwd=tmp_path, cold=True)
    asked = svc_tui("whoami", *flags, cwd=tmp_path, env=path, cold=True)

    assert "No module named 'mine_by_path'" in here.err
    assert asked.err.startswith("Could not reach")
