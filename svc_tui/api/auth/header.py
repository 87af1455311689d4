"""BasicAuth and ApiKeyAuth: the secret itself is sent with each request, in a header."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from secrets import token_hex
from typing import TYPE_CHECKING

from svc_tui.api.auth.base import Auth, AuthCall, profile_places, wrong_credentials
from svc_tui.api.errors import (
    WHOLE,
    ApiError,
    Forbidden,
    SignInRefused,
    Unauthorized,
    Unreachable,
    ValidationFailed,
)
from svc_tui.api.responses import bad_answer, raise_for_status
from svc_tui.models.arguments import checked_header, checks_arguments, refused_arguments

if TYPE_CHECKING:
    import httpx


class _HeaderAuth(Auth):
    """The base of both: no token is exchanged, so the secret is only tested."""

    def __init__(
        self,
        *,
        login: AuthCall | str = "",
        profile: str = "",
        profile_map: Mapping[str, str] | None = None,
    ) -> None:
        self.login = AuthCall.at(login)
        self.profile_path = profile
        self.profile_map = profile_places(type(self), profile_map)

    async def _try(self) -> None:
        """If there is no profile, read the address of `login`, else the console's first list.

        On a list, a 401 is about the credentials. A 403 is not, as another user may be allowed to
        see it, unless any other credentials get the same.
        """
        named = self.login.path
        if self.profile_path or not (place := named or self.client.first_list):
            return
        query = None if named else self.client.first_query
        try:
            raise_for_status(await self.send("GET", place, authorized=True, params=query))
        except Unauthorized as error:
            raise wrong_credentials(error, self.asks) from None
        except Forbidden as error:
            if named:
                raise wrong_credentials(error, self.asks) from None
            await self.check_forbidden(place, error)
        except Unreachable:
            raise
        except ApiError as error:
            if named:
                raise self.misplaced(error, "the sign-in") from None

    async def check_forbidden(self, place: str, error: Forbidden) -> None:
        """Raise `ValidationFailed` if a 403 for a list means that the secret is wrong."""

    def not_signed_in(self, error: ApiError) -> ApiError:
        """Return that the secret was refused: no other step could have been."""
        return wrong_credentials(error, self.asks)


@checks_arguments(login=(str, AuthCall), profile=str, profile_map=(Mapping, type(None)))
class BasicAuth(_HeaderAuth):
    """User name and password in each request (RFC 7617); never stored on disk.

    They are tested on `profile`, else on `login`; if neither is set, a console reads its first
    list, and a script finds out with its first request.
    """

    kind = "basic"
    keeps = False

    async def sign_in(self, username: str, password: str) -> None:
        """Keep the credentials in memory, and check them."""
        if ":" in username:
            raise ValidationFailed(errors={"username": ["A username can't contain a colon."]})
        pair = f"{username}:{password}".encode("utf-8", "surrogateescape")
        self.tokens["token"] = b64encode(pair).decode("ascii")
        await self._try()

    def authorize(self, request: httpx.Request) -> None:
        """Add the credentials to their header."""
        if token := self.tokens.get("token"):
            put_header(request, "Authorization: Basic {token}", token)


class KeyRefused(SignInRefused):
    """The key gets the same refusal as a made-up one."""

    def what(self) -> str:
        return self.errors[WHOLE][0]

    def next_step(self) -> str:
        return ""


@checks_arguments(header=str, login=(str, AuthCall), profile=str, profile_map=(Mapping, type(None)))
class ApiKeyAuth(_HeaderAuth):
    """A key in a header of each request; checked like the credentials of `BasicAuth`."""

    kind = "api_key"
    HEADER = "X-API-Key: {token}"
    asks = ("key",)
    name = "api-key"

    def __init__(
        self,
        header: str = HEADER,
        *,
        login: AuthCall | str = "",
        profile: str = "",
        profile_map: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(login=login, profile=profile, profile_map=profile_map)
        self.header = header_template(self, header or self.HEADER)

    async def sign_in(self, username: str, password: str) -> None:
        """Use the password as the key, and check it."""
        key = password.strip()
        if not key or not key.isascii() or not key.isprintable():
            raise ValidationFailed(
                errors={"password": ["An API key can only contain ASCII characters."]}
            )
        self.tokens["token"] = key
        await self._try()

    async def check_forbidden(self, place: str, error: Forbidden) -> None:
        """Raise `ValidationFailed` if a made-up key gets the same response."""
        key, self.tokens["token"] = self.tokens["token"], token_hex(16)
        query = self.client.first_query
        try:
            raise_for_status(await self.send("GET", place, authorized=True, params=query))
        except (Unauthorized, Forbidden) as other:
            if (other.status, other.detail) != (error.status, error.detail):
                return
        except ApiError:
            return
        else:
            return
        finally:
            self.tokens["token"] = key
        said = error.detail.rstrip(".") or f"status {error.status}"
        refused = f"The key was rejected at {place}, in the same way as an invalid key ({said})."
        wrong = f"{refused} {self.advice('the key, and `login`')}"
        raise KeyRefused(error.status, error.method, error.url, said, {WHOLE: [wrong]})

    def authorize(self, request: httpx.Request) -> None:
        """Add the key to its header."""
        if token := self.tokens.get("token"):
            put_header(request, self.header, token)


def header_template(auth: Auth, header: str) -> str:
    """Return a header with a place for a token; raises `ConfigError` for anything else."""
    try:
        return checked_header(header)
    except ValueError as error:
        raise refused_arguments(type(auth), f"header {error}") from None


def put_header(request: httpx.Request, template: str, token: str) -> None:
    """Set the header of a template such as `Authorization: Bearer {token}`."""
    name, _, value = template.partition(":")
    request.headers[name.strip()] = value.strip().replace("{token}", token)


def checked_secret(token: str, response: httpx.Response) -> str:
    """Return a token that can be sent in a header; raises `InvalidResponse` otherwise."""
    if token.isascii() and token.isprintable():
        return token
    raise bad_answer(response, "its token has characters not allowed in a header")
