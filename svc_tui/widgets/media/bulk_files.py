"""Delete or move all marked files in the background, and show each result."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial

from svc_tui.models.records import Id
from svc_tui.stores.listing.action_types import CANARY, MANY
from svc_tui.stores.media.bulk_run import BulkResult, BulkRun
from svc_tui.stores.session.confirm_store import NO, YES, Choice
from svc_tui.stores.session.task_store import TaskResult, TaskStatus
from svc_tui.stores.unavailable_reason import over_limit
from svc_tui.text import plural
from svc_tui.widgets.listing.canary import wants_the_rest
from svc_tui.widgets.listing.results import ResultSheet
from svc_tui.widgets.media import questions
from svc_tui.widgets.media.breadcrumbs import folder_title
from svc_tui.widgets.media.folder_commands import FolderCommands
from svc_tui.widgets.media.host import MediaHost

Bulk = Callable[..., Awaitable[BulkResult]]
"""An action on several files: takes their ids with their titles, and `run`."""

CANARY_FIRST = "canary"


class BulkFiles:
    """Asks about the marked files, then runs as one of the tasks that `w` lists."""

    def __init__(self, host: MediaHost, folders: FolderCommands) -> None:
        self._host = host
        self._folders = folders

    async def delete_marked(self) -> None:
        """Ask, then delete the marked files."""
        svc, store, state = self._host.svc, self._host.store, self._host.store.state
        titles = store.flagged
        elsewhere = len(state.edit_list_set - {media.id for media in state.medias})
        words = questions.about_deleting_many([*titles.values()], elsewhere)
        must_type = str(len(titles)) if len(titles) >= MANY else svc.confirm.word
        what = f"Delete {plural(len(titles), 'file', 'files')}"
        answer = await self._sure("Delete", f"{what}?", words, titles, True, must_type)
        if answer != NO:
            self._begin(what, titles, store.delete_all, canary=answer == CANARY_FIRST)

    async def move_marked(self) -> None:
        """Ask for a folder, then move the marked files there."""
        store, titles = self._host.store, self._host.store.flagged
        what = f"Move {plural(len(titles), 'file', 'files')} to"
        target = await self._folders.choose(what)
        if target is None:
            return
        title, answer = f"{what} {folder_title(target.folder)}", YES
        if len(titles) > CANARY or over_limit(len(titles), self._host.svc.config.max_rows):
            words = questions.named([*titles.values()])
            answer = await self._sure("Move", f"{title}?", words, titles)
        if answer != NO:
            move = partial(store.move_all, folder=target.folder)
            self._begin(title, titles, move, canary=answer == CANARY_FIRST)

    async def _sure(
        self,
        verb: str,
        title: str,
        words: str,
        titles: Mapping[Id, str],
        dangerous: bool = False,
        must_type: str | None = None,
    ) -> str:
        """Ask about the files; `YES`, `NO`, or `CANARY_FIRST`. More than the limit are refused."""
        svc, limit = self._host.svc, self._host.svc.config.max_rows
        if much := over_limit(len(titles), limit, "files"):
            svc.snack.show(f"Nothing was done. {much}", "warning", 8)
            return NO
        choices = [Choice(NO, "Cancel", "n"), Choice(YES, verb, "y", dangerous)]
        if len(titles) > CANARY:
            choices.append(Choice(CANARY_FIRST, f"Try {CANARY} first", "f", dangerous))
        cap = f"\nAt most {limit:,} files at once." if limit is not None else ""
        return await svc.confirm.choose(
            title, words + cap, tuple(choices), cancel=NO, dangerous=dangerous, must_type=must_type
        )

    def _begin(
        self, title: str, titles: Mapping[Id, str], work: Bulk, *, canary: bool = False
    ) -> None:
        self._host.app.run_worker(self._carry_out(title, titles, work, canary))

    async def _carry_out(
        self, title: str, titles: Mapping[Id, str], work: Bulk, canary: bool
    ) -> None:
        run, results = BulkRun(), list[BulkResult]()
        app, svc = self._host.app, self._host.svc
        if canary:
            run.after_canary = partial(wants_the_rest, svc.confirm, noun=("file", "files"))

        def again() -> None:
            self._begin(f"{title} again", results[0].again, work)

        def look() -> None:
            app.push_screen(ResultSheet(results[0]), lambda retry: again() if retry else None)

        def ending() -> TaskResult:
            failed = bool(results[0].failed)
            status: TaskStatus = "failed" if failed else "done"
            return TaskResult(results[0].summary, status, again if results[0].again else None, look)

        with (
            svc.doing(lambda: f"{title}: {run.progress}. The rest won't be processed."),
            svc.tasks.under_way(title, lambda: run.progress, run.call_off, ending),
        ):
            results.append(await work(titles, run=run))
        self._report(results[0], look)

    def _report(self, result: BulkResult, look: Callable[[], None]) -> None:
        """Show the summary; while the library is open, also the failures."""
        gallery = self._host.gallery
        bad = any(result.of(state) for state in ("failed", "skipped", "unknown"))
        here = gallery.is_attached and gallery.app.screen is gallery.screen
        more = "" if here or not bad else ". Press w to see what failed."
        self._host.svc.snack.show(result.summary + more, "warning" if bad else "success")
        if bad and here:
            look()
