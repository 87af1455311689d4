"""Swagger 2.0: the same facts as in OpenAPI 3, and broken parts that cost only themselves."""

from __future__ import annotations

import json
from typing import Any

import pytest

from svc_tui.introspect.openapi.description import Description
from svc_tui.introspect.openapi.document import parsed

BOOK = {
    "type": "object",
    "required": ["title"],
    "properties": {
        "id": {"type": "integer", "readOnly": True},
        "title": {"type": "string", "maxLength": 80},
        "note": {"type": "string", "x-nullable": True},
    },
}


def described(paths: dict[str, Any], **more: Any) -> Description:
    document = {"swagger": "2.0", "paths": paths, "definitions": {"Book": BOOK}, **more}
    return Description(parsed(json.dumps(document).encode()), address="/swagger.json")


def answer(schema: Any) -> dict[str, Any]:
    return {"responses": {"200": {"description": "", "schema": schema}}}


BOOKS = answer({"type": "array", "items": {"$ref": "#/definitions/Book"}})


def test_bodies_forms_queries_and_shared_parts_are_those_of_openapi_3() -> None:
    page = {"name": "page", "in": "query", "type": "integer"}
    states = {"name": "state", "in": "query", "type": "array", "collectionFormat": "csv",
              "items": {"type": "string", "enum": ["draft", "public"]}}  # fmt: skip
    form = [
        {"name": "name", "in": "formData", "type": "string", "required": True},
        {"name": "cover", "in": "formData", "type": "file"},
    ]
    sent = {"name": "data", "in": "body", "schema": {"$ref": "#/definitions/Book"}}
    found = described(
        {
            "/books": {
                "parameters": [{"$ref": "#/parameters/page"}],
                "get": {**answer(None), "responses": {"200": {"$ref": "#/responses/Books"}},
                        "parameters": [states]},
                "post": {"parameters": [sent]},
            },
            "/covers": {"get": BOOKS, "post": {"parameters": form}},
        },
        basePath="/v2",
        host="elsewhere.example.org",
        parameters={"page": page},
        responses={"Books": BOOKS["responses"]["200"]},
    )  # fmt: skip

    assert [one.endpoint for one in found.collections] == ["/v2/books", "/v2/covers"]
    books, covers = found.collection_facts("/v2/books"), found.collection_facts("/v2/covers")
    assert books is not None and covers is not None
    fields = {one.key: one for one in books.fields}
    assert fields["title"].required and fields["title"].attrs["max_length"] == 80
    assert fields["id"].readonly and not fields["note"].required
    assert books.pagination == "page"
    assert [(one.value, one.multiple) for one in books.filters] == [("state", True)]
    assert {one.key: one.type for one in covers.fields}["cover"] == "file"


@pytest.mark.parametrize(
    ("scheme", "kind"),
    [
        ({"type": "basic"}, "basic"),
        ({"type": "apiKey", "in": "header", "name": "X-Key"}, "api_key"),
        ({"type": "oauth2", "flow": "password", "tokenUrl": "/token"}, "token"),
        ({"type": "oauth2", "flow": "implicit", "authorizationUrl": "/ask"}, ""),
    ],
)
def test_the_sign_in_is_that_of_its_security(scheme: dict[str, Any], kind: str) -> None:
    auth = described({"/books": {"get": BOOKS}}, securityDefinitions={"a": scheme}).auth

    assert (auth.options["kind"] if auth else "") == kind


RING = {"type": "object", "properties": {"id": {"type": "integer"}, "up": {"$ref": "#/x/Ring"}}}


@pytest.mark.parametrize(
    "broken",
    [
        {"/worse": 7},
        {"/worse": {"get": {"parameters": "none", "responses": 3}}},
        {"/worse": {"get": {"parameters": [{"$ref": "#/parameters/a"}, 7, None]}}},
        {"/worse": {"post": {"parameters": [{"in": "body"}, {"in": "formData", "name": [7]}]}}},
        {"/worse": {"get": answer({"$ref": "#/x/Ring"})}},
        {"/worse": {"get": answer({"$ref": "https://elsewhere.example.org/x"})}},
    ],
)
def test_a_broken_part_costs_only_itself(broken: dict[str, Any]) -> None:
    ring = {"$ref": "#/parameters/a"}
    more = {"parameters": {"a": ring}, "x": {"Ring": RING}, "securityDefinitions": ["a"]}
    found = described({**broken, "/books": {"get": BOOKS}}, **more)

    assert found.collections[-1].endpoint == "/books"
    facts = found.collection_facts("/books")
    assert facts is not None and len(facts.fields) == 3
