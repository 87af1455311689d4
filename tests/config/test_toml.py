"""What is written as TOML is read back as it was."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svc_tui.config.toml import toml_comment, toml_value

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
values = st.recursive(
    st.booleans() | st.integers() | st.floats(allow_nan=False) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=10,
)


@given(values)
def test_every_value_comes_back(value: Any):
    assert tomllib.loads(f"it = {toml_value(value)}") == {"it": value}


@given(st.text(max_size=30))
def test_nothing_that_is_written_acts_on_a_terminal_or_leaves_its_line(text: str):
    assert toml_value({text: text}).isprintable()
    assert toml_comment(text).isprintable()
    assert tomllib.loads(toml_comment(text)) == {}


def test_null_is_left_out_of_tables_and_lists_and_stands_nowhere_else():
    assert toml_value({"a": None, "b": [1, None]}) == "{ b = [1] }"
    with pytest.raises(ValueError, match="NoneType can't be written"):
        toml_value(None)


def test_half_a_letter_is_written_as_a_replacement():
    assert tomllib.loads(f"it = {toml_value(chr(0xD800))}") == {"it": "\ufffd"}
