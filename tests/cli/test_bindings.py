"""Which keys an operator may change."""

from __future__ import annotations

import re
from pathlib import Path

import svc_tui
from svc_tui.cli.bindings import known_bindings


def test_bindings_of_the_app_pages_and_widgets_are_known() -> None:
    known = known_bindings()
    assert known["app.quit"] == "ctrl+q"
    assert known["page.back"] == "escape"
    assert "list.next" in known


def test_every_id_in_the_code_is_known() -> None:
    root = Path(svc_tui.__file__).parent
    code = "".join(path.read_text("utf-8") for path in root.rglob("*.py"))
    written = set(re.findall(r'\bid="([a-z_]+\.[a-z_]+)"', code))
    assert written, "no binding was found in the code"
    assert written - set(known_bindings()) == set()
