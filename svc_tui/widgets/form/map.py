"""map: a place on earth as {lat, lng}."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from textual import on
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import Unreadable
from svc_tui.text import label
from svc_tui.widgets.form.coordinates import LatLng, address, checked, picture, read, words
from svc_tui.widgets.form.field import Attrs
from svc_tui.widgets.form.given_kinds import object_problem
from svc_tui.widgets.form.long import LongField, read_json
from svc_tui.widgets.form.summary import summary
from svc_tui.widgets.form.text import LineInput
from svc_tui.widgets.form.tools import Tool

FURTHEST_ZOOM = 19

NO_PLACE = "This is not a location: it needs the numbers lat and lng."


class MapEditor(Vertical):
    """The line for both numbers, and a sketch of the place."""

    def __init__(self, text: str, placeholder: str) -> None:
        self.line = LineInput(text, placeholder=placeholder)
        self.place = Static(classes="place muted")
        self.place.styles.height = "auto"
        self.line.styles.height = 1
        super().__init__(self.line, self.place)

    def focus(self, scroll_visible: bool = True) -> Self:
        self.line.focus(scroll_visible)
        return self


class MapField(LongField):
    """One line for both numbers; also takes a map link or degrees with minutes."""

    enter_word = "Next field"

    keys_inside: ClassVar[bool] = True
    suffix: ClassVar[str] = ".json"
    map: MapEditor | None = None

    @property
    def type_hint(self) -> str:
        if self.kept:
            return ""  # The line in the place of the map says what to do.
        return "Type latitude, longitude or a map link, or leave it empty. F5 y copies a link."

    @property
    def kept(self) -> bool:
        """Whether the value is not a location and is only shown."""
        return not (self.value is None or isinstance(self.value, Unreadable) or _is_map(self.value))

    def make_editor(self) -> Widget:
        spot = default_spot(self.attrs)
        words = f"for example {spot.lat}, {spot.lng}" if spot else "latitude, longitude"
        self.map = MapEditor(written(self.value), words)
        self._show_meaning(self.value)
        return self.map

    def put(self, value: Any) -> None:
        self._write(written(value))
        self._show_meaning(value)

    def content(self) -> str:
        return self.map.line.value if self.map is not None else ""

    def read(self, content: str) -> Any:
        """Return the numbers with the other keys of the object; an empty text is null."""
        if not content.strip():
            return None
        try:
            lat, lng = read(content)
        except ValueError as error:
            return Unreadable(content, str(error))
        before = self.edits.loaded
        return {**(before if isinstance(before, Mapping) else {}), "lat": lat, "lng": lng}

    def from_source(self, text: str) -> Any:
        value = read_json(text)
        return self.read(text) if isinstance(value, Unreadable) else value

    def begin(self) -> bool:
        """Focus the line; a value that is not a location is not overwritten by accident."""
        return not self.kept and super().begin()

    def as_text(self) -> Content:
        if self.value is None:
            return label(summary(None))
        apart = label("\n", multiline=True)
        return label(written(self.value)) + apart + self._meaning(self.value)

    def _meaning(self, value: Any) -> Content:
        if self.kept:
            edits = " Press F4 to edit it." if self.text_edits.opens_outside else ""
            return label(f"This is not a location. It is kept unchanged: {summary(value)}.{edits}")
        spot = spot_of(value)
        if spot is None:
            return Content("")
        return label("\n".join((words(spot), *picture(spot))), multiline=True)

    def _show_meaning(self, value: Any) -> None:
        if self.map is not None:
            meaning = self._meaning(value)
            self.map.place.update(meaning)
            self.map.place.display = bool(meaning)

    def _write(self, text: str) -> None:
        if self.map is not None:
            self.map.line.value = text

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any) -> str | None:
        return place_problem(value)

    @classmethod
    def check_given(cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any) -> str | None:
        return object_problem(value) or (None if _is_map(value) else NO_PLACE)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self.edited()
        self._show_meaning(self.value)

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        self.post_message(self.Finished(self))

    def tools(self) -> Sequence[Tool]:
        spot = default_spot(self.attrs)
        default = (
            ()
            if spot is None
            else (
                Tool(
                    "d", "Use the default location", lambda: self._write(f"{spot.lat}, {spot.lng}")
                ),
            )
        )
        return (
            Tool("y", "Copy an OpenStreetMap link", self._copy_address),
            *default,
            Tool("x", "No location", lambda: self.text_edits.give(None)),
            *super().tools(),
        )

    def _copy_address(self) -> None:
        spot = spot_of(self.value) or default_spot(self.attrs)
        if spot is None:
            self.text_edits.say("There is no location to copy.")
            return
        zoom = self.attrs.get("zoom")
        if isinstance(zoom, int) and 0 <= zoom <= FURTHEST_ZOOM:
            found = address(spot, zoom)
        else:
            found = address(spot)
        self.app.copy_to_clipboard(found)
        self.text_edits.say(f"Copied to the terminal's clipboard: {found}")


def default_spot(attrs: Mapping[str, Any]) -> LatLng | None:
    """Return where the map starts while nothing is chosen: `default_lat`, `default_lng`."""
    lat, lng = attrs.get("default_lat"), attrs.get("default_lng")
    if isinstance(lat, (int, float)) and isinstance(lng, (int, float)):
        return LatLng(lat, lng)
    return None


def written(value: Any) -> str:
    """Return both numbers as they came."""
    if isinstance(value, Unreadable):
        return value.text
    if _is_map(value) and value["lat"] is not None:
        return f"{value['lat']}, {value['lng']}"
    return ""


def spot_of(value: Any) -> LatLng | None:
    """Return the location of a value; None without one."""
    try:
        return read(written(value))
    except ValueError:
        return None


def place_problem(value: Any) -> str | None:
    """Return what is wrong with two numbers as a place on earth."""
    if not _is_map(value) or value["lat"] is None:
        return None
    try:
        checked(float(value["lat"]), float(value["lng"]))
    except ValueError as error:
        return str(error)
    return None


def _is_map(value: Any) -> bool:
    return isinstance(value, Mapping) and _has_both(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _has_both(value: Mapping[str, Any]) -> bool:
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
