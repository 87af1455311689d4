"""ActionForm: the inputs of an action, or what its handler asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Static

from svc_tui.models.field_types import default_registry
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.listing import FilterChoice
from svc_tui.stores.record.draft import Draft
from svc_tui.stores.record.field_paths import places
from svc_tui.text import label
from svc_tui.widgets.base import CANCEL, SvcModal
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle
from svc_tui.widgets.form.checks import problems, visible
from svc_tui.widgets.form.choice import ChoiceField
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.field_edits import take_edit
from svc_tui.widgets.form.foreign_call import words_of
from svc_tui.widgets.form.form import SvcForm
from svc_tui.widgets.form.relation_values import as_list
from svc_tui.widgets.listing.field_navigation import FieldNavigation

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.models.registry import FieldRegistry

HINT = "Tab next field · Ctrl+S continues · Esc cancels"
HINT_OF_ONE = "Ctrl+S continues · Esc cancels"

START = "default"
"""The attribute of a field with its initial value."""


class ActionForm(SvcModal):
    """Resolves to the values by key; None if the user closed it."""

    @property
    def enter_word(self) -> str:  # type: ignore[override]  # Elsewhere it is fixed.
        """The footer's word for Enter: in the last field, it continues."""
        return "Continue" if self.navigation.at_end else "Next field"

    DEFAULT_CSS = """
    ActionForm { align: center middle; }
    ActionForm > .dialog { width: 72; height: auto; max-height: 100%; }
    ActionForm FieldNavigation { height: auto; max-height: 60vh; }
    ActionForm .problem { height: auto; }
    """

    BINDINGS = [
        CANCEL,
        Binding(
            "ctrl+s,f2", "send", "Continue", tooltip="Continue with these values.", id="inputs.send"
        ),
    ]

    def __init__(
        self,
        heading: str,
        fields: Sequence[FieldDescriptor],
        begin_with: Mapping[str, Any] | None = None,
        *,
        registry: FieldRegistry | None = None,
        svc: Svc | None = None,
    ) -> None:
        super().__init__()
        self._svc = svc
        self.heading = heading
        self.registry = registry or default_registry()
        # Not in any language of a record: a form has one value per field.
        self.asked = tuple(one.model_copy(update={"translatable": False}) for one in fields)
        first = {one.key: one.attrs.get(START, one.default) for one in self.asked}
        self.draft = Draft.of({**first, **(begin_with or {})})
        self.errors: Mapping[str, Sequence[str]] = {}
        self.labels: dict[str, tuple[FilterChoice, ...]] = {}
        """What the form showed for each value that was chosen, by the keys of the fields."""
        self._author = svc.auth.name if svc is not None else ""

    def compose(self) -> ComposeResult:
        """Title, fields, what is wrong, hint."""
        navigation = FieldNavigation()
        navigation.cycles = False
        form = SvcForm(self.asked, self.draft, registry=self.registry, svc=self._svc)
        navigation.form = form
        with Vertical(classes="dialog"):
            yield DialogTitle(label(self.heading))
            with navigation:
                yield form
            yield Static(classes="problem error")
            yield DialogHint(label(HINT if len(self.asked) > 1 else HINT_OF_ONE))

    def on_mount(self) -> None:
        self.call_after_refresh(self.navigation.type_into, 0)

    @property
    def is_empty(self) -> bool:
        """Whether no field can be seen, so that the values are those it starts with."""
        return not any(visible(one, self.draft.current) for one in self.asked)

    @property
    def navigation(self) -> FieldNavigation:
        """The fields, as they are moved between."""
        return self.query_one(FieldNavigation)

    @on(FieldNavigation.Ended)
    def _ended(self) -> None:
        self.action_send()

    @property
    def form(self) -> SvcForm:
        """The fields."""
        return self.query_one(SvcForm)

    @on(SvcField.Edited)
    def _edited(self, event: SvcField.Edited) -> None:
        if take_edit(event):
            self._write(event)
            self._draw()

    def _write(self, edit: SvcField.Edited) -> None:
        for path, value in self.form.write(self.draft, edit).items():
            self.draft = self.draft.edited(path, value)
        self.errors = {path: said for path, said in self.errors.items() if path != edit.path}

    def _take_typed(self) -> None:
        for edit in self.form.typed():
            self._write(edit)

    def _draw(self, problem: str = "") -> None:
        self.form.show(self.draft, self.errors, None)
        self.query_one(".problem", Static).update(label(problem))

    def action_send(self) -> None:
        """Continue with the values, if they are valid."""
        self._take_typed()
        self.errors = problems(self.draft, places(self.asked, ()), self.registry)
        who = self._svc.auth.name if self._svc is not None else ""
        if self.errors:
            self._draw("Not sent yet. Correct the fields in red.")
        elif who != self._author:
            self._draw(f"Not sent: {self._author} filled this in, but {who} is signed in now.")
        else:
            self.labels = {one.path: self._labels_of(one) for one in self.form.query(ChoiceField)}
            self.close(dict(self.draft.current))

    def _labels_of(self, field: ChoiceField) -> tuple[FilterChoice, ...]:
        return tuple(
            FilterChoice(value=one, text=words_of(field, one))
            for one in as_list(self.draft.get(field.path))
            if isinstance(one, str | int | float)
        )

    @property
    def unsent(self) -> str:
        """The sentence about what would be lost; empty if nothing was typed."""
        self._take_typed()
        return "What you typed into this form is not sent yet." if self.draft.dirty else ""

    def action_close(self) -> None:
        """Close on Esc; ask first if typed text would be lost."""
        if self.unsent and self._svc is not None:
            self.run_worker(self._leave(self._svc), group="leave", exclusive=True)
        else:
            self.close()

    async def _leave(self, svc: Svc) -> None:
        words = "What you typed will be discarded."
        if await svc.confirm.ask("Close this form?", words, confirm_text="Close", by_itself=True):
            self.close()
