"""Console files for tests: written, loaded, and what is said about them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from svc_tui.config.document import ConsoleConfig
from svc_tui.config.errors import ConfigError, ConfigProblem
from svc_tui.config.load import load_console

BASE = '[svc]\nbase_url = "https://cms.example.org"\n'
"""The shortest file that starts a console."""


def load(folder: Path, text: str, **more: Any) -> ConsoleConfig:
    """The console of this file, in an environment that says nothing."""
    file = folder / "svc.toml"
    file.write_text(text, "utf-8")
    return load_console(file, more.pop("overrides", None), environ=more.pop("environ", {}), **more)


def problems(folder: Path, text: str, **more: Any) -> list[ConfigProblem]:
    """What is wrong with this file."""
    with pytest.raises(ConfigError) as caught:
        load(folder, text, **more)
    assert caught.value.path == folder / "svc.toml"
    return list(caught.value.problems)


def problem(folder: Path, text: str, **more: Any) -> ConfigProblem:
    """The only thing that is wrong with this file."""
    (only,) = problems(folder, text, **more)
    return only
