"""What languages are called."""

from __future__ import annotations

import pytest

from svc_tui.models.languages import language_name, text_in_language

NAMES = {"pt_BR": "Português do Brasil", "xx": "Klingon", "de": "Standard German"}


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("it", "Italiano"),
        ("pt-br", "Português do Brasil"),
        ("pt-pt", "Português (PT)"),
        ("de_ch", "Standard German (CH)"),
        ("xx", "Klingon"),
        ("yy-zz", "yy-zz"),
    ],
)
def test_a_language_has_the_name_of_the_options_then_its_own_then_its_code(
    code: str, name: str
) -> None:
    assert language_name(code, NAMES) == name


def test_sentences_have_the_name_of_the_options_too() -> None:
    assert text_in_language("title", "it") == "Italian title"
    assert text_in_language("title", "xx", NAMES) == "Klingon title"
    assert text_in_language("title", "yy") == "title (yy)"
