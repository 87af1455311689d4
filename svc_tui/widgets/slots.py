"""Widgets and lines from slots, and the marks where one fails."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from rich.text import Text
from textual._context import active_app
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from svc_tui.api.errors import ApiError
from svc_tui.models.arguments import given_words
from svc_tui.models.foreign_code import failure_mark, hold, log_failure, tellers, value_in_time
from svc_tui.models.slots import Slots
from svc_tui.text import clean_styled, label

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.models.resource import Resource

MOST_WIDGETS = 200
"""Maximum number of widgets from a slot."""

LONGEST_LINE = 4000
"""Maximum characters of a line from a slot."""

foreign_places: WeakKeyDictionary[Widget, str] = WeakKeyDictionary()
"""The widgets from slots, with the names of their slots."""


def slot_widgets(slots: Slots, name: str, *default: Widget, **given: object) -> Iterable[Widget]:
    """The widgets of a slot: those its callable returns, or the default ones."""
    fill: Callable[..., object] | None = slots.get(name)
    if fill is None:
        return default
    place = slots.place(name)
    found = foreign_widgets(place, fill, **given)
    return (FailureMark(place),) if found is None else found


def foreign_widgets(
    place: str, make: Callable[..., object], *args: object, **given: object
) -> list[Widget] | None:
    """Return the widgets that foreign code creates; None if it fails, which is logged.

    A widget that fails later is replaced by a mark that names its place.
    """

    return _held_widgets(place, lambda: value_in_time(make, *args, **given))


def card_widgets(
    place: str, make: Callable[..., object], resource: Resource
) -> list[Widget] | None:
    """Return the widgets of a resource's card, as `foreign_widgets` does; None is a mistake."""

    def card() -> object:
        if (made := value_in_time(make, resource=resource)) is None:
            raise TypeError("it returned None; return an empty list to show no card")
        return made

    return _held_widgets(place, card)


def _held_widgets(place: str, make: Callable[[], object]) -> list[Widget] | None:
    def widgets() -> list[Widget]:
        made = widgets_of(make())
        for at, widget in enumerate(made):
            if widget in foreign_places or widget.is_attached or widget in made[:at]:
                kind = type(widget).__name__
                raise TypeError(f"it returned the same {kind} twice; return new widgets")
            if isinstance(widget, Screen):
                raise TypeError("it should return widgets, not a page or a dialog")
        return made

    found = hold(place, widgets, None)
    for widget in found or ():
        foreign_places[widget] = place
    return found


def with_unique_ids(parent: Widget, widgets: Sequence[Widget]) -> list[Widget]:
    """Return the widgets to mount; a mark for each of a slot whose id is already taken."""
    ours = [*parent.children, *(one for one in widgets if one not in foreign_places)]
    taken = {one.id for one in ours if one.id}
    found: list[Widget] = []
    for widget in widgets:
        place = foreign_places.get(widget)
        if place is not None and widget.id in taken:
            kind = type(widget).__name__
            log_failure(place, ValueError(f'the id "{widget.id}" of its {kind} is already taken'))
            widget = FailureMark(place)
        elif place is not None and widget.id:
            taken.add(widget.id)
        found.append(widget)
    return found


class FailureMark(Static):
    """The line shown where foreign code failed."""

    DEFAULT_CSS = """
    FailureMark {
        width: auto; max-width: 100%; height: 1; padding-right: 1; color: $text-warning;
        text-wrap: nowrap; text-overflow: ellipsis;
    }
    """

    def __init__(self, place: str) -> None:
        super().__init__(label(failure_mark(place)))


def words_of_backend(error: BaseException) -> str:
    """Return the sentence of a failed request; "" for other errors, which the log explains."""
    return str(error) if isinstance(error, ApiError) else ""


def tell_failure(place: str, words: str = "") -> None:
    """Show a toast about foreign code without a place on the screen."""
    app, said = active_app.get(None), words or failure_mark(place)
    svc: Svc | None = getattr(app, "svc", None)
    if svc is not None:
        if not svc.snack.shows(said):
            svc.snack.show(said, "error", 10)
    elif (later := getattr(app, "when_booted", None)) is not None:
        later(app, lambda: tell_failure(place, words))


tellers.append(tell_failure)


def slot_line(name: str, fill: Callable[..., object], **given: object) -> Text | Content | str:
    """Return a slot's line of text; a mark if it fails or returns something else."""

    def line() -> Text | Content | str:
        return _line_of(value_in_time(fill, **given))

    mark: Text | Content | str = failure_mark(name)
    return hold(name, line, mark)


def _line_of(content: object) -> Text | Content | str:
    """Return a slot's result as a line of text; raises `TypeError` for anything else."""
    if content is None:
        return ""
    if isinstance(content, Text | Content):
        return clean_styled(content[:LONGEST_LINE])
    if isinstance(content, str):
        return content
    raise TypeError(f"it should return text, not {given_words(content)}")


def widgets_of(content: object) -> list[Widget]:
    """Return a slot's result as widgets; a text is one, None is none. Raises `TypeError`."""
    if content is None:
        return []
    if isinstance(content, Widget):
        return [content]
    if isinstance(content, str):
        return [Static(label(content))]
    if not isinstance(content, Iterable) or isinstance(content, Mapping | bytes):
        raise TypeError(f"it should return widgets, not {type(content).__name__}")
    found: list[Widget] = []
    for one in content:
        if not isinstance(one, Widget | str):
            raise TypeError(f"it should return widgets, not {type(one).__name__} in a list")
        if len(found) == MOST_WIDGETS:
            raise TypeError(f"it returned more than {MOST_WIDGETS} widgets")
        found += widgets_of(one)
    return found
