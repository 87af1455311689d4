"""The class of a widget is what Textual makes of it, though less is done for it."""

from __future__ import annotations

import subprocess
import sys
from typing import Any, ClassVar

import pytest
from textual import dom
from textual.app import App
from textual.binding import Binding
from textual.dom import DOMNode
from textual.widget import Widget

from svc_tui.textual_patches import app as compat
from svc_tui.textual_patches.classes import computes


@pytest.fixture(autouse=True)
def _mended() -> None:
    assert compat.apply_patches()


def kinds() -> list[type[DOMNode]]:
    """All classes that there are by now."""
    import textual.widgets

    for name in vars(textual.widgets)["__all__"]:
        getattr(textual.widgets, name)
    found: list[type[DOMNode]] = [DOMNode]
    for kind in found:
        found.extend(kind.__subclasses__())
    return found


def test_every_class_finds_the_same_computes_as_by_all_its_names() -> None:
    names = {kind: [name for name in dir(kind) if "compute_" in name] for kind in kinds()}

    assert any(names.values())
    for kind, every in names.items():
        wanted = {name for name in every if name.startswith(("_compute_", "compute_"))}
        assert set(computes(kind)) == wanted


def test_names_that_a_class_gets_later_are_found() -> None:
    class Sum(Widget):
        pass

    before = computes(Sum)
    Sum.compute_total = lambda self: 1  # type: ignore[attr-defined]

    class Deeper(Sum):
        pass

    assert "compute_total" not in before
    assert "total" in Deeper._computes


def test_textual_asks_here_for_the_names() -> None:
    class Sum(Widget):
        def compute_total(self) -> int:
            return 1

    assert vars(dom)["dir"] is computes
    assert "total" in Sum._computes


def bindings_of(kind: type[DOMNode]) -> dict[str, list[Binding]]:
    merged = kind._merged_bindings
    assert merged is not None
    return merged.key_to_bindings


def test_classes_have_their_own_and_their_bases_bindings_each_made_once() -> None:
    class Base(Widget):
        BINDINGS: ClassVar[list[Any]] = [("a,b", "one", "One"), Binding("c", "two", id="x.two")]

    class Near(Base):
        BINDINGS: ClassVar[list[Any]] = [Binding("c", "three")]

    class Apart(Base, inherit_bindings=False):
        BINDINGS: ClassVar[list[Any]] = [Binding("d", "four")]

    assert {key: one[0].action for key, one in bindings_of(Near).items()} == {
        "a": "one",
        "b": "one",
        "c": "three",
    }
    assert list(bindings_of(Apart)) == ["d"]
    assert bindings_of(Near)["a"][0] is bindings_of(Base)["a"][0]


def test_a_list_that_was_changed_is_read_again() -> None:
    class Base(Widget):
        BINDINGS: ClassVar[list[Any]] = [Binding("a", "one")]

    Base.BINDINGS.append(Binding("b", "two"))

    class Near(Base):
        pass

    assert list(bindings_of(Near)) == ["a", "b"]
    assert list(bindings_of(Base)) == ["a"]


def test_what_one_app_binds_stays_its_own() -> None:
    class One(App[None]):
        BINDINGS: ClassVar[list[Any]] = [Binding("a", "one")]

    class Other(One):
        pass

    One().bind("a", "two")

    class Third(One):
        pass

    assert [one.action for one in bindings_of(Other)["a"]] == ["one"]
    assert [one.action for one in bindings_of(Third)["a"]] == ["one"]


PROGRAM = """
import sys
from svc_tui.textual_patches.classes import make_classes_quickly
print("textual.widget" in sys.modules)
make_classes_quickly()
"""


def test_a_start_can_ask_for_it_before_any_widget_is_made() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60, check=True
    )

    assert done.stdout == "False\n"
