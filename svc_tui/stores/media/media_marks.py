"""The files marked for a bulk action, and the running bulk actions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping

from svc_tui.api.write_subject import about_run
from svc_tui.models.media import MediaItem
from svc_tui.models.records import Id
from svc_tui.stores.media.bulk_run import BulkResult, BulkRun, Work, run_bulk
from svc_tui.stores.media.media_requests import MediaStateHost


class MediaMarks:
    """The part of the media store that knows the marked files (`state.edit_list`)."""

    def __init__(self, store: MediaStateHost) -> None:
        self._store = store
        self._visit = 0
        """Counts how often the library was closed."""
        self._items: dict[Id, MediaItem] = {}
        """The marked files seen so far, for their names on other pages."""
        self._runs: dict[BulkRun, str] = {}

    def reset(self) -> None:
        """Forget marks and runs, as the library was closed."""
        self._visit += 1
        self._items, self._runs = {}, {}

    def toggle(self, ids: Id | Iterable[Id]) -> None:
        """Mark or unmark files."""
        marked = list(self._store.state.edit_list)
        for media_id in (ids,) if isinstance(ids, int | str) else ids:
            if media_id in marked:
                marked.remove(media_id)
            else:
                marked.append(media_id)
        self.put(marked)

    def toggle_page(self) -> None:
        """Mark the whole page, or unmark it if all of it is marked."""
        state = self._store.state
        shown = [item.id for item in state.medias]
        kept = tuple(one for one in state.edit_list if one not in shown)
        self.put(kept if state.edit_list_state.value else (*kept, *shown))

    def put(self, ids: Iterable[Id]) -> None:
        """Mark only these files, and remember their names."""
        marked = tuple(ids)
        known = {**self._items, **{item.id: item for item in self._store.state.medias}}
        self._items = {one: known[one] for one in marked if one in known}
        self._store.change(edit_list=marked)

    @property
    def titles(self) -> Mapping[Id, str]:
        """The marked files with their titles, in the order of marking."""
        return {one: self._title(one) for one in self._store.state.edit_list}

    def item(self, media_id: Id) -> MediaItem | None:
        """Return a marked file; None if it was not seen yet."""
        return self._items.get(media_id)

    @property
    def folders(self) -> Mapping[Id, Id | None]:
        """The folders of the marked files that were seen."""
        return {item.id: item.folder for item in self._items.values()}

    async def run(
        self,
        label: str,
        titles: Mapping[Id, str],
        work: Work,
        run: BulkRun,
        refresh: Callable[[], Awaitable[None]],
    ) -> BulkResult:
        """Do the work on these files; failed ones are marked afterwards.

        Until then they are unmarked, so that others can be marked and worked on.
        """
        seen, visit = dict(self._items), self._visit
        self.put(one for one in self._store.state.edit_list if one not in titles)
        self._runs[run], run.tell = label, self._show_runs
        try:
            with about_run(label, len(titles)):
                result = await run_bulk(label, titles, work, run)
        finally:
            self._runs.pop(run, None)
            self._show_runs()
        if visit == self._visit:  # Otherwise the library was closed, and nothing is shown any more.
            self._items = {**seen, **self._items}
            self.put(dict.fromkeys([*self._store.state.edit_list, *result.left]))
            await refresh()
        return result

    def _show_runs(self) -> None:
        runs = (f"{label} {run.progress}" for run, label in self._runs.items())
        self._store.change(under_way=" · ".join(runs))

    def _title(self, media_id: Id) -> str:
        item = self._items.get(media_id)
        return item.name if item is not None else f"#{media_id}"
