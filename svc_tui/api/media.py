"""The calls of the media manager: folders, files, uploads."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

from svc_tui.api.accessor import renamed
from svc_tui.api.adapter import MediaAdapter
from svc_tui.api.deletions import check_deleted
from svc_tui.api.dialects import REST, Dialect
from svc_tui.api.errors import ApiError, NotFound, NotSent, PartFailed, guard_part
from svc_tui.api.fetch import SvcFetch
from svc_tui.api.given import CALLBACK, check_file, check_folder, check_given, check_place
from svc_tui.api.multipart import MultipartStyle, Policy, Progress, UploadFile, encode
from svc_tui.api.responses import (
    bad_answer,
    parsed,
    parsed_body,
    raise_for_record,
    read_json,
    read_object,
)
from svc_tui.api.urls import Endpoint, check_made_query, query_of
from svc_tui.api.write_subject import about_write
from svc_tui.models.arguments import given_words
from svc_tui.models.exact_json import not_sendable
from svc_tui.models.foreign_code import WrongReturn, is_foreign_call, value_in_time
from svc_tui.models.media import (
    TRANSLATED,
    Explorer,
    MediaFolder,
    MediaItem,
    MediaListParams,
    UnparsedMedia,
    check_folder_keys,
    check_media_keys,
    check_media_values,
)
from svc_tui.models.records import TRANSLATIONS, Id, same_id
from svc_tui.text import clean

if TYPE_CHECKING:
    import httpx

T = TypeVar("T")

Percent = Callable[[int], object]
"""Called with the progress of an upload, 0 to 100; 100 once the backend has accepted it."""


class MediaApi:
    """Reads and changes the media library through an adapter for the backend."""

    changes = 0
    """A number that grows with each request that may change how many files there are."""

    def __init__(
        self,
        fetch: SvcFetch,
        adapter: MediaAdapter | None = None,
        media_endpoint: str = REST.media_endpoint,
        folders_endpoint: str = REST.folders_endpoint,
        *,
        dialect: Dialect = REST,
        multipart: MultipartStyle | None = None,
    ) -> None:
        self.adapter = adapter or MediaAdapter()
        self.media = Endpoint.parse(media_endpoint)
        self.folders = Endpoint.parse(folders_endpoint)
        self.dialect = dialect
        self._style: MultipartStyle = multipart or dialect.multipart
        self._fetch = fetch
        self._main_lang: str | None = None
        self._lang_info: Mapping[str, Any] | None = None

    def _adapted(self, name: str, *args: Any, **shape: Sequence[str]) -> Any:
        """Return what a method of the adapter returns; a custom one may fail.

        `shape` is what the contents of a folder need, as for `Explorer.parse`.
        """
        method = getattr(self.adapter, name)
        if not is_foreign_call(method):
            return method(*args)
        with guard_part(f"method {name} of the media adapter"):
            found = value_in_time(method, *args)
            if name == "parse_root_response":
                _checked(partial(check_folder_keys, sent=args[0]), found)
                return _checked(partial(_explorer, **shape), self._with_files(found))
            if not isinstance(found, Mapping):
                raise WrongReturn(f"it should return a dict, not {given_words(found)}")
            if name.endswith("_params"):
                check_made_query(found)
            elif name.startswith("build_"):
                _check_made_values(found)
            if name == "parse_media":
                _checked(MediaItem.parse, found)
                _checked(check_media_values, found)
                _checked(partial(check_media_keys, sent=args[0]), found)
            return found

    def _with_files(self, folder: Any) -> Any:
        """Return the JSON of a folder with each file as the adapter parses it.

        `UnparsedMedia` takes the place of one that it can't parse; if it can parse none and there
        are no folders either, raises the `PartFailed` of the first.
        """
        media = folder.get("media") if isinstance(folder, Mapping) else None
        items = media.get("items") if isinstance(media, Mapping) else None
        if media is None or not isinstance(items, list):
            return folder
        parsed_items: list[Any] = []
        failed: PartFailed | None = None
        for one in items:
            try:
                parsed_items.append(self._adapted("parse_media", one))
            except PartFailed as error:
                failed = failed or error
                parsed_items.append(UnparsedMedia(_why_unparsed(error, one)))
        shown = folder.get("folders") or any(isinstance(one, Mapping) for one in parsed_items)
        if failed is not None and not shown:
            raise failed
        return {**folder, "media": {**media, "items": parsed_items}}

    def requested(self, path: str) -> str:
        """Return the path under which `path` is requested: rewritten, its slash as sent."""
        return self._fetch.requested(path)

    async def explorer(
        self, folder: Id | None = None, params: MediaListParams | None = None
    ) -> Explorer:
        """Return the contents of a folder; None is the root."""
        path = self.folders.collection if folder is None else self.folders.item(folder)
        check_given({"params": params}, params=(MediaListParams, type(None)))
        query = self._adapted("build_list_params", params or MediaListParams())
        response = await self._send("GET", path, params=query)
        found = parsed(response, self._explored)
        here = folder is not None and not (params is not None and params.all)
        hidden = self.dialect.capabilities.hides_missing_folders
        if here and hidden and found.parent_folder is None:
            raise NotFound(404, "GET", self.requested(path), "there is no such folder")
        return found

    async def detail(self, id: Id, lang: str | None = None) -> MediaItem:
        """Return one item with its links and all its text."""
        return (await self.detail_with_etag(id, lang))[0]

    async def detail_with_etag(
        self, id: Id, lang: str | None = None
    ) -> tuple[MediaItem, str | None]:
        """Return one item, and its ETag, which a later change can send as `if_match`."""
        check_given({"lang": lang}, lang=(str, type(None)))
        query = self._adapted("build_detail_params", lang)
        await self.main_lang()  # The same answer has the key of its translations.
        response = await self._send("GET", self.media.item(id), params=query)
        return parsed(response, self._item), response.headers.get("etag")

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
        """Add a file to a folder; None is the root. Raises `UnreadableFile` among others."""
        texts = {"title": title, "alt_text": alt_text, "description": description}
        check_file(file)
        check_place(folder)
        check_given(texts, **dict.fromkeys(texts, str))
        check_given({"on_progress": on_progress}, on_progress=CALLBACK)
        given = {key: text for key, text in texts.items() if text}
        values = {"file": file, "folder": folder, **given}
        payload = self._adapted("build_upload_payload", values, await self.main_lang())
        item = await self._upload("POST", self.media.collection, payload, on_progress)
        if self.dialect.capabilities.completes_uploads_late:
            # The file is stored in any case: after an error here it would be sent twice.
            with suppress(ApiError):
                return await self.detail(item.id)
        return item

    async def replace(
        self,
        id: Id,
        file: Path | BinaryIO | UploadFile,
        *,
        maintain_url: bool = False,
        on_progress: Percent | None = None,
    ) -> MediaItem:
        """Replace the file of an item."""
        check_file(file)
        check_given({"on_progress": on_progress}, on_progress=CALLBACK)
        payload = self._adapted("build_replace_file_payload", file, maintain_url)
        return await self._upload("PATCH", self.media.item(id), payload, on_progress, id)

    async def patch(
        self, item: MediaItem, since: MediaItem | None = None, *, if_match: str | None = None
    ) -> MediaItem:
        """Save the text of an item; only what differs from `since`, if that is given."""
        given = {"item": item, "since": since, "if_match": if_match}
        kinds = {"since": (MediaItem, type(None)), "if_match": (str, type(None))}
        check_given(given, item=MediaItem, **kinds)
        item = self._by_language(item, since, await self.main_lang())
        payload = self._adapted("build_media_patch_payload", item)
        if since is not None:
            before = self._adapted("build_media_patch_payload", since)
            missing = object()
            payload = {
                key: value for key, value in payload.items() if before.get(key, missing) != value
            }
        path = self.media.item(item.id)
        response = await self._write("PATCH", path, payload, if_match=if_match)
        return await self._written(response, item.id)

    async def move(self, id: Id, folder: Id | None) -> MediaItem:
        """Move an item to another folder; None is the root."""
        check_place(folder)
        response = await self._write("PATCH", self.media.item(id), {"folder": folder})
        item = await self._written(response, id)
        _check_moved(response, item.folder, folder, "folder")
        return item

    async def delete(self, id: Id) -> None:
        """Delete an item and its file."""
        with about_write(id=str(id)):
            response = await self._send("DELETE", self.media.item(id))
        await check_deleted(response, id, lambda: self.detail(id))

    async def create_folder(self, name: str, parent: Id | None = None) -> MediaFolder:
        """Create a folder; without a parent it is at the root."""
        check_folder({"name": name, "parent": parent})
        payload = self._adapted("build_folder_payload", {"name": name, "parent": parent})
        about = {"sent": {"name": name, "parent": parent}, "read": self._logged_folder}
        response = await self._write("POST", self.folders.collection, payload, about=about)
        with _after(response):
            return parsed(response, self._folder)

    async def update_folder(
        self, id: Id, before: MediaFolder | None = None, **changes: Any
    ) -> MediaFolder:
        """Rename (`name`) or move (`parent`) a folder; `before` is the folder as it was read."""
        check_folder(changes)
        cycles = self.dialect.capabilities.stores_folder_cycles
        if cycles and changes.get("parent") is not None:
            await self._check_move(id, changes["parent"])
        payload = self._adapted("build_folder_payload", changes)
        known = {key: getattr(before, key) for key in changes} if before is not None else {}
        about = {"sent": changes, "read": self._logged_folder, "before": known}
        response = await self._write(
            "PATCH", self.folders.item(id), payload, about={**about, "whole_before": True}
        )
        found = await self._folder_written(response, id)
        if "parent" in changes:
            _check_moved(response, found.parent, changes["parent"], "parent")
        return found

    async def delete_folder(self, id: Id) -> None:
        """Delete a folder; a backend may also delete everything in it."""
        with about_write(id=str(id)):
            response = await self._send("DELETE", self.folders.item(id))
        await check_deleted(response, id, lambda: self.explorer(id))

    async def lang_info(self) -> Mapping[str, Any]:
        """Return the languages of text, as OPTIONS lists them; empty if it does not.

        Raises: ApiError: there is no such answer.
        """
        if self._lang_info is None:
            response = await self._fetch("OPTIONS", self.media.collection, hooks=False)
            info = read_object(response).get("lang_info") if response.is_success else None
            self._lang_info = info if isinstance(info, Mapping) else {}
        return self._lang_info

    async def main_lang(self) -> str | None:
        """Return the language of text without one; None if there is only one language."""
        if self.dialect.capabilities.translates_media and self._main_lang is None:
            response = await self._send("OPTIONS", self.media.collection)
            said = read_object(response) if response.content else {}
            info = said.get("lang_info") or {}
            if self.dialect.accessor_of is not None:
                self._fetch.accessor = self.dialect.accessor_of(said)
            lang = info.get("default") if info.get("translatable") is not False else None
            self._main_lang = lang if isinstance(lang, str) else ""
        return self._main_lang or None

    def _by_language(self, item: MediaItem, since: MediaItem | None, lang: str | None) -> MediaItem:
        """Return the item with its changed main text under its language."""
        if lang is None:
            return item
        for key in TRANSLATED:
            text = item.text(key)
            if text != ("" if since is None else since.text(key)):
                item = item.with_text(key, text, lang)
        return item

    async def _check_move(self, id: Id, parent: Id) -> None:
        """Raise `NotSent` for a folder that would be moved into itself."""
        way = [str(parent)]
        if str(id) not in way:
            way += [str(one.id) for one in (await self.explorer(parent)).trail]
        if str(id) in way:
            path = self.folders.item(id)
            raise NotSent(
                None, "PATCH", path, "a folder can't be moved into itself or its subfolders"
            )

    def _explored(self, body: Any) -> Explorer:
        media = body.get("media") if isinstance(body, Mapping) else None
        if isinstance(media, Mapping) and isinstance(media.get("items"), list):
            items = [self._named_as_here(one) for one in media["items"]]
            body = {**body, "media": {**media, "items": items}}
        needs = ("media",)
        found = self._adapted("parse_root_response", body, needs=needs)
        return found if isinstance(found, Explorer) else _explorer(self._with_files(found), needs)

    def _item(self, body: Any) -> MediaItem:
        return MediaItem.parse(self._adapted("parse_media", self._named_as_here(body)))

    def _named_as_here(self, body: Any) -> Any:
        return renamed(body, self._fetch.accessor or TRANSLATIONS, TRANSLATIONS)

    def _folder(self, body: Any) -> MediaFolder:
        """Return one folder, read as an explorer with one folder: so the adapter normalizes it."""
        return _explorer(self._adapted("parse_root_response", {"folders": [body]})).folders[0]

    async def _written(self, response: httpx.Response, id: Id) -> MediaItem:
        """Return the item after a write; read it if the answer has none."""
        body = read_json(response)
        if body in (None, {}):
            with _after(response):
                return await self.detail(id)
        with _after(response):
            item = parsed_body(body, response, self._item)
        if not same_id(item.id, id):
            raise bad_answer(response, f"it describes another file ({item.id})")
        return item

    async def _folder_written(self, response: httpx.Response, id: Id) -> MediaFolder:
        """Return the folder after a write; read it if the answer has none."""
        body = read_json(response)
        if body in (None, {}):
            with _after(response):
                found = (await self.explorer(id)).parent_folder
                if found is None:
                    raise bad_answer(response, "the folder was changed, but can't be read")
                return found
        with _after(response):
            folder = parsed_body(body, response, self._folder)
        if not same_id(folder.id, id):
            raise bad_answer(response, f"it describes another folder ({folder.id})")
        return folder

    async def _upload(
        self,
        method: str,
        path: str,
        payload: Mapping[str, Any],
        on_progress: Percent | None,
        id: Id | None = None,
    ) -> MediaItem:
        tell = _percent_of(on_progress) if on_progress else None
        out = False

        def heard(sent: int, total: int) -> None:
            nonlocal out
            out = sent >= total
            if tell is not None:
                tell(sent, total)

        try:
            response = await self._write(method, path, payload, "force", heard)
            if id is not None:
                item = await self._written(response, id)
            else:
                with _after(response):
                    item = parsed(response, self._item)
        except ApiError as error:
            # A file that was not sent completely can't have been stored.
            error.may_have_been_applied &= out
            raise
        if on_progress:
            on_progress(100)
        return item

    async def _write(
        self,
        method: str,
        path: str,
        payload: Mapping[str, Any],
        policy: Policy = "auto",
        on_progress: Progress | None = None,
        if_match: str | None = None,
        about: Mapping[str, Any] = MappingProxyType({}),
    ) -> httpx.Response:
        """Send a write; `about` is its subject for the log, if that is not a file."""
        tag = {} if if_match is None else {"If-Match": if_match}
        payload = renamed(payload, TRANSLATIONS, self._fetch.accessor or TRANSLATIONS)
        resource, id = self._subject(path)
        subject = {"resource": resource, "id": id, "sent": payload, "read": self._answered}
        with (
            about_write(**{**subject, **about}),
            encode(payload, policy=policy, style=self._style, on_progress=on_progress) as form,
        ):
            return await self._send(method, path, headers={**form.headers, **tag}, **form.body)

    def _subject(self, path: str) -> tuple[str, str]:
        """Return the collection and id of an address, for the log of writes."""
        kinds = (self.folders.collection, self.media.collection)
        resource = next((one for one in kinds if path.startswith(one)), "")
        return resource, path[len(resource) :].strip("/")

    def _logged_folder(self, response: httpx.Response) -> dict[str, Any]:
        """Return the folder of an answer in our own terms, for the log of writes."""
        folder = self._folder(read_object(response))
        return {"id": folder.id, "name": folder.name, "parent": folder.parent}

    def _answered(self, response: httpx.Response) -> Any:
        return self._named_as_here(read_object(response))

    async def _send(
        self, method: str, path: str, *, params: Mapping[str, Any] | None = None, **body: Any
    ) -> httpx.Response:
        query = query_of(params or {}) or None
        counts = method == "DELETE" or (method, path) == ("POST", self.media.collection)
        self.changes += counts
        try:
            return raise_for_record(await self._fetch(method, path, params=query, **body))
        finally:
            self.changes += counts  # What was counted meanwhile may be wrong, too.


def _percent_of(on_progress: Percent) -> Progress:
    """Return a callback that converts bytes to percent; 100 is left for the backend's answer."""

    last: int | None = None

    def heard(sent: int, total: int) -> None:
        nonlocal last
        percent = min(99, sent * 100 // total) if total else 0
        if percent != last:
            last = percent
            on_progress(percent)

    return heard


def _check_moved(response: httpx.Response, place: Id | None, target: Id | None, key: str) -> None:
    """Raise `InvalidResponse` for a move that seemed to succeed but moved nothing.

    An answer without any place proves nothing.
    """
    body = read_json(response)
    named = isinstance(body, Mapping) and key in body
    if not same_id(place, target) and (place is not None or named):
        error = bad_answer(response, "it reports that nothing was moved")
        error.may_have_been_applied = False
        raise error


@contextmanager
def _after(response: httpx.Response) -> Iterator[None]:
    """Mark errors of reading the result of a write: the write itself was accepted."""
    try:
        yield
    except ApiError as error:
        error.may_have_been_applied = True
        raise


def _check_made_values(values: Mapping[Any, Any]) -> None:
    """Raise `WrongReturn` for values of a custom adapter that no request can carry."""
    if kind := not_sendable(values):
        key = next((one for one in values if not_sendable(values[one])), "it")
        raise WrongReturn(f"{key} contains a value that can't be sent ({kind})")


def _checked(parse: Callable[[Any], T], found: Any) -> T:
    """Parse what a program's method returned; a wrong shape is `WrongReturn`."""
    try:
        return parse(found)
    except ValueError as error:
        raise WrongReturn(str(error)) from error


def _why_unparsed(error: PartFailed, file: Any) -> str:
    """Return why an adapter's method could not parse the JSON of a file."""
    id = file.get("id") if isinstance(file, Mapping) else None
    which = f" on the file {clean(id, limit=40)}" if isinstance(id, str | int) else ""
    return f"the {error.part} failed{which}{error.wrong and f': {error.wrong}'}, see :log"


def _explorer(payload: Any, needs: Sequence[str] = ("folders", "media")) -> Explorer:
    return payload if isinstance(payload, Explorer) else Explorer.parse(payload, needs=needs)
