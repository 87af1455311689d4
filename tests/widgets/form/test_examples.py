"""The example of a field type of one's own works."""

from __future__ import annotations

from examples.field_type import REGISTRY, Rated, StarsField
from svc_tui.models.fields import FieldDescriptor
from svc_tui.widgets.form.form import SvcForm
from tests.console import screen_text, wait_until


async def test_a_type_of_ones_own_is_edited_like_any_other():
    app = Rated()
    async with app.run_test(size=(60, 10)) as pilot:
        await wait_until(pilot, lambda: "★★☆☆☆" in screen_text(app))
        app.query_one(SvcForm).fields[1].begin()
        await pilot.press("plus", "right")
        await wait_until(pilot, lambda: app.draft.diff() == {"rating": 4})
        assert "Rating •" in screen_text(app)
        assert "★★★★☆" in screen_text(app)


def test_a_type_of_ones_own_checks_its_values():
    field = FieldDescriptor(key="rating", type="stars")
    assert REGISTRY.get("stars") is StarsField
    assert StarsField.problem(field, {}, 0) == "At least 1 of 5 stars."
    assert StarsField.problem(field, {}, 3) is None
