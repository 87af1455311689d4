"""What is let in of the CMS's records, and how a change is worded for it."""

from __future__ import annotations

from typing import Any

from svc_tui.api.dialects.camomilla.records import (
    errors_by_language,
    from_wire,
    multipart_style,
    to_wire,
)
from svc_tui.models.records import ResourceMetadata

FORM = "application/x-www-form-urlencoded"


def metadata(**more: Any) -> ResourceMetadata:
    """A translated collection with two relations and a JSON field."""
    relation = {"type": "relation", "endpoint": "/api/x/"}
    return ResourceMetadata(
        parses=("application/json", "multipart/form-data", FORM),
        extra={
            "lang_info": {
                "translatable": True,
                "active": "en",
                "default": "en",
                "languages": ["en", "it"],
                "translatable_fields": ["name"],
                "accessor": "translations",
                **more,
            },
            "schema": {
                "properties": {
                    "category": relation,
                    "labels": relation,
                    "nodes": {"type": "array"},
                    "name": {"type": "string"},
                }
            },
        },
    )


def test_users_inside_of_a_record_are_no_more_than_their_names():
    user = {"id": 1, "username": "ada", "password": "md5$x", "email": "a@b.test", "groups": []}
    row = {"author": user, "blocks": [{"by": user}], "title": "x", "password": None}

    shown = from_wire(row)

    assert shown["author"] == {"id": 1, "username": "ada"}
    assert shown["blocks"] == [{"by": {"id": 1, "username": "ada"}}]
    assert shown["title"] == "x" and "password" in shown


def test_json_with_a_password_in_it_stays_as_it_is():
    mailbox = {"id": 7, "host": "mail.test", "username": "ada", "password": "x"}

    assert from_wire({"settings": mailbox})["settings"] == mailbox


def test_relations_go_as_ids_and_json_with_ids_stays():
    sent = {
        "category": {"id": 3, "name": "x"},
        "labels": [{"id": 1}, 2],
        "nodes": [{"id": "a", "title": "x"}],
    }

    assert to_wire(sent, metadata()) == {**sent, "category": 3, "labels": [1, 2]}
    assert to_wire({"category": None}, metadata()) == {"category": None}


def test_a_flat_text_belongs_to_the_main_language_unless_that_is_there():
    assert to_wire({"name": "A"}, metadata()) == {"translations": {"en": {"name": "A"}}}
    both = {"name": "fallback", "translations": {"en": {"name": None}, "it": {"name": "B"}}}
    assert to_wire(both, metadata()) == {
        "translations": {"en": {"name": None}, "it": {"name": "B"}}
    }


def test_what_the_cms_breaks_on_is_left_out_of_the_languages():
    assert to_wire({"translations": {"en": None, "it": {"name": "B"}}}, metadata()) == {
        "translations": {"it": {"name": "B"}}
    }
    assert to_wire({"translations": None}, metadata()) == {}


def test_texts_go_where_the_collection_keeps_them():
    sent = {"translations": {"it": {"name": "B"}}}

    assert to_wire(sent, metadata(accessor="langs")) == {"langs": {"it": {"name": "B"}}}


def test_without_languages_or_metadata_nothing_is_changed():
    assert to_wire({"name": "A"}, metadata(translatable=False)) == {"name": "A"}
    assert to_wire({"name": "A"}, None) == {"name": "A"}


def test_values_go_apart_from_files_and_a_view_that_takes_no_plain_form_wants_an_envelope():
    assert multipart_style(metadata()) == "apart"
    assert multipart_style(ResourceMetadata(parses=("multipart/form-data",))) == "envelope"


def test_a_relation_of_many_that_holds_nothing_is_an_empty_list():
    known = metadata()
    properties = known.extra["schema"]["properties"]
    properties["labels"] = {**properties["labels"], "multiple": True}

    assert to_wire({"labels": None, "category": None}, known) == {"labels": [], "category": None}


def test_what_is_refused_of_one_language_is_named_as_forms_name_it():
    refused = {"name_it": ["Too long."], "name": ["Required."], "role_it": ["Unknown."]}

    named = errors_by_language(refused, metadata())

    assert named == {
        "translations.it.name": ["Too long."],
        "name": ["Required."],
        "role_it": ["Unknown."],
    }


def test_languages_with_a_region_are_known_by_the_column_that_the_cms_has_for_them():
    named = errors_by_language({"name_zh_hans": ["No."]}, metadata(languages=[{"id": "zh-hans"}]))

    assert named == {"translations.zh-hans.name": ["No."]}


def test_without_metadata_everything_stays_as_it_was_told():
    assert errors_by_language({"name_it": ["No."]}, None) == {"name_it": ["No."]}
