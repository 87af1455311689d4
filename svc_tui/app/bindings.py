"""The bindings that can be remapped: ids declared by the app, its pages and its widgets."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Sequence
from importlib import import_module

from textual.binding import Binding
from textual.dom import DOMNode

from svc_tui.app.command_checks import FREE
from svc_tui.config.keys import why_in_vain
from svc_tui.models.foreign_code import package_of
from svc_tui.widgets.command import Command, keys_of
from svc_tui.widgets.text_line import TextLine


def known_bindings() -> dict[str, str]:
    """The built-in bindings: an id, and its keys joined by commas.

    Imports every page and widget, so it is only used if a file changes keys.
    """
    import_module("svc_tui.app.app")
    for package in ("svc_tui.screens", "svc_tui.widgets"):
        for module in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
            import_module(module.name)
    found: dict[str, str] = {}
    for node in _nodes(DOMNode):
        for binding in Binding.make_bindings(vars(node).get("BINDINGS", ())):
            if binding.id:
                keys = found.get(binding.id, "").split(",")
                found[binding.id] = ",".join(filter(None, dict.fromkeys([*keys, binding.key])))
    return found


def command_warnings(commands: Sequence[Command]) -> Iterator[str]:
    """Yield a sentence for each built-in id among a program's commands, and for each key that
    many terminals keep for themselves or that edits text."""
    known = known_bindings() if commands else {}
    editing = _editing_keys() if commands else frozenset()
    for command in commands:
        if command.id in known:
            yield f'The id "{command.id}" belongs to a built-in command: choose another.'
        for key in keys_of(command):
            if why := why_in_vain(key, ""):
                yield f'The key {key} of the command "{command.id}" may never arrive: {why}.'
            elif key in editing:
                free = next((f", such as {one}" for one in FREE if one not in editing), "")
                yield (
                    f'The key {key} of the command "{command.id}" edits the text while a text '
                    f"field has the focus: choose another{free}."
                )


def _editing_keys() -> frozenset[str]:
    """Return the keys that text fields handle while they have the focus."""
    from textual.widgets import Input, TextArea

    bound = Binding.make_bindings([*Input.BINDINGS, *TextLine.BINDINGS, *TextArea.BINDINGS])
    return frozenset(one.key for one in bound)


def _nodes(kind: type[DOMNode]) -> Iterator[type[DOMNode]]:
    """All our app, screen and widget classes."""
    for child in kind.__subclasses__():
        if package_of(child) == "svc_tui":
            yield child
        yield from _nodes(child)
