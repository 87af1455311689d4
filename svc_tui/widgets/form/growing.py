"""GrowingLayout: the longest text of a form takes the lines left on the page."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from textual.geometry import Size
from textual.layout import WidgetPlacement
from textual.layouts.vertical import VerticalLayout
from textual.widget import Widget

from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.longtext import LongText
from svc_tui.widgets.form.textarea import JsonField, SourceField


class GrowingLayout(VerticalLayout):
    """A vertical layout that fills its height, if a text among `fields` can grow."""

    name = "growing"

    def __init__(self, fields: Callable[[], Iterable[SvcField]]) -> None:
        self._fields = fields

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> list[WidgetPlacement]:
        """Place the children; then again, if a text takes other lines than before."""
        placed = super().arrange(parent, children, size, greedy)
        texts = growing_texts(self._fields(), parent)
        if not texts or not size.height:
            return placed
        text, *others = texts
        # Another text may have come first before this one was mounted.
        if shrunk := [one for one in others if one.give_back()]:
            for one in shrunk:
                _forget_sizes(one, parent)
            placed = super().arrange(parent, children, size, greedy)
        bottom = max((one.region.bottom + one.margin.bottom for one in placed), default=0)
        if text.fill(size.height - bottom):
            _forget_sizes(text, parent)
            placed = super().arrange(parent, children, size, greedy)
        return placed


def _forget_sizes(changed: Widget, parent: Widget) -> None:
    """Measure all widgets from this one up to `parent` again, within the current layout.

    `refresh(layout=True)` would ask for another layout after this one.
    """
    around = [one for one in changed.ancestors_with_self if isinstance(one, Widget)]
    for one in around[: around.index(parent) + 1]:
        one._box_model_cache.clear()
        one._clear_arrangement_cache()
        one.clear_cached_dimensions()


def growing_texts(fields: Iterable[SvcField], around: Widget) -> list[LongText]:
    """Return the texts, the one to grow first: formatted text, then others, JSON last."""
    seen = [one for one in fields if isinstance(one, SourceField) and _is_seen(one, around)]
    seen.sort(key=lambda one: (isinstance(one, JsonField), not one.wide))
    return [one.area for one in seen if one.area is not None]


def _is_seen(field: SourceField, around: Widget) -> bool:
    if field.area is None or not field.area.is_attached or around not in field.ancestors:
        return False
    inside = [field.area, *field.area.ancestors]
    return all(one.display for one in inside[: inside.index(around)])
