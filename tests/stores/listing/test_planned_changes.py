"""What an action is going to change is told before it does."""

from __future__ import annotations

from typing import Any

import pytest

from svc_tui.models.listing import ActionDescriptor
from svc_tui.stores.listing.action_history import UNKNOWN_CHANGES, UNKNOWN_VALUES
from svc_tui.stores.listing.action_types import ActionContext, name_of
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.planned_changes import MIXED, common, planned, planned_by, sent_along
from svc_tui.stores.listing.selection import Selection
from svc_tui.stores.record.draft import MISSING
from svc_tui.widgets.listing.action_preview import (
    NOT_UNDONE,
    UNDONE,
    about,
    change_lines,
    input_lines,
    short_text,
)
from svc_tui.widgets.listing.list_labels import ListLabels

ROWS = [
    {"id": 1, "title": "One", "status": "draft", "seo": {"title": "a", "text": "x"}},
    {"id": 2, "title": "Two", "status": "review", "seo": {"title": "a"}},
]


def patch(**body: object) -> ActionDescriptor:
    request = {"method": "PATCH", "path": "{endpoint}/{id}/", "body": body}
    return ActionDescriptor(label="Change", request=request)


def marked() -> Selection:
    return Selection({str(row["id"]): row for row in ROWS})


def words(action: ActionDescriptor, selection: Selection | None = None) -> str:
    said = about(action, selection or marked(), lambda row: str(row["title"]))
    return said.removesuffix(f"\n\n{UNKNOWN_VALUES}")


def test_values_of_rows_are_common_mixed_or_unknown():
    assert common(ROWS, "seo.title") == "a"
    assert common(ROWS, "status") is MIXED
    assert common(ROWS, "seo.text") is MISSING
    assert common([], "status") is MISSING


def test_nested_values_are_told_one_by_one():
    found = planned({"seo": {"title": "b", "text": "y"}}, ROWS)
    assert [(one.path, one.after) for one in found] == [("seo.title", "b"), ("seo.text", "y")]


def test_true_is_not_one_when_it_is_asked_what_stands_there_already():
    assert not planned({"a": True}, [{"a": 1}])[0].already
    assert planned({"a": True}, [{"a": True}])[0].already


def test_the_question_shows_titles_and_each_change():
    said = words(patch(status="published", seo={"title": "a"}, views=None))
    assert said.splitlines() == [
        "One",
        "Two",
        "",
        "status: (mixed) → published",
        "seo.title: a, unchanged",
        "views: → (empty)",
    ]


def test_a_secret_is_never_told():
    assert words(patch(password="hunter2")).endswith("password: → ••••")


def test_what_an_order_carries_is_no_change_of_the_rows():
    action = ActionDescriptor(
        label="Send", request={"path": "{endpoint}/{id}/send/", "body": {"status": "now"}}
    )
    assert planned_by(action, ROWS) == ()
    assert sent_along(action) == {"status": "now"}
    assert "\n\nAlso sent: status = now\n" in words(action)


def test_of_everything_only_the_new_values_are_known():
    selection = Selection().of_everything(ListQuery(), 2, frozenset({"1", "2"}))
    assert words(patch(status="draft"), selection) == (
        "Everything that matches: no filter.\n\nstatus: → draft"
    )


def test_everything_of_a_narrowed_endpoint_names_the_endpoints_own_query():
    selection = Selection().of_everything(
        ListQuery(filters={"status": ("draft",)}), 2, frozenset({"1", "2"})
    )
    own = {"kind": ["a", "b"], "status": ["public"], "api_key": ["s3cret"]}
    said = about(patch(), selection, str, ListLabels(own=own)).splitlines()[0]
    assert said == "Everything that matches: Kind: a, b · Api Key: •••••••• · Status: draft."


def test_of_more_than_can_be_compared_it_is_said_that_only_the_number_is():
    selection = Selection().of_everything(ListQuery(), 30_000)
    assert "Only their count is checked" in words(patch(status="draft"), selection)


def test_many_titles_and_changes_are_counted():
    rows = {str(n): {"id": n, "title": f"T{n}"} for n in range(9)}
    said = words(patch(**{f"k{n}": n for n in range(9)}), Selection(rows))
    assert "… and 4 more\n" in said
    assert said.endswith("… and 3 more values")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"handler": print}, UNKNOWN_CHANGES),
        ({"request": {"method": "POST", "path": "{endpoint}/{id}/publish/"}}, UNKNOWN_CHANGES),
        ({"request": {"method": "PATCH", "path": "{endpoint}/{id}/", "body": {"a": 1}}}, UNDONE),
        ({"request": {"method": "PATCH", "path": "{endpoint}/{id}/", "body": {"a": 0}}}, ""),
        (
            {"request": {"method": "PATCH", "path": "{endpoint}/{id}/", "body": {"b": 1}}},
            UNKNOWN_VALUES,
        ),
        ({"handler": print, "changes": "a"}, UNDONE),
        ({"handler": print, "changes": ("a", "b"), "dangerous": True}, UNDONE),
        ({"handler": print, "dangerous": True}, NOT_UNDONE),
    ],
    ids=[
        "handler",
        "order",
        "known",
        "unchanged",
        "unknown",
        "declared",
        "declared, dangerous",
        "dangerous",
    ],
)
def test_the_question_says_whether_u_takes_it_back(said: dict[str, Any], told: str):
    action = ActionDescriptor(label="Publish", **said)

    words = about(action, Selection({"1": {"id": 1, "a": 0}}), lambda row: "A row")

    known = (UNKNOWN_CHANGES, UNKNOWN_VALUES, UNDONE, NOT_UNDONE)
    assert [one for one in known if one in words] == [told] * bool(told)


def test_of_more_rows_than_are_read_it_is_said_that_they_can_not_be_undone():
    action = ActionDescriptor(label="Publish", handler=print, changes="a")

    words = about(action, Selection().of_everything(ListQuery(), 501, frozenset()), str)

    assert "This can't be undone: it affects more than 500 rows." in words


def test_long_texts_that_begin_alike_are_told_where_they_differ():
    before = "A headline that goes on and on, past the edge, to its end"
    (change,) = planned({"title": f"{before}!"}, [{"title": before}])

    assert change_lines([change], ListLabels({"title": "Title"})) == [
        "Title: … its end → … its end!"
    ]


def test_of_a_long_text_the_changed_part_is_told_from_its_middle():
    before = f"{'It begins as ever. ' * 9}The ferry leaves at nine.{' And so it ends.' * 9}"
    (change,) = planned({"body": before.replace("nine", "eleven")}, [{"body": before}])

    (line,) = change_lines([change], ListLabels())
    assert line == "body: …aves at nine. And so… → …aves at eleven. And so…"


@pytest.mark.parametrize(
    ("value", "words"), [("", '""'), (" ", '" "'), (" x", '" x"'), ("x", "x"), (None, "(empty)")]
)
def test_a_text_is_quoted_where_one_could_not_see_where_it_ends(value: object, words: str):
    assert short_text(value) == words


def test_the_question_shows_what_was_entered_but_no_secret():
    async def extend(ctx: ActionContext) -> None:
        """Never run here."""

    inputs = [{"key": "days", "label": "Days"}, {"key": "api_token"}, {"key": "note"}]
    action = ActionDescriptor(label="Extend loan…", handler=extend, inputs=inputs)

    said = input_lines(action, {"days": 14, "api_token": "s3cret", "note": ""}, ListLabels())

    assert said.splitlines() == ["Days: 14", "Api Token: ••••"]
    assert name_of(action) == "Extend loan"
