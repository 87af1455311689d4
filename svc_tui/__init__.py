"""svc-tui: a terminal admin console for any REST backend, and the toolkit under it.

Every name here is imported when it is first used, so that a script pays for what it takes: `Svc`
needs no terminal library, and `import svc_tui` needs nothing at all.
"""

# No `from __future__` here: it would be imported before the current directory is removed from the
# path.
from svc_tui.cli import import_path as import_path

__version__ = "0.1.0"
"""The version of svc-tui."""

_HOMES = {
    "svc_tui.api.adapter": "MediaAdapter",
    "svc_tui.api.auth.base": "Auth AuthCall",
    "svc_tui.api.auth.form": "FormAuth",
    "svc_tui.api.auth.header": "ApiKeyAuth BasicAuth",
    "svc_tui.api.auth.no_auth": "NoAuth",
    "svc_tui.api.auth.session": "SessionAuth",
    "svc_tui.api.auth.device": "DeviceAuth",
    "svc_tui.api.auth.token": "TokenAuth",
    "svc_tui.api.crud": "Crud FetchConfig",
    "svc_tui.api.dialects": "Dialect",
    "svc_tui.api.dialects.base": "Capabilities Exchange",
    "svc_tui.api.errors": (
        "ApiError BadId Conflict Forbidden ForeignOrigin HtmlResponse InvalidResponse NoSession "
        "NoToken NotAllowed NotFound NotSent OtherUser PartFailed PartiallySaved Refused "
        "ServerError SignInBlocked SignInRefused TooLarge TooManyRequests Unauthorized "
        "Unconfirmed Unreachable UnreadableFile ValidationFailed VersionRequired WrongArgument "
        "WrongEndpoint"
    ),
    "svc_tui.api.fetch": "SvcFetch",
    "svc_tui.app.app": "SvcApp",
    "svc_tui.app.assembly": "console_from",
    "svc_tui.app.composables": (
        "use_can_access_route use_crud use_media_store use_permissions use_svc "
        "use_svc_auth use_svc_fetch"
    ),
    "svc_tui.app.console": "Console Splash",
    "svc_tui.app.context": "BootError Svc",
    "svc_tui.app.look": "stylesheet",
    "svc_tui.app.parts": "ConsoleParts",
    "svc_tui.app.plugins": "Plugin",
    "svc_tui.config.defaults": "SVC_DEFAULTS",
    "svc_tui.config.document": "ConsoleConfig",
    "svc_tui.config.errors": "ConfigError",
    "svc_tui.config.options": (
        "AuthCallOptions AuthOptions FormOptions MediaEndpoints MediaOptions MenuOptions Options "
        "UikitOptions"
    ),
    "svc_tui.introspect.fields": "fields_from_schema",
    "svc_tui.models.card": "ResourceCard",
    "svc_tui.models.components": "COMPONENTS Component",
    "svc_tui.models.field_types": "default_registry",
    "svc_tui.models.fields": "Accessor ColumnSpan FieldDescriptor",
    "svc_tui.models.listing": (
        "ActionDescriptor ActionRequest ActiveFilter FilterChoice FilterDescriptor "
        "ListColumn ListTabItem"
    ),
    "svc_tui.models.location": "BadLocation Location",
    "svc_tui.models.media": "MediaFolder MediaItem MediaListParams",
    "svc_tui.models.records": "PaginatedList ResourceMetadata UserProfile",
    "svc_tui.models.registry": "ComponentRegistry FieldRegistry",
    "svc_tui.models.resource": "ModelPermissions Resource SidebarGroup",
    "svc_tui.models.slots": "SLOTS SlotPlace Slots",
    "svc_tui.models.wire": "Wire WireErrors WireOrder WirePaging",
    "svc_tui.routing.history_entry": "HistoryEntry",
    "svc_tui.routing.middleware": "ALLOW Allow Block NavigationRequest Redirect Verdict",
    "svc_tui.routing.route": "Route RouteMeta",
    "svc_tui.routing.router": "Router",
    "svc_tui.routing.sidebar": "MenuNode",
    "svc_tui.screens.record": "DetailPage",
    "svc_tui.screens.error_pages": "ForbiddenPage NotFoundPage",
    "svc_tui.screens.home": "HomePage",
    "svc_tui.screens.listing": "ListPage",
    "svc_tui.screens.login": "LoginOverlay LoginPage",
    "svc_tui.screens.media": "MediaPage",
    "svc_tui.screens.menus": "MenuPage MenusPage",
    "svc_tui.screens.page": "SvcPage",
    "svc_tui.screens.picture_settings": "PicturesPage",
    "svc_tui.stores.base": "Store StoreChanged",
    "svc_tui.stores.listing.action_types": "CALLED_OFF ActionCancelled ActionContext",
    "svc_tui.stores.listing.list_adapters": "ListAdapter",
    "svc_tui.stores.listing.list_store": "ListStore",
    "svc_tui.stores.listing.selection": "Selection",
    "svc_tui.stores.listing.staged_store": "StagedRecord",
    "svc_tui.stores.media.media_location": "MediaLocation",
    "svc_tui.stores.media.media_state": "MediaState",
    "svc_tui.stores.media.media_store": "MediaStore",
    "svc_tui.stores.record.detail_store": "DetailStore",
    "svc_tui.stores.record.draft": "Draft Unreadable",
    "svc_tui.stores.session.auth_store": "AuthStore",
    "svc_tui.stores.session.confirm_store": "Choice ConfirmStore Question",
    "svc_tui.stores.session.permissions": "Permissions",
    "svc_tui.stores.session.snack_store": "SnackStore",
    "svc_tui.stores.uploads.upload_store": "Upload UploadStore",
    "svc_tui.stores.worklist.worklist_store": "WorklistStore",
    "svc_tui.widgets.base": "SvcModal SvcWidget",
    "svc_tui.widgets.command": "Blocked Command",
    "svc_tui.widgets.form.boolean": "BooleanField SwitchField",
    "svc_tui.widgets.form.choice": "SelectField",
    "svc_tui.widgets.form.color": "ColorField",
    "svc_tui.widgets.form.datetime_fields": "DateField DatetimeField TimeField",
    "svc_tui.widgets.form.field": "SvcField",
    "svc_tui.widgets.form.file": "FileField",
    "svc_tui.widgets.form.form": "SvcForm",
    "svc_tui.widgets.form.map": "MapField",
    "svc_tui.widgets.form.media": "SvcEnhancedMediaField SvcMediaField SvcMediaM2mField",
    "svc_tui.widgets.form.number": "NumberField",
    "svc_tui.widgets.form.relation": "FksField M2mField",
    "svc_tui.widgets.form.repeater.repeater": "RepeaterField",
    "svc_tui.widgets.form.rich.rich_text": "EditorField MarkdownField",
    "svc_tui.widgets.form.seo": "SeoField",
    "svc_tui.widgets.form.slider": "SliderField",
    "svc_tui.widgets.form.slug": "SlugField",
    "svc_tui.widgets.form.text": "EmailField TextField UrlField",
    "svc_tui.widgets.form.textarea": "JsonField TextareaField",
    "svc_tui.widgets.listing.actions": "SvcListActions",
    "svc_tui.widgets.listing.filters": "SvcListFilters",
    "svc_tui.widgets.listing.listing": "SvcList",
    "svc_tui.widgets.listing.quick_edit": "SvcListQuickEdit",
    "svc_tui.widgets.listing.table": "SvcListTable",
    "svc_tui.widgets.listing.tabs": "SvcListTabs",
    "svc_tui.widgets.media.breadcrumbs": "SvcMediaBreadcrumbs",
    "svc_tui.widgets.media.drop_area": "SvcDropArea",
    "svc_tui.widgets.media.editor": "SvcMediaEditor",
    "svc_tui.widgets.media.folder_dialog": "SvcMediaFolderDialog",
    "svc_tui.widgets.media.folders": "SvcMediaFolders",
    "svc_tui.widgets.media.gallery": "SvcMediaGallery",
    "svc_tui.widgets.media.manager": "SvcMediaManager",
    "svc_tui.widgets.media.picker": "SvcMediaManagerDialog",
    "svc_tui.widgets.media.preview": "SvcMediaPreview",
    "svc_tui.widgets.media.upload_queue": "SvcUploadQueue",
    "svc_tui.widgets.media.strip": "SvcMediaStrip",
    "svc_tui.widgets.media.uploader": "SvcMediaUploader",
    "svc_tui.widgets.media.worklist": "SvcMediaWorklist",
    "svc_tui.widgets.record.detail": "SvcDetail",
    "svc_tui.widgets.record.lang_switch": "SvcDetailLangSwitch",
    "svc_tui.widgets.record.side_buttons": "SvcDetailButtons",
    "svc_tui.widgets.shell.buttons": "SvcLogoutButton SvcThemeToggle",
    "svc_tui.widgets.shell.confirm_dialog": "SvcConfirmDialog",
    "svc_tui.widgets.shell.footer": "SvcFooter",
    "svc_tui.widgets.shell.layout": "SvcDefaultLayout SvcEmptyLayout",
    "svc_tui.widgets.shell.login": "SvcLogin",
    "svc_tui.widgets.shell.palette": "SvcCommands",
    "svc_tui.widgets.shell.profile": "SvcSidebarProfile",
    "svc_tui.widgets.shell.root": "SvcRootComponents",
    "svc_tui.widgets.shell.sidebar": "SvcSidebar SvcSidebarList SvcSidebarListItem",
    "svc_tui.widgets.shell.snack_bar": "SvcSnackBar",
    "svc_tui.widgets.shell.topbar": "SvcTopbar",
}
"""The public names, by the module that they are imported from."""

_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}

TYPE_CHECKING = False  # typing itself costs more than everything else here
if not TYPE_CHECKING:
    __all__ = sorted([*_HOME, "__version__"])
else:  # The same table for type checkers, which read no dictionary; a test holds both equal.
    from svc_tui.api.adapter import MediaAdapter as MediaAdapter
    from svc_tui.api.auth.base import Auth as Auth
    from svc_tui.api.auth.base import AuthCall as AuthCall
    from svc_tui.api.auth.device import DeviceAuth as DeviceAuth
    from svc_tui.api.auth.form import FormAuth as FormAuth
    from svc_tui.api.auth.header import ApiKeyAuth as ApiKeyAuth
    from svc_tui.api.auth.header import BasicAuth as BasicAuth
    from svc_tui.api.auth.no_auth import NoAuth as NoAuth
    from svc_tui.api.auth.session import SessionAuth as SessionAuth
    from svc_tui.api.auth.token import TokenAuth as TokenAuth
    from svc_tui.api.crud import Crud as Crud
    from svc_tui.api.crud import FetchConfig as FetchConfig
    from svc_tui.api.dialects import Dialect as Dialect
    from svc_tui.api.dialects.base import Capabilities as Capabilities
    from svc_tui.api.dialects.base import Exchange as Exchange
    from svc_tui.api.errors import ApiError as ApiError
    from svc_tui.api.errors import BadId as BadId
    from svc_tui.api.errors import Conflict as Conflict
    from svc_tui.api.errors import Forbidden as Forbidden
    from svc_tui.api.errors import ForeignOrigin as ForeignOrigin
    from svc_tui.api.errors import HtmlResponse as HtmlResponse
    from svc_tui.api.errors import InvalidResponse as InvalidResponse
    from svc_tui.api.errors import NoSession as NoSession
    from svc_tui.api.errors import NotAllowed as NotAllowed
    from svc_tui.api.errors import NotFound as NotFound
    from svc_tui.api.errors import NoToken as NoToken
    from svc_tui.api.errors import NotSent as NotSent
    from svc_tui.api.errors import OtherUser as OtherUser
    from svc_tui.api.errors import PartFailed as PartFailed
    from svc_tui.api.errors import PartiallySaved as PartiallySaved
    from svc_tui.api.errors import Refused as Refused
    from svc_tui.api.errors import ServerError as ServerError
    from svc_tui.api.errors import SignInBlocked as SignInBlocked
    from svc_tui.api.errors import SignInRefused as SignInRefused
    from svc_tui.api.errors import TooLarge as TooLarge
    from svc_tui.api.errors import TooManyRequests as TooManyRequests
    from svc_tui.api.errors import Unauthorized as Unauthorized
    from svc_tui.api.errors import Unconfirmed as Unconfirmed
    from svc_tui.api.errors import Unreachable as Unreachable
    from svc_tui.api.errors import UnreadableFile as UnreadableFile
    from svc_tui.api.errors import ValidationFailed as ValidationFailed
    from svc_tui.api.errors import VersionRequired as VersionRequired
    from svc_tui.api.errors import WrongArgument as WrongArgument
    from svc_tui.api.errors import WrongEndpoint as WrongEndpoint
    from svc_tui.api.fetch import SvcFetch as SvcFetch
    from svc_tui.app.app import SvcApp as SvcApp
    from svc_tui.app.assembly import console_from as console_from
    from svc_tui.app.composables import use_can_access_route as use_can_access_route
    from svc_tui.app.composables import use_crud as use_crud
    from svc_tui.app.composables import use_media_store as use_media_store
    from svc_tui.app.composables import use_permissions as use_permissions
    from svc_tui.app.composables import use_svc as use_svc
    from svc_tui.app.composables import use_svc_auth as use_svc_auth
    from svc_tui.app.composables import use_svc_fetch as use_svc_fetch
    from svc_tui.app.console import Console as Console
    from svc_tui.app.console import Splash as Splash
    from svc_tui.app.context import BootError as BootError
    from svc_tui.app.context import Svc as Svc
    from svc_tui.app.look import stylesheet as stylesheet
    from svc_tui.app.parts import ConsoleParts as ConsoleParts
    from svc_tui.app.plugins import Plugin as Plugin
    from svc_tui.config.defaults import SVC_DEFAULTS as SVC_DEFAULTS
    from svc_tui.config.document import ConsoleConfig as ConsoleConfig
    from svc_tui.config.errors import ConfigError as ConfigError
    from svc_tui.config.options import AuthCallOptions as AuthCallOptions
    from svc_tui.config.options import AuthOptions as AuthOptions
    from svc_tui.config.options import FormOptions as FormOptions
    from svc_tui.config.options import MediaEndpoints as MediaEndpoints
    from svc_tui.config.options import MediaOptions as MediaOptions
    from svc_tui.config.options import MenuOptions as MenuOptions
    from svc_tui.config.options import Options as Options
    from svc_tui.config.options import UikitOptions as UikitOptions
    from svc_tui.introspect.fields import fields_from_schema as fields_from_schema
    from svc_tui.models.card import ResourceCard as ResourceCard
    from svc_tui.models.components import COMPONENTS as COMPONENTS
    from svc_tui.models.components import Component as Component
    from svc_tui.models.field_types import default_registry as default_registry
    from svc_tui.models.fields import Accessor as Accessor
    from svc_tui.models.fields import ColumnSpan as ColumnSpan
    from svc_tui.models.fields import FieldDescriptor as FieldDescriptor
    from svc_tui.models.listing import ActionDescriptor as ActionDescriptor
    from svc_tui.models.listing import ActionRequest as ActionRequest
    from svc_tui.models.listing import ActiveFilter as ActiveFilter
    from svc_tui.models.listing import FilterChoice as FilterChoice
    from svc_tui.models.listing import FilterDescriptor as FilterDescriptor
    from svc_tui.models.listing import ListColumn as ListColumn
    from svc_tui.models.listing import ListTabItem as ListTabItem
    from svc_tui.models.location import BadLocation as BadLocation
    from svc_tui.models.location import Location as Location
    from svc_tui.models.media import MediaFolder as MediaFolder
    from svc_tui.models.media import MediaItem as MediaItem
    from svc_tui.models.media import MediaListParams as MediaListParams
    from svc_tui.models.records import PaginatedList as PaginatedList
    from svc_tui.models.records import ResourceMetadata as ResourceMetadata
    from svc_tui.models.records import UserProfile as UserProfile
    from svc_tui.models.registry import ComponentRegistry as ComponentRegistry
    from svc_tui.models.registry import FieldRegistry as FieldRegistry
    from svc_tui.models.resource import ModelPermissions as ModelPermissions
    from svc_tui.models.resource import Resource as Resource
    from svc_tui.models.resource import SidebarGroup as SidebarGroup
    from svc_tui.models.slots import SLOTS as SLOTS
    from svc_tui.models.slots import SlotPlace as SlotPlace
    from svc_tui.models.slots import Slots as Slots
    from svc_tui.models.wire import Wire as Wire
    from svc_tui.models.wire import WireErrors as WireErrors
    from svc_tui.models.wire import WireOrder as WireOrder
    from svc_tui.models.wire import WirePaging as WirePaging
    from svc_tui.routing.history_entry import HistoryEntry as HistoryEntry
    from svc_tui.routing.middleware import ALLOW as ALLOW
    from svc_tui.routing.middleware import Allow as Allow
    from svc_tui.routing.middleware import Block as Block
    from svc_tui.routing.middleware import NavigationRequest as NavigationRequest
    from svc_tui.routing.middleware import Redirect as Redirect
    from svc_tui.routing.middleware import Verdict as Verdict
    from svc_tui.routing.route import Route as Route
    from svc_tui.routing.route import RouteMeta as RouteMeta
    from svc_tui.routing.router import Router as Router
    from svc_tui.routing.sidebar import MenuNode as MenuNode
    from svc_tui.screens.error_pages import ForbiddenPage as ForbiddenPage
    from svc_tui.screens.error_pages import NotFoundPage as NotFoundPage
    from svc_tui.screens.home import HomePage as HomePage
    from svc_tui.screens.listing import ListPage as ListPage
    from svc_tui.screens.login import LoginOverlay as LoginOverlay
    from svc_tui.screens.login import LoginPage as LoginPage
    from svc_tui.screens.media import MediaPage as MediaPage
    from svc_tui.screens.menus import MenuPage as MenuPage
    from svc_tui.screens.menus import MenusPage as MenusPage
    from svc_tui.screens.page import SvcPage as SvcPage
    from svc_tui.screens.picture_settings import PicturesPage as PicturesPage
    from svc_tui.screens.record import DetailPage as DetailPage
    from svc_tui.stores.base import Store as Store
    from svc_tui.stores.base import StoreChanged as StoreChanged
    from svc_tui.stores.listing.action_types import CALLED_OFF as CALLED_OFF
    from svc_tui.stores.listing.action_types import ActionCancelled as ActionCancelled
    from svc_tui.stores.listing.action_types import ActionContext as ActionContext
    from svc_tui.stores.listing.list_adapters import ListAdapter as ListAdapter
    from svc_tui.stores.listing.list_store import ListStore as ListStore
    from svc_tui.stores.listing.selection import Selection as Selection
    from svc_tui.stores.listing.staged_store import StagedRecord as StagedRecord
    from svc_tui.stores.media.media_location import MediaLocation as MediaLocation
    from svc_tui.stores.media.media_state import MediaState as MediaState
    from svc_tui.stores.media.media_store import MediaStore as MediaStore
    from svc_tui.stores.record.detail_store import DetailStore as DetailStore
    from svc_tui.stores.record.draft import Draft as Draft
    from svc_tui.stores.record.draft import Unreadable as Unreadable
    from svc_tui.stores.session.auth_store import AuthStore as AuthStore
    from svc_tui.stores.session.confirm_store import Choice as Choice
    from svc_tui.stores.session.confirm_store import ConfirmStore as ConfirmStore
    from svc_tui.stores.session.confirm_store import Question as Question
    from svc_tui.stores.session.permissions import Permissions as Permissions
    from svc_tui.stores.session.snack_store import SnackStore as SnackStore
    from svc_tui.stores.uploads.upload_store import Upload as Upload
    from svc_tui.stores.uploads.upload_store import UploadStore as UploadStore
    from svc_tui.stores.worklist.worklist_store import WorklistStore as WorklistStore
    from svc_tui.widgets.base import SvcModal as SvcModal
    from svc_tui.widgets.base import SvcWidget as SvcWidget
    from svc_tui.widgets.command import Blocked as Blocked
    from svc_tui.widgets.command import Command as Command
    from svc_tui.widgets.form.boolean import BooleanField as BooleanField
    from svc_tui.widgets.form.boolean import SwitchField as SwitchField
    from svc_tui.widgets.form.choice import SelectField as SelectField
    from svc_tui.widgets.form.color import ColorField as ColorField
    from svc_tui.widgets.form.datetime_fields import DateField as DateField
    from svc_tui.widgets.form.datetime_fields import DatetimeField as DatetimeField
    from svc_tui.widgets.form.datetime_fields import TimeField as TimeField
    from svc_tui.widgets.form.field import SvcField as SvcField
    from svc_tui.widgets.form.file import FileField as FileField
    from svc_tui.widgets.form.form import SvcForm as SvcForm
    from svc_tui.widgets.form.map import MapField as MapField
    from svc_tui.widgets.form.media import SvcEnhancedMediaField as SvcEnhancedMediaField
    from svc_tui.widgets.form.media import SvcMediaField as SvcMediaField
    from svc_tui.widgets.form.media import SvcMediaM2mField as SvcMediaM2mField
    from svc_tui.widgets.form.number import NumberField as NumberField
    from svc_tui.widgets.form.relation import FksField as FksField
    from svc_tui.widgets.form.relation import M2mField as M2mField
    from svc_tui.widgets.form.repeater.repeater import RepeaterField as RepeaterField
    from svc_tui.widgets.form.rich.rich_text import EditorField as EditorField
    from svc_tui.widgets.form.rich.rich_text import MarkdownField as MarkdownField
    from svc_tui.widgets.form.seo import SeoField as SeoField
    from svc_tui.widgets.form.slider import SliderField as SliderField
    from svc_tui.widgets.form.slug import SlugField as SlugField
    from svc_tui.widgets.form.text import EmailField as EmailField
    from svc_tui.widgets.form.text import TextField as TextField
    from svc_tui.widgets.form.text import UrlField as UrlField
    from svc_tui.widgets.form.textarea import JsonField as JsonField
    from svc_tui.widgets.form.textarea import TextareaField as TextareaField
    from svc_tui.widgets.listing.actions import SvcListActions as SvcListActions
    from svc_tui.widgets.listing.filters import SvcListFilters as SvcListFilters
    from svc_tui.widgets.listing.listing import SvcList as SvcList
    from svc_tui.widgets.listing.quick_edit import SvcListQuickEdit as SvcListQuickEdit
    from svc_tui.widgets.listing.table import SvcListTable as SvcListTable
    from svc_tui.widgets.listing.tabs import SvcListTabs as SvcListTabs
    from svc_tui.widgets.media.breadcrumbs import SvcMediaBreadcrumbs as SvcMediaBreadcrumbs
    from svc_tui.widgets.media.drop_area import SvcDropArea as SvcDropArea
    from svc_tui.widgets.media.editor import SvcMediaEditor as SvcMediaEditor
    from svc_tui.widgets.media.folder_dialog import SvcMediaFolderDialog as SvcMediaFolderDialog
    from svc_tui.widgets.media.folders import SvcMediaFolders as SvcMediaFolders
    from svc_tui.widgets.media.gallery import SvcMediaGallery as SvcMediaGallery
    from svc_tui.widgets.media.manager import SvcMediaManager as SvcMediaManager
    from svc_tui.widgets.media.picker import SvcMediaManagerDialog as SvcMediaManagerDialog
    from svc_tui.widgets.media.preview import SvcMediaPreview as SvcMediaPreview
    from svc_tui.widgets.media.strip import SvcMediaStrip as SvcMediaStrip
    from svc_tui.widgets.media.upload_queue import SvcUploadQueue as SvcUploadQueue
    from svc_tui.widgets.media.uploader import SvcMediaUploader as SvcMediaUploader
    from svc_tui.widgets.media.worklist import SvcMediaWorklist as SvcMediaWorklist
    from svc_tui.widgets.record.detail import SvcDetail as SvcDetail
    from svc_tui.widgets.record.lang_switch import SvcDetailLangSwitch as SvcDetailLangSwitch
    from svc_tui.widgets.record.side_buttons import SvcDetailButtons as SvcDetailButtons
    from svc_tui.widgets.shell.buttons import SvcLogoutButton as SvcLogoutButton
    from svc_tui.widgets.shell.buttons import SvcThemeToggle as SvcThemeToggle
    from svc_tui.widgets.shell.confirm_dialog import SvcConfirmDialog as SvcConfirmDialog
    from svc_tui.widgets.shell.footer import SvcFooter as SvcFooter
    from svc_tui.widgets.shell.layout import SvcDefaultLayout as SvcDefaultLayout
    from svc_tui.widgets.shell.layout import SvcEmptyLayout as SvcEmptyLayout
    from svc_tui.widgets.shell.login import SvcLogin as SvcLogin
    from svc_tui.widgets.shell.palette import SvcCommands as SvcCommands
    from svc_tui.widgets.shell.profile import SvcSidebarProfile as SvcSidebarProfile
    from svc_tui.widgets.shell.root import SvcRootComponents as SvcRootComponents
    from svc_tui.widgets.shell.sidebar import SvcSidebar as SvcSidebar
    from svc_tui.widgets.shell.sidebar import SvcSidebarList as SvcSidebarList
    from svc_tui.widgets.shell.sidebar import SvcSidebarListItem as SvcSidebarListItem
    from svc_tui.widgets.shell.snack_bar import SvcSnackBar as SvcSnackBar
    from svc_tui.widgets.shell.topbar import SvcTopbar as SvcTopbar


def __getattr__(name: str) -> object:
    """Import a public name where it is first used."""
    if (home := _HOME.get(name)) is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # Imported here: it is not needed for the version.
    from importlib import import_module

    found: object = getattr(import_module(home), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """Return the public names, for completion."""
    return sorted([*_HOME, "__version__"])
