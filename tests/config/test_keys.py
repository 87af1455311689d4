"""Keys are written as people write them, checked, and told when they get in each other's way."""

from __future__ import annotations

import string
from pathlib import Path

import pytest
from textual.binding import Binding

from svc_tui.config.keys import canonical_key
from tests.config.files import BASE, load, problem

KNOWN = {
    "list.next": "full_stop",
    "list.previous": "comma",
    "list.search": "f3,/",
    "media.upload": "U",
    "app.quit": "ctrl+q",
}


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("a", "a"),
        ("J", "J"),
        ("?", "question_mark"),
        (",", "comma"),
        (" ", "space"),
        ("[", "left_square_bracket"),
        ("-", "minus"),
        ("ctrl+\\", "ctrl+backslash"),
        ("+", "plus"),
        ("ctrl++", "ctrl+plus"),
        ("Ctrl+S", "ctrl+s"),
        ("shift+F2", "shift+f2"),
        ("Esc", "escape"),
        ("PgUp", "pageup"),
        ("return", "enter"),
        ("question_mark", "question_mark"),
        ("slash", "slash"),
        ("full_stop", "full_stop"),
        ("left_square_bracket", "left_square_bracket"),
        ("ctrl+shift+left", "ctrl+shift+left"),
        ("è", "è"),
    ],
)
def test_a_key_gets_its_own_spelling(written: str, key: str) -> None:
    assert canonical_key(written) == key


@pytest.mark.parametrize("written", ["", "ctl+s", "f25", "gg", "ctrl+", "\x1b", "space bar"])
def test_what_is_no_key_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match=r"unknown key|not a modifier"):
        canonical_key(written)


@pytest.mark.parametrize("written", ["banana", "ctrl+banana", "🍌", "ctrl+euro_sign", "alt+→"])
def test_a_sign_that_no_terminal_sends_as_a_key_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match=r"unknown key|no terminal sends it"):
        canonical_key(written)


@pytest.mark.parametrize("sign", string.punctuation + "aZ5é")
def test_a_sign_is_called_as_textual_calls_it(sign: str) -> None:
    (binding,) = Binding.make_bindings([(sign.replace(",", "comma"), "act", "Act")])

    assert canonical_key(sign) == binding.key


def test_a_capital_is_written_as_a_capital() -> None:
    with pytest.raises(ValueError, match='write "J"'):
        canonical_key("shift+j")


def test_bindings_take_one_key_or_several(tmp_path: Path) -> None:
    text = BASE + '[keys]\n"list.next" = ["f6", "N", "f6"]\n"media.upload" = ","\n'

    console = load(tmp_path, text, known_keys=KNOWN)

    assert console.keys == {"list.next": "f6,N", "media.upload": "comma"}
    assert console.warnings == ()


def test_a_binding_nobody_has_is_told(tmp_path: Path) -> None:
    found = problem(tmp_path, BASE + '[keys]\n"list.nxt" = "x"\n', known_keys=KNOWN)

    assert found.line == 4
    assert found.text == '[keys]: there is no binding "list.nxt"; did you mean "list.next"?'


def test_a_key_nobody_has_is_told(tmp_path: Path) -> None:
    found = problem(tmp_path, BASE + '[keys]\n"list.next" = ["x", "ctl+n"]\n', known_keys=KNOWN)

    assert found.line == 4
    assert found.text == (
        '[keys]: list.next: "ctl+n" does not work as a key: "ctl" is not a modifier; '
        "use ctrl, shift, alt or super"
    )


def test_one_key_for_two_bindings_of_one_context_is_a_warning(tmp_path: Path) -> None:
    text = BASE + '[keys]\n"list.next" = "n"\n"list.search" = "n"\n"media.upload" = "n"\n'

    (warning,) = load(tmp_path, text, known_keys=KNOWN).warnings

    assert warning.endswith(
        'line 5: [keys]: "n" is the key of both list.search and list.next; change one of them'
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('"list.next" = "/"', "list.next and list.search"),
        ('"media.upload" = "ctrl+i"', "terminals send it as Tab"),
    ],
    ids=["a key of a built-in binding", "a key that never arrives"],
)
def test_a_key_that_cannot_work_is_a_warning(tmp_path: Path, line: str, said: str) -> None:
    (warning,) = load(tmp_path, f"{BASE}[keys]\n{line}\n", known_keys=KNOWN).warnings

    assert said in warning


def test_two_bindings_may_swap_their_keys(tmp_path: Path) -> None:
    text = BASE + '[keys]\n"list.next" = ","\n"list.previous" = "."\n'

    assert load(tmp_path, text, known_keys=KNOWN).warnings == ()


def test_a_key_that_the_focused_list_takes_is_a_warning(tmp_path: Path) -> None:
    text = BASE + '[keys]\n"list.delete" = "down"\n"grid.mark" = "enter"\n"list.open" = "enter"\n'
    known = {"list.delete": "d", "grid.mark": "space", "list.open": "enter"}

    found = load(tmp_path, text, known_keys=known).warnings

    words = "may never arrive: the focused list, table or field uses it"
    assert [one.partition("[keys]: ")[2] for one in found] == [
        f'list.delete = "down" {words}',
        f'grid.mark = "enter" {words}',
    ]


REAL = {
    "app.go": "g",
    "app.second_d": "d",
    "list.copy": "y",
    "list.delete": "d",
    "list.refresh": "r,ctrl+r",
    "detail.yank": "y",
    "detail.delete": "d",
    "media.delete": "d",
}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('"list.delete" = "y"', "so it must not open one"),
        ('"detail.delete" = ["f4", "y"]', "so it must not open one"),
        ('"list.delete" = "g"', '"g" is the key of app.go, with which gg, gh and gk begin'),
        ('"list.copy" = "d"', '"d" is the key of list.copy, with which yy and yc begin'),
        ('"list.delete" = "r"', '"r" is the key of list.refresh'),
        ('"list.refresh" = "d"', "list.delete is destructive and needs its own key"),
    ],
)
def test_a_key_that_destroys_begins_no_other_sequence(
    tmp_path: Path, line: str, words: str
) -> None:
    found = problem(tmp_path, f"{BASE}[keys]\n{line}\n", known_keys=REAL)

    assert words in found.text
    assert found.line == len(BASE.splitlines()) + 2


def test_a_key_that_destroys_may_be_one_that_nothing_else_has(tmp_path: Path) -> None:
    text = f'{BASE}[keys]\n"list.delete" = "delete"\n"list.copy" = "d"\n'

    assert load(tmp_path, text, known_keys=REAL).keys == {"list.delete": "delete", "list.copy": "d"}
