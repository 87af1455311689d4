"""All settings: the options, and the whole console file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, Literal
from urllib.parse import SplitResult, urlsplit
from zoneinfo import ZoneInfo

from pydantic import Field, PrivateAttr, field_validator, model_validator
from pydantic.alias_generators import to_snake

from svc_tui.config.defaults import MEDIA_DEFAULTS, MENU_DEFAULTS, SVC_DEFAULTS
from svc_tui.models import extensions
from svc_tui.models.arguments import TOKEN, checked_header
from svc_tui.models.base import Declaration, error_at
from svc_tui.models.dialects import BUILT_IN, WIRES, dialect_hint
from svc_tui.models.listing import Names, RowsPerPage
from svc_tui.models.records import checked_profile_map
from svc_tui.models.resource import PYTHON_ONLY, Resource, SidebarGroup
from svc_tui.models.wire import Wire

__all__ = [
    "MEDIA_DEFAULTS",
    "SVC_DEFAULTS",
    "AuthCallOptions",
    "AuthOptions",
    "CamomillaOptions",
    "ConsoleFile",
    "ConsoleOptions",
    "CoreOptions",
    "MediaEndpoints",
    "MediaOptions",
    "Options",
    "SvcSection",
    "UikitOptions",
    "checked_base_url",
]


DIALECT_PLACE = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
"""The place of a dialect that is not built in: `module:object`."""


def checked_base_url(url: str) -> str:
    """Return the backend's address, without the slash at its end; a base path stays.

    Raises ValueError with what is wrong, never repeating a password.
    """
    url = url.strip()
    try:
        parts = urlsplit(url)
    except ValueError:
        raise ValueError("has brackets without an IPv6 address") from None
    if parts.scheme not in ("http", "https"):
        raise ValueError("should start with https:// or http://")
    if parts.username is not None or parts.password is not None:
        raise ValueError(
            "contains a username or password; remove it and sign in with --user, or user=…"
        )
    if not parts.hostname:
        raise ValueError("has no host; write it as in https://cms.example.org")
    if not _is_host(parts.hostname):
        raise ValueError(f'has an invalid host: "{parts.hostname}"')
    if not _has_port(parts):
        raise ValueError("has an invalid port; use a number from 1 to 65535")
    if re.search(r"\s", parts.path):
        raise ValueError("has a space in its path; write it as %20")
    if parts.query or parts.fragment:
        raise ValueError("should end with the path; remove ? or # and what follows")
    return parts._replace(path=parts.path.rstrip("/")).geturl()


def _is_host(name: str) -> bool:
    """Whether a name can be a host's: an address, or labels of at most 63 letters with dots."""
    if ":" in name:
        return True  # An IPv6 address, which is validated already.
    try:
        labels = name.removesuffix(".").encode("idna").decode().split(".")
    except UnicodeError:
        return False
    return all(re.fullmatch(r"[\w]([\w-]*[\w])?", label, re.ASCII) for label in labels)


def _has_port(parts: SplitResult) -> bool:
    try:
        return parts.port is None or parts.port > 0
    except ValueError:
        return False


def checked_token(name: str) -> str:
    """Return the name of a header or a cookie; raises ValueError for one that can't be sent."""
    if not TOKEN.fullmatch(name):
        raise ValueError("can only contain letters, digits and !#$%&'*+.^_`|~-")
    return name


class MediaEndpoints(Declaration):
    """The addresses of media and folders on the backend."""

    media: str = Field(default=MEDIA_DEFAULTS["endpoints"]["media"], min_length=1)
    """The collection of media."""
    folders: str = Field(default=MEDIA_DEFAULTS["endpoints"]["folders"], min_length=1)
    """The collection of media folders."""


class MediaOptions(Declaration):
    """The media manager."""

    endpoints: MediaEndpoints = MediaEndpoints()
    """The addresses of media and folders on the backend."""
    max_image_size: float = Field(default=MEDIA_DEFAULTS["max_image_size"], gt=0)
    """The largest image to upload, in MB (1024 × 1024 bytes), inclusive."""
    max_video_size: float = Field(default=MEDIA_DEFAULTS["max_video_size"], gt=0)
    """The largest video to upload, in MB."""
    max_default_size: float = Field(default=MEDIA_DEFAULTS["max_default_size"], gt=0)
    """The largest file of any other type to upload, in MB."""
    permissions_model: str = Field(default=MEDIA_DEFAULTS["permissions_model"], min_length=1)
    """The backend's model name for permissions: `media` means change_media, delete_media."""
    parallel_uploads: int = Field(default=2, ge=1, le=16)
    """How many files are uploaded at once."""
    pictures: Literal["auto", "off", "half-block", "kitty", "sixel"] = "auto"
    """How pictures are shown: `auto`, in half blocks, and over SSH only after `P`; `kitty` and
    `sixel` where the terminal draws them. A choice made in a terminal overrides this."""
    pictures_elsewhere: bool = True
    """Load pictures from other hosts too, without cookies; false shows only their names."""
    picture_limit: float = Field(default=20, gt=0)
    """The largest file to download for a picture, in MB."""
    picture_cache: float = Field(default=64, ge=0)
    """The maximum size of cached pictures, in MB; 0 turns the cache off."""


class MenuOptions(Declaration):
    """The editor of navigation menus."""

    max_depth: int = Field(default=MENU_DEFAULTS["max_depth"], ge=1, le=20)
    """Maximum levels of entries; existing deeper ones are kept."""
    permissions_model: str = Field(default=MENU_DEFAULTS["permissions_model"], min_length=1)
    """The backend's model name for permissions: `menu` means change_menu, delete_menu."""


class FormOptions(Declaration):
    """All forms."""

    groups_expanded: bool = True
    """Groups of fields start unfolded."""
    debounce: int = Field(default=0, ge=0)
    """Milliseconds to wait until an edit counts, for fields that do not say; at 0 it counts at
    once."""
    attrs: Mapping[str, Mapping[str, Any]] = Field(default_factory=dict)
    """Settings of all fields of a type, which their own `attrs` go over:
    `{ textarea = { rows = 8 } }`; under `All`, of every type."""


class UikitOptions(Declaration):
    """The user interface's own options."""

    media: MediaOptions = MediaOptions()
    """The media manager."""
    menus: MenuOptions = MenuOptions()
    """The editor of navigation menus, where the backend has some."""
    form: FormOptions = FormOptions()
    """Defaults for all forms and their fields."""
    languages: Mapping[str, str] = Field(default_factory=dict)
    """What languages are called: `{ "pt-br" = "Português do Brasil" }`; others by their own
    names, or their codes."""


class CamomillaOptions(Declaration):
    """The CMS integration."""

    media_adapter: bool = True
    """Speak the CMS's dialect in the media manager; false keeps plain REST there."""
    path_rewrite: Mapping[str, str] = Field(default_factory=dict)
    """Paths that differ on this backend: `"/api/media" = "/cms/media"`."""


class CoreOptions(Declaration):
    """The service layer's addresses."""

    auth_login_url: str = Field(default=SVC_DEFAULTS["auth_login_url"], min_length=1)
    """The address of the sign-in; used exactly as written."""
    user_info_api: str = Field(default=SVC_DEFAULTS["user_info_api"], min_length=1)
    """The address of the signed-in user's profile; used exactly as written."""
    logout_url: str = Field(default=SVC_DEFAULTS["logout_url"], min_length=1)
    """The address of the sign-out; used exactly as written."""
    login_url: str = Field(default=SVC_DEFAULTS["login_url"], pattern="^/")
    """The console's page for users who are not signed in."""


class AuthCallOptions(Declaration):
    """A request of the sign-in."""

    path: str = Field(min_length=1)
    """The address; used exactly as written."""
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"] = "POST"
    """The method of the request."""
    body: Literal["json", "form"] = "json"
    """How the fields are sent: as JSON, or form-encoded."""
    fields: Mapping[str, str] = Field(default_factory=dict)
    """What is sent, by its name: `{user}`, `{password}`, `{token}` and `{refresh}` are filled
    in."""
    token: str = ""
    """The dotted path of the token in the response; if omitted, the usual names are tried."""


KEYS_OF_TOKENS = {
    "session": ("token", "header"),
    "form": ("token", "header", "refresh"),
    "basic": ("token", "header", "refresh", "logout"),
    "api_key": ("token", "refresh", "logout"),
}
"""The keys of `[svc.auth]` that a kind of sign-in doesn't read; `none` may be put over any."""


class AuthOptions(Declaration):
    """The sign-in, and what each request carries."""

    kind: Literal["session", "form", "token", "device", "basic", "api_key", "none"] = "session"
    """`session`: a JSON sign-in that returns a cookie; `form`: the sign-in page of a web
    site, as in Django; `token`: a token in a header; `device`: a token that is allowed in a
    browser, by OAuth's device flow; `basic`: username and password in a header; `api_key`: a key
    in a header; `none`: no sign-in."""
    login: AuthCallOptions | None = None
    """The request that signs in; for `basic` and `api_key` the address to check them on."""
    token: str = ""
    """The dotted path of the token in the response; if omitted, the usual names are tried."""
    header: str = ""
    """The header of each request, with `{token}`: `Authorization: Bearer {token}`."""
    refresh: AuthCallOptions | None = None
    """The request for a new token, if tokens expire; for `session`, new cookies; for `device`, for
    the first token too."""
    profile: str = ""
    """The address of the signed-in user's profile; if omitted, the backend alone decides who may do
    what."""
    profile_map: Mapping[str, str] = Field(default_factory=dict)
    """Where a profile has `id`, `username`, `email`, `groups`, `permissions`, `is_superuser`, as
    dotted paths."""
    logout: AuthCallOptions | None = None
    """The request that signs out."""
    password_command: tuple[str, ...] = ()
    """A program and its arguments that print the password or the key: `["pass", "show", "cms"]`.
    It runs without a shell, and only for a trusted console file."""
    keyring: bool = False
    """The password, or the key, is in the system's keyring, for `base_url` and the user (a key for
    `api_key`): run `keyring set https://cms.example.org editor` to store it. Needs the library
    `keyring`."""

    @property
    def finds_password(self) -> bool:
        """Whether the password is found without typing it."""
        return bool(self.password_command or self.keyring)

    _is_a_header = field_validator("header")(checked_header)

    _maps_a_profile = field_validator("profile_map")(checked_profile_map)

    @model_validator(mode="after")
    def _has_its_parts(self) -> AuthOptions:
        """Check that a token has a place where it comes from, and that each key has an effect."""
        without = KEYS_OF_TOKENS.get(self.kind, ())
        if idle := [key for key in without if getattr(self, key)]:
            raise ValueError(
                f'has {", ".join(idle)}, which kind = "{self.kind}" does not use; '
                "set another kind, or remove it"
            )
        if self.keyring and self.password_command:
            raise ValueError("has keyring and password_command; use only one")
        if self.kind == "token" and self.login is None:
            raise ValueError(
                'has kind = "token" and no login; add login = { path = "/api/token/" }'
            )
        if self.kind == "device":
            if self.login is None or self.refresh is None:
                raise ValueError(
                    'has kind = "device" and needs login = { path = "/o/device/", fields = '
                    '{ client_id = "…" } } and refresh = { path = "/o/token/" }'
                )
            if self.finds_password:
                raise ValueError(
                    'has kind = "device", which uses no password; remove keyring or '
                    "password_command"
                )
        return self


class ConsoleOptions(CoreOptions):
    """All settings of a console but its backend's address."""

    dialect: str = Field(default="rest", examples=[*BUILT_IN])
    """The backend's API: the name of a built-in dialect, such as `rest` for plain REST; that of an
    installed package's dialect; or a custom dialect at `module:object`."""
    wire: Wire | None = None
    """How requests and responses differ from `dialect`."""
    openapi: str = ""
    """The backend's OpenAPI 3 or Swagger 2.0 description: an address on it, a URL, or a file. Left
    out, the usual addresses are asked where no root of the API lists its collections."""
    transport: str | None = Field(default=None, pattern=r"^[A-Za-z_][\w.]*:[A-Za-z_]\w*$")
    """The httpx transport of every request, at `module:object`: a value, or a function without
    arguments that returns one."""
    plugins: Names = ()
    """Plugins of installed packages that the console starts with, in their order."""
    trailing_slash: bool = True
    """The addresses of collections and records end with a slash; false for backends without."""
    title: str = Field(default="svc-tui", min_length=1)
    """The console's name, shown in its corner and at the sign-in; the app's `title`, too."""
    user: str | None = None
    """The account that sign-in proposes. The password is asked for, never saved."""
    auth: AuthOptions = AuthOptions()
    """How to sign in."""
    session_cookie: str = Field(default="__svc_session", min_length=1)
    """The name of the backend's session cookie."""
    csrf_cookie: str = Field(default="csrftoken", min_length=1)
    """The name of the backend's CSRF cookie."""
    csrf_header: str = Field(default="X-CSRFToken", min_length=1)
    """The header that sends the CSRF token with changes."""
    timeout: float = Field(default=30, gt=0)
    """Seconds without a response before a request is cancelled; a transport of your own has its
    own limit, and `answer_timeout`."""
    answer_limit: float = Field(default=100, gt=0)
    """The largest response to read, in MB (1024 × 1024 bytes), packed and unpacked. Pictures
    have their own limit."""
    answer_timeout: float = Field(default=120, gt=0)
    """Seconds before an unfinished response is cancelled."""
    page_size: RowsPerPage = 20
    """Rows per page of a list, or `"fit"`: as many as the screen has lines."""
    theme: str | None = None
    """The theme to start with: svc-dark, svc-light, ansi-dark, ansi-light, or another of
    Textual's; if omitted, dark, and over SSH the terminal's own palette."""
    ascii: bool = False
    """Draw with plain ASCII characters only."""
    mouse: bool = True
    """React to the mouse; false leaves it to the terminal, for selecting text."""
    diff: bool = True
    """Send only changes to the terminal; false lets Textual send whole regions."""
    frame_rate: int = Field(default=60, ge=1, le=120)
    """Maximum frames per second; 10 is enough for a metered connection."""
    timezone: str | None = None
    """The time zone of dates and times on the screen, such as `Europe/Rome`; if omitted, the
    machine's own."""
    home: Literal["dashboard", "plain"] = "dashboard"
    """The first page: `dashboard`, with a card of each resource, which requests counts;
    `plain`, a list of the pages, without requests."""
    read_only: bool = False
    """Refuse every request that could change something."""
    protect: bool = False
    """Protect this backend: `[PROD]` in the top line, and from 100 columns and 30 lines in red
    frames. What is dangerous asks to type the profile's name (without a profile, the title).
    Nothing is written that can't be logged."""
    restricted: bool = False
    """Give only the console: no editor, program, other settings, and files through one
    folder only. Only works in the system's file; elsewhere use `--restricted`."""
    files_folder: str | None = None
    """The folder for all files of a restricted console; `{user}` is
    the Unix account. If omitted, `svc-tui-files` in the home."""
    max_rows: int | None = Field(default=None, ge=1)
    """The maximum rows that one action, edit or command may change; if omitted, any number."""
    edit_rows_as: Literal["yaml", "tsv"] = "yaml"
    """How `E` in a list writes rows for an editor: as YAML, or as a table with tabs."""
    history: Literal["file", "syslog"] = "file"
    """Where each change is logged: in the state directory; with `syslog`, in the system's log
    too."""

    _can_be_sent = field_validator("session_cookie", "csrf_cookie", "csrf_header")(checked_token)

    @field_validator("auth", mode="before")
    @classmethod
    def _is_described(cls, given: object) -> object:
        """Refuse a sign-in that is a value and no description."""
        if hasattr(given, "sign_in") or hasattr(given, "auth_flow"):
            raise ValueError("can't be set here: pass it as Svc(auth=…) or SvcApp(auth=…)")
        return given

    @field_validator("dialect", mode="before")
    @classmethod
    def _is_named(cls, given: object) -> object:
        """Refuse a dialect that is a value and no name."""
        if hasattr(given, "list_params"):
            raise ValueError("can't be set here: pass it as Svc(dialect=…) or SvcApp(dialect=…)")
        return given

    @field_validator("dialect")
    @classmethod
    def _is_spoken(cls, name: str) -> str:
        """Check a dialect's name now, not at the first request."""
        if name in BUILT_IN or DIALECT_PLACE.fullmatch(name):
            return name
        packaged = extensions.installed("dialects")
        if name in packaged:
            return name
        raise ValueError(f'is "{name}"; {dialect_hint(name, packaged)}')

    @model_validator(mode="after")
    def _wire_goes_with_data(self) -> ConsoleOptions:
        """Check that the keys of the wire have an effect."""
        if self.wire is not None and self.dialect not in WIRES:
            known = ", ".join(WIRES)
            text = f'wire has no effect on dialect = "{self.dialect}"; it works with {known}'
            raise error_at(text, "wire")
        return self

    @field_validator("plugins")
    @classmethod
    def _are_installed(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        """Check that each plugin belongs to an installed package."""
        known = extensions.installed("plugins") if names else {}
        for name in names:
            if name not in known:
                near = get_close_matches(name, known, 1)
                hint = f'did you mean "{near[0]}"?' if near else "install the package that has it"
                raise ValueError(f'lists "{name}", which no installed package provides; {hint}')
        return names

    @field_validator("timezone")
    @classmethod
    def _is_a_place(cls, name: str | None) -> str | None:
        """Check a time zone now, not at the first date."""
        try:
            return name if name is None or ZoneInfo(name) else None
        except (KeyError, ValueError, OSError) as error:
            raise ValueError("is not a time zone; write one such as Europe/Rome or UTC") from error


class Options(ConsoleOptions):
    """The settings that a console runs with, all sources merged."""

    base_url: str
    """The backend's address; every path is added to it."""
    profile: str | None = None
    """The profile of the console file that is in use."""
    uikit: UikitOptions = UikitOptions()
    """The user interface's own options."""
    camomilla: CamomillaOptions = CamomillaOptions()
    """The CMS integration."""

    _base_url_is_one = field_validator("base_url")(checked_base_url)

    _wire_is_open: bool = PrivateAttr(default=False)
    _from_file: bool = PrivateAttr(default=False)

    @property
    def wire_is_open(self) -> bool:
        """Whether a description read after the sign-in may still set the wire."""
        return self._wire_is_open

    def with_open_wire(self) -> Options:
        """Return these options with the wire left open for such a description."""
        found = self.model_copy()
        found._wire_is_open = True
        return found

    @property
    def from_file(self) -> bool:
        """Whether a console file, or flags beside one, set them: messages name its keys then."""
        return self._from_file

    def as_from_file(self) -> Options:
        """Return these options as those of a console file."""
        found = self.model_copy()
        found._from_file = True
        return found

    @property
    def zone(self) -> ZoneInfo | None:
        """The operator's time zone; None is the machine's."""
        return ZoneInfo(self.timezone) if self.timezone else None

    @property
    def media(self) -> MediaOptions:
        """The merged media options: the specification's public runtime config `svcMedia`."""
        return self.uikit.media


class SvcSection(ConsoleOptions):
    """The table `[svc]`, and each `[profiles.<name>]`."""

    base_url: str | None = None
    """The backend's address, such as `https://cms.example.org`; a path in it is kept."""
    uikit: UikitOptions = UikitOptions()
    """The user interface's own options."""

    _base_url_is_one = field_validator("base_url")(checked_base_url)


class ConsoleFile(Declaration):
    """A console file, `svc.toml`."""

    svc: SvcSection = SvcSection()
    """The console and its backend."""
    svc_core: CoreOptions = CoreOptions()
    """The service layer's addresses, if separate from `[svc]`."""
    svc_uikit: UikitOptions = UikitOptions()
    """The user interface's options, if separate from `[svc.uikit]`."""
    camomilla: CamomillaOptions = CamomillaOptions()
    """The CMS integration."""
    profiles: Mapping[str, SvcSection] = Field(default_factory=dict)
    """Other backends or settings by name; `--profile NAME` applies one on top of `[svc]`."""
    keys: Mapping[str, Names] = Field(default_factory=dict)
    """Key bindings by id: a key, or a list of keys, that replaces the built-in one."""
    groups: tuple[SidebarGroup, ...] = ()
    """Headings of the sidebar, in their order."""
    resources: tuple[Resource, ...] = ()
    """The backend's collections, in the order of the sidebar."""

    @model_validator(mode="before")
    @classmethod
    def _holds_no_functions(cls, given: Any) -> Any:
        """Refuse keys that exist in Python only, and tell why."""
        resources = given.get("resources") if isinstance(given, Mapping) else None
        for index, one in enumerate(resources if isinstance(resources, list) else ()):
            for key in one if isinstance(one, Mapping) else ():
                if to_snake(key) in PYTHON_ONLY:
                    text = f"{key} has functions or classes, which a console file can't have: "
                    text += "pass it in Python, as SvcApp(resources=[…])"
                    raise error_at(text, "resources", index, key)
        return given

    @model_validator(mode="after")
    def _can_tell_its_entries_apart(self) -> ConsoleFile:
        """Check that names are unique, and that no entry is its own parent."""
        check_sidebar(self.groups, self.resources)
        return self


def check_sidebar(groups: tuple[SidebarGroup, ...], resources: tuple[Resource, ...]) -> None:
    """Raise when two entries share a name, or parents go round in a ring."""
    places = [("groups", index, group.name) for index, group in enumerate(groups)]
    places += [("resources", index, resource.name) for index, resource in enumerate(resources)]
    seen: set[str] = set()
    for section, index, name in places:
        if name in seen:
            text = f'the name "{name}" is used by an entry above; choose another'
            raise error_at(text, section, index, "name")
        seen.add(name)
    parents = {resource.name: resource.parent for resource in resources}
    for index, name in enumerate(parents):
        if ring := _ring(name, parents):
            text = f"{' > '.join(ring)} contain each other; remove one parent"
            raise error_at(text, "resources", index, "parent")


def _ring(name: str, parents: Mapping[str, str | None]) -> list[str]:
    """Return the path from an entry up to itself; empty when it ends at the top."""
    trail = [name]
    while (parent := parents.get(trail[-1])) is not None:
        if parent in trail:
            return [*trail, parent]
        trail.append(parent)
    return []
