"""ActionQuestions: what is asked before an action runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from textual.app import App
from textual.screen import Screen

from svc_tui.api.errors import ApiError
from svc_tui.models.listing import ActionDescriptor
from svc_tui.stores.listing.action_store import Action, ActionState, ActionStore, typed_count
from svc_tui.stores.listing.action_types import (
    CANARY,
    Outcome,
    delete_request_note,
    has_canary,
    is_destructive,
    name_of,
)
from svc_tui.stores.listing.bulk_edit import EditFields
from svc_tui.stores.listing.field_notes import absent_fields
from svc_tui.stores.listing.page_reader import keys_of
from svc_tui.stores.listing.selection import Selection
from svc_tui.stores.record.publication_steps import PublicationStep
from svc_tui.stores.redact import holds_secrets
from svc_tui.stores.session.confirm_store import Choice
from svc_tui.stores.unavailable_reason import over_limit
from svc_tui.widgets.listing.action_preview import about, input_lines
from svc_tui.widgets.listing.action_runner import selection_label
from svc_tui.widgets.listing.canary import wants_the_rest
from svc_tui.widgets.listing.choice_labels import Choices
from svc_tui.widgets.listing.list_labels import ListLabels
from svc_tui.widgets.listing.options import ActionOptions
from svc_tui.widgets.shell.effective_bindings import undoes_writes
from svc_tui.widgets.tasks import doing

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.models.fields import FieldDescriptor
    from svc_tui.models.registry import FieldRegistry


@dataclass(frozen=True)
class AnsweredAction:
    """An action as the user wants it run."""

    action: Action
    selection: Selection
    inputs: Mapping[str, Any] = field(default_factory=dict)
    canary: bool = False
    """Whether it tries a few rows first."""


class QuestionHost(Protocol):
    """The line of actions."""

    options: ActionOptions
    store: ActionStore
    edit_fields: tuple[FieldDescriptor, ...]

    @property
    def app(self) -> App[Any]: ...
    @property
    def screen(self) -> Screen[Any]: ...
    @property
    def svc(self) -> Svc: ...
    @property
    def registry(self) -> FieldRegistry: ...
    @property
    def labels(self) -> ListLabels: ...
    @property
    def name_of_running(self) -> str: ...

    def announce(self, state: ActionState) -> None: ...


class ActionQuestions:
    """Counts the rows of an action, asks for its inputs, and shows what it would change."""

    def __init__(self, host: QuestionHost) -> None:
        self.host = host
        self._canary = False
        """Whether the user wants to try a few rows first."""
        self._answers: dict[str, tuple[str, Mapping[str, Any]]] = {}
        """The user and the inputs of the last run, by the id of an action that is not done yet."""

    def forget_answers(self, action: Action | None) -> None:
        """Ask for the inputs of an action anew, as it was done."""
        if isinstance(action, ActionDescriptor):
            self._answers.pop(action.id, None)

    async def ask(self, action: Action, selection: Selection) -> AnsweredAction | None:
        """Return the action with the answers; None if it should not be run."""
        self._canary = False
        try:
            selection = await self._counted(selection)
        except ApiError as error:
            self._say(f"Nothing was done. {error}", error=True)
            return None
        if why := _wrong_size(len(selection), self.host.svc.config.max_rows):
            self._say(why)
            return None
        if isinstance(action, PublicationStep):
            return await self._publication(action, selection)
        if isinstance(action, EditFields):
            edits = await self._edits(selection)
            return (
                AnsweredAction(edits, selection, canary=self._canary) if edits is not None else None
            )
        return await self._confirmed(action, selection)

    async def fill_in(
        self, fields: Sequence[FieldDescriptor], heading: str
    ) -> dict[str, Any] | None:
        """Show a form, and return its values; None where the user closed it.

        Raises:
            ValueError: a field has a type that there is not; names the nearest.
        """
        return (await self._filled_in(fields, heading))[0]

    async def _filled_in(
        self,
        fields: Sequence[FieldDescriptor],
        heading: str,
        begin_with: Mapping[str, Any] | None = None,
    ) -> tuple[dict[str, Any] | None, Choices]:
        """Return the values of a form, and the labels of those that were chosen."""
        from svc_tui.config.explain import nearest
        from svc_tui.widgets.listing.action_form import ActionForm

        host = self.host
        for one in fields:
            if one.type not in host.registry:
                hint = nearest(one.type, host.registry, noun="field types", listed="")
                raise ValueError(f'"{one.key}" has the unknown type "{one.type}"; {hint}')

        title = heading or host.name_of_running
        form = ActionForm(title, fields, begin_with, registry=host.registry, svc=host.svc)
        if form.is_empty:
            return dict(form.draft.current), form.labels
        with doing(host.svc, lambda: form.unsent):
            values: dict[str, Any] | None = await host.app.push_screen_wait(form)
        return values, form.labels

    async def after_canary(self, outcomes: Sequence[Outcome], left: int) -> bool:
        """Show the results of the first rows, and ask about the others."""
        return await wants_the_rest(self.host.svc.confirm, outcomes, left)

    async def _counted(self, selection: Selection) -> Selection:
        """`"all"` from outside has no count; it is requested before the question."""
        frozen = selection.everything
        if frozen is None or frozen.count:
            return selection
        source = self.host.store.source
        count = await source.count(frozen.query)
        keys = await keys_of(source, frozen.query, count, self.host.options.lookup)
        return selection.of_everything(frozen.query, count, keys)

    async def _confirmed(self, action: Action, selection: Selection) -> AnsweredAction | None:
        """Ask for inputs, then whether to run it; save the record's form before that."""
        form, inputs = self.host.options.form, dict[str, Any]()
        chosen: Choices = {}
        if form is not None and not form.can_be_saved():
            self._say(f"{name_of(action)} was not run. Correct the errors in the record first.")
            return None
        if isinstance(action, ActionDescriptor) and action.inputs:
            user = self.host.svc.auth.name
            author, answers = self._answers.get(action.id, (user, {}))
            before = answers if author == user else {}
            filled, chosen = await self._filled_in(action.inputs, name_of(action), before)
            if filled is None:
                return None
            told = {key: one for key, one in filled.items() if not holds_secrets(key, one)}
            self._answers[action.id] = user, told
            action, inputs = action.with_inputs(filled), filled
        unsaved = form.unsaved if form is not None else ""
        if not await self._sure(action, selection, unsaved, inputs, chosen):
            return None
        if form is not None and unsaved:
            saved = await form.save(selection)
            if saved is None:
                self._say(f"{name_of(action)} was not run because the record was not saved.")
                return None
            selection = saved
        return AnsweredAction(action, selection, inputs, self._canary)

    async def _sure(
        self,
        action: Action,
        selection: Selection,
        unsaved: str = "",
        inputs: Mapping[str, Any] | None = None,
        chosen: Choices | None = None,
    ) -> bool:
        """Whether to run it, after its rows, inputs and changes are shown.

        `chosen` are the labels of inputs that were chosen.
        """
        damage, name, svc = is_destructive(action), name_of(action), self.host.svc
        what = f"{name}{' of' * isinstance(action, EditFields)}"
        sure = "Save and run" if unsaved else name
        choices = [Choice("no", "Cancel", "n"), Choice("yes", sure, "y", damage)]
        if has_canary(action, selection):
            choices.append(Choice("canary", f"Try {CANARY} first", "f", damage))
        answer = await svc.confirm.choose(
            f"{'Save, then ' * bool(unsaved)}{what} {selection_label(selection)}?",
            await self._shown(action, selection, unsaved, inputs or {}, chosen or {}),
            tuple(choices),
            cancel="no",
            dangerous=damage,
            must_type=typed_count(action, selection) or (svc.confirm.word if damage else None),
        )
        self._canary = answer == "canary"
        return answer != "no"

    async def _shown(
        self,
        action: Action,
        selection: Selection,
        unsaved: str,
        inputs: Mapping[str, Any],
        chosen: Choices,
    ) -> str:
        """Return the rows, inputs and changes of an action, as its question shows them."""
        host, crud = self.host, self.host.store.crud
        behind = delete_request_note(action, crud.endpoint.collection if crud is not None else "")
        logged = host.svc.write_log is not None
        absent = await absent_fields(crud, action, selection) if crud is not None else ()
        labels = replace(host.labels, choices={**host.labels.choices, **chosen})
        words = about(
            action,
            selection,
            host.store.title,
            labels,
            logged=logged,
            absent=absent,
            has_undo=undoes_writes(host.screen),
        )
        given = input_lines(action, inputs, labels)
        limit = host.svc.config.max_rows
        cap = f"At most {limit:,} rows at once." if limit is not None else ""
        return "\n".join(filter(None, (unsaved, words, given, behind, cap)))

    async def _edits(self, selection: Selection) -> EditFields | None:
        """Ask for the values to write; the form stays open until they are confirmed."""
        from svc_tui.widgets.listing.bulk_edit import BulkEditDialog

        host = self.host
        dialog = BulkEditDialog(
            host.edit_fields,
            selection,
            lambda action: self._sure(action, selection),
            languages=host.options.languages or (),
            registry=host.registry,
            svc=host.svc,
        )
        with doing(host.svc, lambda: dialog.unsent):
            chosen: EditFields | None = await host.app.push_screen_wait(dialog)
        if chosen is None or (crud := host.store.crud) is None:
            return chosen
        return replace(
            chosen, sends_changes=partial(host.svc.takes_patch_at, crud.endpoint.collection)
        )

    async def _publication(
        self, step: PublicationStep, selection: Selection
    ) -> AnsweredAction | None:
        """Ask what a step of publication needs, or show what it only shows."""
        from svc_tui.widgets.record.publication_prompts import asked, shown

        host = self.host
        if (crud := host.store.crud) is None:
            return None  # Rows passed in have no pages.
        if step.does is None:
            if await shown(host.app, host.svc, crud, step, selection):
                host.announce(host.store.state)
            return None
        has_undo = undoes_writes(host.screen)
        words = about(step, selection, host.store.title, host.labels, has_undo=has_undo)
        try:
            chosen, canary = await asked(host.app, host.svc, crud, step, selection, words)
        except ApiError as error:
            self._say(f"Nothing was done. {error}", error=True)
            return None
        return AnsweredAction(chosen, selection, canary=canary) if chosen is not None else None

    def _say(self, words: str, *, error: bool = False) -> None:
        self.host.svc.snack.show(words, "error" if error else "warning", 8)


def _wrong_size(count: int, limit: int | None) -> str:
    """Return why nothing is done with this many rows; "" if something is."""
    if much := over_limit(count, limit):
        return f"Nothing was done. {much}"
    return "" if count else "Nothing was done: no record matches."
