"""Auth: a way of signing in to one kind of backend, and what its requests carry."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

from svc_tui.api.errors import (
    A_PAGE,
    WHOLE,
    ApiError,
    Forbidden,
    InvalidResponse,
    NoSession,
    NotFound,
    ServerError,
    SignInBlocked,
    SignInRefused,
    Unauthorized,
    Unreachable,
    ValidationFailed,
    WrongEndpoint,
    guard_part,
)
from svc_tui.api.responses import parsed, raise_for_status
from svc_tui.models.arguments import checks_fields, refused_arguments
from svc_tui.models.dotted_path import value_at
from svc_tui.models.foreign_code import GuardedCall
from svc_tui.models.overrides import check_overrides
from svc_tui.models.records import PERMISSION_KEYS, UserProfile, checked_profile_map, require_object

if TYPE_CHECKING:
    import httpx

    from svc_tui.api.fetch import SvcFetch
    from svc_tui.api.session import Tokens

ANSWER_LIMIT = 1.0
"""Maximum size in MB of an answer to a sign-in, a refresh or a sign-out."""

TOO_BUSY = 429

REFUSED = (400, 401, 403, 422)
"""Statuses that mean a refused refresh."""

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")

PLACEHOLDER = re.compile(r"\{(user|password|refresh|token)\}")
"""The placeholders of a field or header."""


@checks_fields
@dataclass(frozen=True)
class AuthCall:
    """A request to sign in, refresh or sign out."""

    path: str
    """The address; used exactly as written."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """The values to send, by their names; `{user}`, `{password}`, `{token}` and `{refresh}` are
    filled in."""
    body: Literal["json", "form"] = "json"
    """The encoding of the body: JSON or a form."""
    method: str = "POST"
    token: str = ""
    """The dotted path of the token in the response; "" looks for the usual names."""

    def __post_init__(self) -> None:
        if self.body not in ("json", "form"):
            raise refused_arguments(AuthCall, 'body should be "json" or "form"')
        if self.method.upper() not in METHODS:
            raise refused_arguments(AuthCall, f"method should be {' or '.join(METHODS)}")

    @classmethod
    def at(cls, place: AuthCall | str, **fields: str) -> AuthCall:
        """Return this call; if it is a path, a call to it with these fields."""
        return place if isinstance(place, AuthCall) else cls(place, fields)


def profile_places(kind: type, given: Mapping[str, str] | None) -> Mapping[str, str]:
    """Return the `profile_map` of a kind of sign-in; raises `ConfigError` for an unknown key."""
    try:
        return checked_profile_map(given or {})
    except ValueError as error:
        raise refused_arguments(kind, f"profile_map {error}") from None


OVERRIDABLE = (
    "kind", "asks", "keeps", "name", "profile_path", "profile_map", "logout", "sign_in",
    "authorize", "refresh", "sign_out", "profile", "expires_soon", "has_ended", "not_signed_in",
    "profile_in", "read_profile",
)  # fmt: skip
"""What a sign-in may define."""


class Auth:
    """A way to sign in to one kind of backend. Subclass it for a custom kind.

    The five methods are `sign_in`, `authorize`, `refresh`, `sign_out` and `profile`. An instance is
    a description; `bind` makes the copy that works for one client. What a sign-in yields goes into
    `tokens`, which are kept with the session (a private file), dropped at sign-out, and neither
    logged nor shown.
    """

    kind: ClassVar[str] = "session"
    """The name in a console file."""
    asks: ClassVar[tuple[str, ...]] = ("username", "password")
    """The fields to ask the user for: `username`, `password`, `key`; empty without a sign-in."""
    keeps: ClassVar[bool] = True
    """Whether a session may be kept on disk."""
    name: ClassVar[str] = "user"
    """The user's name if there is none."""

    profile_path: str = ""
    """The address of the signed-in user's profile; "" where there is none."""
    profile_map: Mapping[str, str] = {}
    """Where a profile has `id`, `username`, `email`, `groups`, `permissions` and `is_superuser`,
    as dotted paths, where they are elsewhere."""
    logout: AuthCall | None = None
    """The request that signs out; None where there is none."""

    client: SvcFetch
    """The client that this is bound to."""
    written: Literal["file", "options", "code"] = "code"
    """Where its settings are: in the console file, in `Options`, or in this object."""
    on_wait: Callable[[str], object] | None = None
    """Called with what a person is to do elsewhere, by a sign-in that waits for it."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Refuse misspelt names, and methods of the wrong kind."""
        super().__init_subclass__(**kwargs)
        check_overrides(cls, OVERRIDABLE)

    def bind(self, client: SvcFetch) -> Self:
        """Return a copy that signs the requests of a client."""
        bound = copy.copy(self)
        bound.client = client
        return bound

    @property
    def tokens(self) -> Tokens:
        """The secrets of this session by name."""
        return self.client.cookies.tokens

    # The protocol

    async def sign_in(self, username: str, password: str) -> None:
        """Sign in; stores the result in `tokens` or cookies.

        Raises `ValidationFailed` for credentials that are refused, and other kinds of `ApiError`.
        """
        raise NotImplementedError

    def authorize(self, request: httpx.Request) -> None:
        """Add credentials; called only for requests to the backend's own origin."""

    async def refresh(self) -> bool:
        """Get a new token after a 401; False if the session is over.

        Called once for all requests that were refused at the same time. Raises `ApiError` if the
        backend did not answer; the session then stays.
        """
        return False

    async def sign_out(self) -> bool:
        """Sign out at the backend; True if it succeeded. Local data is removed in any case."""
        if self.logout is None:
            return False
        return (await self.send_call(self.logout, authorized=True)).status_code < 400

    async def profile(self) -> UserProfile:
        """Return the profile of the signed-in user.

        Without an address for it, one without a name, for whom the backend alone decides. Raises
        `Unauthorized` or `Forbidden` without a session.
        """
        if not self.profile_path:
            return UserProfile(rights_unknown=True)
        response = await self.client("GET", self.profile_path, hooks=False)
        return parsed(raise_for_status(response), self.profile_in)

    # Hooks that subclasses may also override

    @property
    def expires_soon(self) -> bool:
        """Whether to refresh before the next request."""
        return False

    async def has_ended(self, error: ApiError) -> bool:
        """Whether a 403 means that the session has ended; asked only without a profile address.

        What could be read before is read once more: refused as well, the session is over.
        """
        return bool(self.client.proof) and await self._is_refused(self.client.proof)

    def not_signed_in(self, error: ApiError) -> ApiError:
        """Return the error for a sign-in whose profile is then refused."""
        return refused_profile(error, self.advice("`header` and `profile`"))

    def profile_in(self, body: object) -> UserProfile:
        """Return the profile in a JSON response, as the dialect reads it.

        Raises:
            ValueError: it names no user, or the dialect can't read it.
            PartFailed: the program's own dialect failed at it.
        """
        read = self.client.profile_answer
        own = isinstance(read, GuardedCall)
        try:
            with guard_part("hook profile_answer") if own else nullcontext():
                body = read(body)
        except (LookupError, TypeError, AttributeError) as error:
            raise ValueError("the dialect can't read a profile from it") from error
        return self.read_profile(body)

    def read_profile(self, body: object) -> UserProfile:
        """Return the profile in a JSON response; raise `ValueError` if it names no user."""
        found = dict(require_object(body, "a user profile"))
        found |= {key: value_at(found, path) for key, path in self.profile_map.items()}
        tells = any(found.get(key) is not None for key in PERMISSION_KEYS)
        return replace(UserProfile.parse(found), rights_unknown=not tells)

    # Helpers for subclasses

    async def send(self, method: str, path: str, **wanted: Any) -> httpx.Response:
        """Send a sign-in request: without a token or hooks, and even in read-only mode."""
        usual = {"hooks": False, "allow_write": True, "authorized": False, "limit": ANSWER_LIMIT}
        return await self.client(method, path, **{**usual, **wanted})

    async def send_call(self, call: AuthCall, **wanted: Any) -> httpx.Response:
        """Send a call with its fields filled in, from `wanted` and the tokens."""
        known = {name: wanted.pop(name) for name in ("user", "password") if name in wanted}
        sent = {key: self.filled(text, **known) for key, text in call.fields.items()}
        body = {"data" if call.body == "form" else "json": sent} if sent else {}
        return await self.send(call.method, call.path, **body, **wanted)

    async def renewal(self, call: AuthCall) -> httpx.Response | None:
        """Return the response to a refresh; None if the backend refuses it.

        Only a refusal ends a session: any other answer need not be the backend's own, and raises.
        """
        try:
            return raise_for_status(await self.send_call(call))
        except (ServerError, Unreachable):
            raise
        except ApiError as error:
            if error.status == TOO_BUSY:
                raise
            if error.status in REFUSED:
                return None
            raise self.misplaced(error, "the refresh", always=True) from None

    def filled(self, text: str, **known: str) -> str:
        """Return a text with its placeholders filled in."""
        return PLACEHOLDER.sub(
            lambda name: known.get(name[1]) or self.tokens.get(name[1], ""), text
        )

    async def credentials_answer(self, call: AuthCall, **wanted: str) -> httpx.Response:
        """Return the response to a sign-in; only here do 401 and 403 mean wrong credentials."""
        try:
            return await self.send_call(call, **wanted)
        except (Unauthorized, Forbidden) as error:
            raise self.refused_sign_in(error) from None
        except InvalidResponse as error:
            raise self.misplaced(error, "the sign-in") from None

    def refused_sign_in(self, error: ApiError) -> ApiError:
        """Return the error of a sign-in that was refused."""
        if isinstance(error, Forbidden) and error.csrf:
            return SignInBlocked(error.status, error.method, error.url, error.detail)
        if error.detail == A_PAGE:
            return self.misplaced(error, "the sign-in", always=True)
        return wrong_credentials(error, self.asks)

    def misplaced(self, error: ApiError, what: str, *, always: bool = False) -> ApiError:
        """Return the error for a wrong address, which names the setting."""
        if isinstance(error, WrongEndpoint):
            return error
        elsewhere = isinstance(error, NotFound | InvalidResponse) or error.status in (405, 410, 501)
        elsewhere |= what == "the profile" and isinstance(error, ValidationFailed)
        return WrongEndpoint(error, what, self.setting(what)) if elsewhere or always else error

    def setting(self, what: str) -> str:
        """Return the next step if the address of sign-in, profile or refresh is wrong."""
        return self.advice(
            {"the profile": "`profile`", "the refresh": "`refresh`"}.get(what, "`login`")
        )

    def advice(self, keys: str) -> str:
        """Return the next step that names settings of the sign-in."""
        return f"Check {keys} {self.place}."

    @property
    def place(self) -> str:
        """The place in which its settings are written, for messages."""
        if self.written == "file":
            return "under [svc.auth] in the console file"
        return "in Options(auth=…)" if self.written == "options" else f"in {type(self).__name__}(…)"

    async def _is_refused(self, path: str) -> bool:
        try:
            await self.client("GET", path, hooks=False)
        except (Unauthorized, Forbidden):
            return True
        except ApiError:
            return False
        return False


def refused_profile(error: ApiError, advice: str = "") -> NoSession:
    """Return the error of a sign-in that was accepted, but does not open the profile."""
    said = error.detail.rstrip(".") or f"status {error.status}"
    return NoSession(error, f"refused the profile at {error.path} ({said})", advice)


def wrong_credentials(error: ApiError, asks: Sequence[str] = ("username",)) -> SignInRefused:
    """Return the error of a refused sign-in, which asks for these values."""
    said = error.errors or ({WHOLE: [error.detail]} if error.detail else {})
    refused = SignInRefused(error.status, error.method, error.url, error.detail, said)
    refused.asks = asks
    return refused
