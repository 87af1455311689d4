"""Slugs by Django's rules, held against Django itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svc_tui.stores.record.draft import Draft
from svc_tui.stores.record.slugs import AutoSlug, Slugs, slugify


@given(st.text(max_size=40), st.booleans())
def test_slugs_are_those_that_django_makes(text: str, allow_unicode: bool):
    from django.utils.text import slugify as django

    assert slugify(text, allow_unicode=allow_unicode) == django(text, allow_unicode=allow_unicode)


@pytest.mark.parametrize(
    ("text", "allow_unicode", "slug"),
    [
        ("Ein Äpfel & Ü!", False, "ein-apfel-u"),
        ("Ein Äpfel", True, "ein-äpfel"),
        ("日本", False, ""),
        ("日本 語", True, "日本-語"),
        ("  --a_b--  ", False, "a_b"),
    ],
)
def test_accents_are_dropped_or_kept(text: str, allow_unicode: bool, slug: str):
    assert slugify(text, allow_unicode=allow_unicode) == slug


def test_a_slug_is_cut_without_a_dash_at_its_end():
    assert slugify("one two three", longest=4) == "one"


SLUGS = Slugs((AutoSlug("slug", ("title",)),))


def after(slugs: Slugs, draft: Draft, path: str, value: object) -> tuple[Slugs, Draft]:
    return slugs.after(draft, draft.edited(path, value))


def test_a_slug_follows_key_by_key_and_goes_back_with_its_text():
    slugs, draft = SLUGS, Draft.of({"title": "A", "slug": ""})
    slugs, draft = after(slugs, draft, "title", "A b")
    assert draft.get("slug") == "a-b"
    slugs, draft = after(slugs, draft, "title", "A")
    assert not draft.dirty


@pytest.mark.parametrize("typed", ["mine", ""])
def test_a_slug_that_was_typed_or_emptied_by_hand_follows_no_more(typed: str):
    slugs, draft = after(SLUGS, Draft(), "title", "A")
    slugs, draft = after(slugs, draft, "slug", typed)
    slugs, draft = after(slugs, draft, "title", "A b")
    assert draft.get("slug") == typed


def test_a_slug_goes_on_following_in_a_draft_that_was_brought_back():
    _, draft = after(SLUGS, Draft({}, {"title": "A", "slug": "a"}), "title", "A b")
    assert draft.get("slug") == "a-b"


def test_a_stored_slug_stays():
    _, draft = after(SLUGS, Draft.of({"title": "A", "slug": "a"}), "title", "A b")
    assert draft.get("slug") == "a"


def test_a_slug_is_made_of_the_text_of_its_own_language_where_there_is_one():
    one = AutoSlug("translations.it.slug", ("translations.it.title", "title"))
    _, draft = after(Slugs((one,)), Draft(), "translations.it.title", "Ciao")
    assert draft.get("translations.it.slug") == "ciao"


def test_a_letter_typed_and_deleted_again_is_no_change_here_or_in_the_slug():
    slugs, before = SLUGS, Draft.of({"other": 1})
    for value in ("H", None):
        slugs, now = slugs.after(before, before.typed("title", value))
        before = now
    assert not now.dirty and now.current == {"other": 1}


def test_nothing_where_nothing_was_leaves_no_empty_object_but_keeps_what_was_there():
    draft = Draft.of({"translations": {"en": {"title": "a"}}, "rows": [{}]})
    typed = draft.typed("translations.it.title", "b").typed("seo.title", "c")
    back = typed.typed("translations.it.title", None).typed("seo.title", None)
    assert back.current == draft.original and not back.dirty
    assert draft.typed("translations.en.title", None).dirty
    assert not draft.typed("rows.0.name", None).dirty


def test_tags_of_html_are_no_words_of_a_slug():
    assert slugify('Harbour <b>festival</b> <a href="/x">tonight</a>') == "harbour-festival-tonight"
    assert slugify("If a <b and c> d") == "if-a-b-and-c-d"
