"""Settings in `attrs` that a field type does not read are told with the nearest name."""

from __future__ import annotations

from typing import Any

import pytest

from examples.field_type import REGISTRY
from svc_tui.models.field_types import default_registry
from svc_tui.models.fields import FieldDescriptor
from svc_tui.widgets.form.text import TextField
from tests.console import screen_text
from tests.widgets.form.form_with_draft import FieldHost


class Shout(TextField):
    """A type that says nothing of its settings."""


async def seen(field: FieldDescriptor, registry: Any) -> str:
    app = FieldHost([field], {field.key: None}, registry=registry)
    async with app.run_test(size=(100, 12)) as pilot:
        await pilot.pause()
        return screen_text(app)


@pytest.mark.parametrize(
    ("kind", "wrong", "meant"), [("number", "mix", "min"), ("stars", "leest", "least")]
)
async def test_a_misspelled_setting_is_told_under_its_field(
    kind: str, wrong: str, meant: str
) -> None:
    field = FieldDescriptor(key="it", type=kind, attrs={wrong: 2})
    said = await seen(field, REGISTRY)
    assert f'has no setting "{wrong}"; did you mean "{meant}"?' in " ".join(said.split())


@pytest.mark.parametrize(
    ("kind", "name"), [("stars", "least"), ("stars", "unique"), ("stars", "max"), ("text", "items")]
)
async def test_a_setting_of_the_type_or_told_by_a_backend_is_taken(kind: str, name: str) -> None:
    field = FieldDescriptor(key="it", type=kind, attrs={name: 2})
    assert "has no setting" not in await seen(field, REGISTRY)


async def test_a_type_that_declares_none_takes_any() -> None:
    registry = default_registry().extend({"text": Shout})
    field = FieldDescriptor(key="it", type="text", attrs={"loud": True})
    assert "has no setting" not in await seen(field, registry)
