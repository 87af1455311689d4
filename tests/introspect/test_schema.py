"""A JSON Schema becomes fields: whatever it says, and however it says it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svc_tui.config.errors import ConfigError
from svc_tui.introspect.fields import fields_from_schema, guessed_form
from svc_tui.introspect.properties import MOST_FIELDS
from svc_tui.models.fields import FieldDescriptor


def fields(schema: Any, **more: Any) -> dict[str, FieldDescriptor]:
    return {one.key: one for one in guessed_form([], extra={"schema": schema}, **more).fields}


def one(**schema: Any) -> FieldDescriptor:
    return fields({"properties": {"it": schema}})["it"]


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ({"type": "string"}, "text"),
        ({"type": "string", "maxLength": 120}, "text"),
        ({"type": "string", "maxLength": 256}, "textarea"),
        ({"type": "string", "format": "textarea"}, "textarea"),
        ({"type": "string", "format": "email"}, "email"),
        ({"type": "string", "format": "uri"}, "url"),
        ({"type": "string", "format": "date"}, "date"),
        ({"type": "string", "format": "date-time"}, "datetime"),
        ({"type": "string", "format": "time"}, "time"),
        ({"type": "string", "format": "color"}, "color"),
        ({"type": "string", "format": "decimal"}, "number"),
        ({"type": "string", "format": "html"}, "editor"),
        ({"type": "string", "contentMediaType": "text/html"}, "editor"),
        ({"type": "string", "format": "binary"}, "file"),
        ({"type": ["string", "null"], "format": "date"}, "date"),
        ({"type": "integer"}, "number"),
        ({"type": "boolean"}, "boolean"),
        ({"enum": ["a", "b"]}, "select"),
        ({"type": "object"}, "json"),
        ({"type": "array", "items": {"type": "string"}}, "json"),
        ({"type": "array", "items": {"properties": {"a": {"type": "string"}}}}, "repeater"),
        ({"properties": {"title": {}, "description": {}, "slug": {}}}, "seo"),
        ({"properties": {"lat": {"type": "number"}, "lng": {"type": "number"}}}, "map"),
        ({"anyOf": [{"type": "null"}, {"type": "string", "format": "date-time"}]}, "datetime"),
        ({"oneOf": [{"const": 1, "title": "One"}, {"const": 2, "title": "Two"}]}, "select"),
        ({"oneOf": [{"type": "integer"}, {"type": "string"}]}, "number"),
        ({"type": "relation", "endpoint": "/api/tags/", "multiple": True}, "m2m"),
        ({"type": "relation", "endpoint": "/api/tags/"}, "fks"),
        ({"type": "array", "items": {"type": "relation", "endpoint": "/api/tags/"}}, "m2m"),
        ({"type": "relation", "endpoint": "/api/media/", "model": "cms.Media"}, "media"),
    ],
)
def test_each_shape_has_its_type(schema: dict[str, Any], kind: str):
    assert one(**schema).type == kind


def test_limits_words_and_flags_are_taken_over():
    field = one(type="integer", title="Stars", description="How good.", minimum=0, maximum=5)

    assert (field.label, field.help) == ("Stars", "How good.")
    assert field.attrs == {"min": 0, "max": 5, "step": 1}
    assert one(type="string", readOnly=True).readonly


def test_choices_have_the_words_beside_them():
    titled = one(oneOf=[{"const": 1, "title": "One"}, {"const": 2, "title": "Two"}])
    named = one(enum=["a", "b"], enumNames=["First", "Second"])

    assert titled.attrs["items"] == [{"value": 1, "label": "One"}, {"value": 2, "label": "Two"}]
    assert [item["label"] for item in named.attrs["items"]] == ["First", "Second"]


def test_a_list_of_choices_may_hold_several():
    assert one(type="array", items={"enum": ["a", "b"]}).attrs["multiple"] is True


def test_a_relation_goes_as_its_id_and_one_without_an_endpoint_is_only_read():
    assert one(type="relation", endpoint="/api/tags/").attrs["return_object"] is False
    assert one(type="relation", model="shop.Tag").readonly


def test_what_may_be_null_is_not_required():
    schema = {
        "required": ["a", "b"],
        "properties": {"a": {"type": "string", "nullable": True}, "b": {"type": "string"}},
    }

    assert [key for key, field in fields(schema).items() if field.required] == ["b"]


def test_objects_become_fields_under_their_own_heading():
    address = {"title": "Home", "properties": {"city": {"type": "string"}, "zip": {}}}

    found = fields({"properties": {"address": address}})

    assert [*found] == ["address.city", "address.zip"]
    assert found["address.city"].group == "Home"


def test_references_and_allOf_are_brought_together():
    schema = {
        "$defs": {"name": {"type": "string", "title": "Name"}},
        "allOf": [{"$ref": "#/$defs/person"}, {"properties": {"age": {"type": "integer"}}}],
        "properties": {"name": {"$ref": "#/$defs/name", "maxLength": 9}},
    }

    found = fields(schema)

    assert found["name"].label == "Name"
    assert found["name"].attrs == {"max_length": 9}
    assert found["age"].type == "number"


def test_a_pattern_of_another_language_is_ignored_and_logged(caplog: pytest.LogCaptureFixture):
    both = {"a": {"type": "string", "pattern": "("}, "b": {"type": "string", "pattern": "^x"}}

    with caplog.at_level("INFO", "svc_tui"):
        found = fields({"properties": both})

    assert (found["a"].attrs, found["b"].attrs) == ({}, {"pattern": "^x"})
    assert "pattern" in caplog.text and "'('" in caplog.text


def test_items_of_several_kinds_become_templates():
    quote = {"properties": {"_template": {"const": "quote"}, "text": {"type": "string"}}}
    image = {"properties": {"_template": {"const": "image"}, "src": {"format": "uri"}}}

    field = one(type="array", items={"oneOf": [quote, image]})

    assert {name: [f.key for f in inner] for name, inner in field.templates.items()} == {
        "quote": ["text"],
        "image": ["src"],
    }


@pytest.mark.parametrize(
    "key", ["password", "apiKey", "secret_token", "password_hash", "authtoken", "jwt"]
)
def test_secrets_are_no_fields_at_any_depth(key: str):
    inner = {"properties": {key: {"type": "string"}, "name": {"type": "string"}}}
    schema = {"properties": {key: {"type": "string"}, "author": inner, "all": {"items": inner}}}

    found = fields(schema)

    assert [*found] == ["author.name", "all"]
    assert [inner.key for inner in found["all"].fields] == ["name"]


# if, then, else


def rule(condition: Any, **branches: Any) -> dict[str, Any]:
    return {"if": {"properties": condition}, **branches}


TEXT = {"type": "string"}


def test_a_field_of_then_is_there_while_the_condition_holds():
    schema = {
        "properties": {"kind": {"enum": ["link", "page"]}},
        **rule(
            {"kind": {"const": "link"}}, then={"properties": {"url": TEXT}, "required": ["url"]}
        ),
    }

    url = fields(schema)["url"]

    assert url.required
    assert url.applies_to({"kind": "link"})
    assert not url.applies_to({"kind": "page"})


def test_a_field_of_else_is_there_while_it_does_not():
    schema = rule(
        {"kind": {"const": "link"}, "open": {"const": True}},
        then={"properties": {"url": TEXT}},
        **{"else": {"properties": {"why": TEXT}}},
    )

    why = fields(schema)["why"]

    assert why.applies_to({"kind": "page", "open": True})
    assert why.applies_to({"kind": "link", "open": False})
    assert not why.applies_to({"kind": "link", "open": True})


def test_rules_in_allOf_and_within_each_other_hold_together():
    inner = rule({"size": {"exclusiveMinimum": 3}}, then={"properties": {"crew": TEXT}})
    schema = {
        "allOf": [
            rule({"kind": {"const": "boat"}}, then={"properties": {"sail": TEXT}, **inner}),
            rule({"kind": {"const": "ship"}}, then={"properties": {"sail": TEXT}}),
        ]
    }

    found = fields(schema)

    assert found["sail"].applies_to({"kind": "ship"})
    assert found["sail"].applies_to({"kind": "boat"})
    assert not found["sail"].applies_to({"kind": "car"})
    assert found["crew"].applies_to({"kind": "boat", "size": 4})
    assert not found["crew"].applies_to({"kind": "boat", "size": 3})


def test_a_field_that_is_always_there_says_when_it_is_needed():
    schema = {
        "properties": {"kind": TEXT, "url": TEXT},
        **rule({"kind": {"const": "link"}}, then={"required": ["url"]}),
    }

    url = fields(schema)["url"]

    assert (url.required, url.help) == (False, "Required if Kind is link.")
    assert url.applies_to({"kind": "page"})


def test_a_field_of_the_base_that_one_branch_names_is_there_while_the_branch_holds():
    schema = {
        "properties": {"kind": TEXT, "url": TEXT, "size": TEXT, "note": TEXT},
        "required": ["note"],
        **rule(
            {"kind": {"const": "link"}},
            then={"properties": {"url": {"minLength": 3}, "size": TEXT, "note": TEXT}},
            **{"else": {"properties": {"size": TEXT, "kind": TEXT}}},
        ),
    }

    found = fields(schema)

    there = {
        key: [found[key].applies_to({"kind": kind}) for kind in ("link", "page")] for key in found
    }
    assert there == {
        "url": [True, False],  # In one branch alone.
        "size": [True, True],  # In both.
        "note": [True, True],  # The base requires it.
        "kind": [True, True],  # The condition looks at it.
    }


@pytest.mark.parametrize("never", [False, {"not": {}}])
def test_a_field_that_a_branch_forbids_is_hidden_while_it_holds(never: object):
    schema = {
        "properties": {"kind": TEXT, "url": TEXT},
        **rule(
            {"kind": {"const": "link"}},
            then={"properties": {"body": never}, "required": ["url"]},
            **{"else": {"properties": {"url": never, "body": TEXT}}},
        ),
    }

    found = fields(schema)

    for key, wanted in (("url", [True, False]), ("body", [False, True])):
        records = [{"kind": "link"}, {"kind": "page"}]
        assert [found[key].applies_to(record) for record in records] == wanted


def test_a_condition_that_a_form_cannot_follow_shows_the_field():
    unclear = {"oneOf": [{"type": "array"}, {"minItems": 1}]}
    schema = rule({"tags": unclear}, then={"properties": {"url": TEXT}})

    assert fields(schema)["url"].applies_to({})


def test_a_condition_of_a_field_on_its_own_value_shows_the_field():
    has_url = {"if": {"required": ["url"]}, "then": {"properties": {"url": TEXT}}}

    assert fields(has_url)["url"].applies_to({})


# Hostile


def test_a_schema_that_goes_round_in_circles_ends():
    node: dict[str, Any] = {"properties": {"child": {"$ref": "#/$defs/node"}, "name": TEXT}}
    schema = {"$defs": {"node": node, "a": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/node"}
    schema["properties"] = {"loop": {"$ref": "#/$defs/a"}}

    assert "name" in fields(schema)


def test_a_schema_of_endless_depth_ends():
    deep: dict[str, Any] = {"type": "string"}
    for _ in range(10_000):
        deep = {"properties": {"a": deep}, "allOf": [deep]}

    assert len(fields({"properties": {"top": deep, "name": TEXT}})) <= MOST_FIELDS


def test_a_schema_of_thousands_is_cut_and_says_so():
    schema = {"properties": {f"key{n}": TEXT for n in range(5000)}}

    guess = guessed_form([], extra={"schema": schema})

    assert len(guess.fields) == MOST_FIELDS
    assert guess.notes == (
        f"The schema has 5000 properties; the first {MOST_FIELDS} became fields.",
    )


def test_names_that_would_act_on_a_terminal_are_left_out():
    guess = guessed_form([], extra={"schema": {"properties": {"a\x1b[2J": TEXT, "b": TEXT}}})

    assert [field.key for field in guess.fields] == ["b"]
    assert guess.notes == ("1 property was skipped: its name can't be a field key.",)


def test_a_schema_that_unfolds_without_end_is_bounded():
    defs: dict[str, Any] = {"l0": {"properties": {"x": TEXT}}}
    for n in range(1, 30):
        ref = {"$ref": f"#/$defs/l{n - 1}"}
        defs[f"l{n}"] = {"properties": {"a": ref, "b": ref, "c": ref}}

    assert fields({"$defs": defs, "$ref": "#/$defs/l29"})


json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
KEYWORDS = """
type properties items required enum const allOf anyOf oneOf if then else not $ref format title
maxLength minimum multipleOf nullable readOnly endpoint multiple pattern
"""
keywords = st.sampled_from(KEYWORDS.split())
values = json | st.sampled_from(
    ["string", "array", "object", "relation", "#", "#/properties/a", ["a", None], "email"]
)
schemas = st.recursive(
    values,
    lambda inner: st.dictionaries(keywords, inner | st.dictionaries(st.text(max_size=3), inner)),
    max_leaves=25,
)


@settings(max_examples=300, deadline=None)
@given(schemas, json, schemas)
def test_nothing_that_a_backend_says_raises(schema: Any, actions: Any, row: Any):
    guess = guessed_form(
        [row, {"a": row}],
        {"POST": actions, "PUT": {"a": actions, "b": {"type": "list", "child": actions}}},
        {"schema": schema, "lang_info": actions},
        collections={"a": "/api/a/"},
    )

    assert all(field.key for field in guess.fields)


# In a form of one's own

ARTICLE = {
    "properties": {
        "title": {"type": "string", "title": "Heading"},
        "body": {"type": "string"},
        "seo": {"type": "object", "properties": {"robots": {"type": "string"}}},
        "secret_plan": {"type": "string"},
    },
    "required": ["title"],
}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"exclude": "body"}, 'exclude should be a list of keys, not a string: ["body"]'),
        ({"exclude": ["secret_plam"]}, 'no key "secret_plam"; did you mean "secret_plan"?'),
        ({"overrides": {"tilte": {"label": "x"}}}, 'no key "tilte"; did you mean "title"?'),
    ],
)
def test_a_key_that_the_schema_has_not_is_told(wrong: Any, said: str):
    with pytest.raises(ConfigError, match=re.escape(said)):
        fields_from_schema(ARTICLE, **wrong)


def test_fields_of_a_schema_are_left_out_and_described_otherwise():
    found = fields_from_schema(
        ARTICLE,
        exclude=["seo", "secret_plan"],
        overrides={"body": {"type": "editor", "validateAsyncDebounce": 5, "readonly": True}},
    )

    assert [(one.key, one.type, one.label) for one in found] == [
        ("title", "text", "Heading"),
        ("body", "editor", "Body"),
    ]
    assert found[0].required
    assert found[1].readonly
    assert found[1].validate_async_debounce == 5


def test_an_override_that_no_field_can_have_is_told():
    with pytest.raises(ValueError, match="colour"):
        fields_from_schema(ARTICLE, overrides={"body": {"colour": "red"}})


def test_a_rule_about_what_is_not_there_holds_unless_it_has_to_be_there():
    kind = {"properties": {"kind": {"const": "link"}}}
    branches = {"then": {"properties": {"url": TEXT}}, "else": {"properties": {"body": TEXT}}}

    loose = fields({"if": kind, **branches})
    assert loose["url"].applies_to({})
    assert not loose["url"].applies_to({"kind": None})
    assert not loose["body"].applies_to({})
    assert loose["body"].applies_to({"kind": "page"})

    strict = fields({"if": {**kind, "required": ["kind"]}, **branches})
    assert not strict["url"].applies_to({})
    assert strict["body"].applies_to({})


def test_two_rules_that_show_one_field_hold_together_for_what_is_not_there():
    rules = [
        rule({"kind": {"const": word}}, then={"properties": {"url": TEXT}})
        for word in ("link", "video")
    ]
    url = fields({"allOf": rules})["url"]

    assert [url.applies_to(one) for one in ({}, {"kind": "video"}, {"kind": "page"})] == [
        True,
        True,
        False,
    ]
