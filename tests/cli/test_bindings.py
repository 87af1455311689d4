"""Which keys an operator may change."""

from __future__ import annotations

import re
from pathlib import Path
from string import ascii_letters

from textual.binding import Binding
from textual.dom import DOMNode

import svc_tui
from svc_tui.app.bindings import _nodes, known_bindings
from svc_tui.widgets.shell.help import MOVES, OF_TEXTUAL


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


def test_no_two_bindings_of_a_part_have_one_id() -> None:
    known_bindings()  # Imports all there is.
    for node in _nodes(DOMNode):
        ids = [one.id for one in vars(node).get("BINDINGS", ()) if getattr(one, "id", None)]
        assert len(ids) == len(set(ids)), f"{node.__name__}: {sorted(ids)}"


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


def test_every_key_that_a_help_lists_has_a_sentence() -> None:
    # A help has one line for each action of a part: its first key, which explains the others.
    known_bindings()  # Imports all there is.
    lacking = set()
    for node in _nodes(DOMNode):
        explained: dict[str, Binding] = {}
        for keys in node._merged_bindings.key_to_bindings.values() if node._merged_bindings else ():
            for one in keys:
                if one.id and one.description:
                    explained.setdefault(one.action, one)
        for one in explained.values():
            name = OF_TEXTUAL.get(one.description, (one.description, ""))[0]
            if not (one.tooltip or name in MOVES or one.action.startswith("section(")):
                lacking.add(f"{node.__name__}: {one.key} {one.description}")
    assert lacking == set()


SHARED = {
    "list": {"u": {"list.undo", "list.search_again", "app.bring_back"}},
    "detail": {"u": {"detail.undo", "app.bring_back"}},
    "repeater": {"u": {"repeater.undo", "app.bring_back"}},
    "media": {
        "u": {"media.copy_url", "media.search_again", "media.undo", "app.bring_back"},
        "r": {"media.refresh", "media.copy_rendition"},
        "v": {"media.mark", "media.pick"},
    },
    "menus": {"u": {"menus.undo", "app.bring_back"}},
    "menu": {"D": {"menu.remove", "page.diff"}},
}
"""Letters with several bindings: one of them at a time is offered, or the inner one goes first."""


def test_a_letter_has_one_binding_in_a_list_a_record_and_the_library() -> None:
    known = known_bindings()
    for part, allowed in SHARED.items():
        owners: dict[str, set[str]] = {}
        for id, keys in known.items():
            if id.partition(".")[0] in (part, "app", "page") and not id.startswith("app.second_"):
                for key in filter(str.isalpha, keys.split(",")):
                    if len(key) == 1:
                        owners.setdefault(key, set()).add(id)
        free = {*ascii_letters} - {*owners}
        elsewhere = {key for keys in known.values() for key in keys.split(",")}
        shared = {key: ids for key, ids in owners.items() if len(ids) > 1}
        assert shared == allowed, (
            f"free letters of {part}: {' '.join(sorted(free - elsewhere))}; "
            f"with a meaning elsewhere: {' '.join(sorted(free & elsewhere))}"
        )
