"""The dialect of django-camomilla-cms 6 (the names and habits of its API, as it answers)."""

from __future__ import annotations

from svc_tui.api.camomilla.lists import list_params
from svc_tui.api.camomilla.media import adapt_media
from svc_tui.api.camomilla.records import (
    accessor_of,
    errors_by_language,
    from_wire,
    multipart_style,
    to_wire,
)
from svc_tui.api.dialect import Dialect

ROOT = "/api/camomilla"

MODELS = "/api/models/"
"""Where a project's own models lie, each under its name with dashes."""

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
"""The CMS's own collections, and whose rights speak of each."""


def model_at(path: str) -> str | None:
    """The model of a collection: reading asks for no right there, so the console has to."""
    name = path.strip("/").rpartition("/")[2]
    if path.startswith(MODELS):
        return name.replace("-", "") or None
    return OWN_MODELS.get(name) if path.startswith(f"{ROOT}/") else None


CAMOMILLA = Dialect(
    "camomilla",
    list_params=list_params,
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
    pages=frozenset({f"{ROOT}/articles/", f"{ROOT}/pages/"}),
    own_profile="change_user",
    menus=f"{ROOT}/menus/",
    accessor_of=accessor_of,
    model_at=model_at,
    base_texts_are_main=True,
    place_fields=("ordering", "position", "order"),
    cms=True,
)
"""What the CMS calls its places, and how it wants to be asked."""
