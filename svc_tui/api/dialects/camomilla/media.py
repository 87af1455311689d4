"""The media library in the CMS's terms."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from svc_tui.api.adapter import MediaAdapter, Payload
from svc_tui.api.dialects.camomilla.filters import containing
from svc_tui.api.urls import Repeat
from svc_tui.models.media import TRANSLATED, MediaItem, MediaListParams
from svc_tui.models.records import TRANSLATIONS

SEARCHED = ("title", "alt_text", "file")
"""Fields to search. The CMS's own `search` needs PostgreSQL and finds only similar words."""


def list_params(params: MediaListParams) -> Payload:
    """Return search and MIME type as filters; `mime_type` itself requires an exact match."""
    filters = []
    if params.search:
        filters.append(containing(SEARCHED, params.search))
    if params.mime:
        family, _, kind = params.mime.partition("/")
        known = kind not in ("", "*")
        filters.append(
            f"mime_type='{params.mime}'" if known else f"mime_type__startswith='{family}/'"
        )
    return {
        "page": params.page,
        "all": True if params.all else None,
        "fltr": Repeat(filters) if filters else None,
    }


def root_response(response: Any) -> Any:
    """Return the explorer payload in canonical terms; a folder without an id is the root."""
    if not isinstance(response, Mapping):
        return response
    here = response.get("parent_folder")
    folders = [_folder(one) for one in response.get("folders") or ()]
    return {
        **response,
        **({"folders": folders} if "folders" in response else {}),
        "parent_folder": _folder(here) if isinstance(here, Mapping) and here.get("id") else None,
        "trail": _way_up(here.get("updir")) if isinstance(here, Mapping) else [],
    }


def _folder(folder: Any) -> Any:
    if not isinstance(folder, Mapping):
        return folder
    above = folder.get("updir")
    return {
        **folder,
        "name": folder.get("title", folder.get("name")),
        "parent": above.get("id") if isinstance(above, Mapping) else above,
    }


def _way_up(folder: Any) -> list[Any]:
    """Return the folders above, from the root down."""
    way: list[Any] = []
    while isinstance(folder, Mapping) and folder.get("id") is not None:
        way.insert(0, _folder(folder))
        folder = folder.get("updir")
    return way


def folder_payload(folder: Payload) -> Payload:
    """Return name and parent, if given."""
    words = {"name": "title", "parent": "updir"}
    payload = {words.get(key, key): value for key, value in folder.items()}
    return {**payload, "slug": slug(str(payload["title"]))} if "title" in payload else payload


def slug(text: str) -> str:
    """Return a text as a path segment: plain letters, digits and dashes."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", plain)).strip("-")


def media_patch_payload(item: MediaItem) -> Payload:
    """Return the text by language; in the main language alone it would be dropped silently."""
    return {TRANSLATIONS: item.translations_to_store()}


def replace_file_payload(file: Any, maintain_url: bool) -> Payload:
    """Return the file with its flag, which is sent in the JSON part."""
    return {"file": file, "same_url": maintain_url}


def upload_payload(values: Payload, lang: str | None = None) -> Payload:
    """Return a new file with its text in the library's main language."""
    texts = {key: values[key] for key in TRANSLATED if values.get(key)}
    rest = {key: value for key, value in values.items() if key not in TRANSLATED}
    return {**rest, "translations": {lang: texts}} if lang else {**rest, **texts}


def adapt_media(adapter: MediaAdapter) -> None:
    """Merge the CMS's terms into an adapter."""
    adapter.merge(
        build_list_params=list_params,
        parse_root_response=root_response,
        build_folder_payload=folder_payload,
        build_media_patch_payload=media_patch_payload,
        build_replace_file_payload=replace_file_payload,
        build_upload_payload=upload_payload,
    )
