"""Textual calls the handler of every class in a line of classes by itself."""

from __future__ import annotations

import re
from pathlib import Path

import svc_tui


def test_no_handler_calls_that_of_its_base_which_is_called_anyway() -> None:
    # `on_event` alone is an ordinary method: it is what calls the handlers.
    calling = re.compile(r"super\(\)\._?(on_(?!event\b)\w+)\(")
    root = Path(svc_tui.__file__).parent
    found = [
        f"{path.relative_to(root)}: {handler}"
        for path in sorted(root.rglob("*.py"))
        for handler in calling.findall(path.read_text("utf-8"))
    ]
    assert found == []
