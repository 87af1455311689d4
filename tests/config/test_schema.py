"""The schema knows every key, says what each is for, and offers nothing that a file cannot do."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

from svc_tui.config import options
from svc_tui.config.schema import json_schema
from svc_tui.models import conditions, fields, listing, resource, wire

SCHEMA = json_schema()


def objects() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every kind of table in the schema."""
    yield "ConsoleFile", SCHEMA
    yield from SCHEMA["$defs"].items()


def test_it_is_json_of_the_2020_dialect() -> None:
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA


@pytest.mark.parametrize(("name", "table"), list(objects()), ids=lambda part: str(part)[:20])
def test_every_key_has_a_title_and_a_description(name: str, table: dict[str, Any]) -> None:
    assert table["description"]
    for key, rules in table["properties"].items():
        assert len(rules.get("description", "")) > 10, f"{name}.{key}"


def test_every_reference_leads_somewhere() -> None:
    def references(part: Any) -> Iterator[str]:
        if isinstance(part, dict):
            yield from [part["$ref"]] if "$ref" in part else []
            for inner in part.values():
                yield from references(inner)
        elif isinstance(part, list):
            for inner in part:
                yield from references(inner)

    missing = {
        reference
        for reference in references(SCHEMA)
        if reference.removeprefix("#/$defs/") not in SCHEMA["$defs"]
    }
    assert missing == set()


def test_unknown_keys_are_refused_everywhere() -> None:
    for name, table in objects():
        assert table["additionalProperties"] is False, name


def test_both_spellings_of_a_key_have_the_same_rules() -> None:
    keys = SCHEMA["$defs"]["Resource"]["properties"]

    assert keys["sidebar_cols"]["maximum"] == keys["sidebarCols"]["maximum"] == 11
    assert keys["sidebarCols"]["deprecated"] is True
    assert "deprecated" not in keys["sidebar_cols"]
    assert "deprecated" not in SCHEMA["properties"]["svcCore"]


def test_what_only_programs_can_give_is_not_offered() -> None:
    field = SCHEMA["$defs"]["FieldDescriptor"]["properties"]
    action = SCHEMA["$defs"]["ActionDescriptor"]["properties"]

    assert not {"visible", "show", "validate", "validate_", "accessor", "on_change"} & set(field)
    assert [part["type"] for part in action["handler"]["anyOf"]] == ["string", "null"]


def test_short_ways_of_writing_are_allowed() -> None:
    column = SCHEMA["$defs"]["Resource"]["properties"]["columns"]["items"]["anyOf"]
    permissions = SCHEMA["$defs"]["ActionDescriptor"]["properties"]["permissions"]["anyOf"]

    assert {"type": "string"} in column
    assert {"type": "string"} in permissions


def test_only_a_resources_name_and_endpoint_must_be_there() -> None:
    assert SCHEMA["$defs"]["Resource"]["required"] == ["name", "endpoint"]
    assert SCHEMA["$defs"]["FieldDescriptor"]["required"] == ["key"]
    assert "required" not in SCHEMA


@pytest.mark.parametrize(("name", "table"), list(objects()), ids=lambda part: str(part)[:20])
def test_every_key_of_the_schema_is_read(name: str, table: dict[str, Any]) -> None:
    modules = (options, fields, listing, resource, conditions, wire)
    model = next(getattr(module, name) for module in modules if hasattr(module, name))

    for key in table["properties"]:
        with pytest.raises(ValidationError) as caught:
            model.model_validate({key: object(), "unknown key": 1})
        unread = [e["loc"] for e in caught.value.errors() if e["type"] == "extra_forbidden"]
        assert unread == [("unknown key",)], key
