"""What making the class of a widget costs in Textual 8.2.8: a fourteenth of a start.

Apart from the other mends, and with nothing of Textual but what its widgets build on: a start has
to call it before the first widget's class is made.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from textual import dom
from textual.binding import Binding

from svc_tui.thinline.textual_version import textual_version

TRIED = "8.2.8"
"""The version of Textual on which this was tried."""

COMPUTES = ("_compute_", "compute_")
"""How the names begin that Textual looks for."""

MOST = 1024
"""Lists of bindings that are remembered; a console has two hundred classes."""


@cache
def make_classes_quickly() -> None:
    """Of a new class all names and all bindings are gone through, those of its bases as well.

    In all versions up to 8.2.8: each class sorted a thousand names to find the three that Textual
    asks for, and made all the bindings of its bases anew, though bindings never change.
    """
    if textual_version() == TRIED:
        vars(dom)["dir"] = computes  # The module finds it before Python's own.
        _make_bindings_once()


def computes(kind: type) -> list[str]:
    """The names in a class and its bases that Textual asks `dir` for."""
    return [name for base in kind.__mro__ for name in _computes(base, len(vars(base)))]


@cache
def _computes(base: type, names: int) -> tuple[str, ...]:
    """Those of one class, as long as it has as many names."""
    return tuple(name for name in vars(base) if name.startswith(COMPUTES))


def _make_bindings_once() -> None:
    make = Binding.make_bindings.__func__  # type: ignore[attr-defined]
    known: dict[int, tuple[object, list[Any], list[Binding]]] = {}

    def made(cls: type[Binding], bindings: Iterable[Any]) -> Iterable[Binding]:
        if not isinstance(bindings, list) or not bindings:
            return make(cls, bindings)  # type: ignore[no-any-return]
        _, given, found = known.get(id(bindings), (None, [], []))
        if given != bindings:
            given, found = list(bindings), list(make(cls, bindings))
            if len(known) >= MOST:
                known.clear()
            known[id(bindings)] = bindings, given, found  # Held, so that no other has its number.
        return found

    Binding.make_bindings = classmethod(made)  # type: ignore[assignment, method-assign]
