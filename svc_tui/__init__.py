"""svc-tui: a terminal admin console for any REST backend, and the toolkit under it.

Every name here is imported when it is first used, so that a script pays for what it takes: `Svc`
needs no terminal library, and `import svc_tui` needs nothing at all.
"""

# No `from __future__` here: it would be imported before the current directory is out of the way.
from svc_tui.cli import import_path as import_path
from svc_tui.version import __version__

TYPE_CHECKING = False  # typing itself costs more than everything else here
if TYPE_CHECKING:
    from svc_tui.api.adapter import MediaAdapter
    from svc_tui.api.crud import Crud, FetchConfig
    from svc_tui.api.dialects import Dialect
    from svc_tui.api.errors import (
        ApiError,
        Conflict,
        Forbidden,
        InvalidResponse,
        NotFound,
        NotSent,
        ServerError,
        Unauthorized,
        Unreachable,
        ValidationFailed,
    )
    from svc_tui.api.fetch import SvcFetch
    from svc_tui.app.app import SvcApp
    from svc_tui.app.composables import (
        use_can_access_route,
        use_crud,
        use_media_store,
        use_permissions,
        use_svc,
        use_svc_auth,
        use_svc_fetch,
    )
    from svc_tui.app.context import BootError, Svc
    from svc_tui.app.plugins import Plugin
    from svc_tui.config.defaults import SVC_DEFAULTS
    from svc_tui.config.options import MediaOptions, Options
    from svc_tui.introspect.fields import fields_from_schema
    from svc_tui.models.fields import FieldDescriptor
    from svc_tui.models.listing import (
        ActionDescriptor,
        ActiveFilter,
        FilterDescriptor,
        ListColumn,
        ListTabItem,
    )
    from svc_tui.models.location import Location
    from svc_tui.models.media import MediaFolder, MediaItem, MediaListParams
    from svc_tui.models.records import PaginatedList, ResourceMetadata, UserProfile
    from svc_tui.models.registry import ComponentRegistry, FieldRegistry
    from svc_tui.models.resource import Resource, SidebarGroup
    from svc_tui.models.slots import Slots
    from svc_tui.routing.middleware import ALLOW, Block, NavigationRequest, Redirect
    from svc_tui.routing.route import Route, RouteMeta
    from svc_tui.routing.router import Router
    from svc_tui.screens.page import SvcPage
    from svc_tui.stores.listing.list_store import ListStore
    from svc_tui.stores.media.media_store import MediaStore
    from svc_tui.stores.record.detail_store import DetailStore
    from svc_tui.stores.session.auth_store import AuthStore
    from svc_tui.stores.session.confirm_store import ConfirmStore
    from svc_tui.stores.session.snack_store import SnackStore
    from svc_tui.stores.uploads.upload_store import UploadStore
    from svc_tui.widgets.base import SvcModal, SvcWidget
    from svc_tui.widgets.form.field import SvcField
    from svc_tui.widgets.form.form import SvcForm
    from svc_tui.widgets.form.media import SvcEnhancedMediaField, SvcMediaField, SvcMediaM2mField
    from svc_tui.widgets.listing.actions import SvcListActions
    from svc_tui.widgets.listing.filters import SvcListFilters
    from svc_tui.widgets.listing.listing import SvcList
    from svc_tui.widgets.listing.quick_edit import SvcListQuickEdit
    from svc_tui.widgets.listing.table import SvcListTable
    from svc_tui.widgets.listing.tabs import SvcListTabs
    from svc_tui.widgets.media.breadcrumbs import SvcMediaBreadcrumbs
    from svc_tui.widgets.media.drop_area import SvcDropArea
    from svc_tui.widgets.media.editor import SvcMediaEditor
    from svc_tui.widgets.media.folder_dialog import SvcMediaFolderDialog
    from svc_tui.widgets.media.folders import SvcMediaFolders
    from svc_tui.widgets.media.gallery import SvcMediaGallery
    from svc_tui.widgets.media.manager import SvcMediaManager
    from svc_tui.widgets.media.picker import SvcMediaManagerDialog
    from svc_tui.widgets.media.preview import SvcMediaPreview
    from svc_tui.widgets.media.queue import SvcUploadQueue
    from svc_tui.widgets.media.strip import SvcMediaStrip
    from svc_tui.widgets.media.uploader import SvcMediaUploader
    from svc_tui.widgets.media.worklist import SvcMediaWorklist
    from svc_tui.widgets.record.detail import SvcDetail
    from svc_tui.widgets.record.lang_switch import SvcDetailLangSwitch
    from svc_tui.widgets.record.side_buttons import SvcDetailButtons
    from svc_tui.widgets.shell.buttons import SvcLogoutButton, SvcThemeToggle
    from svc_tui.widgets.shell.confirm_dialog import SvcConfirmDialog
    from svc_tui.widgets.shell.footer import SvcFooter
    from svc_tui.widgets.shell.layout import SvcDefaultLayout, SvcEmptyLayout
    from svc_tui.widgets.shell.login import SvcLogin
    from svc_tui.widgets.shell.palette import SvcCommands
    from svc_tui.widgets.shell.profile import SvcSidebarProfile
    from svc_tui.widgets.shell.root import SvcRootComponents
    from svc_tui.widgets.shell.sidebar import SvcSidebar, SvcSidebarList, SvcSidebarListItem
    from svc_tui.widgets.shell.snack_bar import SvcSnackBar
    from svc_tui.widgets.shell.topbar import SvcTopbar

_HOMES = {
    "svc_tui.api.adapter": ("MediaAdapter",),
    "svc_tui.api.crud": ("Crud", "FetchConfig"),
    "svc_tui.api.dialects": ("Dialect",),
    "svc_tui.api.errors": (
        "ApiError",
        "InvalidResponse",
        "Conflict",
        "Forbidden",
        "NotFound",
        "NotSent",
        "ServerError",
        "Unauthorized",
        "Unreachable",
        "ValidationFailed",
    ),
    "svc_tui.api.fetch": ("SvcFetch",),
    "svc_tui.app.app": ("SvcApp",),
    "svc_tui.app.composables": (
        "use_can_access_route",
        "use_crud",
        "use_media_store",
        "use_permissions",
        "use_svc",
        "use_svc_auth",
        "use_svc_fetch",
    ),
    "svc_tui.config.defaults": ("SVC_DEFAULTS",),
    "svc_tui.config.options": ("MediaOptions", "Options"),
    "svc_tui.app.context": ("BootError", "Svc"),
    "svc_tui.introspect.fields": ("fields_from_schema",),
    "svc_tui.models.fields": ("FieldDescriptor",),
    "svc_tui.models.listing": (
        "ActionDescriptor",
        "ActiveFilter",
        "FilterDescriptor",
        "ListColumn",
        "ListTabItem",
    ),
    "svc_tui.models.location": ("Location",),
    "svc_tui.models.media": ("MediaFolder", "MediaItem", "MediaListParams"),
    "svc_tui.models.records": ("PaginatedList", "ResourceMetadata", "UserProfile"),
    "svc_tui.models.registry": ("ComponentRegistry", "FieldRegistry"),
    "svc_tui.models.resource": ("SidebarGroup", "Resource"),
    "svc_tui.models.slots": ("Slots",),
    "svc_tui.app.plugins": ("Plugin",),
    "svc_tui.routing.middleware": ("ALLOW", "Block", "NavigationRequest", "Redirect"),
    "svc_tui.routing.route": ("RouteMeta", "Route"),
    "svc_tui.routing.router": ("Router",),
    "svc_tui.screens.page": ("SvcPage",),
    "svc_tui.stores.session.auth_store": ("AuthStore",),
    "svc_tui.stores.session.confirm_store": ("ConfirmStore",),
    "svc_tui.stores.record.detail_store": ("DetailStore",),
    "svc_tui.stores.listing.list_store": ("ListStore",),
    "svc_tui.stores.media.media_store": ("MediaStore",),
    "svc_tui.stores.session.snack_store": ("SnackStore",),
    "svc_tui.stores.uploads.upload_store": ("UploadStore",),
    "svc_tui.widgets.base": ("SvcModal", "SvcWidget"),
    "svc_tui.widgets.record.detail": ("SvcDetail",),
    "svc_tui.widgets.record.lang_switch": ("SvcDetailLangSwitch",),
    "svc_tui.widgets.record.side_buttons": ("SvcDetailButtons",),
    "svc_tui.widgets.form.field": ("SvcField",),
    "svc_tui.widgets.form.form": ("SvcForm",),
    "svc_tui.widgets.form.media": ("SvcEnhancedMediaField", "SvcMediaField", "SvcMediaM2mField"),
    "svc_tui.widgets.listing.actions": ("SvcListActions",),
    "svc_tui.widgets.listing.filters": ("SvcListFilters",),
    "svc_tui.widgets.listing.listing": ("SvcList",),
    "svc_tui.widgets.listing.quick_edit": ("SvcListQuickEdit",),
    "svc_tui.widgets.listing.table": ("SvcListTable",),
    "svc_tui.widgets.listing.tabs": ("SvcListTabs",),
    "svc_tui.widgets.media.breadcrumbs": ("SvcMediaBreadcrumbs",),
    "svc_tui.widgets.media.drop_area": ("SvcDropArea",),
    "svc_tui.widgets.media.editor": ("SvcMediaEditor",),
    "svc_tui.widgets.media.folder_dialog": ("SvcMediaFolderDialog",),
    "svc_tui.widgets.media.folders": ("SvcMediaFolders",),
    "svc_tui.widgets.media.gallery": ("SvcMediaGallery",),
    "svc_tui.widgets.media.manager": ("SvcMediaManager",),
    "svc_tui.widgets.media.picker": ("SvcMediaManagerDialog",),
    "svc_tui.widgets.media.queue": ("SvcUploadQueue",),
    "svc_tui.widgets.media.strip": ("SvcMediaStrip",),
    "svc_tui.widgets.media.preview": ("SvcMediaPreview",),
    "svc_tui.widgets.media.uploader": ("SvcMediaUploader",),
    "svc_tui.widgets.media.worklist": ("SvcMediaWorklist",),
    "svc_tui.widgets.shell.buttons": ("SvcLogoutButton", "SvcThemeToggle"),
    "svc_tui.widgets.shell.confirm_dialog": ("SvcConfirmDialog",),
    "svc_tui.widgets.shell.footer": ("SvcFooter",),
    "svc_tui.widgets.shell.layout": ("SvcDefaultLayout", "SvcEmptyLayout"),
    "svc_tui.widgets.shell.login": ("SvcLogin",),
    "svc_tui.widgets.shell.palette": ("SvcCommands",),
    "svc_tui.widgets.shell.profile": ("SvcSidebarProfile",),
    "svc_tui.widgets.shell.root": ("SvcRootComponents",),
    "svc_tui.widgets.shell.sidebar": ("SvcSidebar", "SvcSidebarList", "SvcSidebarListItem"),
    "svc_tui.widgets.shell.snack_bar": ("SvcSnackBar",),
    "svc_tui.widgets.shell.topbar": ("SvcTopbar",),
}
"""Where each public name lives, by module."""

_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "ALLOW",
    "SVC_DEFAULTS",
    "ActionDescriptor",
    "ActiveFilter",
    "ApiError",
    "AuthStore",
    "Block",
    "BootError",
    "ComponentRegistry",
    "ConfirmStore",
    "Conflict",
    "Crud",
    "DetailStore",
    "Dialect",
    "FetchConfig",
    "FieldDescriptor",
    "FieldRegistry",
    "FilterDescriptor",
    "Forbidden",
    "InvalidResponse",
    "ListColumn",
    "ListStore",
    "ListTabItem",
    "Location",
    "MediaAdapter",
    "MediaFolder",
    "MediaItem",
    "MediaListParams",
    "MediaOptions",
    "MediaStore",
    "NavigationRequest",
    "NotFound",
    "NotSent",
    "Options",
    "PaginatedList",
    "Plugin",
    "Redirect",
    "Resource",
    "ResourceMetadata",
    "Route",
    "RouteMeta",
    "Router",
    "ServerError",
    "SidebarGroup",
    "Slots",
    "SnackStore",
    "Svc",
    "SvcApp",
    "SvcCommands",
    "SvcConfirmDialog",
    "SvcDefaultLayout",
    "SvcDetail",
    "SvcDetailButtons",
    "SvcDetailLangSwitch",
    "SvcDropArea",
    "SvcEmptyLayout",
    "SvcEnhancedMediaField",
    "SvcFetch",
    "SvcField",
    "SvcFooter",
    "SvcForm",
    "SvcList",
    "SvcListActions",
    "SvcListFilters",
    "SvcListQuickEdit",
    "SvcListTable",
    "SvcListTabs",
    "SvcLogin",
    "SvcLogoutButton",
    "SvcMediaBreadcrumbs",
    "SvcMediaEditor",
    "SvcMediaField",
    "SvcMediaFolderDialog",
    "SvcMediaFolders",
    "SvcMediaGallery",
    "SvcMediaM2mField",
    "SvcMediaManager",
    "SvcMediaManagerDialog",
    "SvcMediaPreview",
    "SvcMediaStrip",
    "SvcMediaUploader",
    "SvcMediaWorklist",
    "SvcModal",
    "SvcPage",
    "SvcRootComponents",
    "SvcSidebar",
    "SvcSidebarList",
    "SvcSidebarListItem",
    "SvcSidebarProfile",
    "SvcSnackBar",
    "SvcThemeToggle",
    "SvcTopbar",
    "SvcUploadQueue",
    "SvcWidget",
    "Unauthorized",
    "Unreachable",
    "UploadStore",
    "UserProfile",
    "ValidationFailed",
    "__version__",
    "fields_from_schema",
    "use_can_access_route",
    "use_crud",
    "use_media_store",
    "use_permissions",
    "use_svc",
    "use_svc_auth",
    "use_svc_fetch",
]


def __getattr__(name: str) -> object:
    """Import a public name where it is first used."""
    if (home := _HOME.get(name)) is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # Here, not above: it is not needed to ask for the version.
    from importlib import import_module

    found: object = getattr(import_module(home), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """Return the public names, for completion."""
    return __all__
