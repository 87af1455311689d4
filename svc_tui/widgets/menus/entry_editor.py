"""SvcMenuEntryEditor: the form of one entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from textual import events, on
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Static

from svc_tui.models.arguments import checks_arguments
from svc_tui.models.field_types import default_registry
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.registry import FieldRegistry
from svc_tui.stores.menus.entry_fields import ENTRY_FIELDS
from svc_tui.stores.menus.menu_tree import Path, own_values
from svc_tui.stores.record.draft import Draft
from svc_tui.text import label
from svc_tui.widgets.base import SvcWidget
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.field_edits import take_edit
from svc_tui.widgets.form.field_help import CurrentHelp
from svc_tui.widgets.form.form import SvcForm

REGISTRY_TYPES = {"menu-page": "svc_tui.widgets.menus.page_picker:MenuPageField"}

EMPTY = "No entry is selected."


@checks_arguments()
class SvcMenuEntryEditor(SvcWidget):
    """Edits one entry: the owner of the draft calls `show` and handles `Edited`."""

    DEFAULT_CSS = """
    SvcMenuEntryEditor { height: 1fr; width: 1fr; }
    SvcMenuEntryEditor > .about { height: auto; display: none; }
    SvcMenuEntryEditor > .about.-shown { display: block; }
    SvcMenuEntryEditor > VerticalScroll { height: 1fr; }
    """

    class Edited(Message):
        """The user gave another value, at a dotted path of the entry."""

        def __init__(self, path: Path, key: str, value: Any) -> None:
            super().__init__()
            self.path = path
            self.key = key
            self.value = value

    class Left(Message):
        """Enter was pressed in the last value: go back to the tree."""

    def __init__(
        self,
        *,
        fields: Sequence[FieldDescriptor] = ENTRY_FIELDS,
        registry: FieldRegistry | None = None,
        readonly: bool = False,
        write: Callable[[Path, str, Any], object] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._write = write
        """Handles typed text immediately, for an owner that must never be behind."""
        self.path: Path = ()
        """The entry that is shown; () for none."""
        self._draft = Draft()
        self._said = ""
        self._help = CurrentHelp()
        self.form = SvcForm(
            fields,
            registry=(registry or default_registry()).extend(REGISTRY_TYPES),
            readonly=readonly,
            slots=self.slots,
            svc=self._svc,
        )

    def compose(self) -> ComposeResult:
        yield Static(classes="about error")
        with VerticalScroll(can_focus=False):
            yield self.form

    def show(
        self,
        path: Path,
        node: Any,
        loaded: Any = None,
        errors: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        """Show an entry, the loaded version of it, and its errors."""
        if path != self.path:
            for field in self.form.fields:
                field.edits.newest = None  # `take_typed` has posted it before.
        self.path = path
        self._draft = Draft(own_values(loaded), own_values(node))
        errors = errors or {}
        self.form.show(self._draft, errors, None)
        whole = [*errors.get("", ()), *errors.get("id", ()), *errors.get("nodes", ())]
        whole += [one for key in ("link",) for one in errors.get(key, ())]
        words = EMPTY if not path else "\n".join(whole)
        if words != self._said:
            self._said = words
            about = self.query_one(".about", Static)
            about.update(label(words, multiline=True))
            about.set_class(bool(words), "-shown")
        self.form.display = bool(path) and isinstance(node, Mapping)

    @on(SvcField.Edited)
    def _edited(self, event: SvcField.Edited) -> None:
        if take_edit(event):
            self._tell(event)

    def take_typed(self) -> None:
        """Write what the editors hold now, directly and not by a message."""
        for edit in self.form.typed():
            self._tell(edit)

    def _tell(self, edit: SvcField.Edited) -> None:
        if not self.path:
            return
        for key, value in self.form.write(self._draft, edit).items():
            self._draft = self._draft.edited(key, value)
            if self._write is not None:
                self._write(self.path, key, value)
            self.post_message(self.Edited(self.path, key, value))

    @on(events.DescendantFocus)
    def _show_help(self, event: events.DescendantFocus) -> None:
        around = event.widget.ancestors_with_self
        field = next((one for one in around if isinstance(one, SvcField)), None)
        self._help.show(field, field.hint if field is not None else "")

    @on(events.DescendantBlur)
    def _hide_help(self) -> None:
        self._help.show(None, "")

    def type_into(self, key: str = "title") -> bool:
        """Start typing in a value of the entry."""
        if not self.form.display:
            return False
        wanted = [one for one in self.form.fields if one.descriptor.key == key and one.display]
        return any(one.begin() for one in (*wanted, *self.form.fields) if one.display)

    @on(SvcField.Finished)
    def _next(self, event: SvcField.Finished) -> None:
        event.stop()
        fields = [one for one in self.form.fields if one.display]
        after = fields[fields.index(event.field) + 1 :] if event.field in fields else []
        if not any(one.begin() for one in after):
            self.post_message(self.Left())
