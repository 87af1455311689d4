"""Foreign text, cleaned: nothing of it acts, nothing hides, and real writing stays as it is."""

from __future__ import annotations

import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text
from textual.content import Content

from svc_tui import text
from svc_tui.text import (
    cell,
    clean,
    clean_styled,
    cut,
    filename,
    human_size,
    label,
    may_be_painted,
    plural,
    without_controls,
)
from tests.hostile import HOSTILE

ANYTHING = st.text(st.characters(exclude_categories=()))
NASTY = st.text(
    st.sampled_from("a[/]@= é日👩\u200d\u200c\ufe0f\u0301\u0300\x1b\n\r\t\x9b\u202e\ud800")
)
PREPENDED_SIGNS = (
    "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
)
"""Format characters with ink: signs that stand around the numbers of some scripts."""


def test_of_all_code_points_no_control_and_no_hidden_format_character_survives() -> None:
    survivors = []
    for code in range(sys.maxunicode + 1):
        category = unicodedata.category(chr(code))
        if category in ("Cc", "Cs", "Cf", "Zl", "Zp"):
            survivors += [c for c in chr(code) if c in clean(f"a{c}b") and c not in PREPENDED_SIGNS]
    assert survivors == []


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_becomes_one_printable_line(text: str) -> None:
    assert may_be_painted(clean(text))
    assert "\n" not in clean(text)
    assert clean(text, multiline=True).isprintable() or "\n" in text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[31mb", "a␛[31mb"),
        ("\x00\x07\x7f", "␀␇␡"),
        ("\x9b1m", "‹U+009B›1m"),
        ("\u202egnp.exe", "‹U+202E›gnp.exe"),
        ("\ud800", "‹U+D800›"),
        ("a\u200db", "a‹U+200D›b"),
        ("x" + "\u200b" * 40, "x‹U+200B×40›"),
        ("tag\U000e0041", "tag‹U+E0041›"),
        ("one\r\ntwo\n", "one⏎two⏎"),
        ("a\tb", "a b"),
        ("z" + "\u0301" * 500, "z" + "\u0301" * 4),
        ("\u0301x", "◌\u0301x"),
    ],
)
def test_what_cannot_be_shown_is_named(text: str, shown: str) -> None:
    assert clean(text) == shown


def test_many_lines_stay_many_lines_where_they_may() -> None:
    assert clean("a\r\n\tb\rc\n\u0301", multiline=True) == "a\n    b␍c\n◌\u0301"


@pytest.mark.parametrize(
    "text",
    [
        "naïve Ελληνικά Русский 日本語 한국어 עברית",
        "e\u0301 and é are not the same",
        "👩\u200d👩\u200d👧 🏴\u200d☠\ufe0f ❤\ufe0f 1\ufe0f\u20e3 👍🏽",
        "می\u200cخواهم",
        "क्\u200dष ශ්\u200dරී",
        "葛\U000e0100城",
        "שָׁלוֹם ที่",
        "[@click=app.bell] [/nope] {x} \\",
    ],
)
def test_real_writing_stays_as_it_is(text: str) -> None:
    assert clean(text) == text


@given(ANYTHING | NASTY, st.booleans())
def test_any_text_can_be_painted_and_cleaning_twice_changes_nothing(
    text: str, multiline: bool
) -> None:
    once = clean(text, multiline=multiline)
    assert all(may_be_painted(line) for line in once.split("\n"))
    assert clean(once, multiline=multiline) == once


@given(ANYTHING | NASTY, st.integers(-1, 20))
def test_a_cut_line_fits_its_width(text: str, width: int) -> None:
    assert cell_len(cut(text, width)) <= max(width, 0)
    assert cut(text, 10_000) == clean(text)


@given(NASTY)
def test_a_guarded_piece_keeps_its_width(text: str) -> None:
    assert cell_len(without_controls(text)) == cell_len(text)
    assert may_be_painted(without_controls(text))


def test_wide_characters_are_never_halved() -> None:
    assert [cut("日本語", width) for width in range(7)] == [
        "",
        "…",
        "…",
        "日…",
        "日…",
        "日本…",
        "日本語",
    ]


class Unspeakable:
    """An object that cannot even say what it is."""

    def __str__(self) -> str:
        raise RuntimeError("no")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Unspeakable(), "‹unreadable›"),
        pytest.param(10**5000, "‹unreadable›", id="too long a number"),
        (b"caf\xe9\x1b", "caf�␛"),
        (None, "None"),
        (ValueError("[/]"), "[/]"),
    ],
)
def test_any_object_becomes_text(value: object, shown: str) -> None:
    assert clean(value) == shown


def test_a_long_value_is_cut_for_display() -> None:
    assert clean("x" * 5000) == "x" * 3999 + "…"
    assert len(clean("\u200b\u200c" * 5000, limit=100)) == 100


def test_labels_and_cells_hold_brackets_as_text() -> None:
    assert label("[b]x[/nope]").plain == "[b]x[/nope]"
    assert label("x\x1b", "bold").spans[0].style == "bold"
    assert cell("[b]x[/nope]", width=6).plain == "[b]x[…"
    assert label("a\nb", multiline=True).plain == "a\nb"


@pytest.mark.parametrize("kind", [Text, Content])
def test_a_text_with_styles_keeps_them_where_signs_are_named(kind: type[Text | Content]) -> None:
    given = kind.assemble(("a\x1b", "red"), ("b\u202ec\nd", "bold"))

    shown = clean_styled(given)

    assert shown.plain == "a␛b‹U+202E›c⏎d"
    assert given.plain == "a\x1bb\u202ec\nd"
    styles = {shown.plain[one.start : one.end]: one.style for one in shown.spans}
    assert styles["a"] == styles["␛"] == "red"
    assert styles["b"] == styles["c"] == styles["d"] == "bold"


def test_a_file_name_of_any_bytes_is_shown(tmp_path: Path) -> None:
    assert filename(b"caf\xe9\n.txt") == "caf�⏎.txt"
    assert filename("a\udce9b\x1b[2J") == "a�b␛[2J"
    assert filename("\ud800") == "‹U+D800›"
    assert filename(tmp_path / "日本") == f"{tmp_path}/日本"


def test_counts_have_their_word() -> None:
    assert [plural(n, "file", "files") for n in (0, 1, 2)] == ["0 files", "1 file", "2 files"]


@pytest.mark.parametrize(
    ("size", "shown"),
    [
        (0, "0 B"),
        (1023, "1023 B"),
        (1536, "1.5 KiB"),
        (1024 * 1024 - 1, "1.0 MiB"),
        (1024 * 1024, "1.0 MiB"),
        (5 * 1024**4, "5.0 TiB"),
        (3 * 1024**7, "3072.0 EiB"),
        (10**400, f"{10**400} B"),
        (float("inf"), "inf B"),
    ],
)
def test_sizes_are_in_binary_units(size: float, shown: str) -> None:
    assert human_size(size) == shown


def test_cleaning_needs_neither_textual_nor_rich() -> None:
    program = (
        "import sys; from svc_tui.text import clean; clean('é\\x1b');"
        "sys.exit(any(name.split('.')[0] in ('textual', 'rich', 'httpx') for name in sys.modules))"
    )
    # Without site packages' start-up hooks, which may import anything.
    found = subprocess.run([sys.executable, "-S", "-c", program], cwd=Path(__file__).parents[1])
    assert found.returncode == 0


def test_western_text_is_shown_as_it_is_by_the_quick_way_and_by_the_long_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    signs = map(chr, range(0x3000))
    quick = [f"{one}x{one * 9}" for one in signs if text._WESTERN.fullmatch(one)]
    assert {"éxééééééééé", "…x………………………", "─x─────────"} < set(quick)

    monkeypatch.setattr(text, "_WESTERN", re.compile("(?!)"))

    assert [one for one in quick if clean(one, multiline=True) != one] == []
