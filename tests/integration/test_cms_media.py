"""The media library of the real CMS: folders, uploads, texts by language, addresses that stay."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from svc_tui.api.errors import NotFound, NotSent, ValidationFailed
from svc_tui.app.context import Svc
from svc_tui.models.media import MediaFolder
from tests.backends.cms import CmsProcess

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154"
    "78da63606060000000040001f61738550000000049454e44ae426082"
)


async def folder(svc: Svc, *names: str) -> MediaFolder:
    """Walk down to a folder by its names."""
    await svc.media.navigate_to_folder(None)
    for name in names:
        found = next(one for one in svc.media.folders if one.name == name)
        await svc.media.navigate_to_folder(found)
    here = svc.media.parent_folder
    assert here is not None
    return here


async def test_the_way_to_a_folder_is_known_even_when_it_is_opened_directly(svc: Svc) -> None:
    summer = await folder(svc, "Photos", "2024", "Summer")
    svc.media.reset()

    await svc.media.navigate_to_folder(MediaFolder(summer.id))
    assert [one.name for one in svc.media.parent_folders] == ["Photos", "2024", "Summer"]
    await svc.media.go_up()
    assert [one.name for one in svc.media.parent_folders] == ["Photos", "2024"]
    await svc.media.navigate_to_folder(None)
    assert svc.media.parent_folders == () and len(svc.media.folders) == 2


async def test_a_folder_that_is_not_there_is_told(svc: Svc) -> None:
    with pytest.raises(NotFound):
        await svc.media.api.explorer(9999)
    await svc.media.navigate_to_folder(MediaFolder(9999))
    assert "there is no such folder" in (svc.media.state.error or "")


async def test_words_and_types_are_looked_for_in_the_whole_library(svc: Svc) -> None:
    await svc.media.get_root(search="readme")
    assert [one.title for one in svc.media.medias] == ["Read me"]
    await svc.media.get_root(search="Morning 1")
    assert svc.media.state.count == 11
    await svc.media.get_root(search="", mime="image/*")
    assert svc.media.state.count == 24
    await svc.media.set_mime_type("image/png")
    assert svc.media.state.count == 24
    svc.media.lock_mime_type("application/pdf")
    await svc.media.get_root()
    assert svc.media.state.error is None


async def test_an_upload_lands_in_its_folder_with_its_texts(svc: Svc, tmp_path: Path) -> None:
    picture = tmp_path / "Küche.png"
    picture.write_bytes(PNG)
    summer = await folder(svc, "Photos", "2024", "Summer")
    heard: list[int] = []

    item = await svc.media.upload_media(
        picture, heard.append, title="Kitchen", folder=summer.id, alt_text="A kitchen"
    )
    assert (item.title, item.folder, item.mime_type) == ("Kitchen", summer.id, "image/png")
    assert item.size > 0 and item.thumbnail and heard[-1] == 100
    assert item.translations["en"]["alt_text"] == "A kitchen"


async def test_a_picture_that_the_cms_makes_smaller_says_so(svc: Svc, tmp_path: Path) -> None:
    large, small = tmp_path / "large.png", tmp_path / "small.png"
    Image.effect_noise((2600, 1800), 40).save(large)
    small.write_bytes(PNG)
    svc.uploads.add([large, small])
    await svc.uploads.run()

    told = [upload.reason for upload in svc.uploads.state.uploads]
    assert all(upload.progress == "done" for upload in svc.uploads.state.uploads)
    assert told[0].startswith("resized by the CMS from ") and told[1] == ""


async def test_what_the_cms_refuses_of_an_upload_is_told(svc: Svc, tmp_path: Path) -> None:
    empty = tmp_path / "empty.png"
    empty.touch()
    with pytest.raises(ValidationFailed) as told:
        await svc.media.upload_media(empty, title="Nothing")
    assert told.value.errors["file"] == ["The submitted file is empty."]


async def test_texts_are_kept_in_the_main_language_and_in_others(svc: Svc) -> None:
    before = await svc.media.look(1)
    changed = before.with_text("title", "Dawn").with_text("title", "Alba", "it")

    await svc.media.update_media(changed, since=before)
    kept = await svc.media.look(1)
    assert kept.title == "Dawn" and kept.text("title", "it") == "Alba"
    assert kept.text("alt_text", "en") == before.alt_text


@pytest.mark.parametrize("keep", [True, False])
async def test_another_file_keeps_the_address_where_that_is_wanted(
    svc: Svc, tmp_path: Path, keep: bool
) -> None:
    text = tmp_path / "other.txt"
    text.write_text("Something else, and longer than before.\n" * 9)
    before = await svc.media.look(25)

    after = await svc.media.replace_file(25, text, maintain_url=keep)
    assert (after.file == before.file) is keep
    assert after.size == text.stat().st_size


async def test_folders_are_made_renamed_moved_and_deleted(svc: Svc) -> None:
    await folder(svc, "Photos")
    made = await svc.media.update_or_create_folder("Città")
    assert (made.name, made.path) == ("Città", "/photos/citta")
    renamed = await svc.media.update_or_create_folder("Town", id=made.id)
    assert renamed.name == "Town" and renamed.parent == made.parent
    moved = await svc.media.api.update_folder(made.id, parent=None)
    assert moved.parent is None
    await svc.media.navigate_to_folder(None)
    await svc.media.delete_folder(moved)
    assert "Town" not in [one.name for one in svc.media.folders]


async def test_a_folder_is_never_moved_into_itself_or_below(svc: Svc) -> None:
    photos = await folder(svc, "Photos")
    summer = await folder(svc, "Photos", "2024", "Summer")

    for target in (photos.id, summer.id):
        with pytest.raises(NotSent, match="can't be moved into itself or its subfolders"):
            await svc.media.api.update_folder(photos.id, parent=target)
    assert [one.name for one in svc.media.parent_folders] == ["Photos", "2024", "Summer"]


async def test_a_file_is_moved_and_many_are_deleted(svc: Svc) -> None:
    photos = await folder(svc, "Photos")
    assert (await svc.media.api.move(1, photos.id)).folder == photos.id
    assert (await svc.media.api.move(1, None)).folder is None

    svc.media.edit_select([1, 2, 9999])
    result = await svc.media.delete_selected()
    assert result.of("failed") == () and svc.media.edit_list == ()
    with pytest.raises(NotFound):
        await svc.media.look(1)


async def test_without_the_adapter_the_library_stays_plain(cms: CmsProcess, tmp_path: Path) -> None:
    from svc_tui.config.options import CamomillaOptions, Options

    options = Options(
        base_url=cms.url, dialect="camomilla", camomilla=CamomillaOptions(media_adapter=False)
    )
    async with Svc(options=options, state_dir=tmp_path / "state") as svc:
        assert svc.config.media.endpoints.media == "/api/media"
        assert svc.svc_media_adapter.build_folder_payload({"name": "a"}) == {"name": "a"}
        assert svc.config.user_info_api == "/api/camomilla/users/current/"


async def test_paths_of_ones_own_come_before_the_built_in_ones(
    cms: CmsProcess, tmp_path: Path
) -> None:
    from svc_tui.config.options import CamomillaOptions, Options

    rewrite = {"/cms": "/api/camomilla"}
    options = Options(
        base_url=cms.url, dialect="camomilla", camomilla=CamomillaOptions(path_rewrite=rewrite)
    )
    async with Svc(options=options, state_dir=tmp_path / "state") as svc:
        await svc.auth.login("viewer", "viewer")
        assert (await svc.crud("/cms/tags").list()).count == 2
