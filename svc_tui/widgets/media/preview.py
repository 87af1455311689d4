"""SvcMediaPreview: the picture of a file."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from rich.segment import Segment
from rich.style import Style
from textual import on
from textual.reactive import reactive
from textual.strip import Strip
from textual.worker import Worker

from svc_tui.models.arguments import OneOf, check_values, checks_arguments
from svc_tui.models.media import MediaItem
from svc_tui.stores.media.missing_text import alt_texts
from svc_tui.stores.media.picture_modes import PictureMode
from svc_tui.stores.media.picture_store import PicturePreview, PictureStore
from svc_tui.text import cut, human_size
from svc_tui.thinline.hook import cells_of, overlay_sources_of
from svc_tui.thinline.overlays import Overlay
from svc_tui.widgets.base import SvcWidget, language_in_words, services
from svc_tui.widgets.media.drawing import Drawing, DrawRequest, drawing_of
from svc_tui.widgets.media.picture import (
    NO_COLORS,
    REST,
    SWITCHED_OFF,
    PicturePlaceholder,
    centered,
    depth_of,
    in_words,
    kind_of_media,
    picture_facts,
    rich,
    wrapped,
)

Measure = Literal["sm", "md", "lg"]

MEASURES: dict[str, tuple[int, int]] = {"sm": (16, 6), "md": (32, 12), "lg": (64, 24)}
"""Cells of the named sizes."""

SEEN = ("picture", "video", "text", "svg")
"""Kinds of files that have a preview."""

LEAST_FOR_FACTS = 5
"""Minimum lines to show the facts below the picture."""

LEAST_FOR_TEXTS = 12
"""Minimum lines to show the alt texts below those."""


@checks_arguments(media=(MediaItem, type(None)))
class SvcMediaPreview(SvcWidget):
    """A picture, a video frame, or an icon with details.

    `size` is a name, or columns and lines; without it, the style sheet sets the box. `contain`
    shows the whole picture; without it, the box is filled. Fetches nothing until visible or while
    pictures are off; without services, it shows the media's own data.
    """

    DEFAULT_CSS = """
    SvcMediaPreview { width: 1fr; height: 1fr; }
    SvcMediaPreview > .preview--facts { color: $text-muted; }
    """

    COMPONENT_CLASSES = {"preview--facts"}

    media: reactive[MediaItem | None] = reactive[MediaItem | None](None, init=False)
    """The file that is shown; None shows nothing."""
    contain: reactive[bool] = reactive(True, init=False)
    """Whether the whole picture is shown; else its middle fills the box."""
    show_filename: reactive[bool] = reactive(False, init=False)

    def __init__(
        self,
        media: MediaItem | None = None,
        *,
        size: Measure | tuple[int, int] | None = None,
        contain: bool = True,
        show_filename: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        kind = (tuple, type(None)) if not isinstance(size, str) else OneOf(tuple(MEASURES))
        check_values(type(self), {"size": size}, {"size": kind})
        self.set_reactive(SvcMediaPreview.media, media)
        self.set_reactive(SvcMediaPreview.contain, contain)
        self.set_reactive(SvcMediaPreview.show_filename, show_filename)
        self.look: PicturePreview | None = None
        """The preview, once fetched."""
        self._lines: list[Strip] | None = None
        self._drawing: Drawing | None = None
        self._wanted: tuple[object, ...] = ()
        self._ground: object = None
        """The colors below it when its lines were drawn."""
        if size is not None:
            columns, lines = MEASURES[size] if isinstance(size, str) else size
            self.styles.width, self.styles.height = columns, lines

    @property
    def pictures(self) -> PictureStore | None:
        """The picture store; None without services."""
        found = services(self)
        return found.pictures if found is not None else None

    def on_mount(self) -> None:
        if self.pictures is not None:
            self.listen(self.pictures)
        if (sources := overlay_sources_of(self.app)) is not None:
            sources[self] = self.stamp
        self._say_whether_bare()

    def on_unmount(self) -> None:
        (overlay_sources_of(self.app) or {}).pop(self, None)

    def watch_media(self, before: MediaItem | None, media: MediaItem | None) -> None:
        """Show another file; a newer version of the same one keeps its picture until then."""
        if before is None or media is None or before.id != media.id:
            self.look = self._drawing = None
        self._redraw()

    def watch_contain(self) -> None:
        self._redraw()

    def watch_show_filename(self) -> None:
        self._redraw()

    def on_resize(self) -> None:
        self._redraw()

    def on_hide(self) -> None:
        self.workers.cancel_group(self, "picture")
        self._wanted = ()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._redraw()

    @on(PictureStore.Changed)
    def _switched(self) -> None:
        self.look = self._drawing = None
        self._redraw()

    def _say_whether_bare(self) -> None:
        """Set `-bare` while there is no picture, so that a style sheet can give it less room."""
        described = self.look is not None and (self.look.kind == "text" or bool(self.look.source))
        bare = self.look is not None and self.look.picture is None and not described
        self.set_class(bare or not self._may_be_seen, "-bare")

    @property
    def _may_be_seen(self) -> bool:
        seen = self.media is not None and kind_of_media(self.media, None) in SEEN
        return seen and self._fetches

    def render_line(self, y: int) -> Strip:
        """Draw a line; the first call means that the widget is visible."""
        if self._ground != self.background_colors:  # Of a field that the cursor came to or left.
            self._lines = None
        if (lines := self._lines) is None:
            self._ground = self.background_colors
            lines = self._lines = self._drawn()
            self._want()  # From Python 3.12 on, its task begins at once, and may draw anew.
        if y < len(lines):
            return lines[y]
        return Strip.blank(self.size.width, self.rich_style)

    def _redraw(self) -> None:
        self._lines = None
        self._wanted = ()
        self._say_whether_bare()
        self.refresh()

    # Fetching

    def _want(self) -> None:
        """Fetch the picture for this file and box, once."""
        wanted = (self.media, self.size, self.contain, depth_of(self.app))
        if self.media is None or wanted == self._wanted or not self._fetches:
            return
        self._wanted = wanted
        # Called by its worker: if superseded before its first step, nothing is left unawaited.
        _: Worker[None] = self.run_worker(self._fetch, group="picture", exclusive=True)

    @property
    def _fetches(self) -> bool:
        store = self.pictures
        return store is not None and self.mode != "off" and depth_of(self.app) is not None

    async def _fetch(self) -> None:
        media, store, depth = self.media, self.pictures, depth_of(self.app)
        if media is None or store is None or depth is None:
            return
        look = await self.looked(store, media)
        drawing = None
        below = len(self._below(look)) + len(self._texts(look))
        room = (self.size.width, max(1, self.size.height - below))
        if look.picture is not None and min(room) > 0:
            sketch = DrawRequest(self, store, media, look.picture, depth, room, self.contain)
            drawing = await drawing_of(sketch, self.mode)
        if media is self.media and self._fetches:  # Pictures may have been switched off since.
            self.look, self._drawing, self._lines = look, drawing, None
            self._say_whether_bare()
            self.refresh()

    async def looked(self, store: PictureStore, media: MediaItem) -> PicturePreview:
        """Fetch the preview of a file that stays for a moment."""
        look = store.known(media)
        if look is None:
            await asyncio.sleep(REST)
            look = await store.look(media)
        return look

    @property
    def mode(self) -> PictureMode:
        return self.pictures.state.mode if self.pictures is not None else "off"

    def stamp(self) -> Overlay | None:
        """Return the graphics over the cells, and where they are now."""
        drawing = self._drawing
        if drawing is None or not drawing.over or not self.is_attached or self._lines is None:
            return None
        if self.screen is not self.app.screen:
            return None
        region = self.content_region
        x = region.x + max(0, (region.width - drawing.width) // 2)
        return Overlay(region.y, x, cells_of(self.app, drawing.strips), drawing.over)

    # Drawing

    def _below(self, look: PicturePreview | None) -> list[str]:
        """Return the lines under a picture: its name, its facts."""
        if self.media is None:
            return []
        below = wrapped([self.media.filename], self.size.width)[:1] if self.show_filename else []
        if look is not None and look.picture is not None and self.size.height >= LEAST_FOR_FACTS:
            below.append("  ".join(look.lines))
        return below

    def _texts(self, look: PicturePreview | None) -> list[str]:
        """Return the alt texts below a picture beside a list, in at most a third of its lines."""
        width, height = self.size
        seen = look is not None and look.picture is not None and self.has_class("aside")
        if self.media is None or not seen or height < LEAST_FOR_TEXTS:
            return []
        lines, most = wrapped(self._alt_texts(self.media), width), height // 3 - 1
        if len(lines) > most:
            lines = [*lines[: most - 1], cut(" ".join(lines[most - 1 :]), width)]
        return ["", *lines] if lines else []

    def _alt_texts(self, media: MediaItem) -> list[str]:
        svc = services(self)
        return alt_texts(media, lambda code: language_in_words(code, svc))

    def _drawn(self) -> list[Strip]:
        width, height = self.size
        media, look = self.media, self.look
        if media is None or not width or not height:
            return []
        style = self.rich_style
        # The component's style is cached with the ground it had first.
        muted = style + Style(color=rich(self, "preview--facts").color)
        below, texts = self._below(look), self._texts(look)
        room = max(1, height - len(below) - len(texts))
        if self._drawing is not None and self._drawing.height <= room:
            lines = [centered(one, width, style) for one in self._drawing.strips]
        else:
            kind = kind_of_media(media, look)
            source = look.source if look is not None else ()
            words = self._words(media, look)
            if kind != "text":  # Its name is beside its facts, not below the empty room.
                words, below, room = (*below, *words), [], max(1, height - len(texts))
            lines = in_words(PicturePlaceholder(kind, words, (width, room), style, muted, source))
        lines += [self._caption(one, width, muted) for one in below]
        strips = (Strip([Segment(cut(one, width), muted)]) for one in texts)
        return lines + [one.adjust_cell_length(width, style) for one in strips]

    def _caption(self, text: str, width: int, style: Style) -> Strip:
        """Return a line below a picture; in a form it begins at the picture's left edge."""
        words = Strip([Segment(cut(text, width), style)])
        seen = self._drawing.width if self._drawing is not None else 0
        if not self.has_class("glimpse") or words.cell_length > seen:
            return centered(words, width, style)
        edge = Strip([Segment(" " * ((width - seen) // 2), style)])
        return Strip.join([edge, words]).adjust_cell_length(width, style)

    def _words(self, media: MediaItem, look: PicturePreview | None) -> tuple[str, ...]:
        if look is not None and look.picture is None:
            return picture_facts(media, look)
        size = human_size(media.size) if media.size else ""
        facts = tuple(one for one in (media.mime_type, size) if one)
        if not self.has_class("glimpse"):  # There, one line is too narrow for both.
            facts = ("  ".join(facts),)
        why = ""
        if self.pictures is not None and kind_of_media(media, look) in ("picture", "video"):
            if depth_of(self.app) is None:
                why = NO_COLORS
            elif self.mode == "off":
                why = SWITCHED_OFF
        return tuple(one for one in (*facts, why) if one)
