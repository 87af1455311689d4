"""How one family of backends words its requests; another dialect is another value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

MultipartStyle = Literal["flat", "envelope"]
"""`flat`: one part a value. `envelope`: one part `data` with all values as JSON. Files apart."""


def rest_list_params(
    *,
    page: int | None = None,
    page_size: int | None = None,
    search: str = "",
    ordering: Sequence[str] = (),
    filters: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The query of a list in plain REST (decisions 3: List params); what is empty is left out."""
    asked = {
        **(filters or {}),
        "page": page,
        "page_size": page_size,
        "search": search,
        "ordering": ",".join(ordering),
    }
    return {key: value for key, value in asked.items() if value not in (None, "", [], ())}


@dataclass(frozen=True)
class Dialect:
    """What differs between backends; the defaults are those of the specification."""

    name: str
    list_params: Callable[..., dict[str, Any]] = rest_list_params
    """Takes `page`, `page_size`, `search`, `ordering`, `filters`; gives query params."""
    multipart: MultipartStyle = "flat"
    auth_login_url: str = "/api/auth/login"
    user_info_api: str = "/api/profiles/me/"
    logout_url: str = "/api/auth/logout"
    logout_method: str = "POST"
    media_endpoint: str = "/api/media"
    folders_endpoint: str = "/api/media-folders"


REST = Dialect("rest")
"""What the specification describes."""

DIALECTS = {REST.name: REST}
"""Every dialect by its name; a further one adds itself here."""


def dialect_named(name: str) -> Dialect:
    """The dialect of a name; `ValueError` names those there are."""
    try:
        return DIALECTS[name]
    except KeyError:
        raise ValueError(f"there is no dialect {name!r}, only {', '.join(DIALECTS)}") from None
