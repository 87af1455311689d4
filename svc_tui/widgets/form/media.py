"""media, media-m2m and enhanced-media: files of the library as values of a record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, ClassVar, Self

from textual import events, on
from textual.app import ComposeResult
from textual.widget import Widget
from textual.widgets import Input, Static

from svc_tui.api.errors import ApiError
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.media import MediaItem
from svc_tui.stores.unavailable_reason import CAN_ONLY_BE_READ, not_possible_message
from svc_tui.stores.uploads.dropped_paths import accept_words
from svc_tui.text import clean, label, plural
from svc_tui.widgets.base import SvcWidget, services
from svc_tui.widgets.form.field import Attrs, SvcField
from svc_tui.widgets.form.field_rules import REQUIRED
from svc_tui.widgets.form.given_kinds import list_problem, object_problem, record_problem
from svc_tui.widgets.form.library import open_picker, picker_of
from svc_tui.widgets.form.line import LineInput
from svc_tui.widgets.form.media_lines import MediaLines, MediaValue
from svc_tui.widgets.form.read_only_value import redraw_value
from svc_tui.widgets.form.thumbnail import Thumbnail

NOTICE = "Files can't be chosen. Pass svc=Svc(…), and await svc.start() first."

OPEN = "Press Enter to open the library."
OPEN_OR_REMOVE = "Press Enter to open the library, Delete to remove."
CHANGE = "Press e, then Delete to remove a file, or J or K to move it."
"""The hints of media: with none, with one, and after `OPEN`, with several."""

MOST_ASKED = 20
"""Media of which only the id is known; their names are loaded."""


class KnownMedia:
    """The media of values, of which a record may have only the ids."""

    def __init__(self, widget: Widget) -> None:
        self._widget = widget
        self._known: dict[str, MediaItem] = {}

    def of(self, values: Iterable[Any]) -> tuple[MediaValue, ...]:
        """Return values with their media, if these are known."""
        return tuple(MediaValue(one, self._media(one)) for one in values)

    def _media(self, value: Any) -> MediaItem | None:
        if not isinstance(value, Mapping):
            return self._known.get(str(value))
        try:
            return MediaItem.parse(value)
        except ValueError:
            return None

    async def load(self, held: Iterable[MediaValue]) -> None:
        """Load the media that are not known; if that fails, their ids are shown."""
        if (svc := services(self._widget)) is None:
            return
        unknown = [one.value for one in held if one.media is None]
        ids = [one for one in unknown if isinstance(one, int | str)][:MOST_ASKED]
        for one in ids:
            with suppress(ApiError):
                self._known[str(one)] = await svc.media.look(one)


class MediaFieldBase(SvcField):
    """Lines of media, chosen in the library, which is found by its name.

    Attrs: `mime`, the types that can be picked; `as_id` writes ids where a backend takes no
    objects. Without started services a notice is in the editor's place, and the value is kept.
    """

    DEFAULT_CSS = """
    MediaFieldBase > .notice { margin-left: 19; height: auto; width: 1fr; }
    MediaFieldBase SvcMediaManagerDialog { display: none; }
    """

    keys_inside: ClassVar[bool] = True
    whole: ClassVar[bool] = True
    worded: ClassVar[bool] = True
    has_picker: ClassVar[bool] = True
    picks_apart: ClassVar[bool] = True
    multiple: ClassVar[bool] = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.known_media = KnownMedia(self)
        self.thumbnail = Thumbnail(self, self._picture)
        self._held: tuple[MediaValue, ...] = ()

    @classmethod
    def check_given(cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any) -> str | None:
        return list_problem(value, record_problem) if cls.multiple else record_problem(value)

    # The values

    def held_in(self, value: Any) -> list[Any]:
        """Return the media of a value, each as it came."""
        return [] if value in (None, "") else [value]

    def value_of(self, held: tuple[MediaValue, ...]) -> Any:
        """Return the value that these media make."""
        return held[0].value if held else None

    def content(self) -> Any:
        return self.value_of(self._held)

    def put(self, value: Any) -> None:
        self._held = self.known_media.of(self.held_in(value))
        self._show_held()
        self._load_names()

    # The editor

    @property
    def component(self) -> Any:
        """The picker, found when needed; None without started services."""
        return picker_of(self)

    @property
    def lines(self) -> MediaLines | None:
        """The lines, if there are any."""
        return next(iter(self.query(MediaLines)), None)

    @property
    def at_most(self) -> int | None:
        """The maximum number of media, if there is one."""
        return None

    @property
    def type_hint(self) -> str:
        return self._with_types(OPEN_OR_REMOVE if self._held else OPEN)

    @property
    def looking_hint(self) -> str:
        """Return the help; which of several files to remove is chosen in the field (e)."""
        hint = super().looking_hint
        several = len(self._held) > 1 and hint == self.type_hint
        return self._with_types(f"{OPEN} {CHANGE}") if several else hint

    def _with_types(self, hint: str) -> str:
        mime = self.attrs.get("mime")
        return f"{hint} Only {clean(accept_words(str(mime), types=False))}." if mime else hint

    def removal_unavailable(self) -> str:
        """Return why Delete removes no file from outside the field; "" if it does."""
        if self.readonly:
            return not_possible_message("Editing", CAN_ONLY_BE_READ)
        if not self._held:
            return "There is no file to remove."
        return "Press e, then go to the file to remove." if len(self._held) > 1 else ""

    def remove_value(self) -> None:
        """Remove the only file."""
        self.chosen(())

    def make_editor(self) -> Widget:
        self._held = self.known_media.of(self.held_in(self.value))
        return MediaLines(self._held, at_most=self.at_most)

    def compose(self) -> ComposeResult:
        if not self.readonly and self.component is None:
            self.readonly = True
            yield Static(label(NOTICE), classes="notice error")
        yield from super().compose()

    def on_mount(self) -> None:
        """Load media known only by their id; the form is shown first, the pictures later."""
        self._load_names()
        self.call_after_refresh(self.thumbnail.update)

    def on_resize(self, event: events.Resize) -> None:
        self.thumbnail.update()

    def words(self, value: Any) -> str:
        held = self.known_media.of(self.held_in(value))
        words = [" · ".join(part for part in one.words if part) for one in held]
        return "\n".join(words) or "—"

    async def learn(self, values: Sequence[Any]) -> None:
        held = (one for value in values for one in self.known_media.of(self.held_in(value)))
        await self.known_media.load(held)

    def _load_names(self) -> None:
        if any(one.media is None for one in self._held):
            self.run_worker(self._load(), group="names", exclusive=True)

    async def _load(self) -> None:
        await self.known_media.load(self._held)
        self._held = self.known_media.of(one.value for one in self._held)
        self._show_held()
        redraw_value(self)

    def _show_held(self) -> None:
        if self.lines is not None:
            self.lines.show(self._held)
        self.thumbnail.update()

    @on(MediaLines.Moved)
    def _moved(self, event: MediaLines.Moved) -> None:
        event.stop()
        self.thumbnail.update()

    def _picture(self) -> MediaItem | None:
        """Return the media under the cursor; if read-only, the first one."""
        lines, held = self.lines, self._held
        if lines is None:
            held = self.known_media.of(self.held_in(self.value))
        at = lines.cursor if lines is not None else 0
        return held[at].media if at < len(held) else None

    # Choosing

    @on(MediaLines.ChooseWanted)
    async def _choose(self, event: MediaLines.ChooseWanted) -> None:
        event.stop()
        await self._open_library()

    def open_picker(self) -> None:
        self.call_later(self._open_library)

    async def _open_library(self) -> None:
        held = [one.media or MediaItem(one.value) for one in self._held]
        await open_picker(
            self,
            self.component,
            selection_mode="multi" if self.multiple else "single",
            mime=str(self.attrs["mime"]) if self.attrs.get("mime") else None,
            selected=held if self.multiple else (held[0] if held else None),
            max_items=self.at_most,
        )

    def on_svc_media_manager_dialog_model_value_changed(self, event: Any) -> None:
        event.stop()

    def on_svc_media_manager_dialog_confirm(self, event: Any) -> None:
        """Take what was picked; media that were there already stay unchanged."""
        event.stop()
        picked = event.value if isinstance(event.value, tuple) else (event.value,)
        before = {str(_id_of(one.value)): one for one in self._held}
        self.chosen(tuple(before.get(str(one.id)) or self._new(one) for one in picked))

    @on(MediaLines.Changed)
    def _lines_changed(self, event: MediaLines.Changed) -> None:
        event.stop()
        self.chosen(event.held)

    def chosen(self, held: tuple[MediaValue, ...]) -> None:
        """Take other media."""
        self._held = held
        self._show_held()
        self.edited()

    def _new(self, media: MediaItem) -> MediaValue:
        """Return media as written: an id if the record had one, or if `as_id` is set."""
        came = self.held_in(self.edits.loaded)
        as_id = self.attrs.get("as_id") or (bool(came) and not isinstance(came[0], Mapping))
        return MediaValue(media.id if as_id else media.as_json(), media)


class SvcMediaField(MediaFieldBase):
    """One file of the library, or null."""


class SvcMediaM2mField(MediaFieldBase):
    """Several media in a fixed order; attr `max_items` (or `maxItems`)."""

    multiple: ClassVar[bool] = True

    def held_in(self, value: Any) -> list[Any]:
        return list(value) if isinstance(value, list | tuple) else super().held_in(value)

    def value_of(self, held: tuple[MediaValue, ...]) -> Any:
        """Return the media in their order; a null that stays empty stays null."""
        if not held and self.edits.loaded is None:
            return None
        return [one.value for one in held]

    @property
    def at_most(self) -> int | None:
        return most_of(self.attrs)

    @property
    def type_hint(self) -> str:
        move = " Press J or K to move it." if len(self._held) > 1 else ""
        return f"{super().type_hint}{move}"

    @classmethod
    def problem(
        cls, descriptor: FieldDescriptor, attrs: Mapping[str, Any], value: Any, model: Any = None
    ) -> str | None:
        if value == [] and descriptor.required:
            return REQUIRED
        return super().problem(descriptor, attrs, value, model)

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any) -> str | None:
        most = most_of(attrs)
        if most is not None and isinstance(value, list | tuple) and len(value) > most:
            return f"At most {plural(most, 'file', 'files')}: remove {len(value) - most}."
        return None


class SvcEnhancedMediaField(MediaFieldBase):
    """`{media, alt, caption}`, or null without a media."""

    def held_in(self, value: Any) -> list[Any]:
        inside = value.get("media") if isinstance(value, Mapping) else None
        return super().held_in(inside)

    @classmethod
    def check_given(cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any) -> str | None:
        return object_problem(value) or record_problem(value.get("media"))

    def make_editor(self) -> Widget:
        lines = super().make_editor()
        self.texts = MediaTexts(self.value)
        return _Stack(lines, self.texts)

    def put(self, value: Any) -> None:
        super().put(value)
        self.texts.show(value)

    def value_of(self, held: tuple[MediaValue, ...]) -> Any:
        """Return null without a media; other keys of the value stay."""
        if not held:
            return None
        before = self.edits.loaded if isinstance(self.edits.loaded, Mapping) else {}
        return {**before, "media": held[0].value, **self.texts.values}

    def chosen(self, held: tuple[MediaValue, ...]) -> None:
        """Use another file, with its own alt text if there is none; without one, drop the text."""
        if not held:
            self.texts.show(None)
        elif held[0].media is not None and not self.texts.values["alt"]:
            self.texts.write("alt", " ".join(held[0].media.alt_text.split()))
        super().chosen(held)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self.edited()


class _Stack(SvcWidget):
    """The media and its text below it."""

    DEFAULT_CSS = "_Stack { height: auto; width: 1fr; layout: vertical; }"

    def focus(self, scroll_visible: bool = True) -> Self:
        self.children[0].focus(scroll_visible)
        return self


class MediaTexts(SvcWidget):
    """The alt text and the caption of a file, each with its label."""

    DEFAULT_CSS = """
    MediaTexts { height: 2; layout: grid; grid-size: 2; grid-columns: 9 1fr; }
    MediaTexts > * { height: 1; }
    """

    def __init__(self, value: Any) -> None:
        texts = _texts_of(value)
        self._lines = {key: LineInput(text, classes=key) for key, text in texts.items()}
        names = {key: Static(label(key.capitalize())) for key in texts}
        super().__init__(*(one for key in texts for one in (names[key], self._lines[key])))

    @property
    def values(self) -> dict[str, str]:
        """The typed text by key."""
        return {key: line.value for key, line in self._lines.items()}

    def show(self, value: Any) -> None:
        for key, text in _texts_of(value).items():
            self.write(key, text)

    def write(self, key: str, text: str) -> None:
        """Show other text; this is not an edit."""
        with self._lines[key].prevent(Input.Changed):
            self._lines[key].value = text


def _texts_of(value: Any) -> dict[str, str]:
    texts = value if isinstance(value, Mapping) else {}
    return {key: str(texts.get(key) or "") for key in ("alt", "caption")}


def most_of(attrs: Mapping[str, Any]) -> int | None:
    """Return `max_items` (or `maxItems`); None if it is not a number."""
    found = attrs.get("max_items", attrs.get("maxItems"))
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def _id_of(value: Any) -> Any:
    return value.get("id") if isinstance(value, Mapping) else value
