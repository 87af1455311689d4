"""What an edit does to the record, and what a consumer's slip does not do."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from svc_tui.models.field_types import default_registry
from svc_tui.models.fields import Accessor, FieldDescriptor
from svc_tui.models.foreign_code import forget_failures
from svc_tui.stores.record.draft import Draft, Unreadable
from svc_tui.stores.record.field_paths import places
from svc_tui.widgets.form.checks import problem_of, problems, visible
from svc_tui.widgets.form.field_rules import refuse_unsendable
from svc_tui.widgets.form.text import TextField
from svc_tui.widgets.form.write_path import EditLocation, reads, writes
from tests.widgets.form.form_alone import shown

LANGS = ("en", "it")


def written(field: FieldDescriptor, value: Any, path: str = "title", **record: Any):
    draft = Draft.of(record)
    accessor = field.accessor
    return writes(field, draft, value, EditLocation(path, "it", LANGS), accessor)


def test_on_change_may_return_other_fields():
    field = FieldDescriptor(key="title", on_change=lambda model, val: {"slug": val.lower()})

    assert written(field, "ABC") == {"title": "ABC", "slug": "abc"}


def test_on_change_may_set_them_in_its_copy_of_the_record():
    def change(model: dict[str, Any], val: str) -> None:
        model["seo"]["title"] = f"{model['title']}!"

    record = {"seo": {"title": "", "permalink": "/x"}}
    field = FieldDescriptor(key="title", on_change=change)

    assert written(field, "A", **record) == {"title": "A", "seo.title": "A!"}
    assert record == {"seo": {"title": "", "permalink": "/x"}}


def test_on_change_is_not_asked_about_text_that_is_no_value_and_never_undoes_the_edit():
    field = FieldDescriptor(key="title", on_change=lambda model, val: {"title": val, "a": 1})
    unreadable = Unreadable("x", "No.")

    assert written(field, "typed") == {"a": 1, "title": "typed"}
    assert written(field, unreadable) == {"title": unreadable}


@pytest.mark.parametrize(
    "change", [lambda model, val: {"title": "mine"}, lambda model, val: model.update(title="mine")]
)
def test_on_change_that_changes_its_own_field_is_told(change: Any, caplog: Any):
    forget_failures()
    assert written(FieldDescriptor(key="title", on_change=change), "typed") == {"title": "typed"}
    assert "on_change of title failed" in caplog.text
    assert 'it can\'t change "title" itself: use an accessor for that' in caplog.text


@pytest.mark.parametrize(
    "change", [lambda model, val: {"id": 9, "slug": "a"}, lambda model, val: model.update(id=9)]
)
def test_on_change_cannot_set_the_key_of_a_saved_record(change: Any, caplog: Any):
    forget_failures()
    field = FieldDescriptor(key="title", on_change=change)
    draft, at = Draft.of({"id": 1}), EditLocation("title", lookup="id")

    assert writes(field, draft, "typed", at, None) == {"title": "typed"}
    assert 'it can\'t change "id", which identifies the record' in caplog.text


def test_on_change_may_return_the_key_as_it_is_and_set_that_of_a_new_record():
    field = FieldDescriptor(key="title", on_change=lambda model, val: {"id": 1, "slug": "a"})
    same, new = EditLocation("title", lookup="id"), EditLocation("title")

    assert writes(field, Draft.of({"id": 1}), "t", same, None)["slug"] == "a"
    assert writes(field, Draft.of({}), "t", new, None)["id"] == 1


def test_an_edit_for_all_languages_writes_all_of_them():
    field = FieldDescriptor(key="code", translatable=True, synci18n=True)

    assert written(field, 1, "translations.it.code") == {
        "translations.en.code": 1,
        "translations.it.code": 1,
    }


def test_for_all_languages_a_field_without_translations_has_its_one_place():
    field = FieldDescriptor(key="code", synci18n=True)

    assert written(field, 1, "code") == {"code": 1}


def test_an_accessor_converts_on_both_ways():
    accessor = Accessor(
        get=lambda model, val, lang: f"{val} {lang}", set=lambda model, val, lang: val.split()[0]
    )
    field = FieldDescriptor(key="title", accessor=accessor)

    assert reads(field, Draft.of({"title": "x"}), "it", accessor) == "x it"
    assert written(field, "y it") == {"title": "y"}


def broken(*args: Any, **named: Any) -> Any:
    raise RuntimeError("a slip")


def test_a_reason_where_true_or_false_is_asked_for_is_refused(caplog):
    field = FieldDescriptor(key="title", visible=lambda model: "only for drafts")

    assert visible(field, {"title": "x"})
    assert "visible of title failed" in caplog.text
    assert "it should return True or False, not a string" in caplog.text


def test_a_consumers_slip_stops_nobody_from_typing_and_saving(caplog):
    field = FieldDescriptor(
        key="title",
        visible=broken,
        show=broken,
        on_change=broken,
        validate=broken,
        accessor=Accessor(get=broken),
    )
    draft = Draft.of({"title": "x"})

    assert visible(field, draft.current)
    assert reads(field, draft, None, field.accessor) == "x"
    assert written(field, "y") == {"title": "y"}
    edited = draft.edited("title", "z")
    assert problems(edited, places([field], ()), default_registry()) == {}
    told = [line for line in caplog.text.splitlines() if line.endswith(" of title failed")]
    said = ("visible", "show", "accessor", "on_change", "check")
    assert [name for name in said if not any(name in line for line in told)] == []


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (
            {"on_change": lambda model, val: {"slug": object()}},
            '"slug" was set to an object, which',
        ),
        ({"on_change": lambda model, val: {"a": [{"b": object()}]}}, '"a" was set to an object'),
        (
            {"on_change": lambda model, val: 3},
            "it should return a dict or None, not a whole number",
        ),
        ({"on_change": lambda model, val: {1: 2}}, "it should return dotted paths, not a whole"),
    ],
)
def test_what_cannot_be_sent_is_told_and_not_written(
    given: dict[str, Any], words: str, caplog: pytest.LogCaptureFixture
):
    forget_failures()
    assert written(FieldDescriptor(key="title", **given), "y") == {"title": "y"}
    assert f"{next(iter(given))} of title failed" in caplog.text
    assert words in caplog.text


@pytest.mark.parametrize("bad", [broken, lambda **named: object()])
def test_a_value_that_an_accessor_cannot_convert_is_kept_and_not_sent(bad: Any):
    kept = written(FieldDescriptor(key="title", accessor=Accessor(set=bad)), 12.05)["title"]
    assert isinstance(kept, Unreadable) and kept.text == "12.05"
    assert "see :log" in kept.problem


def test_rules_and_accessors_change_no_record():
    def spoil(*args: Any, **given: Any) -> bool:
        model = given.get("model") or args[-1]
        model.update(title="spoilt")
        model["tags"].append("spoilt")
        return False

    record = {"title": "old", "tags": ["a"]}
    draft = Draft.of(record).edited("title", "new")
    accessor = Accessor(get=spoil, set=spoil)
    field = FieldDescriptor(key="title", validate=spoil, visible=spoil, show=spoil)

    class Spoiling(TextField):
        @classmethod
        def check(cls, descriptor: FieldDescriptor, attrs: Any, value: Any) -> str | None:
            value.append("spoilt")
            return None

    registry = default_registry().extend({"spoiling": Spoiling})
    tags = FieldDescriptor(key="tags", type="spoiling")

    assert not visible(field, draft.current)
    assert problem_of(registry, field, "new", draft.current) is None
    assert problem_of(registry, tags, draft.current["tags"], draft.current) is None
    reads(field, draft, None, accessor)
    writes(field, draft, "new", EditLocation("title"), accessor)
    assert draft.current == {"title": "new", "tags": ["a"]}


@pytest.mark.parametrize(
    "value", [{1, 2}, date(2026, 1, 2), [Decimal("1.5")], Unreadable("x", "No.")]
)
def test_a_field_gives_any_value_that_can_be_sent(value: Any):
    refuse_unsendable(value)


@pytest.mark.parametrize("value", [object(), float("nan"), {1: "a"}, b"text", [object()]])
async def test_a_value_that_nothing_can_send_is_refused_where_it_is_given(value: Any):
    async with shown("new") as (pilot, app, field):
        with pytest.raises(TypeError, match=r"accept\(…\): .* can't be represented in JSON"):
            field.accept(value)
        await pilot.pause()
        assert not app.edits
        assert field.value == field.edits.draft_value == field.editor.value == "new"


def test_a_field_hidden_by_a_condition_is_neither_missed_nor_emptied():
    field = FieldDescriptor(key="why", required=True, when={"status": "closed"})
    draft = Draft.of({"status": "closed", "why": "x"}).edited("why", "").edited("status", "open")

    assert not visible(field, draft.current)
    assert problems(draft, places([field], ()), default_registry()) == {}
    assert draft.get("why") == ""


def test_an_accessor_that_forgets_to_return_never_empties_the_value(caplog: Any):
    forget_failures()
    accessor = Accessor(set=lambda model, val, lang: None)
    field = FieldDescriptor(key="title", accessor=accessor)

    kept = written(field, "typed")["title"]

    assert isinstance(kept, Unreadable)
    assert kept.text == "typed"
    assert "set should return the value to save" in caplog.text


@pytest.mark.parametrize("empty", ["", " ", None, 0, []])
def test_an_accessor_may_return_none_for_what_is_empty(empty: Any):
    field = FieldDescriptor(key="title", accessor=Accessor(set=lambda model, val, lang: None))

    assert written(field, empty, title="x") == {"title": None}
