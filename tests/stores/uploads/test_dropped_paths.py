"""Pasted and typed paths: as terminals write them, and as people do."""

from __future__ import annotations

from pathlib import Path

import pytest

from svc_tui.stores.uploads.dropped_paths import (
    DroppedPaths,
    Skipped,
    accept_words,
    accepted,
    accepts,
    common_prefix,
    completions,
    is_drop,
    pasted_paths,
    typed_paths,
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("my cat.png", "b.png", "o'brien.txt", ".hidden"):
        (tmp_path / name).write_text("x")
    (tmp_path / "sub dir").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("pasted", "paths"),
    [
        ("/a.png", ["/a.png"]),
        ("'/a b.png'", ["/a b.png"]),
        ('"/a b.png"', ["/a b.png"]),
        (r"/a\ b.png", ["/a b.png"]),
        ("'/a b.png' '/c.png'", ["/a b.png", "/c.png"]),
        ("/a.png\r/b.png\r\n", ["/a.png", "/b.png"]),
        ("file:///a%20b.png", ["/a b.png"]),
        ("file://localhost/a.png\nfile:///b.png", ["/a.png", "/b.png"]),
        ("'file:///a%27b.png'", ["/a'b.png"]),
        ("/it's.png", ["/it's.png"]),
        ("/a.png /a.png", ["/a.png"]),
    ],
)
def test_terminals_write_dropped_files_in_many_ways(pasted, paths):
    assert is_drop(pasted)
    assert pasted_paths(pasted) == tuple(map(Path, paths))


def test_an_address_may_hold_bytes_that_are_no_text():
    (path,) = pasted_paths("file:///a%FF.png")
    assert path.name == "a\udcff.png"


@pytest.mark.parametrize("pasted", ["", "hello", "see /a.png", "/a.png\nand more", "\n\n"])
def test_other_texts_are_no_files(pasted):
    assert not is_drop(pasted)


def test_a_name_with_blanks_that_is_there_needs_no_quotes(folder: Path):
    assert pasted_paths(f"{folder}/my cat.png") == (folder / "my cat.png",)


def test_a_home_is_expanded(monkeypatch):
    monkeypatch.setenv("HOME", "/home/me")
    assert pasted_paths("~/a.png") == (Path("/home/me/a.png"),)


def test_a_typed_pattern_takes_all_files_that_fit(folder: Path):
    assert typed_paths("*.png") == DroppedPaths((Path("b.png"), Path("my cat.png")))
    assert typed_paths("*.gif b.png") == DroppedPaths(
        (Path("b.png"),), (Skipped(Path("*.gif"), "the name is not valid"),)
    )


def test_a_name_that_no_file_system_takes_is_no_crash():
    long = "/" + "x" * 300
    assert typed_paths(long).paths == (Path(long),)


def test_what_does_not_fit_is_listed_with_its_reason():
    drop = accepted(DroppedPaths((Path("a.png"), Path("b.txt"))), "image/*")

    assert drop.paths == (Path("a.png"),)
    assert drop.skipped == (Skipped(Path("b.txt"), "only images (image/*) are allowed here"),)

    drop = accepted(DroppedPaths((Path("a.png"),)), ".pdf")
    assert drop.skipped == (Skipped(Path("a.png"), "only .pdf files are allowed here"),)


def test_only_one_file_is_taken_where_only_one_is_wanted():
    drop = accepted(DroppedPaths((Path("a.png"), Path("b.png"))), multiple=False)

    assert drop.paths == (Path("a.png"),)
    assert drop.skipped == (Skipped(Path("b.png"), "only one file is allowed here"),)


@pytest.mark.parametrize(
    ("accept", "name", "taken"),
    [
        ("*/*", "a", True),
        ("", "a", True),
        ("image/*", "A.PNG", True),
        ("image/*", "a", False),
        ("video/*, .pdf", "a.PDF", True),
        ("application/pdf", "a.pdf", True),
        ("image/png", "a.jpg", False),
    ],
)
def test_types_and_endings_are_told_by_the_name(accept, name, taken):
    assert accepts(accept, Path(name)) is taken


def test_a_webp_picture_is_one_without_a_list_of_the_machine(mime_types_of_python: None):
    assert accepts("image/*", Path("a.webp"))


def test_a_path_is_completed_in_the_way_it_is_typed(folder: Path):
    assert completions("m") == (r"my\ cat.png",)
    assert completions(r"b.png my\ c") == (r"b.png my\ cat.png",)
    assert completions("'sub") == (r"sub\ dir/",)
    assert completions(f"{folder}/b") == (f"{folder}/b.png",)
    assert completions("nope/") == ()
    assert ".hidden" not in completions("")
    assert completions(".h") == (".hidden",)


def test_what_completes_can_be_read_back(folder: Path):
    for name in ("my", "o"):
        (completed,) = completions(name)
        assert typed_paths(completed).paths[0].exists()


def test_the_common_start_goes_as_far_as_all_agree():
    assert common_prefix(["photo-1.png", "photo-2.png"]) == "photo-"
    assert common_prefix(["a", "ab"]) == "a"
    assert common_prefix([]) == ""


def test_types_of_files_are_said_in_words_beside_their_patterns():
    assert accept_words("image/*, .pdf") == "images (image/*), .pdf files"
    assert accept_words("Image/*") == "images (Image/*)"
    assert accept_words("application/pdf") == "PDF files (application/pdf)"
    assert accept_words("image/*, .pdf", types=False) == "images, .pdf files"
    assert accept_words(".pdf,image/*,.docx") == "images (image/*), .pdf, .docx files"
    assert accept_words("") == ""
