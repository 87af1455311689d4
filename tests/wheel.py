"""The package as people get it: built, and installed where nothing of the checkout is seen."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]


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
        [*pip, "install", "-qq", "--no-deps", "--no-index", str(wheel)],
        check=True,
        capture_output=True,
    )
    [packages] = folder.glob("lib/python*/site-packages")
    (packages / "lent.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    return folder / "bin"
