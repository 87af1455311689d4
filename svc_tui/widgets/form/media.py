"""media, media-m2m and enhanced-media: files of the library as values of a record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from svc_tui.api.errors import ApiError
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.media import MediaItem
from svc_tui.text import label, plural
from svc_tui.widgets.base import SvcWidget, services
from svc_tui.widgets.form.field import REQUIRED
from svc_tui.widgets.form.library import PICKER, open_picker, picker_of
from svc_tui.widgets.form.line import LineInput
from svc_tui.widgets.form.media_lines import MediaLines, MediaValue
from svc_tui.widgets.form.thumbnail import ThumbnailMixin
from svc_tui.widgets.form.uneditable import JsonValue

NOTICE = f"The UI kit is required to choose media: there is no component {PICKER}."

MOST_ASKED = 20
"""Media of which only the id is known, and that are asked for by their names."""


class MediaFieldBase(ThumbnailMixin):
    """What the three have in common: lines of media, and the library by its name.

    Attrs: `mime`, the types that can be picked; `as_id` writes ids where a backend takes no
    objects. Without the UI kit a notice stands in the editor's place, and the value is kept.
    """

    keys_inside: ClassVar[bool] = True

    DEFAULT_CSS = """
    MediaFieldBase > .notice { margin-left: 18; height: auto; width: 1fr; }
    MediaFieldBase SvcMediaManagerDialog { display: none; }
    """

    whole: ClassVar[bool] = True
    worded: ClassVar[bool] = True
    multiple: ClassVar[bool] = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._known: dict[str, MediaItem] = {}
        """Media by id, of which the record has no more than that."""
        self._held: tuple[MediaValue, ...] = ()

    # The values

    def held_in(self, value: Any) -> list[Any]:
        """The media of a value, each as it came."""
        return [] if value in (None, "") else [value]

    def value_of(self, held: tuple[MediaValue, ...]) -> Any:
        """The value that these media make."""
        return held[0].value if held else None

    def content(self) -> Any:
        """What is chosen."""
        return JsonValue(self.value_of(self._held))

    def read(self, content: Any) -> Any:
        """What is chosen is the value."""
        return content.value

    def put(self, value: Any) -> None:
        """Show another value."""
        self._take(self.held_in(value))

    # The editor

    @property
    def component(self) -> Any:
        """The picker, found when it is needed; None without the UI kit."""
        return picker_of(self)

    @property
    def lines(self) -> MediaLines | None:
        """The lines, where there are any."""
        return next(iter(self.query(MediaLines)), None)

    def make_editor(self) -> Widget:
        """The lines."""
        self._held = self._all_held(self.held_in(self.value))
        return MediaLines(self._held, at_most=self.at_most)

    def compose(self) -> ComposeResult:
        """The editor; without the UI kit a notice, and the value to be read."""
        if not self.readonly and self.component is None:
            self.readonly = True
            yield Static(label(NOTICE), classes="notice error")
        yield from super().compose()

    def on_mount(self) -> None:
        """Ask what the media are called of which only the id is known."""
        self._ask_names()

    @property
    def at_most(self) -> int | None:
        """How many media there may be, where that is limited."""
        return None

    @property
    def type_hint(self) -> str:
        """How to choose."""
        mime = self.attrs.get("mime")
        only = f" Only {mime}." if mime else ""
        return f"Enter opens the library, Delete takes out.{only}"

    def as_text(self) -> Content:
        """The names of the media."""
        return label(self.words(self.value), multiline=True)

    def words(self, value: Any) -> str:
        """The names of the media, a line each."""
        held = self._all_held(self.held_in(value))
        words = [" · ".join(part for part in one.words if part) for one in held]
        return "\n".join(words) or "—"

    async def learn(self, values: Sequence[Any]) -> None:
        """What the media of these values are called of which only the id is known."""
        await self._ask(one for value in values for one in self._all_held(self.held_in(value)))

    @on(MediaLines.ChooseWanted)
    async def _choose(self, event: MediaLines.ChooseWanted) -> None:
        event.stop()
        await open_picker(
            self,
            self.component,
            selection_mode="multi" if self.multiple else "single",
            mime=str(self.attrs["mime"]) if self.attrs.get("mime") else None,
            selected=self._selected(),
            max_items=self.at_most,
        )

    def on_svc_media_manager_dialog_model_value_changed(self, event: Any) -> None:
        """Nobody above needs to hear of it."""
        event.stop()

    def on_svc_media_manager_dialog_confirm(self, event: Any) -> None:
        """These are picked now; one that was there before stays as it came."""
        event.stop()
        picked = event.value if isinstance(event.value, tuple) else (event.value,)
        before = {str(_id_of(one.value)): one for one in self._held}
        self.chosen(tuple(before.get(str(one.id)) or self._new(one) for one in picked))

    @on(MediaLines.ZoomWanted)
    def _zoom(self, event: MediaLines.ZoomWanted) -> None:
        event.stop()
        # Here, as a form does without the widgets of the library until a picture is wanted.
        from svc_tui.widgets.media.zoom import ZoomedMedia

        known = [one.media for one in self._held if one.media is not None]
        wanted = self._held[event.at].media
        if wanted is not None:
            self.app.push_screen(ZoomedMedia(known, known.index(wanted)))

    @on(MediaLines.Changed)
    def _lines_changed(self, event: MediaLines.Changed) -> None:
        event.stop()
        self.chosen(event.held)

    def chosen(self, held: tuple[MediaValue, ...]) -> None:
        """Other media: show them, and say so."""
        self._held = held
        self._show_held()
        self.edited()

    def _show_held(self) -> None:
        if self.lines is not None:
            self.lines.show(self._held)
        self.update_thumbnail()

    @property
    def thumbnail_media(self) -> MediaItem | None:
        """The media under the cursor; to a reader the first one."""
        held = self._held if self.lines is not None else self._all_held(self.held_in(self.value))
        at = self.lines.cursor if self.lines is not None else 0
        return held[at].media if at < len(held) else None

    @on(MediaLines.Moved)
    def _moved(self, event: MediaLines.Moved) -> None:
        event.stop()
        self.update_thumbnail()

    def _new(self, media: MediaItem) -> MediaValue:
        as_id = self.attrs.get("as_id") or self._came_as_id
        return MediaValue(media.id if as_id else media.as_json(), media)

    @property
    def _came_as_id(self) -> bool:
        """Whether the record has ids where others have objects: then it is given ids."""
        came = self.held_in(self.edits.loaded)
        return bool(came) and not isinstance(came[0], Mapping)

    def _selected(self) -> Any:
        known = [one.media or MediaItem(one.value) for one in self._held]
        return known if self.multiple else (known[0] if known else None)

    def _take(self, values: Iterable[Any]) -> None:
        self._held = self._all_held(values)
        self._show_held()
        self._ask_names()

    def _all_held(self, values: Iterable[Any]) -> tuple[MediaValue, ...]:
        return tuple(MediaValue(one, self._media_of(one)) for one in values)

    def _media_of(self, value: Any) -> MediaItem | None:
        if not isinstance(value, Mapping):
            return self._known.get(str(value))
        try:
            return MediaItem.parse(value)
        except ValueError:
            return None

    def _ask_names(self) -> None:
        if any(one.media is None for one in self._held):
            self.run_worker(self._look(), group="names", exclusive=True)

    async def _look(self) -> None:
        await self._ask(self._held)
        self._held = tuple(
            MediaValue(one.value, one.media or self._media_of(one.value)) for one in self._held
        )
        self._show_held()
        self.redraw_value()

    async def _ask(self, held: Iterable[MediaValue]) -> None:
        unknown = [one.value for one in held if one.media is None]
        ids = [one for one in unknown if isinstance(one, int | str)][:MOST_ASKED]
        for one in ids if services(self) is not None else ():
            with suppress(ApiError):  # Its id is shown instead.
                self._known[str(one)] = await self.svc.media.look(one)


class SvcMediaField(MediaFieldBase):
    """One media, or null."""


class SvcMediaM2mField(MediaFieldBase):
    """Several media, in an order that counts; attr `max_items` (or `maxItems`)."""

    multiple: ClassVar[bool] = True

    def held_in(self, value: Any) -> list[Any]:
        """The members of the list."""
        return list(value) if isinstance(value, list | tuple) else super().held_in(value)

    def value_of(self, held: tuple[MediaValue, ...]) -> Any:
        """The members in their order; what was no list and stays empty is left so."""
        if not held and self.edits.loaded is None:
            return None
        return [one.value for one in held]

    @property
    def at_most(self) -> int | None:
        """The attr, where it is a number."""
        return most_of(self.attrs)

    @property
    def type_hint(self) -> str:
        """How to choose and to order."""
        return f"{super().type_hint} J and K move."

    @classmethod
    def problem(
        cls, descriptor: FieldDescriptor, attrs: Mapping[str, Any], value: Any, model: Any = None
    ) -> str | None:
        """An empty list is nothing."""
        if value == [] and descriptor.required:
            return REQUIRED
        return super().problem(descriptor, attrs, value, model)

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Mapping[str, Any], value: Any) -> str | None:
        """No more than `max_items` (toolkit: Limits)."""
        most = most_of(attrs)
        if most is not None and isinstance(value, list | tuple) and len(value) > most:
            return f"At most {plural(most, 'file', 'files')}; take {len(value) - most} out."
        return None


class SvcEnhancedMediaField(MediaFieldBase):
    """`{media, alt, caption}`, or null without a media (reference 2.10)."""

    DEFAULT_CSS = """
    SvcEnhancedMediaField .texts { height: 2; layout: grid; grid-size: 2; grid-columns: 9 1fr; }
    SvcEnhancedMediaField .texts > * { height: 1; }
    """

    def held_in(self, value: Any) -> list[Any]:
        """The media inside."""
        inside = value.get("media") if isinstance(value, Mapping) else None
        return super().held_in(inside)

    def make_editor(self) -> Widget:
        """The line of the media, and the two texts."""
        lines = super().make_editor()
        texts = self.value if isinstance(self.value, Mapping) else {}
        return _Stack(
            lines,
            _Texts(
                Static(label("Alt")),
                LineInput(str(texts.get("alt") or ""), classes="alt"),
                Static(label("Caption")),
                LineInput(str(texts.get("caption") or ""), classes="caption"),
                classes="texts",
            ),
        )

    def put(self, value: Any) -> None:
        """Show another value."""
        super().put(value)
        texts = value if isinstance(value, Mapping) else {}
        with self.prevent(Input.Changed):
            for key in ("alt", "caption"):
                for line in self.query(f".{key}").results(Input):
                    line.value = str(texts.get(key) or "")

    def value_of(self, held: tuple[MediaValue, ...]) -> Any:
        """Null without a media; other keys of the value stay."""
        if not held:
            return None
        before = self.edits.loaded if isinstance(self.edits.loaded, Mapping) else {}
        return {**before, "media": held[0].value, "alt": self._text("alt"), **self._caption()}

    def chosen(self, held: tuple[MediaValue, ...]) -> None:
        """Another media brings its own alt text where there is none; without one all texts go."""
        if held and held[0].media is not None and not self._text("alt"):
            self._put_text("alt", held[0].media.alt_text)
        if not held:
            self._put_text("alt", "")
            self._put_text("caption", "")
        super().chosen(held)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self.edited()

    def begin(self) -> bool:
        """The line of the media comes first."""
        if self.lines is None:
            return False
        self.lines.focus()
        return True

    def _caption(self) -> dict[str, str]:
        return {"caption": self._text("caption")}

    def _text(self, key: str) -> str:
        return next((line.value for line in self.query(f".{key}").results(Input)), "")

    def _put_text(self, key: str, text: str) -> None:
        with self.prevent(Input.Changed):
            for line in self.query(f".{key}").results(Input):
                line.value = " ".join(text.split())


class _Stack(SvcWidget):
    """The media above its texts."""

    DEFAULT_CSS = "_Stack { height: auto; width: 1fr; layout: vertical; }"


class _Texts(SvcWidget):
    """Two lines to type in, each behind its name."""


def most_of(attrs: Mapping[str, Any]) -> int | None:
    """`max_items`, or `maxItems` as the specification writes it; None where it is no number."""
    found = attrs.get("max_items", attrs.get("maxItems"))
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def _id_of(value: Any) -> Any:
    return value.get("id") if isinstance(value, Mapping) else value
