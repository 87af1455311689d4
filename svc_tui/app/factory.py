"""Factories of what `Svc` is made of: options with defaults, cookie jar, client, account."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from svc_tui.api.account import Account
from svc_tui.api.dialects import Dialect, dialect_named
from svc_tui.api.fetch import SvcFetch
from svc_tui.api.session import CookieNames, Jar
from svc_tui.api.urls import BaseUrl
from svc_tui.config.errors import ConfigError, ConfigProblem

if TYPE_CHECKING:
    import httpx

    from svc_tui.config.options import Options


def script_options(base_url: str | None, dialect: Any, user: str | None) -> Options:
    """Return the options of a script.

    Raises:
        ValueError: no address is named.
    """
    from svc_tui.config.options import Options  # pydantic: only when there is work to do

    if not base_url:
        raise ValueError("Say which backend: Svc('https://cms.example.org').")
    return Options(base_url=base_url, dialect=dialect, user=user)


def known_dialect(name: str) -> Dialect:
    """Return the dialect of this name.

    Raises:
        ValueError: there is none.
    """
    try:
        return dialect_named(name)
    except ValueError as error:
        raise ValueError(f"No console: {error}.") from None


def with_dialect_paths(options: Options, dialect: Dialect) -> Options:
    """Return the options with the dialect's addresses as defaults."""
    names = (
        "auth_login_url",
        "user_info_api",
        "logout_url",
        "session_cookie",
        "csrf_cookie",
        "csrf_header",
    )
    told = {name: getattr(dialect, name) for name in names if name not in options.model_fields_set}
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
    config: Options, dialect: Dialect, jar: Jar, transport: httpx.AsyncBaseTransport | None
) -> SvcFetch:
    """Return the client that every request goes through."""
    return SvcFetch(
        config.base_url,
        jar=jar,
        transport=transport,
        timeout=config.timeout,
        answer_limit=config.answer_limit,
        answer_timeout=config.answer_timeout,
        read_only=config.read_only,
        rewrites={**dialect.rewrites, **config.camomilla.path_rewrite},
        trailing_slash=config.trailing_slash,
        verbatim=(config.auth_login_url, config.user_info_api, config.logout_url),
    )


def make_account(config: Options, dialect: Dialect, fetch: SvcFetch) -> Account:
    """Return the client of the account: login, logout, profile."""
    return Account(
        fetch,
        login_url=config.auth_login_url,
        logout_url=config.logout_url,
        user_info_url=config.user_info_api,
        logout_method=dialect.logout_method,
    )


def check_origins(base_url: str, addresses: Iterable[tuple[str, str]]) -> None:
    """Refuse addresses on another server at boot, not on the first visit.

    Takes what a person calls each address, and the address. Raises `ConfigError`.
    """
    base, problems = BaseUrl.parse(base_url), []
    for name, address in addresses:
        try:
            base.check(address)
        except ValueError as error:
            problems.append(ConfigProblem(f"{name}: {error}; name a path on it instead"))
    if problems:
        raise ConfigError(*problems)


def _addresses(config: Options) -> list[tuple[str, str]]:
    names = ("auth_login_url", "user_info_api", "logout_url")
    media = config.media.endpoints
    return [
        *((name, getattr(config, name)) for name in names),
        ("media.endpoints.media", media.media),
        ("media.endpoints.folders", media.folders),
    ]
