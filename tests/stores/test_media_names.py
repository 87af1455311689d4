"""The media store answers to the specification's names."""

from __future__ import annotations

import inspect

import pytest

from svc_tui.api.adapter import MediaAdapter
from svc_tui.api.fetch import SvcFetch
from svc_tui.api.media import MediaApi
from svc_tui.stores.media.media_store import MediaStore
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


PROPERTIES = [
    "medias",
    "folders",
    "parent_folders",
    "page",
    "pages",
    "mime_type",
    "locked_mime",
    "loading",
    "edit_media",
    "selection",
    "edit_list",
    "select_mode",
    "parent_folder",
    "edit_list_set",
    "edit_list_state",
]

ACTIONS = {
    "get_root": ["page", "search", "mime", "all"],
    "navigate_to_folder": ["folder"],
    "open_editor": ["media"],
    "close_editor": [],
    "set_lang": ["code"],
    "update_media": ["media"],
    "replace_file": ["media_id", "file", "maintain_url"],
    "delete_media": ["media"],
    "update_or_create_folder": ["name", "id", "parent"],
    "delete_folder": ["folder"],
    "upload_media": ["payload", "on_progress"],
    "set_selection_mode": ["mode"],
    "set_selection": ["value"],
    "select": ["media"],
    "edit_select": ["ids"],
    "edit_select_all": [],
    "delete_selected": [],
    "set_mime_type": ["mime"],
    "lock_mime_type": ["mime"],
    "reset": [],
}

ADAPTER = [
    "build_list_params",
    "parse_root_response",
    "build_detail_params",
    "build_folder_payload",
    "build_media_patch_payload",
    "build_replace_file_payload",
]


@pytest.mark.parametrize("name", PROPERTIES)
def test_every_state_property_and_getter_is_there(name: str) -> None:
    assert isinstance(inspect.getattr_static(MediaStore, name), property)


@pytest.mark.parametrize(("name", "parameters"), ACTIONS.items(), ids=list(ACTIONS))
def test_every_action_is_there_with_its_parameters(name: str, parameters: list[str]) -> None:
    known = list(inspect.signature(getattr(MediaStore, name)).parameters)[1:]
    assert known[: len(parameters)] == parameters


@pytest.mark.parametrize("name", ADAPTER)
def test_each_of_the_adapters_six_methods_may_be_given_alone(name: str) -> None:
    def mine(*_: object) -> dict[str, str]:
        return {}

    adapter = MediaAdapter(**{name: mine})
    assert [one for one in ADAPTER if getattr(adapter, one) is mine] == [name]
