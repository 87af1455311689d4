"""A media library in memory: folders, files and their texts, in the canonical shape."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from email import message_from_bytes, policy
from typing import Any

import httpx

from svc_tui.models.arguments import AtLeast, ListOf, check_values
from svc_tui.testing.answers import sent_object
from svc_tui.testing.collection import detail, not_allowed

Row = dict[str, Any]


class MediaLibrary:
    """The files and folders of a fake backend; tests read and change `files` and `folders`."""

    def __init__(
        self,
        files: Iterable[Mapping[str, Any]] = (),
        folders: Iterable[Mapping[str, Any]] = (),
        *,
        media: str = "/api/media",
        folders_path: str = "/api/media-folders",
        page_size: int = 20,
    ) -> None:
        many = ListOf(Mapping)
        kinds = {"files": many, "folders": many, "page_size": AtLeast(1)}
        given = {"files": files, "folders": folders, "page_size": page_size}
        check_values(MediaLibrary, given, kinds)
        self.files: list[Row] = [dict(one) for one in files]
        """Objects with `id`, `file`, `mime_type`, `title`, `alt_text`, `description`, `folder`."""
        self.folders: list[Row] = [dict(one) for one in folders]
        """Objects with `id`, `name` and `parent`; a parent of None is the root."""
        self.media = media.rstrip("/")
        self.folders_path = folders_path.rstrip("/")
        self.page_size = page_size

    def key(self, path: str) -> tuple[list[Row], str] | None:
        """Return the rows that a path is about and the id in it; None for any other path."""
        for place, rows in ((self.folders_path, self.folders), (self.media, self.files)):
            if path == place or path.rpartition("/")[0] == place:
                return rows, path[len(place) :].strip("/")
        return None

    def answer(self, request: httpx.Request, rows: list[Row], key: str) -> httpx.Response:
        """Answer a request for files or folders, or for one of them where `key` is its id."""
        row = next((one for one in rows if str(one["id"]) == key), None)
        if key and row is None:
            return detail(404, "Not found.")
        if request.method == "GET" and rows is self.folders:
            return httpx.Response(200, json=self._explorer(request, row))
        if request.method == "GET" and row is not None:
            return httpx.Response(200, json=row)
        if request.method == "GET":
            return httpx.Response(200, json=self.files)
        if request.method == "POST" and row is None:
            row = {"id": self._next_id(rows), **self._new(rows), **_sent(request)}
            rows.append(row)
            return httpx.Response(201, json=row)
        if request.method in ("PATCH", "PUT") and row is not None:
            row.update(_sent(request))
            return httpx.Response(200, json=row)
        if request.method == "DELETE" and row is not None:
            rows.remove(row)
            return httpx.Response(204)
        return not_allowed(request)

    def _new(self, rows: list[Row]) -> Row:
        if rows is self.folders:
            return {"name": "", "parent": None}
        return {"file": "", "title": "", "alt_text": "", "description": "", "folder": None}

    def _next_id(self, rows: list[Row]) -> int:
        return max((one["id"] for one in rows if isinstance(one["id"], int)), default=0) + 1

    def _explorer(self, request: httpx.Request, folder: Row | None) -> Row:
        """Return the content of a folder: a page of its files, and the folders in it."""
        asked, here = request.url.params, None if folder is None else folder["id"]
        words, mime = asked.get("search", "").casefold(), asked.get("mime", "")
        files = [
            one
            for one in self.files
            if (asked.get("all") or _id(one.get("folder")) == here)
            and words in f"{one.get('title', '')} {one.get('file', '')}".casefold()
            and str(one.get("mime_type", "")).startswith(mime.rstrip("*"))
        ]
        pages = max(1, math.ceil(len(files) / self.page_size))
        page = min(int(asked.get("page", "1")), pages)
        shown = files[(page - 1) * self.page_size : page * self.page_size]
        return {
            "folders": [one for one in self.folders if _id(one.get("parent")) == here],
            "parent_folder": folder,
            "trail": [*reversed(self._above(folder))],
            "media": {
                "items": shown,
                "paginator": {"page": page, "pages": pages, "count": len(files)},
            },
        }

    def _above(self, folder: Row | None) -> list[Row]:
        """Return the folders above one, the nearest first."""
        found: list[Row] = []
        while folder is not None and len(found) <= len(self.folders):
            above = _id(folder.get("parent"))
            folder = next((one for one in self.folders if one["id"] == above), None)
            found += [] if folder is None else [folder]
        return found


def _id(value: Any) -> Any:
    return value["id"] if isinstance(value, Mapping) else value


def _sent(request: httpx.Request) -> Row:
    """Return the values of a request, JSON or a form; a file is an address and its facts."""
    kind = request.headers.get("content-type", "")
    if not kind.startswith("multipart/"):
        return sent_object(request)
    head = f"Content-Type: {kind}\r\n\r\n".encode()
    form = message_from_bytes(head + request.content, policy=policy.HTTP)
    found: Row = {}
    for part in form.iter_parts():
        name = str(part.get_param("name", header="content-disposition"))
        body = part.get_payload(decode=True)
        content = body if isinstance(body, bytes) else b""
        if (file := part.get_filename()) is not None:
            facts = {"mime_type": part.get_content_type(), "size": len(content)}
            found |= {name: f"/media/{file}", **facts}
        elif name in ("folder", "parent"):
            found[name] = int(content) if content.isdigit() else None
        else:
            found[name] = content.decode()
    return found
