"""A registry answers None for what it lacks, and imports nothing before its time."""

from __future__ import annotations

import sys

import pytest

from svc_tui.models.fields import Accessor
from svc_tui.models.registry import ComponentRegistry, FieldRegistry


def test_an_unknown_name_has_nothing() -> None:
    registry = ComponentRegistry({"A": int})

    assert registry["SvcMediaManagerDialog"] is None
    assert "SvcMediaManagerDialog" not in registry


def test_an_entry_is_imported_when_it_is_first_asked_for() -> None:
    sys.modules.pop("this", None)
    registry = FieldRegistry({"date": "datetime:date", "zen": "this:d"})

    found = registry["date"]

    assert found is not None and found(2024, 1, 31).isoformat() == "2024-01-31"
    assert registry["date"] is found
    assert "this" not in sys.modules


@pytest.mark.parametrize("place", ["no.such.module:Name", "datetime:nothing", "datetime", ":x"])
def test_an_entry_that_leads_nowhere_is_named(place: str) -> None:
    with pytest.raises(ImportError, match='"colour" is registered as'):
        FieldRegistry({"colour": place})["colour"]


def test_extending_leaves_the_first_registry_alone() -> None:
    first = FieldRegistry({"text": int})

    second = first.extend({"text": str, "color": bytes})

    assert (first["text"], second["text"], second["color"]) == (int, str, bytes)
    assert list(second) == ["text", "color"]
    assert isinstance(second, FieldRegistry)


def test_attrs_grow_from_all_types_to_one_field() -> None:
    registry = FieldRegistry(
        {"fks": int}, attrs={"All": {"clear": True, "size": 1}, "fks": {"size": 2, "id": "id"}}
    ).extend({}, attrs={"fks": {"multiple": False}})

    assert registry.attrs_of("fks", {"id": "pk"}) == {
        "clear": True, "size": 2, "multiple": False, "id": "pk",
    }  # fmt: skip
    assert registry.attrs_of("text") == {"clear": True, "size": 1}


def test_an_accessor_is_the_fields_over_the_types() -> None:
    def one(**given: object) -> object:
        return given["val"]

    def other(**given: object) -> object:
        return given["val"]

    registry = FieldRegistry({}, accessor={"seo": Accessor(get=one, set=one)})

    assert registry.accessor_of("seo", Accessor(get=other)) == Accessor(get=other, set=one)
    assert registry.accessor_of("seo") == Accessor(get=one, set=one)
    assert registry.accessor_of("text") is None


def test_components_stay_components() -> None:
    assert isinstance(ComponentRegistry().extend({"A": int}), ComponentRegistry)
