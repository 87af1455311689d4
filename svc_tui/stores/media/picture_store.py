"""PictureStore: the previews of files, fetched when wanted, cached, never twice at once."""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from svc_tui.api.download import Downloaded, Downloads, NotDownloaded
from svc_tui.models.media import MediaItem
from svc_tui.pictures.blocks import Blocks, Color, Depth, drawn
from svc_tui.pictures.cache import PictureCache, key_of
from svc_tui.pictures.decode import GRAPHICS_SIDE, SIDE, NoPicture, Picture, decoded
from svc_tui.pictures.kinds import (
    HEAD,
    Kind,
    first_lines,
    is_page,
    is_svg,
    kind_of,
    pdf_facts,
    svg_facts,
    svg_lines,
)
from svc_tui.pictures.video import poster
from svc_tui.stores.base import Store, StoreChanged
from svc_tui.stores.media.picture_modes import (
    GRAPHIC,
    PictureMode,
    TerminalInfo,
    Wish,
    remembered,
    resolve_mode,
    saved_choice,
    toggled,
)
from svc_tui.stores.session.preferences_store import PreferencesStore

AT_ONCE = 3
"""Maximum number of concurrent downloads."""

DECODERS = 1
"""Threads that decode pictures: a second one is hardly faster, and both delay the keys."""

MEMORY = 16 * 2**20
"""Bytes of pictures in memory."""

DRAWN_CELLS = 60_000
"""Cells of cached drawings: a few screens of pictures."""

RASTER = ("webp", "jpeg", "jpg", "png", "gif")
"""The formats of renditions that every installation can decode."""

VIDEO_HEAD = 8 * 2**20
"""Bytes of a video fetched for its first frame."""

ResultT = TypeVar("ResultT")


@dataclass(frozen=True)
class PicturePreview:
    """The preview of a file: a picture, lines of text, or why there is nothing."""

    kind: Kind = "other"
    picture: Picture | None = None
    lines: tuple[str, ...] = ()
    """The beginning of a text, or facts; untrusted text."""
    source: tuple[str, ...] = ()
    """For a drawing, the beginning of its text; untrusted text."""
    reason: str = ""
    """Why there is no picture, in a sentence."""
    lasting: bool = True
    """Whether asking again would give the same result."""


@dataclass(frozen=True)
class PicturesState:
    """The mode in which pictures are shown."""

    mode: PictureMode = "half-block"


class PictureStore(Store[PicturesState]):
    """The pictures of media, for all widgets that show some."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """The picture mode has changed, or pictures were switched off."""

        state: PicturesState

    def __init__(
        self,
        downloads: Downloads,
        cache: PictureCache | None = None,
        preferences: PreferencesStore | None = None,
        *,
        wish: Wish = "auto",
        terminal_info: TerminalInfo | None = None,
        most_bytes: int = 20 * 2**20,
    ) -> None:
        self.terminal_info = terminal_info or TerminalInfo.of(os.environ)
        self.most_bytes = most_bytes
        """The largest file that is fetched for a picture."""
        self._downloads = downloads
        self._cache = cache
        self._preferences = preferences or PreferencesStore()
        self._wish: Wish = wish
        self._looks: OrderedDict[str, PicturePreview] = OrderedDict()
        self._drawings: OrderedDict[tuple[object, ...], Blocks] = OrderedDict()
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._busy: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """A lock for each file being fetched, dropped with the last user."""
        self._threads: ThreadPoolExecutor | None = None
        super().__init__(PicturesState(self._mode()))
        self._preferences.subscribe(lambda _: self.change(mode=self._mode()))

    # The mode

    @property
    def on(self) -> bool:
        """Whether pictures are fetched and shown."""
        return self.state.mode != "off"

    def toggle(self) -> PictureMode:
        """Switch pictures on or off; remembered for this terminal."""
        before = saved_choice(self._preferences.state.pictures, self.terminal_info).get(
            "on", self._wish
        )
        mode = toggled(self.state.mode, before)
        self.choose(mode)
        return mode

    def choose(self, mode: PictureMode) -> None:
        """Show pictures in this mode from now on, at this terminal."""
        kept = self._preferences.state.pictures
        if self.state.mode != "off":  # A later `toggle` goes back to it.
            kept = remembered(kept, self.terminal_info, self.state.mode)
        self._preferences.remember(pictures=remembered(kept, self.terminal_info, mode))

    def _mode(self) -> PictureMode:
        chosen = saved_choice(self._preferences.state.pictures, self.terminal_info).get("way")
        return resolve_mode(self._wish, chosen, self.terminal_info)

    # Previews

    @property
    def side(self) -> int:
        """Pixels of the longer side that are worth keeping in this mode."""
        return GRAPHICS_SIDE if self.state.mode in GRAPHIC else SIDE

    def known(self, media: MediaItem) -> PicturePreview | None:
        """Return the cached preview of a file; None where it has to be fetched."""
        key = self._key(media)
        if (look := self._looks.get(key)) is not None:
            self._looks.move_to_end(key)
        return look

    async def look(self, media: MediaItem) -> PicturePreview:
        """Return the preview of a file. Never raises for faults of a file or a server.

        Cancelling it ends the download; concurrent callers share it.
        """
        key = self._key(media)
        async with self._alone(key):
            if (look := self.known(media)) is not None:
                return look
            async with self._turns:
                look = await self._look(media, key)
            if look.lasting:
                self._hold(key, look)
            return look

    def forget(self, media: MediaItem) -> None:
        """Allow a file to be fetched again, as after an error."""
        self._looks.pop(self._key(media), None)

    def forget_all(self) -> None:
        """Forget all files: another user signs in, who may see more or less."""
        self._looks.clear()
        self._drawings.clear()

    def drawing(self, media: MediaItem, **how: Any) -> Blocks | None:
        return self._drawings.get((self._key(media), *how.items()))

    async def draw(
        self,
        media: MediaItem,
        picture: Picture,
        *,
        room: tuple[int, int],
        ground: Color,
        contain: bool,
        depth: Depth,
    ) -> Blocks:
        """Draw a picture in half blocks."""
        how = {"room": room, "ground": ground, "contain": contain, "depth": depth}
        key = (self._key(media), *how.items())
        if (found := self._drawings.get(key)) is None:
            found = await self._in_thread(_drawn, picture, how)
            self._drawings[key] = found
            held = sum(one.width * one.height for one in self._drawings.values())
            while held > DRAWN_CELLS and len(self._drawings) > 1:
                _, gone = self._drawings.popitem(last=False)
                held -= gone.width * gone.height
        return found

    async def in_thread(self, work: Callable[..., ResultT], *args: Any) -> ResultT:
        """Run other work with pixels in the thread for pictures."""
        return await self._in_thread(work, *args)

    async def aclose(self) -> None:
        """Cancel running requests."""
        threads, self._threads = self._threads, None
        if threads is not None:
            threads.shutdown(wait=False, cancel_futures=True)
        await self._downloads.aclose()

    # Fetching

    def _key(self, media: MediaItem) -> str:
        small = self._small(media)
        address = f"{self._downloads.base}\n{small}\n{media.file}\n{media.mime_type}"
        return key_of(address, media.modified, media.size, self.side)

    @asynccontextmanager
    async def _alone(self, key: str) -> AsyncIterator[None]:
        """Fetch each file once at a time: the second caller gets the first one's result."""
        lock = self._busy.setdefault(key, asyncio.Lock())
        async with lock:
            yield

    async def _look(self, media: MediaItem, key: str) -> PicturePreview:
        kind = kind_of(media.mime_type, media.filename)
        if self._cache is not None:
            kept = await self._in_thread(self._cache.find, key)
            if kept is not None:
                return PicturePreview(kind, kept, _facts(media, kept))
        try:
            look = await self._fetched(media, kind)
        except NotDownloaded as error:
            return PicturePreview(kind, reason=str(error), lasting=error.lasting)
        except NoPicture as error:
            return PicturePreview(kind, reason=str(error))
        if look.picture is not None and self._cache is not None:
            await self._in_thread(self._cache.keep, key, look.picture)
        return look

    async def _fetched(self, media: MediaItem, kind: Kind) -> PicturePreview:
        """Fetch a rendition or thumbnail that is large enough, else the file itself."""
        small: PicturePreview | None = None
        if address := self._small(media):
            try:
                small = await self._picture(media, address, kind)
            except (NotDownloaded, NoPicture):
                small = None
        if small is not None and (kind != "picture" or self._suffices(small, media)):
            return small
        try:
            return await self._file(media, kind)
        except (NotDownloaded, NoPicture):
            if small is None:
                raise
            return small

    def _small(self, media: MediaItem) -> str:
        """Return the URL of the smallest rendition that is large enough, else of the thumbnail."""
        enough = (
            one
            for one in media.renditions
            if one.side >= self.side // 2 and one.format.lower() in RASTER
        )
        found = next(enough, None)
        return found.url if found is not None else media.thumbnail

    def _suffices(self, small: PicturePreview, media: MediaItem) -> bool:
        picture = small.picture
        large = picture is not None and max(picture.width, picture.height) >= self.side // 2
        return large or media.size > self.most_bytes or not media.file

    async def _file(self, media: MediaItem, kind: Kind) -> PicturePreview:
        if kind == "picture":
            return await self._picture(media, media.file, kind)
        if kind == "video":
            return await self._video(media)
        if kind in ("svg", "pdf", "text"):
            found = await self._downloads.read(media.file, most=HEAD, whole=False)
            return _file_preview(kind, found)
        return PicturePreview(kind)

    async def _picture(self, media: MediaItem, address: str, kind: Kind) -> PicturePreview:
        found = await self._downloads.read(address, most=self.most_bytes)
        if is_page(found.data):
            raise NoPicture("The server sent a web page instead of the file.")
        if is_svg(found.data) and not found.data.startswith((b"\x89PNG", b"\xff\xd8", b"GIF8")):
            return _file_preview("svg", found)
        if not found.data:
            raise NoPicture("The file is empty.")
        picture = await self._in_thread(decoded, found.data, self.side)
        return PicturePreview(kind, picture, _facts(media, picture))

    async def _video(self, media: MediaItem) -> PicturePreview:
        found = await self._downloads.read(media.file, most=VIDEO_HEAD, whole=False)
        if is_page(found.data):
            raise NoPicture("The server sent a web page instead of the file.")
        picture, length = await self._in_thread(poster, found.data, self.side)
        facts = (*_facts(media, picture), length)
        return PicturePreview("video", picture, tuple(fact for fact in facts if fact))

    def _hold(self, key: str, look: PicturePreview) -> None:
        """Cache in memory, and evict the least recently used."""
        self._looks[key] = look
        self._looks.move_to_end(key)
        held = sum(_weight(one) for one in self._looks.values())
        while held > MEMORY and len(self._looks) > 1:
            _, gone = self._looks.popitem(last=False)
            held -= _weight(gone)

    async def _in_thread(self, work: Callable[..., ResultT], *args: Any) -> ResultT:
        if self._threads is None:
            self._threads = ThreadPoolExecutor(DECODERS, "pictures")
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)


def _drawn(picture: Picture, how: Mapping[str, Any]) -> Blocks:
    """Draw in as few colors as the size allows."""
    given = dict(how)
    room = given.pop("room")
    return drawn(picture, room, colors=32 if room[0] * room[1] <= 300 else 64, **given)


def _file_preview(kind: Kind, found: Downloaded) -> PicturePreview:
    """Return the facts read from the beginning of a file."""
    if kind == "svg":
        if not is_svg(found.data):
            return PicturePreview(kind, reason="The file claims to be an SVG, but is not.")
        return PicturePreview(kind, lines=svg_facts(found.data), source=svg_lines(found.data))
    if kind == "pdf":
        return PicturePreview(kind, lines=pdf_facts(found.data))
    return PicturePreview(kind, lines=first_lines(found.data, found.complete))


def _facts(media: MediaItem, picture: Picture) -> tuple[str, ...]:
    return (picture.facts,) if picture.kind else ()


def _weight(look: PicturePreview) -> int:
    return 200 + (len(look.picture.rgba) if look.picture is not None else 0)
