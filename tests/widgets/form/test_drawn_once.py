"""A layout paints what it moves; what it tells a part of a form of its size paints nothing more."""

from __future__ import annotations

import pytest
from textual.geometry import Size
from textual.widget import Widget

from svc_tui.models.fields import FieldDescriptor
from svc_tui.widgets.form.line import LineInput
from svc_tui.widgets.form.tabs import LazyPanel
from tests.widgets.form.test_form import shown


@pytest.mark.parametrize("kind", [LineInput, LazyPanel])
async def test_a_part_of_a_form_that_is_told_its_size_is_not_drawn_again(
    kind: type[Widget],
) -> None:
    fields = [FieldDescriptor(key=key, type="text", tab=key) for key in ("one", "two")]
    async with shown(*fields) as (pilot, _, form):
        part = form.query(kind).first()
        await pilot.pause()
        assert not part._repaint_required

        part.virtual_size = Size(7, 7)

        assert not part._repaint_required
        assert not part._layout_required
