"""ManyRows: the marked rows in the user's editor, or through a command."""

from __future__ import annotations

import shlex
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from textual.app import App
from textual.worker import Worker

from svc_tui.api.errors import ApiError
from svc_tui.config.restricted import is_restricted
from svc_tui.stores.listing.page_reader import PageReader
from svc_tui.stores.rows import as_row, key_of
from svc_tui.stores.runs.given_rows import GivenRows, check_count, editable_keys, read_records
from svc_tui.stores.runs.row_files import RowsUnreadable
from svc_tui.text import plural
from svc_tui.widgets.command import Blocked, Command
from svc_tui.widgets.listing.host import NO_ROWS, not_permitted
from svc_tui.widgets.listing.row_sending import RowSending
from svc_tui.widgets.listing.table import SvcListTable
from svc_tui.widgets.tasks import doing, track_task

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.models.resource import Resource

TIME_LIMIT = 120.0
"""Time limit of a command, in seconds."""

NO_EDITOR = Blocked("Editors are off in restricted mode.")
NO_COMMAND = Blocked("Commands are off in restricted mode.")

STAY, ANEW = "again", "anew"


class ManyRowsHost(Protocol):
    """The page of a resource's list."""

    resource: Resource

    @property
    def svc(self) -> Svc:
        """The services."""

    @property
    def app(self) -> App[Any]:
        """The app."""

    @property
    def table(self) -> SvcListTable:
        """The rows."""

    def ask(self, work: Coroutine[Any, Any, Any]) -> Worker[Any]:
        """Run something that outlives the page."""


@dataclass
class KeptText:
    """Text that was edited but not sent, with the rows it was made from."""

    text: str
    found: GivenRows


class ManyRows:
    """`E` and `|`; both end in one review before anything is sent."""

    GROUP: ClassVar[str] = "Records"
    COMMANDS: ClassVar[Sequence[Command]] = (
        Command(
            "list.outside",
            "E",
            "Rows in editor",
            lambda self: self.begin(self.edit()),
            lambda self: self.without_editor(),
            "Edit these rows as text in your editor.",
        ),
        Command(
            "list.pipe",
            "vertical_line",
            "Pipe",
            lambda self: self.begin(self.pipe()),
            lambda self: self.without_command(),
            "Change these rows with a command.",
            key_display="|",
        ),
    )

    def __init__(self, host: ManyRowsHost, sending: RowSending) -> None:
        self.host, self.sending = host, sending
        self._worker: Worker[Any] | None = None
        self._progress = ""
        self._kept: KeptText | None = None
        self._last_command = ""

    @property
    def busy(self) -> bool:
        """Whether rows are open in an editor or a command, or being read for one."""
        return self._worker is not None and not self._worker.is_finished

    def unavailable(self) -> Blocked | None:
        """Return why no rows can be changed now."""
        table = self.host.table
        if not table.options.may_change:
            return not_permitted(table, "change")
        if self.sending.running:
            return Blocked(self.sending.running_words)
        if self.busy:
            return Blocked("Rows are already open in an editor or command. Press Esc to stop it.")
        return None if table.listed.rows else NO_ROWS

    def without_editor(self) -> Blocked | None:
        """Return why no editor can be opened now."""
        return NO_EDITOR if is_restricted() else self.unavailable()

    def without_command(self) -> Blocked | None:
        """Return why no command can be run now."""
        return NO_COMMAND if is_restricted() else self.unavailable()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Run one of the two; it continues when the page is left."""
        self.host.table.marking.take_range()
        self._worker = self.host.ask(self._reporting(work))

    async def _reporting(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except (RowsUnreadable, ApiError) as error:
            self.host.svc.snack.show(f"Nothing was changed. {error}", "error", 8)
        finally:
            self._show_progress("")

    def stop(self) -> bool:
        """Stop it; False if nothing is running."""
        if self.sending.stop():
            return True
        if not self.busy or not self._progress:
            return False
        assert self._worker is not None
        self._worker.cancel()
        self.host.svc.snack.show("Stopped: nothing was changed.")
        return True

    # The editor

    async def edit(self) -> None:
        """Let the user edit rows as text, then review the changes."""
        kept = await self._kept_text()
        if kept is None:
            kinds = self.host.svc.config.edit_rows_as
            found = await self._given(editable_keys(self.host.resource, self._shown))
            await self._edit(self._written(found), found, kinds)
        elif kept.text:
            await self._edit(kept.text, kept.found, self.host.svc.config.edit_rows_as)

    def _written(self, found: GivenRows) -> str:
        from svc_tui.stores.runs.row_texts import written

        config = self.host.svc.config
        return written(found, config.base_url, config.edit_rows_as)

    @property
    def _shown(self) -> list[str]:
        return [column.key for column in self.host.table.columns.shown]

    async def _kept_text(self) -> KeptText | None:
        """Return the text that was left last time, where it is wanted; an empty one ends it."""
        from svc_tui.stores.session.confirm_store import Choice

        if (kept := self._kept) is None:
            return None
        what = plural(len(kept.found.given), "row", "rows")
        answer = await self.host.svc.confirm.choose(
            "Continue your earlier edit?",
            f"Your text with {what} was not sent.",
            (
                Choice("", "Cancel", "n"),
                Choice(STAY, "Continue", "g"),
                Choice(ANEW, "Start over", "b", dangerous=True),
            ),
            cancel="",
        )
        if answer == ANEW:
            self._kept = None
            return None
        return kept if answer == STAY else KeptText("", kept.found)

    async def _edit(self, text: str, found: GivenRows, kind: Any) -> None:
        """Open the editor, again if the text can't be read, until it is sent or discarded."""
        from svc_tui.stores.runs.row_texts import changes, kept_text, with_problem
        from svc_tui.widgets.form.external_editor import edit_outside

        svc, given = self.host.svc, self._written(found)

        def keep(text: str) -> None:
            kept_text(svc.state_dir, text, kind)

        while True:
            returned = await edit_outside(self.host.app, text, f".{kind}", keep)
            text = text if returned.text is None else returned.text
            if returned.text is None and (self._kept is None or text == given):
                svc.snack.show(returned.words, "info", 6)
                return
            self._kept = KeptText(text, found)
            try:
                works = changes(text, found, kind)
            except RowsUnreadable as error:
                if not await self._again(str(error)):
                    svc.snack.show(f"{kept_text(svc.state_dir, text, kind)} Press E to reopen it.",
                                   "info", 10)  # fmt: skip
                    return
                text = with_problem(text if text.strip() else given, str(error))
                continue
            if not works:
                self._kept = None
                svc.snack.show("Nothing was changed.", "info", 6)
            elif await self.sending.review("Edit", works):
                self._kept = None
            else:
                kept = kept_text(svc.state_dir, text, kind)
                svc.snack.show(f"Nothing was sent. {kept} Press E to reopen it.", "info", 10)
            return

    async def _again(self, problem: str) -> bool:
        return await self.host.svc.confirm.ask(
            "This can't be read",
            f"{problem} Your text is kept while you decide.",
            confirm_text="Edit again",
            cancel_text="Not now",
            by_itself=True,
        )

    # The command

    async def pipe(self, line: str = "") -> None:
        """Send rows through a command, then review what came back."""
        from svc_tui.stores.runs.row_texts import as_lines, piped_changes
        from svc_tui.terminal.filter_command import FilterFailed, filtered

        argv = await self._command(line)
        if not argv:
            return
        found = await self._given(None)
        try:
            with doing(self.host.svc, lambda: f"{argv[0]} is running. Its output will be lost."):
                self._show_progress(f"{argv[0]} is running · Esc stops it")
                data = await filtered(argv, as_lines(found), TIME_LIMIT, quiet=True)
        except FilterFailed as error:
            self.host.svc.snack.show(f"{error} Nothing was changed.", "error", 10)
            return
        finally:
            self._show_progress("")
        works, missing = piped_changes(data, found, argv[0])
        if missing:
            rows = plural(missing, "row was", "rows were")
            words = f"{rows} missing from the output and not changed."
            self.host.svc.snack.show(words, "warning", 8)
        if not works:
            self.host.svc.snack.show("Nothing was changed.", "info", 6)
        elif not await self.sending.review("Pipe", works):
            self.host.svc.snack.show("Nothing was sent.", "info", 6)

    async def _command(self, line: str) -> list[str]:
        """Return a command in words, asked for until it can be read; none if the user gave up."""
        from svc_tui.widgets.listing.prompt import Prompt

        while True:
            if not line:
                line = await self.host.app.push_screen_wait(
                    Prompt(
                        f"Pipe {self._count} through a command",
                        "jq -c '.title |= ascii_upcase'",
                        self._last_command,
                        "The command reads rows as JSON lines on stdin and prints the "
                        "changed rows. It runs without a shell.",
                    )
                )
            if not line:
                return []
            self._last_command = line
            try:
                return shlex.split(line)
            except ValueError as error:
                self.host.svc.snack.show(f"The command can't be read: {error}.", "warning", 6)
                line = ""

    # The rows

    @property
    def _count(self) -> str:
        selection = self.host.table.listed.selection
        return plural(len(selection) or 1, "row", "rows")

    async def _given(self, shown: Sequence[str] | None) -> GivenRows:
        """Read the records of the marked rows, else the one under the cursor.

        Raises:
            RowsUnreadable: they are too many, or changed meanwhile.
            ApiError: one could not be read.
        """
        svc, resource = self.host.svc, self.host.resource
        self._show_progress("Reading the rows · Esc stops")
        with track_task(svc, f"Read {self._count}", lambda: self._progress, self.stop):
            keys = await self._keys()
            check_count(len(keys))

            def tell(done: int) -> None:
                self._show_progress(f"Reading {done:,} of {len(keys):,} · Esc stops")

            records = await read_records(svc.crud(resource.endpoint), keys, tell)
        self._show_progress("")
        return GivenRows.of(resource, records, shown)

    async def _keys(self) -> list[str]:
        table, lookup = self.host.table, self.host.resource.lookup
        selection = table.listed.selection
        if (frozen := selection.everything) is None:
            here = table.grid.current
            return [*selection.rows] or ([here] if here else [])
        check_count(frozen.count)
        if frozen.keys is not None:
            return sorted(frozen.keys, key=lambda key: (len(key), key))
        found = dict[str, None]()
        reader = PageReader(table.store.source, frozen.query, lookup)
        async for page in reader.pages():
            found |= dict.fromkeys(key_of(as_row(row), lookup) for row in page.results)
        if reader.note or "" in found or len(found) != frozen.count:
            why = reader.note or f"{frozen.count:,} rows were marked, but {len(found):,} match now."
            raise RowsUnreadable(why)
        return list(found)

    def _show_progress(self, words: str) -> None:
        self._progress = words
        if self.host.table.is_attached:
            self.host.table.status.show_progress(words)
