"""Columns, filters, tabs and actions are short to write and refuse what cannot work."""

from __future__ import annotations

import pytest

from svc_tui.models.listing import (
    ActionDescriptor,
    ActionRequest,
    ActiveFilter,
    FilterChoice,
    FilterDescriptor,
    ListColumn,
    ListTabItem,
)


def test_a_column_is_labelled_and_left_to_its_value() -> None:
    column = ListColumn(key="author.name")

    assert (column.label, column.sortable, column.format) == ("Author Name", False, None)


def test_a_format_nobody_knows_is_refused() -> None:
    with pytest.raises(ValueError, match="badge"):
        ListColumn.model_validate({"key": "a", "format": "colour"})


def test_a_bare_value_is_a_choice() -> None:
    asked = FilterDescriptor.model_validate(
        {"value": "status", "choices": ["draft", 3, {"value": True, "text": "Yes"}]}
    )

    assert [choice.text for choice in asked.choices] == ["Draft", "3", "Yes"]
    assert [choice.value for choice in asked.choices] == ["draft", 3, True]


def test_a_filter_fetches_names_and_sends_ids() -> None:
    asked = FilterDescriptor(value="author", endpoint="/api/authors")

    assert (asked.text, asked.item_text, asked.item_value) == ("Author", "name", "id")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"choices": ["a"], "endpoint": "/x"}, "both choices and endpoint"),
        ({"choices": ["a"], "datepicker": True}, "is a datepicker and has choices"),
        ({"datepicker": True, "from_param": "a"}, "from_param and to_param together"),
        ({"from_param": "a", "to_param": "b"}, "need datepicker = true"),
    ],
)
def test_a_filter_is_of_one_kind(more: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        FilterDescriptor.model_validate({"value": "x", **more})


def test_an_active_filter_is_its_descriptor_and_what_is_chosen() -> None:
    active = ActiveFilter(value="status", active=(FilterChoice(value="draft"),))

    assert active.active[0].text == "Draft"
    assert active.dates == ()


def test_a_request_names_each_row() -> None:
    request = ActionRequest.model_validate({"method": "patch", "path": "{endpoint}/{id}/"})

    assert (request.method, request.per) == ("PATCH", "row")


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({"path": "{endpoint}/publish/"}, "needs {id} in its path"),
        ({"path": "{endpoint}/{id}/", "per": "selection"}, "does not support"),
        ({"path": "{endpoint}/{slug}/"}, "has {slug} in its path; use {endpoint} and {id}"),
        ({"path": "{endpoint}/{id:d}/"}, "has {id:d} in its path; use {endpoint} and {id}"),
        ({"path": "/all/{slug}/", "per": "selection"}, r"use {endpoint} \["),
        ({"path": "{endpoint/{id}"}, "unmatched brace|has {"),
    ],
)
def test_a_request_can_fill_its_path(request_: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        ActionRequest.model_validate(request_)


def test_an_action_does_exactly_one_thing() -> None:
    request = {"path": "{endpoint}/{id}/"}

    with pytest.raises(ValueError, match="has no request and no handler"):
        ActionDescriptor(label="Publish")
    with pytest.raises(ValueError, match="has both a request and a handler; keep one of them"):
        ActionDescriptor.model_validate({"label": "P", "request": request, "handler": "a:b"})


TOGETHER = {"path": "{endpoint}/lend/", "per": "selection"}


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ({"request": TOGETHER, "inputs": [{"key": "ids"}]}, 'has the input "ids".*selection'),
        (
            {"request": TOGETHER, "inputs": [{"key": "query"}], "handle_all": True},
            'has the input "query".*selection',
        ),
        ({"request": {**TOGETHER, "body": {"ids": 5}}}, 'has "ids" in its body.*remove it'),
        (
            {"request": {**TOGETHER, "body": {"to": 1}}, "inputs": [{"key": "to"}]},
            'has the key "to" among its inputs and in its body',
        ),
        (
            {"request": {"path": "/x/{id}", "body": {"to": 1}}, "inputs": [{"key": "to"}]},
            'has the key "to" among its inputs and in its body',
        ),
    ],
)
def test_a_typed_value_is_never_replaced_in_the_request(
    action: dict[str, object], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        ActionDescriptor.model_validate({"label": "Lend", **action})


def test_keys_that_the_request_does_not_send_are_free() -> None:
    ActionDescriptor.model_validate(
        {"label": "Lend", "request": {"path": "/x/{id}"}, "inputs": [{"key": "ids"}]}
    )
    ActionDescriptor.model_validate(
        {"label": "Lend", "request": TOGETHER, "inputs": [{"key": "query"}]}
    )


def test_an_action_takes_several_rows_unless_told() -> None:
    action = ActionDescriptor.model_validate(
        {"label": "Send to press!", "handler": "paper.press:send", "permissions": "change"}
    )

    assert action.id == "send-to-press"
    assert action.permissions == ("change",)
    assert (action.handle_multiple, action.handle_all, action.dangerous) == (True, False, False)


def test_a_handler_is_a_place_or_a_callable() -> None:
    async def publish(ctx: object) -> None:
        """Nothing to do."""

    assert ActionDescriptor(label="Publish", handler=publish).handler is publish
    with pytest.raises(ValueError):
        ActionDescriptor(label="Publish", handler="os.system")


def test_a_tab_of_nothing_is_called_all() -> None:
    assert ListTabItem(value="").text == "All"
    assert ListTabItem(value="in_review").text == "In Review"
