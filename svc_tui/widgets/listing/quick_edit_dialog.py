"""QuickEditDialog: the form of quick edit over the list, on the fresh record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Static

from svc_tui.text import label
from svc_tui.widgets.base import CANCEL, SvcModal, services
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle
from svc_tui.widgets.listing.quick_form import QuickForm
from svc_tui.widgets.record import confirmations as questions

if TYPE_CHECKING:
    from svc_tui.widgets.listing.quick_edit import SvcListQuickEdit

LONGEST = 78
"""Cells that fit into the frame of the dialog."""

HINT = "Ctrl+S saves · F9 saves and goes to the next row · Esc cancels"
HINT_STAGE = "Ctrl+S stages · W sends · F9 next row · Esc cancels"
HINT_ADD = "Ctrl+S saves · F9 saves and adds another · Esc cancels"


class QuickEditDialog(SvcModal):
    """The form over the list."""

    @property
    def enter_word(self) -> str:  # type: ignore[override]  # Elsewhere it is fixed.
        """The footer's word for Enter: in the only field, it saves."""
        return "Save" if self.form.at_end else "Next field"

    DEFAULT_CSS = """
    QuickEditDialog { align: center middle; }
    QuickEditDialog > .dialog { width: 90; height: auto; max-height: 100%; }
    QuickEditDialog .title { text-wrap: nowrap; text-overflow: ellipsis; }
    QuickEditDialog QuickForm { height: auto; max-height: 60vh; }
    QuickEditDialog .problem { height: auto; display: none; }
    QuickEditDialog .problem.-shown { display: block; }
    """

    BINDINGS = [
        Binding(
            "ctrl+s,f2", "save(False)", "Save", id="quick.save",
            tooltip="Save this row.",
        ),
        Binding(
            "f9", "save(True)", "Save, next", id="quick.next",
            tooltip="Save, then edit the next row.",
        ),
        CANCEL,
        Binding(
            "ctrl+t", "language", "Language", tooltip="Show the next language.", id="quick.language"
        ),
    ]  # fmt: skip

    def __init__(self, owner: SvcListQuickEdit) -> None:
        super().__init__()
        self._svc = services(owner)
        self.owner = owner
        self._warned = False
        self._saving = False
        """Whether typing now is meant for what follows the save."""
        adding = owner.item_id is None
        # Not looked for by their classes: the form may still be built when the dialog is closed.
        self._title = DialogTitle("Quick add" if adding else "Quick edit", longest=LONGEST)
        self._problem = Static(classes="problem error")

    def compose(self) -> ComposeResult:
        """Title, form, what went wrong, hint."""
        adding = self.owner.item_id is None
        with Vertical(classes="dialog"):
            yield self._title
            yield QuickForm(self.owner, self)
            yield self._problem
            hint = HINT_STAGE if self.owner.stage else HINT
            yield DialogHint(label(HINT_ADD if adding else hint), longest=LONGEST)

    @property
    def coming(self) -> bool:
        """Whether the target of the keys is still loading: the fields, or what follows a save."""
        return self._saving or any(form.coming for form in self.query(QuickForm))

    @property
    def form(self) -> QuickForm:
        """The fields."""
        return self.query_one(QuickForm)

    def head(self, title: str) -> None:
        """Show which record this is."""
        self._title.update(label(f"Quick edit: {title}"))

    def say(self, words: str) -> None:
        """Show what is wrong with the record as a whole."""
        self._problem.update(label(words, multiline=True))
        self._problem.set_class(bool(words), "-shown")

    @on(QuickForm.Ended)
    def _ended(self) -> None:
        self.action_save(False)

    def action_save(self, then_next: bool) -> None:
        """Save and close; the list opens the next one if asked to."""
        self._saving = True
        self.run_worker(self._save(then_next), group="save")

    def action_language(self) -> None:
        """Show the next language."""
        self.form.next_language()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """One language has no next one."""
        if action == "language":
            return any(len(form.languages) > 1 for form in self.query(QuickForm))
        return True

    def signed_in_again(self) -> None:
        """Continue after a new sign-in: offer an interrupted save, repeat an interrupted load.

        Another user's save closes the form, and keeps what was typed as a draft of its author.
        """
        store = self.form.store
        if self.form.drafts.user_changed:
            return
        if store.state.unsaved_by_expiry:
            store.offered_again()
            self.run_worker(self._offer_save(), group="save")
        elif store.state.problem is not None and not store.state.loaded:
            self.run_worker(store.load(), group="load", exclusive=True)

    async def _offer_save(self) -> None:
        if await questions.ask_retry_save(self.svc.confirm):
            await self._save(False)

    async def _save(self, then_next: bool) -> None:
        try:
            await self._save_and_close(then_next)
        finally:
            self._saving = self._leaving
            if not self._leaving:
                self.key_guard.ignore_typed_ahead()

    async def _save_and_close(self, then_next: bool) -> None:
        form = self.form
        if form.drafts.user_changed:
            form.drafts.stop_for_author()
            form.revert()
            self.close()
            return
        form.goes_on = then_next
        if await form.save():
            form.take_typed()
            if not self.owner.stage and form.store.dirty:  # Typed while a slow save ran.
                self._say_typed_since()
                return
            item = form.as_staged() if self.owner.stage else form.store.state.draft.original
            self.close({"item": item, "next": then_next})

    def _say_typed_since(self) -> None:
        words = self.form.words.typed_since()
        if (svc := services(self)) is not None:
            svc.snack.show(words, "warning", 8)
        else:
            self.say(words)

    def action_close(self) -> None:
        """Close on Esc; ask first if typed text would be lost."""
        self.run_worker(self._leave(), group="leave", exclusive=True)

    async def _leave(self) -> None:
        form = self.form
        form.take_typed()
        await form.writer.finished()
        if form.has_unsaved_changes and services(self) is None:
            # Without services to ask with, the first Esc names what the second one would lose.
            if not self._warned:
                self._warned = True
                self.say(
                    f"Not saved: {', '.join(form.words.changed())}. Press Esc again to discard."
                )
                return
            form.revert()
        elif form.has_unsaved_changes:
            stage = self.owner.stage
            answer = await questions.before_leaving(
                self.svc.confirm,
                form.words.changed(),
                "Stage" if stage else "Save",
                can_keep=not stage and form.drafts.can_keep,
                temporary=self.svc.drafts.temporary,
            )
            if answer == questions.SAVE:
                await self._save(False)
                return
            if answer == questions.STAY or (answer == questions.KEEP and not form.drafts.keep()):
                return
            if answer == questions.DISCARD:
                await form.discard()
        self.close()
