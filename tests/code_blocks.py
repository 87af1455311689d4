"""Check the types of the Python in README, docs and examples as a consumer's checkers would.

`python -m tests.code_blocks` runs mypy --strict and pyright, both without a plugin. Each block
that begins with ```python is one file, with the line numbers of its document. Blocks with a title
(```python title="console.py") are the files of a project, which import each other.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TITLED = re.compile(r'^```python title="([\w.]+)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)

PYRIGHT = {
    "typeCheckingMode": "strict",
    # What a method sets later has a value, or a declaration, in the class.
    "reportUninitializedInstanceVariable": "error",
    # A block of a document may define what only the reader uses.
    "reportUnusedFunction": False,
    "reportUnusedClass": False,
    "reportUnusedVariable": False,
}


def blocks(page: Path) -> Iterator[tuple[int, str]]:
    """Return each Python block of a document, and the number of its first line."""
    text = page.read_text("utf-8")
    for found in BLOCK.finditer(text):
        yield text.count("\n", 0, found.start(1)) + 1, found[1]


def project(page: Path) -> Iterator[tuple[str, str]]:
    """Return the name and the text of each file that a document has its reader write, in order."""
    for found in TITLED.finditer(page.read_text("utf-8")):
        yield found[1], found[2]


def write_blocks(folder: Path) -> list[Path]:
    """Write each block as a file, such as `README_md_163.py`; return the files."""
    files = []
    for page in PAGES:
        name = re.sub(r"\W", "_", str(page.relative_to(ROOT)))
        for line, code in blocks(page):
            files.append(folder / f"{name}_{line}.py")
            files[-1].write_text("\n" * (line - 1) + code, "utf-8")
        for title, code in project(page):
            (folder / name).mkdir(exist_ok=True)
            (folder / name / title).write_text(code, "utf-8")
    return [*files, *sorted(folder.glob("*/*.py"))]


def main() -> int:
    """Run both checkers; return 1 where one of them finds something."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        files = [*write_blocks(folder), *sorted((ROOT / "examples").glob("*.py"))]
        config = folder / "pyrightconfig.json"
        config.write_text(json.dumps({"include": [*map(str, files)], **PYRIGHT}), "utf-8")
        runs = (
            ["mypy", "--strict", "--config-file=", "--no-error-summary", *map(str, files)],
            ["basedpyright", "--pythonpath", sys.executable, "--project", str(config)],
        )
        # In the project's folder, where mypy keeps its cache.
        codes = [subprocess.run([_program(one), *rest], cwd=ROOT).returncode for one, *rest in runs]
    return int(any(codes))


def _program(name: str) -> str:
    return str(Path(sys.executable).with_name(name))


if __name__ == "__main__":
    raise SystemExit(main())
