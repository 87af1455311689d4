"""Pick files for a field, or mark them for a bulk action."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from svc_tui.models.media import MediaItem
from svc_tui.text import plural
from svc_tui.widgets.media.host import MediaHost


class Picking:
    """Handles Enter and Space: picks files, or else opens details and marks files."""

    def __init__(
        self, host: MediaHost, max_items: int | None, picked: Callable[[MediaItem], object]
    ) -> None:
        self._host = host
        self._max_items = max_items
        self._picked = picked
        """Called with each file that was picked."""

    async def choose(self, *medias: MediaItem) -> None:
        """Pick files, or open the details if nothing is being picked."""
        store = self._host.store
        for media in medias:
            if self._is_one_too_many(media):
                most = plural(self._max_items or 0, "file", "files")
                self._host.svc.snack.show(f"At most {most}.")
                return
            await store.select(media)
            if store.state.select_mode != "none":
                self._picked(media)

    async def mark(self, medias: Sequence[MediaItem]) -> None:
        """Mark or unmark files; in a picker, pick them."""
        store = self._host.store
        if store.state.select_mode == "none":
            store.edit_select([media.id for media in medias])
        else:
            await self.choose(*medias)

    def _is_one_too_many(self, media: MediaItem) -> bool:
        chosen = self._host.store.state.selection
        if not isinstance(chosen, tuple) or self._max_items is None:
            return False
        known = any(one.id == media.id for one in chosen)
        return not known and len(chosen) >= self._max_items
