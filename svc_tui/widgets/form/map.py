"""map: a place on earth as {lat, lng}."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from textual import on
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import Unreadable
from svc_tui.text import label
from svc_tui.widgets.form.coordinates import Spot, address, checked, picture, read, words
from svc_tui.widgets.form.long import LongField, read_json
from svc_tui.widgets.form.summary import summary
from svc_tui.widgets.form.text import LineInput
from svc_tui.widgets.form.tools import Tool

FURTHEST_ZOOM = 19


class MapField(LongField):
    """One line for both numbers; a pasted map's address or degrees with minutes do as well."""

    keys_inside: ClassVar[bool] = True
    suffix: ClassVar[str] = ".json"

    line: LineInput | None = None
    """Where one types."""
    place: Static | None = None
    """What was understood."""

    @property
    def type_hint(self) -> str:
        """What can be typed."""
        return "45.4642, 9.19 or a map's address; empty is none. F5 y copies an address."

    def make_editor(self) -> Widget:
        """The line, and what it means."""
        self.line = LineInput(self.written(self.value), placeholder=self._default_words)
        self.place = Static(self.meaning(self.value), classes="place muted")
        self.place.styles.height = "auto"
        self.line.styles.height = 1
        return Vertical(self.line, self.place)

    @property
    def default_spot(self) -> Spot | None:
        """Where the map stands while nothing is chosen: `default_lat`, `default_lng`."""
        lat, lng = self.attrs.get("default_lat"), self.attrs.get("default_lng")
        if isinstance(lat, (int, float)) and isinstance(lng, (int, float)):
            return Spot(lat, lng)
        return None

    @property
    def _default_words(self) -> str:
        spot = self.default_spot
        return f"for example {spot.lat}, {spot.lng}" if spot else "latitude, longitude"

    @property
    def kept(self) -> bool:
        """Whether the value is no place, and is only shown."""
        value = self.value
        if isinstance(value, Unreadable):
            return False
        return value is not None and not (isinstance(value, Mapping) and _has_both(value))

    def written(self, value: Any) -> str:
        """Both numbers as they came."""
        if isinstance(value, Unreadable):
            return value.text
        if isinstance(value, Mapping) and _has_both(value) and value["lat"] is not None:
            return f"{value['lat']}, {value['lng']}"
        return ""

    def spot(self, value: Any) -> Spot | None:
        """The place of a value; None where it is none."""
        try:
            return read(self.written(value))
        except ValueError:
            return None

    def meaning(self, value: Any) -> Content:
        """Where that is, in words and in a small picture."""
        if self.kept:
            edits = " F4 edits it." if self.opens_outside else ""
            return label(f"This is no place; it is kept as it is: {summary(value)}.{edits}")
        spot = self.spot(value)
        if spot is None:
            return Content("")
        return label("\n".join((words(spot), *picture(spot))), multiline=True)

    def as_text(self) -> Content:
        """Both, where it can only be read."""
        if self.value is None:
            return label(summary(None))
        return (
            label(self.written(self.value)) + label("\n", multiline=True) + self.meaning(self.value)
        )

    def put(self, value: Any) -> None:
        """Another value."""
        if self.line is not None:
            self.line.value = self.written(value)
        self._show_meaning(value)

    def content(self) -> str:
        """The text."""
        return self.line.value if self.line is not None else ""

    def read(self, content: str) -> Any:
        """The numbers; other keys of the object stay. Nothing is null."""
        if not content.strip():
            return None
        try:
            lat, lng = read(content)
        except ValueError as error:
            return Unreadable(content, str(error))
        before = self.edits.loaded
        return {**(before if isinstance(before, Mapping) else {}), "lat": lat, "lng": lng}

    def from_source(self, text: str) -> Any:
        """Out of JSON, or as in the line."""
        value = read_json(text)
        return self.read(text) if isinstance(value, Unreadable) else value

    def begin(self) -> bool:
        """Type; what is no place is not typed over by accident."""
        if self.line is None or not self.display or self.kept:
            return False
        self.line.focus()
        return True

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Mapping[str, Any], value: Any) -> str | None:
        """A place that there is."""
        if not (isinstance(value, Mapping) and _has_both(value)):
            return None
        lat, lng = value["lat"], value["lng"]
        if not (_is_number(lat) and _is_number(lng)):
            return None
        try:
            checked(lat, lng)
        except ValueError as error:
            return str(error)
        return None

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self.edited()
        self._show_meaning(self.value)

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        self.post_message(self.Finished(self))

    def _show_meaning(self, value: Any) -> None:
        if self.place is not None:
            self.place.update(self.meaning(value))

    def tools(self) -> Sequence[Tool]:
        """An address to copy, the default, nothing."""
        default = (Tool("d", "Take the default place", self.action_take_default),)
        return (
            Tool("y", "Copy an OpenStreetMap address", self.action_copy_address),
            *(default if self.default_spot else ()),
            Tool("x", "No place", self.action_take_none),
            *super().tools(),
        )

    def action_copy_address(self) -> None:
        """To the terminal's clipboard; nothing is opened."""
        spot = self.spot(self.value) or self.default_spot
        if spot is None:
            self.say("There is no place to copy.")
            return
        zoom = self.attrs.get("zoom")
        if isinstance(zoom, int) and 0 <= zoom <= FURTHEST_ZOOM:
            found = address(spot, zoom)
        else:
            found = address(spot)
        self.app.copy_to_clipboard(found)
        self.say(f"Sent to the terminal's clipboard: {found}")

    def action_take_default(self) -> None:
        """The default place."""
        if (spot := self.default_spot) is not None and self.line is not None:
            self.line.value = f"{spot.lat}, {spot.lng}"

    def action_take_none(self) -> None:
        """No place: null."""
        self.give(None)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _has_both(value: Mapping[str, Any]) -> bool:
    """Whether there are two numbers, or texts of numbers, or two nulls."""
    both = [value.get("lat", ...), value.get("lng", ...)]
    if both == [None, None]:
        return True
    return all(_is_number(one) or (isinstance(one, str) and _reads(one)) for one in both)


def _reads(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
