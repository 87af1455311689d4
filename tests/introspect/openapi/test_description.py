"""Description: collections, fields, filters and the sign-in of an OpenAPI document."""

from __future__ import annotations

import json
from typing import Any

import pytest

from svc_tui.introspect.openapi.description import Description
from svc_tui.introspect.openapi.document import BadDescription, parsed

REF = "#/components/schemas/"


def operation(answer: Any = None, body: Any = None, **more: Any) -> dict[str, Any]:
    def content(schema: Any) -> dict[str, Any]:
        return {"content": {"application/json": {"schema": schema}}}

    found: dict[str, Any] = {"responses": {"200": content(answer)} if answer else {}, **more}
    return found | ({"requestBody": content(body)} if body else {})


def listed(name: str) -> dict[str, Any]:
    return {"type": "array", "items": {"$ref": f"{REF}{name}"}}


def described(
    paths: dict[str, Any], schemas: dict[str, Any], base_path: str = "", **more: Any
) -> Description:
    document = {"openapi": "3.1.0", "paths": paths, "components": {"schemas": schemas}, **more}
    return Description(document, address="/openapi.json", base_path=base_path)


AUTHOR = {"type": "object", "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}}


def test_a_relation_is_known_by_the_schema_of_what_is_read() -> None:
    post = {
        "type": "object",
        "properties": {
            "id": {"type": "integer"},
            "title": {"type": "string"},
            "owner": {"$ref": f"{REF}Author"},
        },
    }
    sent = {
        "type": "object",
        "required": ["title"],
        "properties": {"title": {"type": "string"}, "owner_id": {"type": "integer"}},
    }
    found = described(
        {
            "/people": {"get": operation(listed("Author"))},
            "/posts": {"get": operation(listed("Post")), "post": operation(body=sent)},
            "/posts/{id}": {"get": operation({"$ref": f"{REF}Post"})},
        },
        {"Author": AUTHOR, "Post": post},
    ).collection_facts("/posts")

    assert found is not None
    fields = {one.key: one for one in found.fields}
    assert fields["owner_id"].type == "fks"
    assert fields["owner_id"].attrs["endpoint"] == "/people"
    assert fields["owner_id"].attrs["item_text"] == "name"
    assert fields["title"].required and not fields["title"].readonly
    assert fields["id"].readonly
    assert (fields["owner"].type, fields["owner"].readonly) == ("fks", True)
    assert [key for key, one in fields.items() if one.write_only] == ["owner_id"]


def test_schemas_that_go_round_in_a_ring_cost_only_themselves() -> None:
    node = {"type": "object", "properties": {"id": {"type": "integer"}}}
    ring = {"allOf": [{"$ref": f"{REF}Ring"}]}
    node["properties"] |= {"parent": {"$ref": f"{REF}Node"}, "ring": {"$ref": f"{REF}Ring"}}
    found = described(
        {
            "/nodes": {"get": operation(listed("Node"))},
            "/broken": {"get": {"responses": {"200": {"$ref": "#/components/responses/None"}}}},
            "/worse": {"get": ["nonsense"]},
            "/rings": {"get": operation(listed("Ring")), "parameters": [{"$ref": "#/parameters"}]},
            "/authors": {"get": operation(listed("Author"))},
        },
        {"Node": node, "Ring": ring, "Author": AUTHOR},
    )

    assert {"nodes", "authors"} <= {one.name for one in found.collections}
    facts = found.collection_facts("/nodes")
    assert facts is not None and "id" in {one.key for one in facts.fields}


@pytest.mark.parametrize(
    ("server", "base_path", "endpoint"),
    [
        ("https://other.example.org/v2", "", "/v2/authors"),
        ("/v2", "/shop/v2", "/authors"),
        ("{scheme}://example.org/v2", "", "/authors"),
        (7, "", "/authors"),
    ],
)
def test_of_its_server_only_the_path_counts(server: Any, base_path: str, endpoint: str) -> None:
    paths = {"/authors": {"get": operation(listed("Author"))}}
    found = described(paths, {"Author": AUTHOR}, base_path, servers=[{"url": server}])

    assert [one.endpoint for one in found.collections] == [endpoint]


def test_paths_that_hold_the_base_path_already_are_asked_for_below_it() -> None:
    paths = {"/ninja/authors": {"get": operation(listed("Author"))}}
    found = described(paths, {"Author": AUTHOR}, "/ninja")

    assert [one.endpoint for one in found.collections] == ["/authors"]
    assert found.collection_facts("/authors") is not None


def test_days_choices_and_relations_become_filters_and_paging_does_not() -> None:
    def query(name: str, **schema: Any) -> dict[str, Any]:
        return {"name": name, "in": "query", "schema": schema}

    parameters = [
        query("page", type="integer"),
        query("search", type="string"),
        query("made__gte", type="string", format="date"),
        query("made__lte", type="string", format="date"),
        query("done", type="boolean"),
        query("__count", type="boolean"),
        query("author", type="integer"),
        query("free", type="string"),
        query("ordering", type="string", enum=["name", "-name"]),
    ]
    found = described(
        {
            "/authors": {"get": operation(listed("Author"))},
            "/posts": {"get": operation(listed("Author"), parameters=parameters)},
        },
        {"Author": AUTHOR},
    ).collection_facts("/posts/")

    assert found is not None
    assert [one.value for one in found.filters] == ["made", "done", "author"]
    assert found.filters[0].to_param == "made__lte"
    assert found.pagination == "page"
    assert found.orders("ordering") == {"name"}


def signed_in_by(scheme: dict[str, Any], paths: dict[str, Any] | None = None) -> dict[str, Any]:
    found = Description(
        {"openapi": "3.0.3", "paths": paths or {}, "components": {"securitySchemes": {"a": scheme}}}
    ).auth
    return dict(found.options) if found else {}


def test_each_scheme_of_security_is_a_kind_of_sign_in() -> None:
    user = {"username": {"type": "string"}, "password": {"type": "string"}}
    tokens = {"access": {"type": "string"}, "refresh": {"type": "string"}}
    sign_in = operation({"properties": tokens}, {"properties": user, "required": [*user]})
    bearer = signed_in_by({"type": "http", "scheme": "bearer"}, {"/api/token/": {"post": sign_in}})

    assert bearer["login"]["path"] == "/api/token/"
    assert bearer["token"] == "access"
    key = signed_in_by({"type": "apiKey", "in": "header", "name": "X-API-Key"})
    assert key == {"kind": "api_key", "header": "X-API-Key: {token}"}
    assert signed_in_by({"type": "http", "scheme": "basic"}) == {"kind": "basic"}
    assert signed_in_by({"type": "openIdConnect", "openIdConnectUrl": "https://a"}) == {}


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"<!doctype html><p>Sign in", "is a web page"),
        (b'{"openapi": "3.0.0", "paths": ', "is not valid JSON"),
        (b"[" * 100_000, "is not valid JSON"),
        (b'{"swagger": "1.2", "apis": []}', 'nor "swagger" with 2.0'),
        (b'{"title": "a picture"}', 'has neither "openapi"'),
        (b"openapi: [3", "is not valid YAML"),
        (b"", "is not valid JSON"),
    ],
)
def test_what_is_no_description_is_said_in_a_sentence(body: bytes, why: str) -> None:
    with pytest.raises(BadDescription, match=why):
        parsed(body)


def test_a_description_in_yaml_is_read() -> None:
    assert parsed(b"openapi: 3.0.0\npaths: {}\n") == json.loads('{"openapi":"3.0.0","paths":{}}')
