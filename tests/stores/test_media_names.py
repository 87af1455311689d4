"""The media store answers to the specification's names."""

from __future__ import annotations

from svc_tui.api.fetch import SvcFetch
from svc_tui.api.media import MediaApi
from svc_tui.stores.media import MediaStore
from tests.fakes import BASE, FakeBackend


async def test_the_store_has_the_specifications_properties_and_getters() -> None:
    store = MediaStore(MediaApi(SvcFetch(BASE, transport=FakeBackend().transport)))
    store.lock_mime_type("image/*")
    store.set_selection_mode("multi")
    store.edit_select([3, 4])

    assert (store.mime_type, store.locked_mime, store.select_mode) == (
        "image/*",
        "image/*",
        "multi",
    )
    assert (store.selection, store.edit_list, store.edit_list_set) == ((), (3, 4), {3, 4})
    assert store.edit_list_state.outside
    assert (store.medias, store.folders, store.parent_folders, store.parent_folder) == (
        (),
        (),
        (),
        None,
    )
    assert (store.page, store.pages, store.loading, store.edit_media) == (1, 1, False, None)
