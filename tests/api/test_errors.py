"""Answers become the right error, and every error is a sentence that helps."""

from __future__ import annotations

import json

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from svc_tui.api import errors
from svc_tui.api.errors import (
    ApiError,
    Conflict,
    Forbidden,
    InvalidResponse,
    NotAllowed,
    NotFound,
    NotSent,
    Refused,
    ServerError,
    TooManyRequests,
    Unauthorized,
    Unreachable,
    ValidationFailed,
    error_for,
    flatten_errors,
)

URL = "https://cms.test/api/articles/7/?token=secret"


def answer(status: int, method: str = "GET", **body: object) -> httpx.Response:
    return httpx.Response(status, request=httpx.Request(method, URL), **body)


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, ValidationFailed),
        (422, ValidationFailed),
        (401, Unauthorized),
        (403, Forbidden),
        (404, NotFound),
        (409, Conflict),
        (412, Conflict),
        (500, ServerError),
        (503, ServerError),
        (405, NotAllowed),
        (429, TooManyRequests),
    ],
)
def test_each_status_has_its_kind(status: int, kind: type[ApiError]):
    error = error_for(answer(status, json={"detail": "Because."}))

    assert type(error) is kind
    assert (error.status, error.method, error.detail) == (status, "GET", "Because.")


@pytest.mark.parametrize(
    ("body", "flat"),
    [
        ({"title": ["Too long."]}, {"title": ["Too long."]}),
        ({"publish_at": "This field is required."}, {"publish_at": ["This field is required."]}),
        ({"seo": {"title": ["No."]}}, {"seo.title": ["No."]}),
        ([None, {"title": ["Too long."]}], {"1.title": ["Too long."]}),
        ({"blocks": [{}, {"price": ["Bad."]}]}, {"blocks.1.price": ["Bad."]}),
        (
            {"blocks": [{}, {"parts": [{}, {}, {"word": ["Bad."]}]}]},
            {"blocks.1.parts.2.word": ["Bad."]},
        ),
        ({"blocks": [None, {}, {"price": ["Bad."]}]}, {"blocks.2.price": ["Bad."]}),
        ({"blocks": {"2": {"price": ["Bad."]}}}, {"blocks.2.price": ["Bad."]}),
        ({"tags": [{}, {"name": ["Bad."]}]}, {"tags.1.name": ["Bad."]}),
        ({"tags": {"1": ["Bad."]}}, {"tags.1": ["Bad."]}),
        (
            {"translations": {"it": {"blocks": [{}, {"title": ["Bad."]}]}}},
            {"translations.it.blocks.1.title": ["Bad."]},
        ),
        ({"blocks_it": [{}, {"title": ["Bad."]}]}, {"blocks_it.1.title": ["Bad."]}),
        (["Null characters."], {"non_field_errors": ["Null characters."]}),
        ("Broken.", {"non_field_errors": ["Broken."]}),
        ({"detail": "No."}, {"detail": ["No."]}),
        ({"errors": ["Name is taken."]}, {"non_field_errors": ["Name is taken."]}),
        ({"a": ["x", {"b": "y"}]}, {"a": ["x"], "a.1.b": ["y"]}),
        ({"a": [1, True, None, ""]}, {"a": ["1", "true"]}),
        ({"": ["x"]}, {"non_field_errors": ["x"]}),
        ({"translations": {"it": {"title": ["a", "b"]}}}, {"translations.it.title": ["a", "b"]}),
        (
            {"detail": [{"loc": ["body", "name"], "msg": "Field required"}]},
            {"name": ["Field required"]},
        ),
        (None, {}),
        ({}, {}),
    ],
)
def test_field_errors_are_flattened_to_dotted_paths(body: object, flat: dict[str, list[str]]):
    assert flatten_errors(body) == flat


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_no_json_breaks_the_flattening(body: object):
    for path, messages in flatten_errors(body).items():
        assert path
        assert all(isinstance(message, str) for message in messages)


def test_no_depth_breaks_the_flattening():
    body: object = "deep"
    for _ in range(20_000):
        body = [body]

    assert list(flatten_errors(body).values()) == [["deep"]]


def test_a_validation_error_carries_its_fields_and_says_the_first():
    error = error_for(answer(400, "POST", json={"title": ["Too long."], "slug": ["Taken."]}))

    assert error.errors == {"title": ["Too long."], "slug": ["Taken."]}
    assert "title: Too long." in str(error)


def test_field_errors_come_with_no_other_status():
    assert error_for(answer(500, json={"title": ["Too long."]})).errors == {}


def test_a_csrf_failure_is_no_missing_right():
    csrf = error_for(answer(403, "POST", json={"detail": "CSRF Failed: CSRF token missing."}))
    right = error_for(answer(403, "POST", json={"detail": "You do not have permission."}))

    assert isinstance(csrf, Forbidden) and csrf.csrf
    assert isinstance(right, Forbidden) and not right.csrf
    assert "Permission denied" in str(right)
    assert "Permission denied" not in str(csrf)


@pytest.mark.parametrize("kind", ["text/html", "text/plain", "application/json"])
def test_an_html_page_never_becomes_a_detail(kind: str):
    page = "<html><body><h1>Server Error (500)</h1><script>alert(1)</script></body></html>"
    error = error_for(answer(500, content=page, headers={"content-type": kind}))

    assert "<" not in str(error)
    assert error.detail == "the server returned a web page"


def test_a_plain_text_is_a_detail_and_is_cut():
    error = error_for(answer(429, text="slow down " * 1000))

    assert error.detail.startswith("slow down")
    assert len(error.detail) <= errors.LONGEST_DETAIL


def test_json_too_deep_to_read_is_no_crash():
    error = error_for(answer(400, text="[" * 100_000))

    assert isinstance(error, ValidationFailed)


def test_an_answer_made_by_hand_has_an_error_too():
    assert error_for(httpx.Response(404)).status == 404


@pytest.mark.parametrize(
    "kind",
    [
        ApiError,
        Unauthorized,
        Forbidden,
        NotFound,
        ValidationFailed,
        Conflict,
        ServerError,
        InvalidResponse,
        Unreachable,
        NotSent,
    ],
)
def test_no_sentence_shows_a_query_value(kind: type[ApiError]):
    error = kind(500, "GET", URL, "why")

    assert "secret" not in str(error) + repr(error)
    assert "why" in str(error)


def test_every_sentence_says_what_to_do_next():
    assert str(NotFound(404, "GET", URL, "Not found.")) == (
        "Not found: GET /api/articles/7/: Not found. It may have been deleted: reload the list."
    )
    assert str(Unreachable(None, "GET", URL, "the connection was refused")) == (
        "Could not reach cms.test: the connection was refused. Check the connection and try again."
    )


def test_a_server_that_broke_on_a_change_may_have_stored_it():
    assert error_for(answer(500, "PATCH")).may_have_been_applied
    assert "check before you try" in str(error_for(answer(502, "POST")))
    assert not error_for(answer(500, "GET")).may_have_been_applied
    assert not error_for(answer(400, "POST")).may_have_been_applied


@pytest.mark.parametrize(("status", "later"), [(500, False), (502, True), (504, True)])
def test_a_gateway_that_gave_up_leaves_the_server_at_work(status: int, later: bool):
    assert error_for(answer(status, "DELETE")).may_still_apply is later
    assert not error_for(answer(status, "GET")).may_still_apply


def test_the_tree_in_the_docstring_is_the_tree():
    for name, kind in vars(errors).items():
        if isinstance(kind, type) and issubclass(kind, ApiError):
            assert name in (errors.__doc__ or "")


def test_errors_are_json_safe_in_their_messages():
    assert flatten_errors(json.loads('{"a": [[["x"]], {"b": {"c": 1.5}}]}')) == {
        "a.0.0": ["x"],
        "a.1.b.c": ["1.5"],
    }


def test_a_refusal_without_a_request_names_none():
    assert str(NotSent(detail="the row has no id")) == (
        "It was refused: the row has no id. Nothing was sent."
    )


SHAPES = {
    "REST framework": {"title": ["Too short."]},
    "FastAPI": {"detail": [{"loc": ["body", "title"], "msg": "Too short.", "type": "value_error"}]},
    "JSON:API": {
        "errors": [
            {"status": "422", "title": "Invalid", "detail": "Too short.",
             "source": {"pointer": "/data/attributes/title"}}
        ]
    },
    "RFC 9457": {
        "type": "https://example.org/invalid", "title": "Not valid", "status": 422,
        "errors": [{"detail": "Too short.", "pointer": "#/title"}],
    },
    "RFC 7807": {
        "type": "about:blank", "title": "Not valid",
        "invalid-params": [{"name": "title", "reason": "Too short."}],
    },
    "ASP.NET": {"title": "Not valid", "status": 400, "errors": {"title": ["Too short."]}},
    "Laravel": {"message": "The given data was invalid.", "errors": {"title": ["Too short."]}},
    "Strapi": {
        "data": None,
        "error": {
            "status": 400, "name": "ValidationError", "message": "Too short.",
            "details": {
                "errors": [
                    {"path": ["title"], "message": "Too short.", "name": "ValidationError"}
                ]
            },
        },
    },
    "Directus": {
        "errors": [
            {"message": "Too short.",
             "extensions": {"code": "FAILED_VALIDATION", "field": "title", "path": []}}
        ]
    },
    "API Platform": {
        "title": "An error occurred", "violations": [
            {"propertyPath": "title", "message": "Too short.", "code": "1"}
        ],
    },
    "a bare list": [{"field": "title", "problem": "Too short."}],
    "a bare list of pointers": [{"pointer": "/title", "detail": "Too short.", "code": 7}],
}  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_the_usual_shapes_of_a_refusal_are_messages_by_field(shape: str) -> None:
    assert flatten_errors(SHAPES[shape]) == {"title": ["Too short."]}


@pytest.mark.parametrize(
    "body",
    [
        {"errors": [{"detail": "Closed on Sundays.", "status": "409"}]},
        {"data": None, "error": {"status": 400, "message": "Closed on Sundays.", "details": {}}},
        {"type": "about:blank", "title": "Closed on Sundays."},
    ],
)
def test_a_sentence_about_the_whole_is_found_in_them_too(body: dict[str, object]) -> None:
    assert error_for(answer(409, json=body)).detail == "Closed on Sundays."


@pytest.mark.parametrize(
    "body", [{"errors": ["Pick one."], "title": ["Too short."]}, {"error": ["Pick one."]}]
)
def test_a_field_may_be_called_like_a_list_of_problems(body: dict[str, list[str]]) -> None:
    assert flatten_errors(body) == body


def test_a_bare_list_of_problems_may_have_some_of_the_whole_record() -> None:
    body = [
        {"field": "title", "problem": "Too short."},
        {"field": "title", "problem": "Already taken."},
        {"field": None, "problem": "Closed on Sundays."},
        {"problem": "Or on Mondays."},
    ]

    assert flatten_errors(body) == {
        "title": ["Too short.", "Already taken."],
        "non_field_errors": ["Closed on Sundays.", "Or on Mondays."],
    }


@pytest.mark.parametrize(
    ("rows", "flat"),
    [
        ([{}, {"title": ["Too short."]}], {"1.title": ["Too short."]}),
        ([{"title": "Too short."}], {"0.title": ["Too short."]}),
        ([{"name": "Required", "title": "Required"}],
         {"0.name": ["Required"], "0.title": ["Required"]}),
        ([{"name": "Already taken.", "detail": "Too short."}],
         {"0.name": ["Already taken."], "0.detail": ["Too short."]}),
        ([{"name": "Required.", "detail": "Required."}],
         {"0.name": ["Required."], "0.detail": ["Required."]}),
    ],
)  # fmt: skip
def test_the_messages_of_several_rows_stay_at_their_places(
    rows: object, flat: dict[str, list[str]]
) -> None:
    assert flatten_errors(rows) == flat


@pytest.mark.parametrize("status", [409, 412, 428])
def test_a_refused_read_never_says_that_nothing_was_saved(status: int) -> None:
    assert "saved" not in str(error_for(answer(status)))


def test_a_detail_that_is_an_object_is_shown() -> None:
    error = error_for(answer(409, json={"detail": {"shelf": ["Is being moved."], "row": 3}}))

    assert "The server reported a conflict: shelf: Is being moved.; row: 3." in str(error)


@pytest.mark.parametrize("kind", [ApiError, Refused, NotAllowed, Conflict])
def test_a_refused_deletion_says_that_nothing_was_deleted(kind: type[ApiError]) -> None:
    assert str(kind(409, "DELETE", "/api/books/1/")).endswith("Nothing was deleted.")
    assert str(kind(409, "PATCH", "/api/books/1/")).endswith("Nothing was saved.")
