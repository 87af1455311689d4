"""LongField: the base of long values: pager, $EDITOR, full screen, a menu of tools."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from textual.binding import Binding

from svc_tui.models import exact_json
from svc_tui.stores.record.draft import Unreadable
from svc_tui.widgets.form.pager import Pager
from svc_tui.widgets.form.source import TextSource
from svc_tui.widgets.form.tools import Tool, open_tools


class LongField(TextSource):
    """A field whose value may be long; it can always be read and edited as text.

    On the full screen it is the same widget, laid out again: nothing is copied, nothing lost.
    """

    DEFAULT_CSS = """
    LongField.-maximized { height: 1fr; padding: 0; }
    LongField.-maximized > .editor { height: 1fr; max-height: 100%; }
    """

    BINDINGS = [
        Binding(
            "f3", "page", "Pager", show=False, tooltip="Read the whole value.", id="field.pager"
        ),
        Binding(
            "f4", "outside", "Editor", tooltip="Edit this value in your editor.",
            id="field.outside",
        ),
        Binding(
            "f5", "tools", "Tools", tooltip="Show everything this field can do.", id="field.tools"
        ),
        Binding(
            "f12", "turn_fill", "Full screen", show=False, id="field.fill",
            tooltip="Show only this field, full screen.",
        ),
        Binding(
            "escape", "shrink", "Back to the form", show=False, id="field.shrink",
            tooltip="Go back to the form.",
        ),
    ]  # fmt: skip

    ALLOW_MAXIMIZE = True

    def source(self) -> str:
        return json_text(self.value)

    def action_page(self) -> None:
        self.edits.take_typed()
        self.app.push_screen(Pager(self.descriptor.label, self.source()))

    def action_shrink(self) -> None:
        self.screen.minimize()

    def action_turn_fill(self) -> None:
        if self.is_maximized:
            self.screen.minimize()
        else:
            self.screen.maximize(self, container=False)

    def tools(self) -> Sequence[Tool]:
        """Return the entries of the tool menu; a type puts its own first."""
        return long_tools(self)

    def action_tools(self) -> None:
        open_tools(self, self.descriptor.label, self.tools())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Take Esc only while this fills the screen; edit nothing that is read only."""
        if action == "shrink":
            return self.is_maximized
        return not self.readonly if action == "outside" else True


def long_tools(field: LongField) -> Sequence[Tool]:
    """Return the tools that every long field has, if they are possible now."""
    outside = (Tool("e", "Edit in your editor (F4)", field.action_outside),)
    reveal = (Tool("s", "Show or hide its secrets", field.edits.reveal),)
    return (
        Tool("f", "Toggle full screen", field.action_turn_fill),
        *(outside if field.text_edits.opens_outside else ()),
        Tool("v", "View in full (F3)", field.action_page),
        *(reveal if field.secrets.hides(field.value) else ()),
    )


def json_text(value: Any) -> str:
    """Return a value as indented JSON; unreadable text as it was typed."""
    if isinstance(value, Unreadable):
        return value.text
    return exact_json.written(value, indent=2, default=_typed)


def _typed(value: Any) -> Any:
    return value.text if isinstance(value, Unreadable) else str(value)


def read_json(text: str, *, constants: bool = False) -> Any:
    """Return the JSON value of a text, or an `Unreadable` that says where it is wrong.

    With `constants`, `NaN` and `Infinity` are numbers: a record that came with them may keep them.
    """
    constant = exact_json.ExactFloat if constants else _refused
    try:
        return exact_json.read(text, constant=constant, pairs=_once, deepest=exact_json.TYPED)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        return Unreadable(text, f"This is not valid JSON: {error.msg}, {place}.")
    except ValueError as error:
        return Unreadable(text, f"This is not valid JSON: {error}.")


def _refused(name: str) -> Any:
    raise ValueError(f"{name} is not supported")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; a duplicate key would silently lose a value."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key “{key}” appears twice in an object")
        found[key] = value
    return found
