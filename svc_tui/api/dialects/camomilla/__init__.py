"""The dialect of django-camomilla-cms 6."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from svc_tui.api.dialects.base import Capabilities, Dialect
from svc_tui.api.dialects.camomilla.lists import list_params
from svc_tui.api.dialects.camomilla.media import adapt_media
from svc_tui.api.dialects.camomilla.publication import CmsPublication
from svc_tui.api.dialects.camomilla.records import (
    accessor_of,
    errors_by_language,
    from_wire,
    multipart_style,
    to_wire,
)
from svc_tui.api.dialects.recognition import is_shown_by

if TYPE_CHECKING:
    from collections.abc import Sequence

    from svc_tui.api.dialects.base import Adapter
    from svc_tui.api.fetch import SvcFetch

ROOT = "/api/camomilla"

MODELS = "/api/models/"
"""The root of a project's own models, each under its dashed name."""

SIGN = f"{ROOT}/languages/"
"""An address that only the CMS has."""

OWN_MODELS = {
    "articles": "article",
    "contents": "content",
    "media": "media",
    "media-folders": "mediafolder",
    "menus": "menu",
    "meta-instances": "metainstance",
    "meta-types": "metatype",
    "pages": "page",
    "permissions": "permission",
    "tags": "tag",
    "users": "user",
}
"""The CMS's own collections, and the models that their permissions are named after."""


def model_at(path: str) -> str | None:
    """Return the model of a collection; None if it is not one of the CMS."""
    name = path.strip("/").rpartition("/")[2]
    if path.startswith(MODELS):
        return name.replace("-", "") or None
    return OWN_MODELS.get(name) if path.startswith(f"{ROOT}/") else None


def list_adapter(columns: Sequence[str]) -> Adapter:
    """Return the object that requests pages; imported by the first list."""
    from svc_tui.api.dialects.camomilla.cms_lists import CmsLists

    return CmsLists(columns)


async def recognize(fetch: SvcFetch) -> bool | None:
    """Whether this is the CMS: the address needs no session, and no other backend has it."""
    return await is_shown_by(fetch, SIGN, _lists_languages)


def _lists_languages(body: Any) -> bool:
    return isinstance(body, dict) and "languages" in body


CAMOMILLA = Dialect(
    "camomilla",
    called="the CMS",
    recognize=recognize,
    sign=SIGN,
    capabilities=Capabilities(
        certain_filters=True,
        packs_menu_errors=True,
        translates_media=True,
        hides_missing_folders=True,
        stores_folder_cycles=True,
        completes_uploads_late=True,
        shrinks_pictures=True,
    ),
    list_params=list_params,
    list_adapter=list_adapter,
    multipart="envelope",
    auth_login_url=f"{ROOT}/auth/login/",
    user_info_api=f"{ROOT}/users/current/",
    logout_url=f"{ROOT}/auth/logout/",
    logout_method="GET",
    media_endpoint=f"{ROOT}/media/",
    folders_endpoint=f"{ROOT}/media-folders/",
    rewrites={
        "/api/auth/login": f"{ROOT}/auth/login/",
        "/api/auth/logout": f"{ROOT}/auth/logout/",
        "/api/profiles/me": f"{ROOT}/users/current/",
        "/api/media-folders": f"{ROOT}/media-folders/",
        "/api/media": f"{ROOT}/media/",
        "/api/menus": f"{ROOT}/menus/",
    },
    adapt_media=adapt_media,
    from_wire=from_wire,
    to_wire=to_wire,
    errors_by_language=errors_by_language,
    multipart_style=multipart_style,
    needs_metadata=True,
    roots=(MODELS, f"{ROOT}/"),
    publication=CmsPublication(),
    pages=frozenset({f"{ROOT}/articles/", f"{ROOT}/pages/"}),
    own_profile="change_user",
    menus=f"{ROOT}/menus/",
    accessor_of=accessor_of,
    model_at=model_at,
    base_texts_are_main=True,
    place_fields=("ordering", "position", "order"),
)
"""The dialect of the CMS."""
