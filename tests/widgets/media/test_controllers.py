"""The features of the library, each with a host that is no widget."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from svc_tui.models.media import MediaFolder, MediaItem, Rendition
from svc_tui.stores.media.media_state import MediaState, ScanProgress
from svc_tui.stores.media.missing_text import MissingText
from svc_tui.stores.unavailable_reason import FIRST_PAGE, LAST_PAGE
from svc_tui.widgets.command import Blocked
from svc_tui.widgets.media.copying import MediaCopying
from svc_tui.widgets.media.file_commands import FileCommands
from svc_tui.widgets.media.searching import MediaSearching
from svc_tui.widgets.media.uploading import Uploading

PICTURE = MediaItem(1, title="A picture", file="/media/a.png")


class Timer:
    def __init__(self) -> None:
        self.stopped = False

    def stop(self) -> None:
        self.stopped = True


class Host:
    """What `MediaHost` names, and what was asked of it."""

    def __init__(self, entry: object = None, may: tuple[str, ...] = ("add", "change", "delete")):
        self.entry = entry
        self.said: list[str] = []
        self.copied: list[str] = []
        self.screens: list[Any] = []
        self.timers: list[Timer] = []
        self.store = SimpleNamespace(state=MediaState())
        self.gallery = SimpleNamespace(current=entry)
        self.work = SimpleNamespace(later=self._later)
        self.permissions = SimpleNamespace(
            may=lambda action: action in may,
            blocked=lambda action, what: None if action in may else Blocked(f"{what}: not you."),
        )
        self.app = SimpleNamespace(
            copy_to_clipboard=self.copied.append,
            push_screen=lambda screen, done: self.screens.append((screen, done)),
        )
        self.svc = SimpleNamespace(
            config=SimpleNamespace(base_url="http://there"),
            snack=SimpleNamespace(show=lambda words, *more: self.said.append(words)),
        )

    def _later(self, seconds: float, callback: object) -> Timer:
        self.timers.append(Timer())
        return self.timers[-1]

    @property
    def current_media(self) -> MediaItem | None:
        return self.entry if isinstance(self.entry, MediaItem) else None


def blocked(controller: Any, id: str) -> Any:
    command = next(one for one in controller.COMMANDS if one.id == id)
    return command.blocked(controller)


def test_the_address_is_copied_only_behind_y():
    host = Host(PICTURE)
    copying = MediaCopying(host, lambda: None)
    assert blocked(copying, "media.copy_url").hidden
    copying.prefix()
    assert blocked(copying, "media.copy_url") is None
    copying.copy_url()
    assert host.copied == ["http://there/media/a.png"]
    assert host.timers[0].stopped and not copying.prefixed


def test_the_sizes_of_a_file_are_offered():
    host = Host(MediaItem(1, renditions=(Rendition("sm", "/media/sm.webp"),)))
    copying = MediaCopying(host, lambda: None)
    copying.copy_rendition()
    [(_, done)] = host.screens
    done(SimpleNamespace(value="/media/sm.webp"))
    assert host.copied == ["http://there/media/sm.webp"]


def test_without_a_file_there_is_nothing_to_copy():
    copying = MediaCopying(Host(MediaFolder(3)), lambda: None)
    assert "no file here" in blocked(copying, "media.copy").reason


@pytest.mark.parametrize("id", ["media.delete", "media.move", "media.rename", "media.replace"])
def test_what_may_not_be_done_to_files_says_why(id):
    files = FileCommands(Host(PICTURE, may=()), None, None, None)
    assert blocked(files, id).reason.endswith("not you.")


def test_an_empty_folder_has_nothing_to_delete_but_the_marked_files():
    host = Host()
    files = FileCommands(host, None, None, None)
    reason = blocked(files, "media.delete").reason
    assert reason == "There is no file or folder here to delete."
    host.store.state = MediaState(edit_list=(7,))
    assert blocked(files, "media.delete") is None


def test_a_page_behind_the_last_one_goes_on_with_a_search_that_was_stopped():
    host = Host()
    searching = MediaSearching(host, SimpleNamespace(has_focus=False), None)
    assert blocked(searching, "media.next").reason == LAST_PAGE
    assert blocked(searching, "media.previous").reason == FIRST_PAGE
    stopped = ScanProgress(9, 99, stopped=True)
    host.store.state = MediaState(missing=MissingText(), looked=stopped)
    assert blocked(searching, "media.next") is None


def test_a_path_that_is_pasted_without_the_permission_says_so(tmp_path):
    path = tmp_path / "a.png"
    path.touch()
    host = Host(may=())
    uploading = Uploading(host, None, None)
    assert not uploading.paste("some words")
    assert uploading.paste(str(path))
    assert host.said == ["Uploading: not you."]
