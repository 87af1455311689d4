"""DraftsDialog: the unsaved changes of the signed-in user on this machine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.binding import Binding
from textual.content import Content
from textual.widgets import OptionList

from svc_tui.stores.record.autosaved_draft import AutosavedDraft
from svc_tui.stores.unavailable_reason import NO_PAGE
from svc_tui.text import cut, label, plural
from svc_tui.widgets.dialog_words import DialogTitle
from svc_tui.widgets.formatting import as_relative
from svc_tui.widgets.record.values_dialog import ChangedValue, ValuesDialog


class DraftsDialog(ValuesDialog):
    """One line per form, with its values below; Enter opens the record, which offers them.

    Discarded changes are only listed after `D`, in place of the unsaved ones.
    """

    heading = "Unsaved changes"
    nothing = "No unsaved changes. Press D to list discarded ones."
    keys = "Enter opens it · d discards · D lists discarded · Esc closes"
    discarded_keys = "Enter restores it · d deletes · D lists unsaved · Esc closes"

    BINDINGS = [
        Binding(
            "d",
            "discard",
            "Discard",
            tooltip="Discard these changes, or delete discarded ones for good. Asks first.",
            id="drafts.discard",
        ),
        Binding(
            "D",
            "switch",
            "Discarded",
            show=False,
            tooltip="List discarded changes, or the unsaved ones again.",
            id="drafts.discarded",
        ),
    ]

    drafts: Sequence[AutosavedDraft] = ()
    discarded = False
    """Whether discarded changes are listed."""

    async def on_mount(self) -> None:
        await self._show()

    async def _show(self) -> None:
        found = await self.svc.drafts.all(self.svc.auth.name)
        self.drafts = [one for one in found if one.discarded == self.discarded]
        gone = self.discarded
        self.nothing = "No discarded changes." if gone else type(self).nothing
        self.query_one(DialogTitle).update(label("Discarded changes" if gone else self.heading))
        self.show_lines()

    def hint(self) -> str:
        """Return the keys that work in the list that is shown."""
        return self.discarded_keys if self.discarded else self.keys

    async def action_switch(self) -> None:
        """List discarded changes, or the unsaved ones again."""
        self.discarded = not self.discarded
        await self._show()

    @property
    def here(self) -> AutosavedDraft | None:
        """The draft under the cursor."""
        return self.drafts[self.at] if 0 <= self.at < len(self.drafts) else None

    @property
    def endpoint(self) -> str:
        """Return the endpoint of its record."""
        return self.here.key.endpoint if self.here is not None else ""

    def lines(self) -> Sequence[Content]:
        """Return a line for each draft."""
        return [_line(one, self.place_of(one.key.endpoint, one.key.id)) for one in self.drafts]

    def values(self) -> Iterable[ChangedValue]:
        """Return the values that were typed."""
        draft = self.here
        for one in draft.changes if draft is not None else ():
            yield ChangedValue(one.steps, one.loaded, one.typed)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        draft = self.here
        if draft is None:
            return
        if not draft.location:
            self.svc.snack.show(NO_PAGE, "warning")
            return
        self.close()
        if draft.discarded:
            self.ask(self.svc.bring_back(draft))
        else:
            self.go(draft.location)

    def action_discard(self) -> None:
        """Discard a draft, after a question."""
        if (draft := self.here) is not None:
            self.run_worker(self._discard(draft), group="discard", exclusive=True)

    async def _discard(self, draft: AutosavedDraft) -> None:
        if draft.elsewhere:
            words = "These changes are open in a form. Discard them there."
            self.svc.snack.show(words, "warning")
            return
        what = f"{draft.title}: {plural(len(draft.changes), 'value', 'values')}."
        question, yes = "Discard these changes?", "Discard"
        if draft.discarded:
            question, yes = "Delete for good?", "Delete"
        if await self.svc.confirm.ask(question, what, confirm_text=yes, dangerous=True):
            await self.svc.drafts.remove(draft)
            await self._show()


def _line(draft: AutosavedDraft, place: str) -> Content:
    words = f"{cut(draft.title, 22):<22} {cut(place, 15):<15} "
    much = "discarded" if draft.discarded else plural(len(draft.changes), "value", "values")
    state = "  open now" if draft.elsewhere else ""
    return label(words) + label(
        f"{as_relative(draft.made_at.isoformat()):<10} {much}{state}", "$text-muted"
    )
