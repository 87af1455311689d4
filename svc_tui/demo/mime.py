"""The MIME type of a file: by its first bytes where they tell, else by its name."""

from __future__ import annotations

import mimetypes

UNKNOWN = "application/octet-stream"

SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"%PDF-", "application/pdf"),
    (b"PK\x03\x04", "application/zip"),
    (b"OggS", "application/ogg"),
    (b"\x1aE\xdf\xa3", "video/webm"),
)
RIFF = {b"AVI ": "video/x-msvideo", b"WEBP": "image/webp", b"WAVE": "audio/x-wav"}
CONTAINERS = frozenset({"application/zip", "application/ogg", "video/webm"})
"""Signatures shared by several types: there the name may say it better."""


def mime_of(name: str, head: bytes) -> str:
    """The MIME type of a file that starts with `head`; a picture named `.txt` stays one."""
    named = mimetypes.guess_type(name)[0] or UNKNOWN
    found = _signed(head)
    if found is None or (found in CONTAINERS and named != UNKNOWN):
        return named
    return found


def _signed(head: bytes) -> str | None:
    """The type that the first bytes give away."""
    if head[:4] == b"RIFF":
        return RIFF.get(head[8:12])
    if head[4:8] == b"ftyp":
        return "video/mp4"
    return next((mime for signature, mime in SIGNATURES if head.startswith(signature)), None)
