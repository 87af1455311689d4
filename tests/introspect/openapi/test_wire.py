"""The wording of lists, as the parameters and answers of an OpenAPI document have it."""

from __future__ import annotations

from typing import Any

import pytest

from svc_tui.introspect.openapi.description import Description
from svc_tui.introspect.openapi.wire import WireSuggestion

ROW = {"type": "object", "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}}
ROWS = {"type": "array", "items": ROW}
LINKED = {"properties": {"count": {"type": "integer"}, "next": {"type": "string"}, "results": ROWS}}
JSON = "application/json"


def query(name: str, **schema: Any) -> dict[str, Any]:
    return {"name": name, "in": "query", "schema": {"type": "string", **schema}}


def a_list(answer: Any, *parameters: dict[str, Any], kind: str = JSON) -> dict[str, Any]:
    content = {"content": {kind: {"schema": answer}}}
    return {"get": {"parameters": [*parameters], "responses": {"200": content}}}


def suggested(*lists: dict[str, Any], item: tuple[str, ...] = ("patch",)) -> WireSuggestion:
    paths: dict[str, Any] = {}
    for number, one in enumerate(lists):
        paths |= {f"/l{number}": one, f"/l{number}/{{id}}": {key: {} for key in item}}
    return Description({"openapi": "3.1.0", "paths": paths}).wire


NUMBER = {"type": "integer"}
SPRING = [query("page", type="integer", default=0), query("size", type="integer", maximum=50)]


@pytest.mark.parametrize(
    ("answer", "parameters", "keys"),
    [
        (LINKED, [query("page"), query("page_size"), query("search"), query("ordering")], {}),
        (LINKED, [query("limit"), query("offset")], {}),
        (ROWS, [query("limit"), query("offset")],
         {"paging": {"style": "offset", "page": "offset", "size": "limit"}}),
        (LINKED, [query("skip"), query("limit", type="integer", maximum=100)],
         {"paging": {"style": "offset", "page": "skip", "size": "limit", "most": 100}}),
        ({"properties": {"content": ROWS, "totalElements": NUMBER}}, SPRING,
         {"paging": {"style": "page", "page": "page", "size": "size", "first": 0, "most": 50},
          "items": "content", "total": "totalElements"}),
        (ROWS, [query("q"), query("sort", enum=["name:asc", "name:desc"])],
         {"search": "q",
          "order": {"param": "sort", "ascending": "{}:asc", "descending": "{}:desc"}}),
        (ROWS, [query("sort_by"), query("order", enum=["asc", "desc"])],
         {"order": {"param": "sort_by", "direction": "order",
                    "ascending": "asc", "descending": "desc"}}),
        (ROWS, [query("state"), query("created")], {}),
    ],
)  # fmt: skip
def test_names_styles_and_limits_are_those_of_the_parameters(
    answer: Any, parameters: list[Any], keys: dict[str, Any]
) -> None:
    assert suggested(a_list(answer, *parameters)).keys == keys


def test_a_part_on_which_lists_differ_is_left_to_be_found_out() -> None:
    found = suggested(
        a_list(ROWS, query("skip"), query("limit"), query("q")),
        a_list(ROWS, query("page"), query("size"), query("q")),
        a_list(ROWS),
    )

    assert found.keys == {"search": "q"}
    assert found.differing == ("paging",)


def test_names_behind_marks_are_known_where_no_plain_one_is_there() -> None:
    marked = a_list(ROWS, query("__page"), query("__page_size"), query("__order"), query("title"))
    odata = a_list(ROWS, query("$skip"), query("$top"), query("$count", type="boolean"))
    both = a_list(ROWS, query("$skip"), query("page"), query("size"))

    assert suggested(marked).keys == {
        "paging": {"style": "page", "page": "__page", "size": "__page_size"},
        "order": {"param": "__order"},
    }
    assert suggested(odata).keys["paging"] == {"style": "offset", "page": "$skip", "size": "$top"}
    assert suggested(both).keys["paging"]["page"] == "page"


def test_changes_are_whole_where_no_record_can_be_patched() -> None:
    assert suggested(a_list(ROWS), item=("put",)).keys == {"update": "PUT"}
    assert suggested(a_list(ROWS), item=("put", "patch")).keys == {}


@pytest.mark.parametrize(
    ("one", "dialect"),
    [
        (a_list({"properties": {"data": ROWS}}, kind="application/vnd.api+json"), "jsonapi"),
        (a_list({"properties": {"data": ROWS}}, query("pagination[page]"),
                query("pagination[pageSize]")), "strapi"),
        (a_list({"properties": {"items": ROWS, "count": NUMBER}}, query("limit", type="integer"),
                query("offset")), "ninja"),
        (a_list(LINKED, query("page")), ""),
    ],
)  # fmt: skip
def test_a_built_in_dialect_is_known_by_its_signs(one: dict[str, Any], dialect: str) -> None:
    assert suggested(one).dialect == dialect


def test_a_dialect_may_be_known_by_the_paths_of_its_lists() -> None:
    things = a_list(wrapped(ROWS), query("filter"), query("meta"), query("sort"))
    for path, dialect in (("/items/things", "directus"), ("/things", "")):
        paths = {path: things, f"{path}/{{id}}": {"patch": {}}}
        assert Description({"openapi": "3.1.0", "paths": paths}).wire.dialect == dialect


def test_broken_parameters_cost_only_themselves() -> None:
    broken = [{"name": "page", "in": "query"}, {"name": 7, "in": "query"}, None,
              query("limit", maximum="many"), query("sort", enum=7)]  # fmt: skip
    found = suggested(a_list(7, *broken), a_list(ROWS, query("q")), {"get": 3})

    assert found.keys["search"] == "q"


def wrapped(inner: Any, **around: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"data": inner, **around}}


def kept(schema: Any) -> dict[str, Any]:
    return {"responses": {"200": {"content": {JSON: {"schema": schema}}}}}


def sent(schema: Any) -> dict[str, Any]:
    return {"requestBody": {"content": {JSON: {"schema": schema}}}}


RESOURCE = {
    "type": "object",
    "properties": {
        "type": {"type": "string"},
        "id": {"type": "string"},
        "attributes": {"type": "object", "required": ["name"], "properties": ROW["properties"]},
    },
}


@pytest.mark.parametrize("row", [ROW, RESOURCE], ids=["plain", "JSON:API"])
def test_a_record_that_answers_and_bodies_wrap_is_read_and_sent_so(row: dict[str, Any]) -> None:
    one = wrapped(row, meta={"type": "object"})
    things = a_list(wrapped({"type": "array", "items": row}))
    things["post"] = sent(wrapped(row))
    found = Description({"openapi": "3.1.0", "paths": {
        "/things": things, "/things/{id}": {"get": kept(one), "patch": sent(wrapped(row))},
    }})  # fmt: skip
    facts = found.collection_facts("/things")

    assert (found.wire.keys["record"], found.wire.keys["body"]) == ("data", "data")
    assert facts is not None
    assert {one.key for one in facts.fields} == {"id", "name"}
    assert facts.lookup == "id"


def test_a_record_is_not_unwrapped_where_another_has_data_of_its_own() -> None:
    own = {"properties": {"id": NUMBER, "data": {"type": "object"}}}
    for other, keys, differing in ((ROW, {"record": "data"}, ()), (own, {}, ("record",))):
        paths = {}
        for name, answer in (("a", wrapped(ROW)), ("b", other)):
            paths |= {f"/{name}": a_list(ROWS), f"/{name}/{{id}}": {"get": kept(answer)}}
        found = Description({"openapi": "3.1.0", "paths": paths}).wire

        assert (found.keys, found.differing) == (keys, differing)
