"""A video's poster frame and length, with PyAV: the extra `video`. Call it in a thread."""

from __future__ import annotations

from importlib.util import find_spec
from io import BytesIO
from typing import Any

from svc_tui.pictures.decode import INSTALL, MOST_PIXELS, NoPicture, Picture, of_image, too_large

INSTALL_VIDEO = "To show video frames: pip install av pillow."

MOST_FRAMES = 30
"""Maximum number of frames searched for one that is not black."""


def poster(data: bytes, side: int) -> tuple[Picture, str]:
    """Return the first non-black frame, and facts.

    Raises `NoPicture`. Only these bytes are read: a container may name other files, which are never
    opened.
    """
    try:
        import av
        import av.error
    except ImportError:
        raise NoPicture(INSTALL_VIDEO) from None
    if find_spec("PIL") is None:
        raise NoPicture(INSTALL)
    try:
        with av.open(BytesIO(data), "r", metadata_errors="replace", options=_ALONE) as container:
            return _poster(container, side)
    except NoPicture:
        raise
    except Exception:
        # A demuxer may raise anything on a malicious file.
        raise NoPicture("The video can't be read.") from None


_ALONE = {"protocol_whitelist": "", "format_whitelist": "mov,mp4,matroska,webm,avi,ogg,mpegts,flv"}
"""Options that keep a file from opening others."""


def _poster(container: Any, side: int) -> tuple[Picture, str]:
    if not container.streams.video:
        raise NoPicture("This video has no picture.")
    stream = container.streams.video[0]
    stream.codec_context.thread_count = 1
    # A frame may be larger than the video says.
    stream.codec_context.options = {"max_pixels": str(MOST_PIXELS)}
    size = (stream.codec_context.width, stream.codec_context.height)
    if size[0] * size[1] > MOST_PIXELS:
        raise NoPicture(too_large(size))
    best = None
    for number, frame in enumerate(container.decode(stream)):
        image = frame.to_image(
            width=_even(frame.width, frame, side), height=_even(frame.height, frame, side)
        )
        best = best or image
        low, high = image.convert("L").getextrema()
        if high - low > 40:
            best = image
            break
        if number >= MOST_FRAMES:
            break
    if best is None:
        raise NoPicture("The video can't be read.")
    seconds = container.duration / 1_000_000 if container.duration else 0.0
    name = container.format.name.partition(",")[0].upper()
    return of_image(best, size, name), length(seconds)


def _even(of: int, frame: Any, side: int) -> int:
    """Return a side scaled down with the longer one to `side`."""
    scale: float = min(1.0, side / max(frame.width, frame.height, 1))
    return max(2, 2 * round(of * scale / 2))


def length(seconds: float) -> str:
    """Return `1:02:03`, `0:07`; "" for an unknown length."""
    if seconds <= 0:
        return ""
    hours, rest = divmod(round(seconds), 3600)
    minutes, secs = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{secs:02}" if hours else f"{minutes}:{secs:02}"
