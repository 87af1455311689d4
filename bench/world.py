"""The surroundings of a measured program: an empty home, a console file, an environment."""

from __future__ import annotations

import compileall
import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.backend import COLUMNS, FIELDS, ROWS

ROOT = Path(__file__).resolve().parent.parent

CONSOLE_FILE = """\
[svc]
base_url = "{url}"
title = "Bench"
page_size = {rows}

[[resources]]
name = "articles"
endpoint = "/api/articles"
columns = [{columns}]
fields = [{fields}]

[[resources]]
name = "wide"
endpoint = "/api/articles"
columns = ["title"]
fields = [{wide}]

[[resources]]
name = "lists"
endpoint = "/api/longs"
columns = ["title"]
fields = [{{ key = "blocks", type = "repeater", fields = [
  {{ key = "title" }}, {{ key = "text", type = "textarea" }}, {{ key = "size", type = "number" }},
] }}]

[[resources]]
name = "texts"
endpoint = "/api/longs"
columns = ["title"]
fields = [{{ key = "text", type = "textarea" }}]
"""

KINDS = (
    'type = "text"',
    'type = "number"',
    'type = "select", attrs = { items = [["red", "Red"], ["blue", "Blue"]] }',
    'type = "switch"',
    'type = "date"',
    'type = "textarea"',
)
"""The mixture of the form of sixty fields, which stand in three tabs."""


@dataclass
class World:
    """A folder, an address, and the commands that start programs in there."""

    folder: Path
    url: str
    console: Sequence[str] = field(default_factory=lambda: [sys.executable, "-m", "svc_tui"])
    """The command that starts the console; its arguments follow."""

    def __post_init__(self) -> None:
        columns = ", ".join(f'"{name}"' for name in COLUMNS)
        fields = ", ".join(f'{{ key = "{name}", type = "text" }}' for name in FIELDS)
        wide = ", ".join(
            f'{{ key = "field_{n:02d}", {KINDS[n % 6]}, tab = "Tab {n // 20}" }}' for n in range(60)
        )
        text = CONSOLE_FILE.format(
            url=self.url, rows=ROWS, columns=columns, fields=fields, wide=wide
        )
        (self.folder / "svc.toml").write_text(text, encoding="utf-8")
        compileall.compile_dir(ROOT / "svc_tui", quiet=1)

    @property
    def env(self) -> dict[str, str]:
        """A login shell's, in a good terminal, with nothing of the one who runs the bench."""
        return {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": str(self.folder),
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "PYTHONPATH": str(ROOT),
            "SVC_TUI_STATE_DIR": str(self.folder / "state"),
            "SVC_TUI_CONFIG_DIR": str(self.folder),
        }

    def open(self, location: str = "/articles") -> list[str]:
        """The command that opens the console at a location."""
        file = str(self.folder / "svc.toml")
        return [*self.console, "open", location, "--config", file, "--url", self.url]

    def bare(self, name: str) -> list[str]:
        """The command that starts one of the floors."""
        return [sys.executable, str(ROOT / "bench" / "bare" / f"{name}.py")]

    @property
    def signed_in(self) -> bool:
        """Whether a session was kept by an earlier start."""
        return any((self.folder / "state").glob("sessions/*.json"))

    def forget_drafts(self) -> None:
        """Delete the drafts of an earlier part, which would be offered over a form."""
        shutil.rmtree(self.folder / "state" / "drafts", ignore_errors=True)

    def forget(self) -> None:
        """No session and no preferences, as at the very first start."""
        shutil.rmtree(self.folder / "state", ignore_errors=True)
