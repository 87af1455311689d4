"""Translation between the media manager's canonical terms and those of a backend."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from svc_tui.models.arguments import Sync, check_call, checks_fields
from svc_tui.models.media import MediaItem, MediaListParams
from svc_tui.models.records import TRANSLATIONS

Payload = Mapping[str, Any]
"""Query params, or the values of a request."""


def list_params(params: MediaListParams) -> Payload:
    """Return `page`, `search`, `mime` and `all`, if set."""
    return {
        "page": params.page,
        "search": params.search or None,
        "mime": params.mime,
        "all": True if params.all else None,
    }


def root_response(response: Any) -> Any:
    """Return the answer as it is: plain REST has the canonical shape."""
    return response


def media_response(response: Any) -> Any:
    """Return the answer as it is: plain REST has the canonical shape."""
    return response


def detail_params(lang: str | None) -> Payload:
    """Return the language of a media item's texts."""
    return {"language_code": lang}


def folder_payload(folder: Payload) -> Payload:
    """Return the folder's values as they are."""
    return folder


def media_patch_payload(item: MediaItem) -> Payload:
    """Return the texts of an item, in the main language and in all others."""
    return {**item.texts_to_store(), TRANSLATIONS: item.translations_to_store()}


def replace_file_payload(file: Any, maintain_url: bool) -> Payload:
    """Return a new file, and whether it keeps the old address."""
    return {"file": file, "maintain_url": maintain_url}


def upload_payload(values: Payload, lang: str | None = None) -> Payload:
    """Return a new file with its folder and texts, as they are."""
    return values


@checks_fields
@dataclass
class MediaAdapter:
    """Eight methods to override for other backends; the defaults are plain REST."""

    build_list_params: Callable[[MediaListParams], Payload] = list_params
    """Takes what is asked for (`page`, `search`, `mime` and `all`); returns the query."""
    parse_root_response: Callable[[Any], Any] = root_response
    """Takes the JSON of a folder, or of one folder alone as `{"folders": […]}`; returns `folders`,
    `parent_folder`, `trail` and `media` with `items` and `paginator`, as the how-to on media has
    them."""
    parse_media: Callable[[Any], Any] = media_response
    """Takes the JSON of one file, alone or in `items` of a folder; returns `id`, `file`, `title`
    and the other keys of a file, as the how-to on media has them."""
    build_detail_params: Callable[[str | None], Payload] = detail_params
    """Takes a language; returns the query of one file."""
    build_folder_payload: Callable[[Payload], Payload] = folder_payload
    """Takes `name` and `parent` of a folder; returns the body."""
    build_media_patch_payload: Callable[[MediaItem], Payload] = media_patch_payload
    """Takes a file with its texts; returns the body."""
    build_replace_file_payload: Callable[[Any, bool], Payload] = replace_file_payload
    """Takes a new file, and whether it keeps the old address; returns the form."""
    build_upload_payload: Callable[[Payload, str | None], Payload] = upload_payload
    """Takes `file`, `folder` and texts of a new file, and the library's main language where the
    backend keeps texts by language; returns the form."""

    # `Any`, as type checkers take a dict of different functions for one of no callables.
    def merge(self, **overrides: Any) -> MediaAdapter:
        """Replace single methods.

        Raises:
            TypeError: there is no such method.
            ConfigError: it is given something else than a function, or one that is async.
        """
        known = [method.name for method in fields(self)]
        for name in overrides:
            if name not in known:
                raise TypeError(f"a media adapter has no {name!r}, only {', '.join(known)}")
        check_call("merge", overrides, dict.fromkeys(known, Sync))
        for name, method in overrides.items():
            setattr(self, name, method)
        return self
