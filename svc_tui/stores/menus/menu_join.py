"""Take over other users' changes in a menu before it is saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svc_tui.api.errors import ApiError
from svc_tui.stores.menus.menu_serializer import plain
from svc_tui.stores.record.draft import Draft, same
from svc_tui.text import plural

if TYPE_CHECKING:
    from svc_tui.stores.menus.menu_store import MenuStore


async def join_others(store: MenuStore) -> None:
    """Take over what others have changed, unless that conflicts.

    A list is sent whole, so otherwise a save would conflict, or undo their work.
    """
    state = store.state
    busy = state.saving or state.uncertain is not None or not state.loaded
    if busy or state.is_new or not store.use_patch or not store.dirty:
        return
    try:
        theirs, tag = await store.crud.detail_with_etag(state.id)
    except ApiError:
        return  # The save gets the same error, and reports it.
    draft = store.state.draft
    if store.state.saving or draft.original is not state.draft.original:
        return  # Another save was faster: this answer may be older than its result.
    if same(plain(theirs), plain(draft.original)):
        return
    merge = store.merge(draft, theirs)
    if merge.open:
        return
    store.edits.clear()
    store.tag = tag
    store.change(draft=Draft(theirs, merge.result()))
    others = plural(merge.entries_of_others, "other entry", "other entries")
    what = f"changed {others}" if merge.entries_of_others else "changed this menu"
    store.publish(store.Told(f"Someone else {what}: those changes are kept."))
