"""What is typed behind a colon."""

from __future__ import annotations

import pytest

from svc_tui.stores.commands import NoCommand, completions, shared_start, understood

PAGES = {"home": "/", "articles": "/articles", "authors": "/authors", "media": "/media"}


@pytest.mark.parametrize(
    ("typed", "location"),
    [
        ("articles", "/articles"),
        ("  articles  ", "/articles"),
        ("home", "/"),
        ("articles status=draft", "/articles?status=draft"),
        ("articles status=draft status=review", "/articles?status=draft,review"),
        ("articles old harbour", "/articles?search=old%20harbour"),
        ("articles 'old harbour' page=2", "/articles?page=2&search=old%20harbour"),
        ("articles author='Ada Moretti'", "/articles?author=Ada%20Moretti"),
        ("articles it's", "/articles?search=it%27s"),
        ("articles a=b=c", "/articles?a=b%3Dc"),
        ("articles/42", "/articles/42"),
        ("articles?page=2&search=old harbour", "/articles?page=2&search=old%20harbour"),
        ("open /articles?page=2", "/articles?page=2"),
        ("open media", "/media"),
        ("articles/new", "/articles/new"),
        ("/articles?page=2&tab=draft", "/articles?page=2&tab=draft"),
    ],
)
def test_a_page_and_what_to_look_for_there(typed: str, location: str) -> None:
    assert str(understood(typed, PAGES).location) == location


def test_a_short_name_stands_for_a_key() -> None:
    assert understood("w", PAGES).bindings[0] == "detail.save"
    assert understood("q", PAGES).bindings == ("page.close",)
    assert understood("quit", PAGES).location is None


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Type a page"),
        ("artcles", "Did you mean “articles”?"),
        ("xyzzy", "There is no page or command “xyzzy”."),
        ("w now", "takes nothing behind it"),
        ("https://elsewhere.test/x", "There is no page"),
        ("//elsewhere.test/x", "without a host"),
    ],
)
def test_what_means_nothing_is_told_with_what_would(typed: str, said: str) -> None:
    with pytest.raises(NoCommand) as told:
        understood(typed, PAGES)
    assert said in str(told.value)


def test_names_are_offered_by_their_beginning() -> None:
    assert completions("a", PAGES) == ["articles", "authors"]
    assert completions("articles s", PAGES) == []
    assert shared_start(["articles", "authors"]) == "a"
    assert shared_start(["articles"]) == "articles"
