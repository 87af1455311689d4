"""Which keys an operator may change."""

from __future__ import annotations

import re
from pathlib import Path

from textual.binding import Binding
from textual.dom import DOMNode

import svc_tui
from svc_tui.app.bindings import _nodes, known_bindings


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


UNNAMED = ("nothing", "second(")
"""Actions of keys that are no command: one that does nothing, the second key of a chord."""


def test_every_binding_has_an_id_and_a_word_and_what_hints_show_an_explanation() -> None:
    # A hidden one may do with its word: the palette offers only what is explained, and nobody
    # looks for "Down" there.
    known_bindings()  # Imports all there is.
    lacking = set()
    for node in _nodes(DOMNode):
        for one in Binding.make_bindings(vars(node).get("BINDINGS", ())):
            named = one.id and one.description and (one.tooltip or not one.show)
            if not named and not one.action.startswith(UNNAMED):
                lacking.add(f"{node.__name__}: {one.key} {one.action}")
    assert lacking == set()
