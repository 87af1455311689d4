"""Files that lack text: show only those, or go through them one by one."""

from __future__ import annotations

from svc_tui.stores.media.media_queue import MediaQueue
from svc_tui.stores.media.media_walk import Scope
from svc_tui.stores.media.missing_text import MissingText, tasks
from svc_tui.stores.worklist.worklist_store import WorklistStore
from svc_tui.widgets.command import Blocked, Command, Controller
from svc_tui.widgets.form.chooser import ChoiceDialog, ChoiceOption
from svc_tui.widgets.media.details import Details
from svc_tui.widgets.media.editor import SvcMediaEditor
from svc_tui.widgets.media.host import MediaHost
from svc_tui.widgets.media.worklist import SvcMediaWorklist


class MissingTexts(Controller):
    """`a` and `!`, for the files of the open folder, search and filter."""

    GROUP = "Media"

    def __init__(self, host: MediaHost, details: Details, editor: SvcMediaEditor) -> None:
        self._host = host
        self._details = details
        self._editor = editor

    def no_writing(self) -> Blocked | None:
        return self._host.permissions.blocked("change", "Filling in texts")

    def open_worklist(self) -> None:
        """Go through the files: of the active filter, else ask what is missing."""
        state = self._host.store.state
        if (missing := state.missing) is not None:
            self._work(ChoiceOption(missing, missing.words))
        else:
            offers = [ChoiceOption(task, task.words) for task in self._tasks()]
            title = f"Worklist {Scope.of(state).words}"
            self._host.app.push_screen(ChoiceDialog(title, offers, 0, ""), self._work)

    def choose(self) -> None:
        """Show only the files that lack text, or all again."""
        offers = [
            ChoiceOption(None, "All files"),
            *(ChoiceOption(one, one.words) for one in self._tasks()),
        ]
        values = [offer.value for offer in offers]
        now = self._host.store.state.missing
        at = values.index(now) if now in values else 0
        self._host.app.push_screen(ChoiceDialog("Show", offers, at, ""), self._narrow)

    def _narrow(self, offer: ChoiceOption | None) -> None:
        host = self._host
        if offer is not None and host.is_ready and offer.value != host.store.state.missing:
            self._details.leave_for(host.store.show_missing(offer.value))

    def _tasks(self) -> tuple[MissingText, ...]:
        """Return what may be missing: in the base text, and in the known languages."""
        languages = dict.fromkeys(self._editor.languages)
        for media in self._host.store.state.medias:
            languages |= dict.fromkeys(media.translations)
        base: dict[str | None, None] = {None: None} if languages and self._editor.base_texts else {}
        return tasks((*(base | languages),))

    def _work(self, offer: ChoiceOption | None) -> None:
        if offer is None:
            return
        host, state = self._host, self._host.store.state
        counted = state.missing == offer.value and not state.looking and not state.looked.stopped
        queue = MediaQueue(host.store, offer.value, Scope.of(state))
        lacking = (state.count or 0) if counted else 0
        store = WorklistStore(queue, host.svc.preferences, lacking)
        host.app.push_screen(SvcMediaWorklist(store), lambda _: host.show_written())

    COMMANDS = (
        Command(
            "media.worklist",
            "a",
            "Worklist",
            open_worklist,
            no_writing,
            help="Fill in missing text, file by file.",
        ),
        Command(
            "media.missing",
            "exclamation_mark",
            "Missing text",
            choose,
            key_display="!",
            help="Show only files with missing text.",
        ),
    )
