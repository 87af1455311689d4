"""Three states of a record: what is one side's, what both changed, and what was chosen."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from svc_tui.api.errors import flatten_errors
from svc_tui.stores.record.draft import MISSING, diff, merged, same
from svc_tui.stores.record.merge import MINE, THEIRS, Merge, at, changed, put, without

plain = st.none() | st.booleans() | st.integers(-3, 3) | st.text(max_size=3) | st.floats(width=16)
keys = st.sampled_from(["a", "b", "c", "a.b", "0"])
values = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(keys, inner, max_size=3)
)
records = st.dictionaries(keys, values, max_size=4)


def side_of(merge: Merge, path: str) -> Any:
    return next(merge.side(one.steps) for one in merge.differences if one.path == path)


def test_what_one_side_changed_is_taken_and_what_both_changed_is_open():
    merge = Merge.of(
        {"title": "old", "slug": "s", "status": "draft", "seo": {"title": "", "text": ""}},
        {"title": "hers", "slug": "s", "status": "review", "seo": {"title": "x", "text": ""}},
        {"title": "mine", "slug": "m", "status": "draft", "seo": {"title": "", "text": "y"}},
    )

    assert [one.path for one in merge.open] == ["title"]
    assert side_of(merge, "status") == THEIRS
    assert side_of(merge, "slug") == MINE
    assert merge.choose(("title",), MINE).result() == {
        "title": "mine", "slug": "m", "status": "review", "seo": {"title": "x", "text": "y"},
    }  # fmt: skip


def test_the_same_change_on_both_sides_is_nothing_to_choose():
    merge = Merge.of({"title": "old"}, {"title": "new"}, {"title": "new"})

    assert merge.differences == ()
    assert merge.result() == {"title": "new"}


def test_lists_are_one_value_and_translations_are_told_apart():
    loaded = {"blocks": [{"text": "a"}], "translations": {"en": {"t": "a"}, "it": {"t": "b"}}}
    theirs = put(put(loaded, ("blocks",), []), ("translations", "en", "t"), "x")
    mine = put(put(loaded, ("blocks",), [1]), ("translations", "it", "t"), "y")

    merge = Merge.of(loaded, theirs, mine)

    assert [one.path for one in merge.clashes] == ["blocks"]
    assert merge.result()["translations"] == {"en": {"t": "x"}, "it": {"t": "y"}}


def test_an_object_taken_away_on_one_side_meets_a_value_changed_in_it_on_the_other():
    loaded = {"seo": {"title": "a", "text": "b"}}

    merge = Merge.of(loaded, {"seo": None}, {"seo": {"title": "mine", "text": "b"}})

    assert [one.path for one in merge.open] == ["seo"]
    assert merge.choose_all(MINE).result() == {"seo": {"title": "mine", "text": "b"}}
    assert merge.choose_all(THEIRS).result() == {"seo": None}


def test_secrets_are_left_out_wherever_they_lie():
    record = {
        "name": "n", "password": "p", "hooks": [{"url": "u", "token": "t"}, 3],
        "translations": {"en": {"pin": 1, "t": "x"}},
    }  # fmt: skip

    kept = without(record, ["password", "hooks.*.token", "translations.en.pin"])

    assert kept == {"name": "n", "hooks": [{"url": "u"}, 3], "translations": {"en": {"t": "x"}}}


@given(records, records)
def test_a_diff_put_into_what_it_was_made_from_gives_what_was_wanted(before, after):
    wanted = merged(before, diff(before, after))

    for way in changed(before, after):
        value = at(after, way)
        assert same(at(wanted, way), None if value is MISSING else value)
    assert diff(before, before) == {}
    assert bool(diff(before, after)) is not same(before, after)


@given(records, records)
def test_the_changed_values_alone_turn_one_record_into_the_other(before, after):
    record: Any = dict(before)
    for way in changed(before, after):
        record = put(record, way, at(after, way))

    assert same(record, after)


@given(records, records, records, st.data())
def test_the_result_has_exactly_the_chosen_values(loaded, theirs, mine, data):
    merge = Merge.of(loaded, theirs, mine)
    for one in merge.differences:
        merge = merge.choose(one.steps, data.draw(st.sampled_from([THEIRS, MINE])))

    result = merge.result()

    assert not merge.open
    for one in merge.differences:
        assert same(at(result, one.steps), one.value(merge.chosen[one.steps]))
    untouched = [way for way in changed(theirs, result)]
    assert all(any(way[: len(one.steps)] == one.steps for one in merge.differences)
               for way in untouched)  # fmt: skip


@given(records, records)
def test_what_i_alone_changed_is_the_whole_difference(loaded, mine):
    merge = Merge.of(loaded, loaded, mine)

    assert not merge.open
    assert same(merge.result(), mine)
    assert same(diff(loaded, merge.result()), diff(loaded, mine))


@given(records, records)
def test_what_they_alone_changed_is_taken_as_it_is(loaded, theirs):
    merge = Merge.of(loaded, theirs, loaded)

    assert not merge.open
    assert same(merge.result(), theirs)


@given(records, st.dictionaries(st.sampled_from(["x", "y"]), values),
       st.dictionaries(st.sampled_from(["p", "q"]), values))  # fmt: skip
def test_changes_that_do_not_touch_each_other_are_both_there(loaded, theirs, mine):
    merge = Merge.of(loaded, {**loaded, **theirs}, {**loaded, **mine})

    assert not merge.open
    assert same(merge.result(), {**loaded, **theirs, **mine})


@given(values)
def test_the_errors_of_any_body_are_texts_at_paths(body):
    found = flatten_errors(body)

    assert all(path and said and all(isinstance(one, str) and one for one in said)
               for path, said in found.items())  # fmt: skip


@given(st.dictionaries(st.sampled_from(["a", "b"]), st.lists(st.text(min_size=1), min_size=1)))
def test_flat_errors_stay_as_they_are(body):
    assert flatten_errors(body) == body


@given(st.integers(0, 4), st.text(min_size=1))
def test_aligned_lists_name_the_position_of_each_item(position, said):
    body = {"items": [{} for _ in range(position)] + [{"price": [said]}]}

    assert flatten_errors(body) == {f"items.{position}.price": [said]}


def test_a_related_record_is_one_value_and_never_half_of_two():
    loaded = {"author": {"id": 1, "name": "Ada"}, "extra": {"a": 1, "b": 1}, "title": "x"}
    theirs = {**loaded, "author": {"id": 2, "name": "Bea"}, "extra": {"a": 2, "b": 1}}
    mine = {**loaded, "author": {"id": 3, "name": "Cid"}, "extra": {"a": 1, "b": 2}}

    merge = Merge.of(loaded, theirs, mine, whole=("author", "extra"))

    assert [one.path for one in merge.clashes] == ["author"]
    chosen = merge.choose(("author",), THEIRS).result()
    assert chosen["author"] == {"id": 2, "name": "Bea"}
    assert chosen["extra"] == {"a": 2, "b": 2}
