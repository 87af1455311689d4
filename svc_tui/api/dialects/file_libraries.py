"""Media libraries of Directus and Strapi, whose files and folders are plain collections."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import quote, urlencode

from svc_tui.api.errors import NotFound, NotSent, ValidationFailed
from svc_tui.api.given import check_file
from svc_tui.api.media import MediaApi, Percent
from svc_tui.api.multipart import UploadFile, to_json
from svc_tui.api.responses import parsed
from svc_tui.models.media import TRANSLATED, Explorer, MediaFolder, MediaItem, MediaListParams
from svc_tui.models.records import Id, require_object, same_id

PAGE = 24
"""The files of one page."""


class _FileLibrary(MediaApi):
    """The base of both: the names of text fields, and how a file is read."""

    texts: Mapping[str, str] = {}
    """The text fields of a file, by the backend's names."""

    def canonical(self, file: Mapping[str, Any]) -> dict[str, Any]:
        """Return a file of an answer in the canonical shape."""
        raise NotImplementedError

    def _item(self, body: Any) -> MediaItem:
        return MediaItem.parse(self._named_as_here(body))

    def _named_as_here(self, body: Any) -> Any:
        """Return the file of an answer, which may be wrapped in `data` or in an array."""
        if isinstance(body, Mapping) and isinstance(body.get("data"), Mapping):
            body = body["data"]
        if isinstance(body, list) and len(body) == 1:
            body = body[0]
        file = require_object(body, "a file")
        named = {ours: file[theirs] for ours, theirs in self.texts.items() if theirs in file}
        return {"id": file.get("id"), **named, **self.canonical(file)}

    def _explorer_of(
        self, files: Iterable[Any], count: int | None, params: MediaListParams, **more: Any
    ) -> Explorer:
        items = tuple(map(self._item, files))
        pages = max(1, -(-(count or 0) // PAGE))
        return Explorer(items, params.page or 1, pages, count, **more)

    def _changed_texts(self, item: MediaItem, since: MediaItem | None) -> dict[str, str]:
        """Return the text to write, by the backend's names; raises for unsupported text."""
        changed = [key for key in TRANSLATED if since is None or item.text(key) != since.text(key)]
        for key in changed:
            if key not in self.texts and item.text(key):
                words = f"{self.dialect.called} does not store this text for files."
                raise ValidationFailed(errors={key: [words]})
        return {self.texts[key]: item.text(key) for key in changed if key in self.texts}


class DirectusMedia(_FileLibrary):
    """`/files` and `/folders`: one request reads all folders, another a page of files."""

    texts = {"title": "title", "description": "description"}

    async def explorer(
        self, folder: Id | None = None, params: MediaListParams | None = None
    ) -> Explorer:
        """Return a page of a folder's files and the folders in it; None is the root."""
        params = params or MediaListParams()
        files, tree = await asyncio.gather(self._files(folder, params), self._folders())
        here = tree.get(str(folder)) if folder is not None else None
        if folder is not None and here is None:
            path = self.requested(self.folders.item(folder))
            raise NotFound(404, "GET", path, "there is no such folder")
        inside = [one for one in tree.values() if same_id(one.parent, folder)]
        rows, count = files
        return self._explorer_of(
            rows,
            count,
            params,
            folders=() if params.all or params.search else tuple(inside),
            parent_folder=None if params.all else here,
            trail=() if params.all else _above(here, tree),
        )

    async def _files(self, folder: Id | None, params: MediaListParams) -> tuple[list[Any], int]:
        query: dict[str, Any] = {
            "limit": PAGE,
            "page": params.page or 1,
            "sort": "-uploaded_on",
            "meta": "filter_count",
            "search": params.search or None,
        }
        if not params.all:
            one = "filter[folder]"
            query |= {f"{one}[_null]": "true"} if folder is None else {f"{one}[_eq]": folder}
        if params.mime:
            query["filter[type][_starts_with]"] = params.mime.replace("*", "")
        response = await self._send("GET", self.media.collection, params=query)
        return parsed(response, _counted)

    async def _folders(self) -> dict[str, MediaFolder]:
        query = {"limit": -1, "fields": "id,name,parent", "sort": "name"}
        response = await self._send("GET", self.folders.collection, params=query)
        return parsed(response, lambda body: {str(one.id): one for one in _folders_in(body)})

    def canonical(self, file: Mapping[str, Any]) -> dict[str, Any]:
        """Return a file with the address of its content and of a small picture."""
        address = f"{self._fetch.base.path}/assets/{file.get('id')}"
        name = quote(str(file.get("filename_download") or "file"), safe="")
        kind = str(file.get("type") or "")
        return {
            "file": f"{address}/{name}",
            "thumbnail": f"{address}?key=system-small-contain" if kind.startswith("image/") else "",
            "mime_type": kind,
            "size": int(file.get("filesize") or 0),  # It is sent as text.
            "created": file.get("created_on") or file.get("uploaded_on"),
            "modified": file.get("modified_on"),
            "folder": file.get("folder"),
        }

    def _folder(self, body: Any) -> MediaFolder:
        return MediaFolder.parse(body.get("data") if isinstance(body, Mapping) else body)

    async def upload(
        self,
        file: Path | BinaryIO | UploadFile,
        *,
        title: str = "",
        folder: Id | None = None,
        alt_text: str = "",
        description: str = "",
        on_progress: Percent | None = None,
    ) -> MediaItem:
        """Add a file to a folder; None is the root."""
        check_file(file)
        self._changed_texts(MediaItem("", alt_text=alt_text), None)
        values = {"title": title, "description": description, "folder": folder}
        payload = {key: value for key, value in values.items() if value} | {"file": file}
        return await self._upload("POST", self.media.collection, payload, on_progress)

    async def patch(
        self, item: MediaItem, since: MediaItem | None = None, *, if_match: str | None = None
    ) -> MediaItem:
        """Save the text of a file; only what differs from `since`."""
        path, texts = self.media.item(item.id), self._changed_texts(item, since)
        return await self._written(await self._write("PATCH", path, texts), item.id)

    async def replace(
        self,
        id: Id,
        file: Path | BinaryIO | UploadFile,
        *,
        maintain_url: bool = False,
        on_progress: Percent | None = None,
    ) -> MediaItem:
        """Replace the content of a file, whose address stays the same."""
        check_file(file)
        return await self._upload("PATCH", self.media.item(id), {"file": file}, on_progress, id)


class StrapiMedia(_FileLibrary):
    """`/api/upload`: files without folders, which Strapi only shows in its own admin."""

    texts = {"title": "name", "alt_text": "alternativeText", "description": "caption"}
    SENT_TO = "/api/upload"

    async def explorer(
        self, folder: Id | None = None, params: MediaListParams | None = None
    ) -> Explorer:
        """Return a page of all files; the root is the only folder."""
        if folder is not None:
            path = self.requested(self.media.collection)
            raise NotFound(404, "GET", path, "Strapi's API does not list folders")
        params = params or MediaListParams()
        query: dict[str, Any] = {}
        if params.search:
            query["filters[name][$containsi]"] = params.search
        if params.mime:
            query["filters[mime][$startsWith]"] = params.mime.replace("*", "")
        first = ((params.page or 1) - 1) * PAGE
        page = {**query, "sort": "createdAt:desc", "start": first, "limit": PAGE}
        ids = {**query, "fields": "id", "limit": -1}
        files, all_ids = await asyncio.gather(
            self._send("GET", self.media.collection, params=page),
            self._send("GET", self.media.collection, params=ids),
        )
        return self._explorer_of(parsed(files, _rows), len(parsed(all_ids, _rows)), params)

    def canonical(self, file: Mapping[str, Any]) -> dict[str, Any]:
        """Return a file with its size in bytes and its smaller pictures."""
        formats = file.get("formats") if isinstance(file.get("formats"), Mapping) else {}
        small = formats.get("thumbnail") if formats else None
        return {
            "file": file.get("url"),
            "thumbnail": small.get("url") if isinstance(small, Mapping) else "",
            "mime_type": file.get("mime"),
            "size": round(float(file.get("size") or 0) * 1000),  # It is in kB.
            "created": file.get("createdAt"),
            "modified": file.get("updatedAt"),
            "renditions": {key: one for key, one in (formats or {}).items() if key != "thumbnail"},
        }

    async def upload(
        self,
        file: Path | BinaryIO | UploadFile,
        *,
        title: str = "",
        folder: Id | None = None,
        alt_text: str = "",
        description: str = "",
        on_progress: Percent | None = None,
    ) -> MediaItem:
        """Add a file."""
        check_file(file)
        item = MediaItem("", title=title, alt_text=alt_text, description=description)
        info = {key: text for key, text in self._changed_texts(item, None).items() if text}
        payload = {"fileInfo": to_json(info).decode(), "files": file}
        return await self._upload("POST", self.SENT_TO, payload, on_progress)

    async def patch(
        self, item: MediaItem, since: MediaItem | None = None, *, if_match: str | None = None
    ) -> MediaItem:
        """Save the text of a file; only what differs from `since`."""
        payload = {"fileInfo": self._changed_texts(item, since)}
        return await self._written(await self._write("POST", self._at(item.id), payload), item.id)

    async def replace(
        self,
        id: Id,
        file: Path | BinaryIO | UploadFile,
        *,
        maintain_url: bool = False,
        on_progress: Percent | None = None,
    ) -> MediaItem:
        """Replace the content of a file, which keeps its name."""
        check_file(file)
        info = {"name": (await self.detail(id)).title}
        payload = {"fileInfo": to_json(info).decode(), "files": file}
        return await self._upload("POST", self._at(id), payload, on_progress, id)

    async def move(self, id: Id, folder: Id | None) -> MediaItem:
        """Raise `NotSent`: there are no folders."""
        raise self._no_folders("PATCH")

    async def create_folder(self, name: str, parent: Id | None = None) -> MediaFolder:
        """Raise `NotSent`: there are no folders."""
        raise self._no_folders("POST")

    def _no_folders(self, method: str) -> NotSent:
        return NotSent(None, method, self.SENT_TO, "Strapi's API has no folders")

    def _at(self, id: Id) -> str:
        return f"{self.SENT_TO}?{urlencode({'id': id})}"

    def _subject(self, path: str) -> tuple[str, str]:
        return self.media.collection, path.partition("?id=")[2]


def _rows(body: Any) -> list[Any]:
    if not isinstance(body, list):
        raise ValueError("the files should be a list")
    return body


def _counted(body: Any) -> tuple[list[Any], int]:
    """Return the rows of an answer of Directus, and how many there are on all pages."""
    found = require_object(body, "the files")
    meta = require_object(found.get("meta"), "`meta` of the files")
    return _rows(found.get("data")), int(meta.get("filter_count") or 0)


def _folders_in(body: Any) -> list[MediaFolder]:
    return [MediaFolder.parse(one) for one in _rows(require_object(body, "the folders")["data"])]


def _above(folder: MediaFolder | None, tree: Mapping[str, MediaFolder]) -> tuple[MediaFolder, ...]:
    """Return the folders above one, from the root down; ends at a cycle."""
    found: list[MediaFolder] = []
    while folder is not None and folder.parent is not None:
        folder = tree.get(str(folder.parent))
        if folder is None or folder in found:
            break
        found.insert(0, folder)
    return tuple(found)
