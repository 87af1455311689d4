"""Slugs by Django's rules, held against Django itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svc_tui.stores.slugs import slugify


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
