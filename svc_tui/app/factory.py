"""Factories for the parts of `Svc`: options with defaults, sign-in, cookie jar, client."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from svc_tui.api.dialects import Dialect, dialect_named
from svc_tui.api.errors import ForeignOrigin
from svc_tui.api.fetch import SvcFetch
from svc_tui.api.session import CookieNames, Jar
from svc_tui.api.urls import BaseUrl
from svc_tui.config.errors import ConfigError, ConfigProblem
from svc_tui.models.arguments import check_said_once, given_words

if TYPE_CHECKING:
    import httpx

    from svc_tui.api.auth.base import Auth, AuthCall
    from svc_tui.config.options import AuthCallOptions, Options


def script_options(
    base_url: str | None, options: Any, *, dialect: Any, user: str | None, auth: object
) -> Options:
    """Return the given options, or those of a script.

    Raises:
        ConfigError: an argument has no effect beside the options, no address is named, or the
            options are none.
    """
    from svc_tui.config.options import Options  # pydantic: only when there is work to do

    if options is not None:
        if not isinstance(options, Options):
            kind = given_words(options)
            raise _wrong(f"options= takes Options(base_url='https://…'), not {kind}")
        given = {"base_url": base_url, "user": user}
        said = dialect if dialect != "rest" else None  # It is the argument's default.
        check_said_once(options, {**given, "auth": auth, "dialect": said})
        added = {**given, "dialect": said if isinstance(said, str) else None}
        added = {name: value for name, value in added.items() if value is not None}
        return options.model_copy(update=added) if added else options
    if not base_url:
        raise _wrong("Name the backend: Svc('https://cms.example.org').")
    name = dialect if isinstance(dialect, str) else "rest"
    return Options(base_url=base_url, dialect=name, user=user)


def known_dialect(name: str | Dialect) -> Dialect:
    """Return the dialect of this name, or the one that was given itself.

    Raises: ConfigError: there is none, or the value is not a dialect.
    """
    if isinstance(name, Dialect):
        return name
    if not isinstance(name, str):
        raise _wrong(f"dialect= takes a name or a Dialect, not {given_words(name)}")
    try:
        return dialect_named(name)
    except ValueError as error:
        raise _wrong(str(error)) from None


def with_options(dialect: Dialect, options: Options) -> Dialect:
    """Return a dialect with the keys of `[svc.wire]` over those of its wire.

    Raises: ValueError: the dialect is code without a wire, on which they have no effect.
    """
    if options.wire is None:
        return dialect
    from svc_tui.api.dialects.wire import with_wire

    return with_wire(dialect, options.wire)


def with_dialect_auth(options: Options, dialect: Dialect) -> Options:
    """Return the options with the dialect's sign-in, if they have no kind and no address."""
    told = options.auth.model_dump(exclude_unset=True)
    if not dialect.auth or "kind" in told or "login" in told:
        return options
    auth = type(options.auth).model_validate({**dialect.auth, **told})
    return options.model_copy(update={"auth": auth})


CONNECTION = (
    "auth_login_url", "user_info_api", "logout_url",
    "session_cookie", "csrf_cookie", "csrf_header",
)  # fmt: skip
"""Settings that a dialect names differently, and that other backends must be given."""


def with_dialect_paths(options: Options, dialect: Dialect) -> Options:
    """Return the options with the dialect's addresses and sign-in as defaults."""
    options = with_dialect_auth(options, dialect)
    given = options.model_fields_set
    told = {name: getattr(dialect, name) for name in CONNECTION if name not in given}
    if dialect.trailing_slash is not None and "trailing_slash" not in options.model_fields_set:
        told["trailing_slash"] = dialect.trailing_slash
    media, places = options.media, options.media.endpoints
    known = {"media": dialect.media_endpoint, "folders": dialect.folders_endpoint}
    left = {name: place for name, place in known.items() if name not in places.model_fields_set}
    endpoints = places.model_copy(update=left if options.camomilla.media_adapter else {})
    uikit = options.uikit.model_copy(
        update={"media": media.model_copy(update={"endpoints": endpoints})}
    )
    return options.model_copy(update={**told, "uikit": uikit})


def usual_state_dir() -> Path:
    from svc_tui.config.paths import state_dir

    return state_dir()


def bindable(auth: object) -> Auth:
    """Return the caller's own sign-in, or one around an `httpx.Auth`.

    Raises:
        ConfigError: it is neither, or it can't sign in.
    """
    from svc_tui.api.auth.base import Auth

    if isinstance(auth, Auth):
        if type(auth).sign_in is Auth.sign_in:
            raise _wrong(f"auth= takes a sign-in with sign_in(), which {type(auth).__name__} lacks")
        return auth
    # Imported here: the first paint waits for this check.
    import httpx

    from svc_tui.api.auth.no_auth import HttpxAuth

    if isinstance(auth, httpx.Auth):
        return HttpxAuth(auth)
    raise _wrong(f"auth= takes an Auth such as TokenAuth('/api/token/'), not {given_words(auth)}")


def _wrong(words: str) -> ConfigError:
    return ConfigError(ConfigProblem(words))


def make_cookie_jar(
    config: Options, state_dir: Path | None, on_warning: Callable[[str], None]
) -> Jar:
    """Return the cookie jar; it keeps the session in memory without a directory.

    Raises:
        ConfigError: an option names an address on another server.
    """
    check_origins(config.base_url, _addresses(config))
    names = CookieNames(config.session_cookie, config.csrf_cookie, config.csrf_header)
    return Jar(config.base_url, names, state_dir=state_dir, on_warning=on_warning)


def make_fetch(
    config: Options,
    dialect: Dialect,
    jar: Jar,
    auth: Auth,
    transport: httpx.AsyncBaseTransport | None,
) -> SvcFetch:
    """Return the client that every request goes through.

    Raises: ConfigError: the sign-in has an address on another server, or the transport is invalid.
    """
    check_origins(config.base_url, _addresses_of(auth))
    if transport is not None:
        check_transport(transport)
    return SvcFetch(
        config.base_url,
        jar=jar,
        auth=auth,
        transport=transport_at(config.transport) if transport is None else transport,
        timeout=config.timeout,
        answer_limit=config.answer_limit,
        answer_timeout=config.answer_timeout,
        read_only=config.read_only,
        rewrites={**dialect.rewrites, **config.camomilla.path_rewrite},
        trailing_slash=config.trailing_slash,
        verbatim=[address for _, address in _sign_in_addresses(config)],
        headers=dialect.headers,
        follows_slashes=dialect.follows_slashes,
        profile_answer=dialect.profile_answer,
        detail_path=dialect.error_paths[1],
        success_path=dialect.success_path,
    )


def transport_at(place: str | None) -> httpx.AsyncBaseTransport | None:
    """Return the transport at `module:object`, created if that is a function.

    Raises: ConfigError: it can't be imported, or is not a transport.
    """
    if not place:
        return None
    import httpx

    module, _, name = place.partition(":")
    try:
        found = getattr(importlib.import_module(module), name)
        found = found if isinstance(found, httpx.AsyncBaseTransport) else found()
    except (Exception, SystemExit) as error:  # Its import may fail in any way.
        words = f"{type(error).__name__}: {error}"
        raise _wrong(f"the transport {place!r} can't be created: {words}") from None
    if not isinstance(found, httpx.AsyncBaseTransport):
        raise _wrong(f"{place!r} should be an httpx.AsyncBaseTransport, not {given_words(found)}")
    return found


def check_transport(transport: object) -> None:
    """Raise `ConfigError` if this is not an httpx transport."""
    import httpx

    if not isinstance(transport, httpx.AsyncBaseTransport):
        kind = given_words(transport)
        raise _wrong(f"transport= takes an httpx.AsyncBaseTransport, not {kind}")


def make_auth(config: Options, dialect: Dialect) -> Auth:
    """Return the sign-in that the options describe."""
    auth = _make_auth(config, dialect)
    auth.written = "file" if config.from_file else "options"
    return auth


def _make_auth(config: Options, dialect: Dialect) -> Auth:
    told = config.auth
    profile, places = told.profile, told.profile_map
    match told.kind:
        case "form":
            from svc_tui.api.auth.form import FormAuth

            login, logout = _call(told.login, FormAuth.LOGIN), _call(told.logout)
            return FormAuth(login, profile=profile, profile_map=places, logout=logout)
        case "token":
            from svc_tui.api.auth.token import TokenAuth

            return TokenAuth(
                _call(told.login, "", username="{user}", password="{password}"),
                token=told.token,
                header=told.header or TokenAuth.HEADER,
                refresh=_call(told.refresh),
                profile=profile,
                profile_map=places,
                logout=_call(told.logout),
            )
        case "device":
            from svc_tui.api.auth.device import DeviceAuth

            return DeviceAuth(
                _call(told.login, ""),
                _call(told.refresh, ""),
                header=told.header or DeviceAuth.HEADER,
                profile=profile,
                profile_map=places,
                logout=_call(told.logout),
            )
        case "basic":
            from svc_tui.api.auth.header import BasicAuth

            return BasicAuth(login=_call(told.login, ""), profile=profile, profile_map=places)
        case "api_key":
            from svc_tui.api.auth.header import ApiKeyAuth

            return ApiKeyAuth(
                told.header or ApiKeyAuth.HEADER,
                login=_call(told.login, ""),
                profile=profile,
                profile_map=places,
            )
        case "none":
            from svc_tui.api.auth.no_auth import NoAuth

            return NoAuth()
    return _session_auth(config, dialect)


def _session_auth(config: Options, dialect: Dialect) -> Auth:
    """Return a sign-in by a session cookie, at the dialect's addresses where none are given."""
    from svc_tui.api.auth.base import AuthCall
    from svc_tui.api.auth.session import CREDENTIALS, SessionAuth

    told = config.auth
    out = AuthCall(config.logout_url, method=dialect.logout_method)
    auth = SessionAuth(
        _call(told.login, config.auth_login_url, **CREDENTIALS),
        profile=told.profile or config.user_info_api,
        profile_map=told.profile_map,
        logout=_call(told.logout) or out,
        refresh=_call(told.refresh),
    )
    named = {} if told.login else {"the sign-in": "auth_login_url"}
    auth.option_names = named | ({} if told.profile else {"the profile": "user_info_api"})
    usual = auth.profile_path == dialect.user_info_api and not told.profile
    auth.guesses_profile = usual and told.login is not None
    chosen = config.dialect != type(config).model_fields["dialect"].default
    # One that can be recognized may have been detected, and not chosen: the options don't tell.
    auth.other_dialects = not chosen or dialect.recognize is not None
    return auth


@overload
def _call(told: AuthCallOptions | None, path: str, **fields: str) -> AuthCall: ...


@overload
def _call(told: AuthCallOptions | None, path: None = None, **fields: str) -> AuthCall | None: ...


def _call(told: AuthCallOptions | None, path: str | None = None, **fields: str) -> AuthCall | None:
    """Return a request of the sign-in from the options, or the one at the usual path."""
    from svc_tui.api.auth.base import AuthCall

    if told is None:
        return None if path is None else AuthCall(path, fields)
    return AuthCall(told.path, told.fields or fields, told.body, told.method, told.token)


def check_origins(base_url: str, addresses: Iterable[tuple[str, str]]) -> None:
    """Refuse addresses on another server at boot, not on the first visit.

    Takes addresses with their names for messages. Raises `ConfigError`.
    """
    base, problems = BaseUrl.parse(base_url), []
    for name, address in addresses:
        try:
            base.check(address)
        except ForeignOrigin as error:
            problems.append(ConfigProblem(f"{name}: {error.detail}; use a path on it instead"))
    if problems:
        raise ConfigError(*problems)


def _sign_in_addresses(config: Options) -> list[tuple[str, str]]:
    names = ("auth_login_url", "user_info_api", "logout_url")
    auth = config.auth
    calls = {"login": auth.login, "refresh": auth.refresh, "logout": auth.logout}
    return [
        *((name, getattr(config, name)) for name in names),
        *((f"auth.{name}", call.path) for name, call in calls.items() if call),
        *([("auth.profile", auth.profile)] if auth.profile else []),
    ]


def _addresses_of(auth: Auth) -> list[tuple[str, str]]:
    names = {"login": "login", "refresh_call": "refresh", "logout": "logout"}
    calls = {told: getattr(auth, name, None) for name, told in names.items()}
    paths = {told: getattr(call, "path", "") for told, call in calls.items()}
    paths["profile"] = auth.profile_path
    return [(f"auth.{told}", path) for told, path in paths.items() if path]


def _addresses(config: Options) -> list[tuple[str, str]]:
    media = config.media.endpoints
    return [
        *_sign_in_addresses(config),
        ("media.endpoints.media", media.media),
        ("media.endpoints.folders", media.folders),
    ]
