"""`use_svc()` and related functions: the current services, in a console or `async with Svc(…)`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, overload

from svc_tui.app.current import current_svc

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud, FetchConfig
    from svc_tui.api.fetch import SvcFetch
    from svc_tui.app.context import Svc
    from svc_tui.models.location import Location
    from svc_tui.routing.route import Route, RouteMeta
    from svc_tui.stores.media.media_store import MediaStore
    from svc_tui.stores.session.auth_store import AuthStore
    from svc_tui.stores.session.permissions import Permissions

ModelT = TypeVar("ModelT")


def use_svc() -> Svc:
    """Return the current services.

    Raises:
        RuntimeError: outside a running console and outside `async with Svc(…)`.
    """
    here = current_svc.get(None)
    if here is None or here.svc is None:
        raise RuntimeError("No services here: run inside a console, or under `async with Svc(…)`.")
    return here.svc


def use_svc_fetch() -> SvcFetch:
    """The client: `.fetch(method, path)` and `.loading`."""
    return use_svc().fetch


@overload
def use_crud(
    endpoint: str, model: None = None, config: FetchConfig | None = None
) -> Crud[dict[str, Any]]: ...


@overload
def use_crud(
    endpoint: str, model: type[ModelT], config: FetchConfig | None = None
) -> Crud[ModelT]: ...


def use_crud(endpoint: str, model: Any = None, config: FetchConfig | None = None) -> Crud[Any]:
    """Return the records of one endpoint: plain dicts, or instances of a pydantic model.

    Raises:
        RuntimeError: outside a running console and outside `async with Svc(…)`.
        ValueError: the endpoint is on another server.
    """
    found: Crud[Any] = use_svc().crud(endpoint, model, config)
    return found


def use_svc_auth() -> AuthStore:
    """`login`, `logout`, `fetch_user`."""
    return use_svc().auth


def use_permissions() -> Permissions:
    """The permissions of the signed-in user."""
    return use_svc().permissions


def use_media_store() -> MediaStore:
    """The media library."""
    return use_svc().media


def use_can_access_route(route: Route | RouteMeta | Location | str) -> bool:
    """Whether the signed-in user may open a route, without opening it."""
    return use_svc().router.can_access(route)
