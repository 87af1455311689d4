"""Texts of the media library's parts: bars, columns, filters, questions, status."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from rich.cells import cell_len

from svc_tui.models.media import Explorer, MediaFolder, MediaItem, MediaLink
from svc_tui.stores.media.media_picks import MimeFilter
from svc_tui.stores.media.media_state import MediaState
from svc_tui.stores.uploads.dropped_paths import Skipped
from svc_tui.stores.uploads.upload_store import Progress, Upload
from svc_tui.widgets.media.folders import offered
from svc_tui.widgets.media.media_list_line import fitted
from svc_tui.widgets.media.questions import about_deleting, about_deleting_folder, about_sending
from svc_tui.widgets.media.status_text import empty_text, status
from svc_tui.widgets.media.upload_queue import bar, drawn

SENDING = Upload(
    1, Path("/x/cat.png"), None, 2048, progress=Progress.SENDING, percent=45, started=100.0
)


@pytest.mark.parametrize(
    ("percent", "text"),
    [(0, "▕          ▏"), (45, "▕████▌     ▏"), (100, "▕██████████▏"), (140, "▕██████████▏")],
)
def test_a_bar_is_text(percent, text):
    assert bar(percent) == text


def test_a_line_tells_percent_rate_and_time_left():
    line = drawn(SENDING, 70, now=101.0)
    assert line.startswith(" ↑ cat.png")
    assert line.endswith("▕████▌     ▏  45% 922 B/s 0:01 left")


def test_at_the_end_only_the_answer_is_missing():
    assert drawn(replace(SENDING, percent=99), 70, 101.0).endswith("saving…")


@pytest.mark.parametrize("width", [20, 40, 80])
@pytest.mark.parametrize("name", ["cat.png", "x" * 200, "日本" * 30, "a\x1b[31m\n\udcff.png"])
@pytest.mark.parametrize("progress", list(Progress))
def test_a_line_is_never_wider_than_its_place(width, name, progress):
    upload = replace(SENDING, path=Path("/x") / name, progress=progress, reason="because " * 30)
    line = drawn(upload, width, 101.0)

    assert cell_len(line) <= width
    assert "\x1b" not in line and "\n" not in line and "\udcff" not in line


def test_where_it_is_tight_columns_give_way_to_the_name():
    assert list(fitted(80, everywhere=False)) == ["✓", "Name", "Type", "Date"]
    assert list(fitted(59, everywhere=False)) == ["✓", "Name", "Type"]
    assert list(fitted(30, everywhere=False)) == ["✓", "Name"]
    assert "Folder" in fitted(80, everywhere=True)
    for room in range(1, 200):
        assert fitted(room, everywhere=True)["Name"] >= 4


def test_a_lock_leaves_only_what_lies_within_it():
    assert [mime for mime, _ in offered(MimeFilter())][:2] == [None, "image/*"]
    assert offered(MimeFilter("image/*", "image/*")) == [("image/*", "Images")]
    assert offered(MimeFilter("application/pdf", "application/pdf")) == [
        ("application/pdf", "application/pdf")
    ]


def test_a_location_s_own_filter_is_offered_too():
    assert offered(MimeFilter("font/woff"))[-1] == ("font/woff", "font/woff")


def test_a_deletion_names_who_uses_the_file():
    media = MediaItem(1, title="cat", mime_type="image/png", size=1024)
    links = tuple(MediaLink("article", n, f"No. {n}") for n in range(1, 7))

    asked = about_deleting(media, replace(media, links=links))
    assert "Used in 6 places:" in asked and "article #1 No. 1" in asked and "2 others" in asked
    assert "It has no known uses." in about_deleting(media, media)
    assert "Couldn't check where it is used." in about_deleting(media, None)


def test_a_folder_s_deletion_promises_nothing():
    folder, inside = MediaFolder(1, "Photos"), (MediaItem(1), MediaItem(2))

    full = Explorer(items=inside, count=14, folders=(folder, folder))
    assert "It contains 2 folders and 14 files." in about_deleting_folder(folder, full)
    assert "The backend may also delete everything" in about_deleting_folder(folder, full)
    uncounted = Explorer(items=inside, pages=3)
    assert "It contains at least 2 files." in about_deleting_folder(folder, uncounted)
    assert "It is empty." in about_deleting_folder(folder, Explorer())
    assert "Couldn't load its contents." in about_deleting_folder(folder, None)


def test_sending_says_how_many_how_much_and_where():
    waiting = replace(SENDING, progress=Progress.WAITING)
    failed = replace(SENDING, progress=Progress.FAILED, reason="the file is now empty")

    assert about_sending([waiting], [], "Photos") == "Upload file cat.png (2.0 KiB) to Photos?"
    asked = about_sending([waiting, waiting, failed], [Skipped(Path("a.txt"), "no")], "Photos")
    assert asked.splitlines() == [
        "Upload 2 files (4.0 KiB) to Photos?",
        "Skipped a.txt: no",
        "Skipped cat.png: the file is now empty",
    ]


def test_the_faces_of_the_library():
    loaded = MediaState(loaded=True)

    assert empty_text(MediaState(), True, False) == ("Loading…", False)
    assert empty_text(loaded, True, False)[0] == "This folder is empty. Press U to upload a file."
    assert empty_text(loaded, False, False)[0] == "This folder is empty."
    assert empty_text(replace(loaded, search="cat"), True, False)[0].startswith("Nothing matches.")
    words, failed = empty_text(replace(loaded, error="No answer."), True, True)
    assert words == "No answer. Press r to try again. The rows below may be out of date."
    assert failed


def test_the_status_says_which_files_a_page_shows():
    files = tuple(MediaItem(id=n) for n in range(24))
    state = MediaState(loaded=True, medias=files, count=52, page=2, pages=3)
    assert status(state) == " 25-48 of 52 files"
    assert status(state, framed=True) == " 25-48 of 52"
    assert status(replace(state, medias=files[:4], page=3)) == " 49-52 of 52 files"
    assert status(replace(state, count=24, page=1, pages=1)) == " 24 files"
    assert status(replace(state, count=None)).endswith("page 2/3")


def test_the_status_says_what_makes_it_so_little():
    state = MediaState(loaded=True, count=30, page=2, pages=3, search="cat", loading=True)
    assert status(state) == " 30 files · page 2/3 · search “cat” · loading…"
    locked = MediaState(loaded=True, mime=MimeFilter("image/*", "image/*"))
    assert "images" not in status(locked)  # The line above the rows says `Images only`.
    assert status(replace(locked, mime=MimeFilter("image/*"))).endswith("only images")
