"""Staging: quick edits wait in the list, and `W` sends them after a review."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from textual.worker import Worker

from svc_tui.api.write_subject import about_run
from svc_tui.stores.base import Store
from svc_tui.stores.listing.staged_store import NAME, StagedRecord, StagedStore
from svc_tui.stores.rows import Row
from svc_tui.stores.runs.run_result import RunResult
from svc_tui.stores.session.confirm_store import Choice
from svc_tui.stores.session.task_store import TaskResult
from svc_tui.stores.unavailable_reason import over_limit
from svc_tui.text import plural
from svc_tui.widgets.command import Blocked, Command
from svc_tui.widgets.listing.canary import wants_the_rest
from svc_tui.widgets.listing.host import ListHost
from svc_tui.widgets.listing.list_labels import ListLabels
from svc_tui.widgets.tasks import doing, track_task

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.stores.record.autosaved_draft import AutosavedDraft
    from svc_tui.widgets.listing.staged_changes_dialog import Decision, StagedChangesDialog

STAY, SEND, DISCARD = "stay", "send", "discard"
SENT = "Send staged changes"
"""The name of a run over several staged rows."""

SENT_AT_ONCE = Blocked(
    "Nothing is staged: quick edits in this list are sent immediately.", hidden=True
)


class StagingHost(ListHost, Protocol):
    """The list whose edits are staged."""

    @property
    def svc(self) -> Svc:
        """The services; raises `NoServices` without any."""

    @property
    def labels(self) -> ListLabels:
        """The labels of values."""

    @property
    def is_attached(self) -> bool:
        """Whether the list is still on a page."""

    def listen(self, *stores: Store[Any]) -> None:
        """Have the messages of a store posted to the list."""

    def run_worker(self, work: Coroutine[Any, Any, Any], *, group: str = ...) -> Worker[Any]:
        """Run something beside the list."""


class Staging:
    """Stages edits if the list has `stage`; leaving and quitting ask while there are any."""

    GROUP: ClassVar[str] = "Records"
    COMMANDS: ClassVar[Sequence[Command]] = (
        Command(
            "list.staged",
            "W,ctrl+s",
            "Send staged",
            lambda self: self.review(),
            lambda self: self.unavailable(),
            "Review the staged changes and send them.",
            shown=True,
        ),
    )

    def __init__(self, host: StagingHost, edit: Callable[[str], None]) -> None:
        self.host = host
        self.store = StagedStore()
        self._edit = edit
        """Opens the form of a record with a staged edit."""
        self._stop_asking: Callable[[], None] | None = None
        self._dialog: StagedChangesDialog | None = None
        self._reviewer = ""
        """The user who opened the dialog."""

    def begin(self) -> None:
        """Subscribe to the staged changes, and ask before they would be lost."""
        self.host.listen(self.store)
        svc = self.host.services
        if self.host.options.stage and svc is not None:
            self._stop_asking = svc.router.guard(self._may_leave)

    def end(self) -> None:
        """Stop asking."""
        if self._stop_asking is not None:
            self._stop_asking()

    def unavailable(self) -> Blocked | None:
        """Return why nothing can be sent now."""
        if not self.host.options.stage:
            return SENT_AT_ONCE
        if not self.waiting:
            return Blocked("Nothing is staged. Press i to edit the row under the cursor.")
        under_way = Blocked("They are being sent. Press w to see the progress.")
        return under_way if self.store.state.sending else None

    @property
    def waiting(self) -> dict[str, StagedRecord]:
        """The staged edits, by the keys of the rows."""
        return dict(self.store.state.rows)

    def over(self, rows: tuple[Row, ...], keys: Sequence[str]) -> tuple[Row, ...]:
        """Return the rows with their staged values."""
        waiting = self.waiting
        if not waiting:
            return rows
        pairs = zip(rows, keys, strict=True)
        return tuple(waiting[key].over(row) if key in waiting else row for row, key in pairs)

    def status(self) -> tuple[str, ...]:
        """Return the text for the status line, in a long and a short form."""
        if not self.waiting:
            return ()
        words, state = self.store.state.words, self.store.state
        if state.sending:
            return (f"sending {state.done} of {state.total}",)
        return (f"{words}, W to send", f"{words.partition(' in ')[0]}, W to send")

    def release_drafts(self) -> None:
        """Leave what another user has staged on disk, as that user's drafts."""
        user = self.host.svc.auth.name
        if self._dialog is not None and user not in ("", self._reviewer):
            self._dialog.close()
        authors = {key: one.author for key, one in self.waiting.items()}
        gone = {key: name for key, name in authors.items() if name and user and name != user}
        if gone:
            self.store.unstage(gone)
            names = ", ".join(dict.fromkeys(gone.values()))
            self.host.say(f"Staged changes by {names} are kept.", "info", 8)

    def review(self) -> None:
        """Show staged changes, old and new values, from where they can be sent."""
        from svc_tui.widgets.listing.staged_changes_dialog import StagedChangesDialog

        gone: dict[str, list[AutosavedDraft]] = {}
        in_turn = asyncio.Lock()

        async def forget(row: StagedRecord) -> None:
            async with in_turn:
                gone[row.key] = await self._forget_drafts([row])

        async def remember(row: StagedRecord) -> None:
            async with in_turn:
                for kept in gone.pop(row.key, ()):
                    await self.host.svc.drafts.put_back(kept)

        svc = self.host.services
        self._reviewer = svc.auth.name if svc is not None else ""
        self._dialog = StagedChangesDialog(
            self.store,
            forget=lambda row: self.host.run_worker(forget(row), group="drafts"),
            remember=lambda row: self.host.run_worker(remember(row), group="drafts"),
            labels=self.host.labels,
        )
        self.host.app.push_screen(self._dialog, self._decided)

    def _decided(self, decision: Decision | None) -> None:
        self._dialog = None
        if decision is None:
            return
        if decision.what == "edit":
            self._edit(decision.key)
        else:
            self.host.ask(self.send(canary=decision.what == "send_first"))

    async def send(self, *, canary: bool = False) -> RunResult:
        """Send all staged changes; show the result of each row, and keep what failed.

        With `canary`, the first few are sent before asking about the rest.
        """
        sent = RunResult(NAME)
        svc = self.host.services
        if svc is not None and not await self._sure(svc):
            return sent

        def ending() -> TaskResult:
            bad = sent.of("failed") or sent.of("unknown")
            return TaskResult(sent.summary, "failed" if bad else "done")

        with (
            about_run(SENT, len(self.waiting)),
            doing(
                self.host.services,
                lambda: "Staged changes are being sent. The rest won't be sent.",
            ),
            track_task(self.host.services, SENT, self._progress, self.store.cancel, ending),
        ):
            before = self.waiting
            ask = partial(wants_the_rest, self.host.svc.confirm) if canary else None
            sent = await self.store.send(ask)
            await self._forget_drafts([before[one.key] for one in sent.of("ok")])
        self._report(sent)
        return sent

    def _report(self, sent: RunResult) -> None:
        """Show the result: of each row, unless all were sent or the page was left."""
        if not self.host.is_attached:
            self.host.say(sent.summary, "success" if sent.needs_no_reading else "warning", 8)
            return
        self.host.load(self.host.store.refresh())
        if not sent.needs_no_reading:
            from svc_tui.widgets.listing.results import ResultSheet

            self.host.app.push_screen(ResultSheet(sent), self._results_closed)
        else:
            self.host.say(sent.summary, "success")

    async def _sure(self, svc: Svc) -> bool:
        """Whether so many rows may be sent; asks for the word of a protected backend."""
        word, count = svc.confirm.word, len(self.waiting)
        if much := over_limit(count, svc.config.max_rows):
            self.host.say(
                f"Nothing was sent. {much} Press W, then D, to discard some.", "warning", 8
            )
            return False
        if word is None or count < 2:
            return True
        title = f"Send {plural(count, 'row', 'rows')} to {word}?"
        return await svc.confirm.ask(title, confirm_text="Send", must_type=word)

    def _results_closed(self, again: bool | None) -> None:
        if again:
            self.host.ask(self.send())

    def _progress(self) -> str:
        state = self.store.state
        return f"{state.done:,} of {state.total:,}"

    async def _may_leave(self) -> bool:
        self.release_drafts()
        if not self.waiting:
            return True
        first = [one.title for one in list(self.waiting.values())[:3]]
        answer = await self.host.svc.confirm.choose(
            "Changes are not sent yet",
            f"{self.store.state.words}: {', '.join(first)}",
            (
                Choice(STAY, "Cancel", "escape"),
                Choice(SEND, "Send them", "s"),
                Choice(DISCARD, "Discard", "x", dangerous=True),
            ),
            cancel=STAY,
            by_itself=True,
        )
        if answer == SEND:
            await self.send()
            return not self.waiting
        if answer == DISCARD:
            await self._forget_drafts(list(self.waiting.values()), to_bring_back=True)
            self.store.unstage(self.waiting)
        return answer == DISCARD

    async def _forget_drafts(
        self, rows: Sequence[StagedRecord], *, to_bring_back: bool = False
    ) -> list[AutosavedDraft]:
        """Remove the drafts of these rows from the disk, and return them.

        With `to_bring_back` they can be restored. A draft with other content stays.
        """
        gone = []
        for key, record in ((one.draft_key, one.record) for one in rows):
            for kept in await self.host.svc.drafts.of_record(key) if key is not None else ():
                if not kept.against(record.state.draft.current).differences:
                    drafts = self.host.svc.drafts
                    await (drafts.discard(kept) if to_bring_back else drafts.remove(kept))
                    gone.append(kept)
        return gone
