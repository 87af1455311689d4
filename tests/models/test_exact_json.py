"""JSON from outside keeps every number as it was written, and is not read too deep."""

from __future__ import annotations

import json
from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svc_tui.models.exact_json import DEEPEST, TYPED, TooDeep, has_constants, read, written
from svc_tui.stores.record.autosaved_draft import (
    AutosavedDraft,
    DraftKey,
    autosaved_changes,
    decode_draft,
    encode_draft,
)
from svc_tui.stores.record.draft import Draft, Unreadable, same
from svc_tui.widgets.form.long import read_json

NUMBERS = ("1.10", "12345678901234567.89", "1e400", "-1E+999", "98765432109876543210", "1e5", "0.1")


@pytest.mark.parametrize("number", [*NUMBERS, "NaN", "-Infinity"])
def test_a_number_is_written_as_it_was_read(number: str):
    text = f'{{"a": [{number}, {{"b": {number}}}]}}'
    assert written(read(text)) == text
    assert written(deepcopy(read(text))) == text


@pytest.mark.parametrize("number", NUMBERS)
def test_another_key_is_edited_and_the_number_stays(number: str):
    draft = Draft.of(read(f'{{"meta": {{"n": {number}, "x": 1}}}}')).edited("meta.x", 2)
    assert written(draft.diff()) == '{"meta": {"x": 2}}'
    assert written(dict(draft.current)) == f'{{"meta": {{"n": {number}, "x": 2}}}}'


def test_digits_beyond_a_float_are_a_change():
    assert not same(read("12345678901234567.89"), read("12345678901234567.88"))
    assert not same(read("12345678901234567.89"), 12345678901234568)
    assert not same(read("1e400"), read("1e401"))
    assert same(read("1.10"), read("1.1"))
    assert same(read("NaN"), read("NaN"))


@given(st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
))  # fmt: skip
def test_what_is_written_beside_an_exact_number_reads_as_json_does(value: object):
    for indent in (None, 2):
        text = written([value, read("1.10")], indent=indent)
        end = "\n]" if indent else "]"
        beside = json.dumps([value, 1.1], ensure_ascii=False, indent=indent).removesuffix(end)
        assert text == f"{beside}0{end}"


@pytest.mark.parametrize("depth", [DEEPEST + 1, 900, 100_000])
@pytest.mark.parametrize(("start", "end"), [("[", "]"), ('{"a":', "}")])
def test_what_is_nested_too_deep_is_told(depth: int, start: str, end: str):
    with pytest.raises(TooDeep, match="nested more than 100 levels"):
        read(start * depth + "1" + end * depth)


def test_what_is_just_not_too_deep_is_read_and_written():
    text = "[" * DEEPEST + "1.10" + "]" * DEEPEST
    assert written(read(text)) == text


def test_only_named_constants_are_no_json():
    assert has_constants(read('{"a": [NaN]}'))
    assert has_constants(read('{"a": [-Infinity]}'))
    assert not has_constants(read('{"a": [1e999, 1.10]}'))


@pytest.mark.parametrize("depth", [TYPED, TYPED + 1])
def test_what_is_typed_can_be_sent_kept_and_read_again_in_its_record(depth: int):
    value = read_json("[" * depth + "1" + "]" * depth)
    if depth > TYPED:
        assert isinstance(value, Unreadable) and "80 levels deep" in value.problem
        return
    record = {"id": 1, "translations": {"it": {"meta": value}}}

    draft = Draft.of({"id": 1}).edited("translations", record["translations"])
    kept = AutosavedDraft(DraftKey("u", "me", "/x/", "1"), autosaved_changes(draft))
    page = read(written({"meta": {}, "results": [record]}))

    assert page["results"] == [record]
    assert decode_draft(encode_draft(kept)).against({"id": 1}).result() == record


def test_a_change_of_the_deepest_value_that_is_read_is_kept():
    meta = read("[" * (DEEPEST - 1) + "1" + "]" * (DEEPEST - 1))
    record = {"id": 1, "meta": meta}
    kept = AutosavedDraft(
        DraftKey("u", "me", "/x/", "1"), autosaved_changes(Draft(record, {**record, "meta": 2}))
    )

    merge = decode_draft(encode_draft(kept)).against(record)

    assert merge.result() == {"id": 1, "meta": 2} and not merge.clashes
