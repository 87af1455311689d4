"""LongField: what all long values have in common: pager, $EDITOR, the whole screen, a menu."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, ClassVar

from textual.binding import Binding
from textual.widget import Widget

from svc_tui import exact_json
from svc_tui.stores.draft import Unreadable, same
from svc_tui.widgets.base import is_open, services
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.outside import SECRET, edit_outside
from svc_tui.widgets.form.pager import Pager
from svc_tui.widgets.form.secrets import is_kept_off_disk
from svc_tui.widgets.form.tools import Tool, ToolMenu


class LongField(SvcField):
    """The base of fields whose value may be long; it can always be read and edited as text.

    On the whole screen it is the same widget, laid out anew: nothing is copied, nothing lost.
    """

    DEFAULT_CSS = """
    LongField.-maximized { height: 1fr; padding: 0; }
    LongField.-maximized > .editor { height: 1fr; max-height: 100%; }
    """

    BINDINGS = [
        Binding("f3", "page", "Pager", show=False, tooltip="Read all of it.", id="field.pager"),
        Binding(
            "f4", "outside", "$EDITOR", tooltip="Edit it in your own editor.", id="field.outside"
        ),
        Binding("f5", "tools", "Tools", tooltip="All that this field can do.", id="field.tools"),
        Binding("f12", "turn_fill", "Full screen", show=False, id="field.fill"),
        Binding("escape", "shrink", "Back to the form", show=False, id="field.shrink"),
    ]

    ALLOW_MAXIMIZE = True

    suffix: ClassVar[str] = ".txt"
    """How the file is called in which it is edited outside."""

    # Its text

    def source(self) -> str:
        """The value as text: what the pager shows and $EDITOR edits."""
        return json_text(self.value)

    def from_source(self, text: str) -> Any:
        """The value that a text stands for, or an `Unreadable`."""
        raise NotImplementedError

    def give(self, value: Any, text: str | None = None) -> None:
        """Another value, not typed here; it counts as typed. `text` is how it was written."""
        if same(value, self.value):
            if self.editor is not None and text is not None:
                self.put_source(value, text)
                self._shown = self.content()
            return
        if self.editor is not None:
            self.value = value
            self.put_source(value, text)
            self._shown = self.content()
        self._edit(value)

    def put_source(self, value: Any, text: str | None) -> None:
        """Show a value that was written somewhere else."""
        self.put(value)

    def say(self, words: str, kind: Any = "info") -> None:
        """A sentence for the operator."""
        if (svc := services(self)) is not None:
            svc.snack.show(words, kind, 6)
        else:
            self.app.notify(words, markup=False)

    # Reading and editing elsewhere

    def action_page(self) -> None:
        """The value in a pager."""
        self.edited_now()
        self.app.push_screen(Pager(self.descriptor.label, self.source()))

    def action_outside(self) -> None:
        """The value in the operator's editor."""
        self.app.run_worker(self.edit_outside(), group="outside", exclusive=True)

    async def edit_outside(self) -> None:
        """Open an editor on the value and take what comes back. Nothing that was typed is lost."""
        if self.readonly:
            self.say("This value can only be read; F3 shows it.")
            return
        self.edited_now()
        if is_kept_off_disk(self.descriptor, self.value):
            self.say(SECRET, "warning")
            return
        before = self.source()
        late = next((node for node in self.ancestors if hasattr(node, "keep_late")), None)
        returned = await edit_outside(self.app, before, self.suffix, self.give_source)
        words = returned.words
        if returned.text is not None and returned.text != before:
            value = self.give_source(returned.text)
            if isinstance(value, Unreadable):
                words = f"{value.problem} What you wrote is kept, to be mended here or with F4."
            if not is_open(self) and late is not None:
                late.keep_late()
                return
        if words:
            self.say(words)

    def give_source(self, text: str) -> Any:
        """Another value, written elsewhere as text; the value that it stands for."""
        value = self.from_source(text)
        self.give(value, text)
        return value

    def edited_now(self) -> None:
        """Take what was typed and not yet read."""
        if self.editor is not None and self.is_mounted:
            self._tell_edit()

    # The whole screen

    def action_fill(self) -> None:
        """This field alone on the screen; nothing of it changes."""
        self.screen.maximize(self, container=False)

    def action_shrink(self) -> None:
        """Back between the other fields."""
        self.screen.minimize()

    # The menu

    def tools(self) -> Sequence[Tool]:
        """What the menu offers."""
        reveal = (Tool("s", "Show the secrets in it, or hide them", "reveal"),)
        return (
            Tool("f", "Fill the screen, and back", "turn_fill"),
            Tool("e", "Edit in $EDITOR (F4)", "outside"),
            Tool("v", "View in the pager (F3)", "page"),
            *(reveal if self.hides else ()),
        )

    def action_turn_fill(self) -> None:
        """Fill the screen, or leave it."""
        if self.is_maximized:
            self.action_shrink()
        else:
            self.action_fill()

    def action_tools(self) -> None:
        """Show the menu."""
        focus = self.screen.focused

        async def chosen(action: str | None) -> None:
            if isinstance(focus, Widget) and focus.is_attached:
                focus.focus()
            if action is not None:
                await self.run_action(action)

        self.app.push_screen(ToolMenu(self.descriptor.label, self.tools()), chosen)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Esc is ours only while this fills the screen."""
        if action == "shrink":
            return self.is_maximized
        if action == "outside":
            return not self.readonly
        return True


def json_text(value: Any) -> str:
    """Any value as indented JSON; a text that is no value yet as it was typed."""
    if isinstance(value, Unreadable):
        return value.text
    return exact_json.written(value, indent=2, default=_typed)


def _typed(value: Any) -> Any:
    """Inside of a value: what was typed and is none yet, else whatever words there are."""
    return value.text if isinstance(value, Unreadable) else str(value)


def read_json(text: str, *, constants: bool = False) -> Any:
    """The JSON value of a text; an `Unreadable` that says where it is wrong.

    With `constants`, `NaN` and `Infinity` are numbers: a record that came with them may keep them.
    """
    constant = exact_json.ExactFloat if constants else _refused
    try:
        return exact_json.read(text, constant=constant, pairs=_once, deepest=exact_json.TYPED)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        return Unreadable(text, f"This is no JSON: {error.msg}, {place}.")
    except ValueError as error:
        return Unreadable(text, f"This is no JSON: {error}.")


def _refused(name: str) -> Any:
    raise ValueError(f"{name} is not allowed in it")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; a key that stands in it twice would lose one of its values without a word."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f'the key "{key}" stands twice in an object')
        found[key] = value
    return found
