"""A menu: loaded, edited step by step, and saved like any other record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from svc_tui.api.menus import MenuApi
from svc_tui.stores.menus.menu_edits import MenuEdits
from svc_tui.stores.menus.menu_join import join_others
from svc_tui.stores.menus.menu_merge import MenuMerge
from svc_tui.stores.menus.menu_serializer import dropped_values, plain
from svc_tui.stores.menus.menu_tree import MAX_DEPTH
from svc_tui.stores.menus.menu_trees import MenuTrees
from svc_tui.stores.record.detail_store import DetailStore
from svc_tui.stores.record.draft import Draft


class MenuStore(DetailStore):
    """A `DetailStore` whose record has trees at `translations.<lang>.nodes` or `nodes`."""

    def __init__(
        self,
        *args: Any,
        max_depth: int | None = MAX_DEPTH,
        languages: Sequence[str] = (),
        packed_errors: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.trees = MenuTrees(self, languages, max_depth, packed_errors=packed_errors)
        self.edits = MenuEdits(self, self.trees)
        self.links = MenuApi(self.crud)
        self.place = self.trees.place_errors

    def take(self, record: Mapping[str, Any]) -> None:
        """Show a menu as it was read; forget the edits."""
        self.edits.clear()
        super().take(record)

    async def save(self, *, again: bool = False) -> bool:
        """Save as any record; keep the changes of others to other entries, and report what the
        backend did not keep."""
        await join_others(self)
        sent = self.state.draft
        saved = await super().save(again=again)
        if saved:
            self.edits.clear()
            lost = dropped_values(sent.diff(), self.state.draft.original)
            self.change(not_kept=(*self.state.not_kept, *lost))
        return saved

    def comparable(self, record: Mapping[str, Any]) -> Mapping[str, Any]:
        """Leave out values that the backend computes, such as a page's title in a link."""
        return plain(record)

    def merge(self, draft: Draft, theirs: Mapping[str, Any]) -> MenuMerge:
        """Merge the three versions entry by entry."""
        return MenuMerge.of_menu(draft.original, theirs, draft.current, self.trees.places)
