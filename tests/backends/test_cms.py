"""The CMS of the tests on machines that lack what it needs."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tests.backends.cms import PYTHON, SITE


def test_without_libmagic_it_says_in_a_sentence_how_to_get_it(tmp_path: Path) -> None:
    for name in ("magic", "pylibmagic"):
        words = 'raise ImportError("failed to find libmagic.  Check your installation")\n'
        (tmp_path / f"{name}.py").write_text(words)
    done = subprocess.run(
        [PYTHON, SITE, "--dir", tmp_path / "site"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        stdin=subprocess.PIPE,
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.startswith("The CMS of the tests needs libmagic")
    assert "apt install libmagic1" in done.stderr and "brew install libmagic" in done.stderr
    assert done.stderr.count("\n") == 1
