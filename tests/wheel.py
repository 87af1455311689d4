"""The package as people get it: built, and installed where nothing of the checkout is seen."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], Path]) -> Path:
    """Return what `make` made in a folder, which all test processes of a run share."""
    root = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        root = root.parent
    with (root / f"{name}.made").open("a+") as made:
        fcntl.flock(made, fcntl.LOCK_EX)
        made.seek(0)
        if path := made.read():
            return Path(path)
        folder = root / name
        folder.mkdir()
        path = str(make(folder))
        made.write(path)
    return Path(path)


def built(source: Path, folder: Path, kind: str) -> Path:
    """The wheel or sdist of a source tree; offline, with the hatchling that is here."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    [made] = folder.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return made


def installed(wheel: Path, folder: Path) -> Path:
    """The folder of the programs that a wheel brings to an empty environment.

    Its dependencies are those of this environment, lent by their path: they are seen after the
    wheel's own modules, and no checkout is among them.
    """
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    subprocess.run(
        [*pip, "install", "-qq", "--no-compile", "--no-deps", "--no-index", str(wheel)],
        check=True,
        capture_output=True,
    )
    [packages] = folder.glob("lib/python*/site-packages")
    (packages / "lent.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    return folder / "bin"
