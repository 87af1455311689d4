"""How one family of backends words its requests; another dialect is another value."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from svc_tui.models.foreign_code import GuardedCall

MultipartStyle = Literal["flat", "envelope"]
"""`flat`: one part a value. `envelope`: one part `data` with all values as JSON. Files apart."""


class Span(tuple[str, ...]):
    """First and last day of a filter, where one parameter stands for both."""


def rest_list_params(
    *,
    page: int | None = None,
    page_size: int | None = None,
    search: str = "",
    ordering: Sequence[str] | str = (),
    filters: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The query of a list in plain REST (decisions 3: List params); what is empty is left out."""
    asked = {
        **(filters or {}),
        "page": page,
        "page_size": page_size,
        "search": search,
        "ordering": ordering if isinstance(ordering, str) else ",".join(ordering),
    }
    return {key: value for key, value in asked.items() if value not in (None, "", [], ())}


def no_op(adapter: Any) -> None:
    """The media adapter of the specification as it is."""


def unchanged(value: Any) -> Any:
    """Nothing is left out."""
    return value


def payload_unchanged(payload: Any, metadata: Any) -> Any:
    """The payload as it is."""
    return payload


@dataclass(frozen=True)
class Dialect:
    """What differs between backends; the defaults are those of the specification."""

    name: str
    list_params: Callable[..., dict[str, Any]] = rest_list_params
    """Takes `page`, `page_size`, `search`, `ordering`, `filters`; gives query params."""
    multipart: MultipartStyle = "flat"
    """How uploads to the media library are sent."""
    auth_login_url: str = "/api/auth/login"
    user_info_api: str = "/api/profiles/me/"
    logout_url: str = "/api/auth/logout"
    logout_method: str = "POST"
    session_cookie: str = "__svc_session"
    csrf_cookie: str = "csrftoken"
    csrf_header: str = "X-CSRFToken"
    """What cookies and the CSRF header are called; a console file's own words go first."""
    list_answer: Callable[[Any], Any] = unchanged
    """Takes the JSON of a list; gives it in one of the shapes that are known: an array, `results`
    with `count`, or `items` with `paginator`."""
    error_keys: Callable[[Mapping[str, list[str]]], Mapping[str, list[str]]] = unchanged
    """Takes what was refused by the backend's own keys; gives it by the dotted paths of fields."""
    errors_by_language: Callable[[Mapping[str, list[str]], Any], Mapping[str, list[str]]] | None = (
        None
    )
    """Takes what was refused and the collection's metadata; gives what concerns a text of one
    language by its path in forms, `translations.<language>.<field>`."""
    media_endpoint: str = "/api/media"
    folders_endpoint: str = "/api/media-folders"
    rewrites: Mapping[str, str] = field(default_factory=dict)
    """Paths of the specification that lie elsewhere on such a backend."""
    adapt_media: Callable[[Any], None] = no_op
    """Merges what the media library is called here into the media adapter."""
    from_wire: Callable[[Any], Any] = unchanged
    """Takes a record of an answer; leaves out what nobody is to see."""
    to_wire: Callable[[Any, Any], Any] = payload_unchanged
    """Takes a payload and the collection's metadata; gives what is sent."""
    multipart_style: Callable[[Any], MultipartStyle] | None = None
    """Takes the metadata; says how files of that collection travel. None: as uploads do."""
    pages: frozenset[str] = frozenset()
    """Collections whose records are published, in draft, planned: a life of their own."""
    own_profile: str = ""
    """The right that changing one's own record needs; "" where a backend has no way to do it."""
    menus: str = ""
    """The collection of navigation menus; "" where a backend has none."""
    accessor_of: Callable[[Mapping[str, Any]], str] | None = None
    """Takes what a collection says of itself; gives the key of its texts by language, where sites
    may choose one. None: `translations`, everywhere."""
    model_at: Callable[[str], str | None] | None = None
    """Takes a collection's path; gives the model whose rights speak of it, where that is
    certain."""
    base_texts_are_main: bool = False
    """Whether the texts of a file that name no language are those of the main language."""
    place_fields: tuple[str, ...] = ()
    """Fields that order rows, and that a PUT without them sends to the end."""
    cms: bool = False
    """Whether the backend is the CMS: writes are worded after its schema, its silences are told,
    and its pages have a life of drafts and publishing."""

    def __post_init__(self) -> None:
        """Keep functions that others wrote from ending the program."""
        for one in fields(self):
            call = getattr(self, one.name)
            ours = str(getattr(call, "__module__", "")).startswith("svc_tui.")
            if callable(call) and not ours:
                object.__setattr__(self, one.name, GuardedCall(call))

    def params_of(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """The query of a list, given canonical params and filters in one."""
        own = ("page", "page_size", "search", "ordering")
        canonical = {key: params[key] for key in own if params.get(key) is not None}
        filters = {key: value for key, value in params.items() if key not in own}
        return self.list_params(**canonical, filters=filters)


REST = Dialect("rest")
"""What the specification describes."""

DIALECTS = {"rest": "svc_tui.api.dialect:REST", "camomilla": "svc_tui.api.camomilla:CAMOMILLA"}
"""Where the built-in dialects are, by their names."""


def dialect_named(name: str) -> Dialect:
    """The dialect of a name, or the one at `module:object`.

    Raises:
        ValueError: there is none; says which there are.
    """
    place = DIALECTS.get(name, name)
    module, _, attribute = place.partition(":")
    if not attribute:
        known = ", ".join(DIALECTS)
        raise ValueError(f"there is no dialect {name!r}, only {known}, or one at module:object")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"the dialect {name!r} cannot be imported: {error}") from None
    except (Exception, SystemExit) as error:  # It may break in any way while it is imported.
        words = f"{type(error).__name__}: {error}"
        raise ValueError(f"the dialect {name!r} cannot be imported: {words}") from None
    if not isinstance(found, Dialect):
        raise ValueError(f"{name!r} is no Dialect, but a {type(found).__name__}")
    return found
