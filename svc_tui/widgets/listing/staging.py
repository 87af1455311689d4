"""Staged edits: what quick edit changes waits in the list, and `W` sends it after a review."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual import on
from textual.binding import Binding

from svc_tui.stores.listing.staged_store import SendResult, Staged, StagedStore
from svc_tui.stores.rows import Row
from svc_tui.stores.session.confirm_store import Choice
from svc_tui.stores.session.task_store import TaskResult
from svc_tui.widgets.base import services
from svc_tui.widgets.listing.editing import EditingKeys

if TYPE_CHECKING:
    from svc_tui.stores.record.autosaved_draft import AutosavedDraft
    from svc_tui.widgets.listing.quick_edit import SvcListQuickEdit
    from svc_tui.widgets.listing.staged_changes_dialog import Decision, StagedChangesDialog

STAY, SEND, DISCARD = "stay", "send", "discard"


class StagingKeys(EditingKeys):
    """`stage=True` holds edits back; leaving and quitting ask while something waits."""

    KEYS_ABOUT = "Records"

    BINDINGS = [
        Binding("W", "staged", "Send staged", tooltip="After a look at them.", id="list.staged"),
    ]

    stage: bool = False
    """Whether quick edits wait here instead of being sent at once."""
    staged: StagedStore
    """What waits."""

    _stop_asking: Callable[[], None] | None = None
    _sheet: StagedChangesDialog | None = None
    _sheet_of: str = ""
    """Who opened it."""

    def on_svc_list_quick_edit_staged(self, event: SvcListQuickEdit.Staged) -> None:
        """It waits; what is typed back to what it was waits no more."""
        event.stop()
        self.staged.stage(event.staged)

    def begin_staging(self) -> None:
        """Hear what waits, and ask before it would be lost."""
        self.staged = StagedStore()
        self.listen(self.staged)
        svc = services(self)
        if self.stage and svc is not None:
            self._stop_asking = svc.router.guard(self._may_leave_staged)

    def on_unmount(self) -> None:
        """Nobody has to be asked any more."""
        if self._stop_asking is not None:
            self._stop_asking()

    def release_drafts(self) -> None:
        """Somebody else signed in: what waits lies on disk, as drafts of whoever typed it."""
        here = self.svc.auth.name
        if self._sheet is not None and here not in ("", self._sheet_of):
            self._sheet.close()
        authors = {key: one.author for key, one in self.waiting.items()}
        gone = {key: name for key, name in authors.items() if name and here and name != here}
        if gone:
            self.staged.unstage(gone)
            names = ", ".join(dict.fromkeys(gone.values()))
            self.say(f"What {names} had staged here is kept as drafts.", "info", 8)

    def rows_as_staged(self, rows: tuple[Row, ...], keys: Sequence[str]) -> tuple[Row, ...]:
        """The rows as they will be, where something waits for them."""
        waiting = self.waiting
        if not waiting:
            return rows
        pairs = zip(rows, keys, strict=True)
        return tuple(waiting[key].over(row) if key in waiting else row for row, key in pairs)

    @property
    def waiting(self) -> dict[str, Staged]:
        """What is staged, by the keys of the rows."""
        return dict(self.staged.state.rows) if hasattr(self, "staged") else {}

    def staged_words(self) -> tuple[str, ...]:
        """What the status line says of it: at length, and shorter."""
        if not self.waiting:
            return ()
        words, state = self.staged.state.words, self.staged.state
        if state.sending:
            return (f"sending {state.done} of {state.total}",)
        return (f"{words}, W to send", f"{words.partition(' in ')[0]}, W to send")

    @on(StagedStore.Changed)
    def _staged_changed(self, event: StagedStore.Changed) -> None:
        if event.store is self.staged:
            self.show_rows()

    def action_staged(self) -> None:
        """What waits, old against new; from there it is sent."""
        from svc_tui.widgets.listing.staged_changes_dialog import StagedChangesDialog

        gone: dict[str, list[AutosavedDraft]] = {}
        in_turn = asyncio.Lock()

        async def forget(row: Staged) -> None:
            async with in_turn:
                gone[row.key] = await self._forget_drafts([row])

        async def remember(row: Staged) -> None:
            async with in_turn:
                for kept in gone.pop(row.key, ()):
                    await self.svc.drafts.put_back(kept)

        self._sheet_of = svc.auth.name if (svc := services(self)) is not None else ""
        self._sheet = StagedChangesDialog(
            self.staged,
            forget=lambda row: self.run_worker(forget(row), group="drafts"),
            remember=lambda row: self.run_worker(remember(row), group="drafts"),
            choices=self.wording.choices,
        )
        self.app.push_screen(self._sheet, self._decided)

    def _decided(self, decision: Decision | None) -> None:
        self._sheet = None
        if decision is None:
            return
        if decision.what == "edit":
            self.quick_edit(decision.key)
        else:
            self.ask(self.send_staged())

    async def send_staged(self) -> SendResult:
        """Send all that waits; each row's result is told, and what failed stays."""
        sent = SendResult()

        def ending() -> TaskResult:
            bad = sent.of("failed") or sent.of("unknown")
            return TaskResult(sent.summary, "failed" if bad else "done")

        with (
            self.doing(lambda: "Staged changes are being sent; the others would stay unsent."),
            self.track_task(
                "Send staged changes", self._staged_progress, self.staged.cancel, ending
            ),
        ):
            before = self.waiting
            sent = await self.staged.send()
            await self._forget_drafts([before[one.key] for one in sent.of("ok")])
        if not self.is_attached:
            self.say(sent.summary, "success" if sent.all_done else "warning", 8)
            return sent
        self.load(self.store.refresh())
        if not sent.all_done:
            from svc_tui.widgets.listing.results import ResultSheet

            self.app.push_screen(ResultSheet(sent), self._staged_sheet_closed)
        else:
            self.say(sent.summary, "success")
        return sent

    def _staged_sheet_closed(self, again: bool | None) -> None:
        if again:
            self.ask(self.send_staged())

    def _staged_progress(self) -> str:
        state = self.staged.state
        return f"{state.done:,} of {state.total:,}"

    async def _may_leave_staged(self) -> bool:
        self.release_drafts()
        if not self.waiting:
            return True
        answer = await self.svc.confirm.choose(
            "Changes are not sent yet",
            f"{self.staged.state.words}: {', '.join(one.title for one in self._first_waiting)}",
            (
                Choice(STAY, "Stay", "escape"),
                Choice(SEND, "Send them", "s"),
                Choice(DISCARD, "Discard", "x", dangerous=True),
            ),
            cancel=STAY,
            by_itself=True,
        )
        if answer == SEND:
            await self.send_staged()
            return not self.waiting
        if answer == DISCARD:
            await self._forget_drafts(list(self.waiting.values()), to_bring_back=True)
            self.staged.unstage(self.waiting)
        return answer == DISCARD

    async def _forget_drafts(
        self, rows: Sequence[Staged], *, to_bring_back: bool = False
    ) -> list[AutosavedDraft]:
        """What was sent, taken back or discarded is offered no more; what lay on disk of it.

        What is discarded on leaving can be brought back. A draft with something else in it stays,
        whatever becomes of the row.
        """
        gone = []
        for key, record in ((one.draft_key, one.record) for one in rows):
            for kept in await self.svc.drafts.of_record(key) if key is not None else ():
                if not kept.against(record.state.draft.current).differences:
                    drafts = self.svc.drafts
                    await (drafts.discard(kept) if to_bring_back else drafts.remove(kept))
                    gone.append(kept)
        return gone

    @property
    def _first_waiting(self) -> list[Staged]:
        return list(self.waiting.values())[:3]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A list that sends at once has nothing to send together."""
        if action == "staged":
            if not self.stage:
                return False
            return True if self.waiting and not self.staged.state.sending else None
        return super().check_action(action, parameters)

    def why_not(self, action: str, parameters: tuple[object, ...]) -> str:
        """Why nothing can be sent now."""
        if action == "staged" and self.waiting:
            return "They are being sent already: w shows how far that is."
        if action == "staged":
            return "Nothing is staged: i edits the row under the cursor."
        return super().why_not(action, parameters)
