"""TokenAuth: credentials are exchanged for a token, which each request carries in a header."""

from __future__ import annotations

import binascii
import json
import time
from base64 import urlsafe_b64decode
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from svc_tui.api.auth.base import Auth, AuthCall, profile_places
from svc_tui.api.auth.header import checked_secret, header_template, put_header
from svc_tui.api.errors import ApiError, NoToken
from svc_tui.api.responses import raise_for_status, read_json
from svc_tui.api.session import EXPIRES
from svc_tui.models.arguments import checks_arguments
from svc_tui.models.dotted_path import value_at

if TYPE_CHECKING:
    import httpx

TOKENS = ("token", "access", "access_token", "accessToken", "auth_token", "jwt", "key")
"""Keys under which backends return a token."""

SHORT = 10.0
"""Tokens with a shorter lifetime, in seconds, are only refreshed after a 401."""

EARLY = 0.1
"""The last part of its lifetime in which a token is refreshed."""

EARLIEST = 60.0
"""Maximum seconds before its end at which a token is refreshed."""


@checks_arguments(
    login=(str, AuthCall),
    token=str,
    header=str,
    refresh=(str, AuthCall, type(None)),
    profile=str,
    profile_map=(Mapping, type(None)),
    logout=(str, AuthCall, type(None)),
)
class TokenAuth(Auth):
    """A token in a header: Django REST framework's, JSON Web Tokens, and similar tokens.

    `token` is the dotted path of the token in the answer to `login`; "" looks for the usual names.
    `refresh` exchanges the refresh token that came with it, before the token expires and after a
    401. A new refresh token in that answer replaces the old one.
    """

    kind = "token"
    HEADER = "Authorization: Bearer {token}"

    def __init__(
        self,
        login: AuthCall | str,
        *,
        token: str = "",
        header: str = HEADER,
        refresh: AuthCall | str | None = None,
        profile: str = "",
        profile_map: Mapping[str, str] | None = None,
        logout: AuthCall | str | None = None,
    ) -> None:
        self.login = AuthCall.at(login, username="{user}", password="{password}")
        self.token = token
        self.header = header_template(self, header or self.HEADER)
        self.refresh_call = None if refresh is None else _refresh_call(AuthCall.at(refresh))
        self.profile_path = profile
        self.profile_map = profile_places(type(self), profile_map)
        self.logout = None if logout is None else AuthCall.at(logout)

    async def sign_in(self, username: str, password: str) -> None:
        """Exchange the credentials for a token; raise `NoToken` if the response has none."""
        response = await self.credentials_answer(self.login, user=username, password=password)
        try:
            raise_for_status(response)
        except ApiError as error:
            raise self.misplaced(error, "the sign-in") from None
        self._take(response, self.login.token or self.token)

    def authorize(self, request: httpx.Request) -> None:
        """Add the token to its header."""
        if token := self.tokens.get("token"):
            put_header(request, self.header, token)

    @property
    def expires_soon(self) -> bool:
        """Whether the token is in the last tenth of its lifetime and can be refreshed."""
        expires = self.tokens.get(EXPIRES)
        return expires is not None and bool(self._can_refresh) and time.time() >= float(expires)

    async def refresh(self) -> bool:
        """Exchange the refresh token for a new token; only a refusal ends the session."""
        call = self._can_refresh
        if call is None:
            return False
        session = self.client.cookies.sign_ins
        # After one try, only a 401 is a reason to try again.
        self.tokens.pop(EXPIRES, None)
        response = await self.renewal(call)
        same = self.client.cookies.sign_ins == session
        if response is None:
            # A refresh token may be valid for a single refresh, which another process has used.
            return same and self.client.cookies.take_newer_tokens()
        if same:
            try:
                self._take(response, call.token or self.token)
            except ApiError as error:
                raise self.misplaced(error, "the refresh", always=True) from None
        return same

    @property
    def _can_refresh(self) -> AuthCall | None:
        return self.refresh_call if self.tokens.get("refresh") else None

    def _take(self, response: httpx.Response, path: str) -> None:
        """Store the tokens of an answer, and when to request the next one."""
        body = read_json(response)
        found, inside = _token_in(body, path, response, self.place)
        self.tokens["token"] = found
        for name in self._refresh_names():
            if isinstance(later := inside.get(name), str) and later:
                self.tokens["refresh"] = checked_secret(later, response)
        try:
            lifetime = _lifetime(found, inside, response)
        except OverflowError:
            lifetime = None  # It is not a real time.
        self.tokens.pop(EXPIRES, None)
        if lifetime is not None and lifetime > SHORT:
            early = min(lifetime * EARLY, EARLIEST)
            self.tokens[EXPIRES] = str(time.time() + lifetime - early)

    def _refresh_names(self) -> list[str]:
        """Return the names under which an answer may have the refresh token."""
        fields = self.refresh_call.fields if self.refresh_call else {}
        return [name for name, text in fields.items() if "{refresh}" in text]


def _refresh_call(call: AuthCall) -> AuthCall:
    """Return the call with the usual field, if it has none."""
    return call if call.fields else replace(call, fields={"refresh": "{refresh}"})


def usual_token(body: object) -> tuple[str, Mapping[str, Any]] | None:
    """Return the token under one of the usual names, and the object that holds it."""
    while isinstance(body, Mapping):
        for key in TOKENS:
            if isinstance(token := body.get(key), str) and token:
                return token, body
        body = next((one for one in body.values() if isinstance(one, Mapping)), None)
    return None


def _token_in(
    body: object, path: str, response: httpx.Response, where: str
) -> tuple[str, Mapping[str, Any]]:
    """Return the token of an answer and the object around it; raises `NoToken`."""
    if not path:
        if (found := usual_token(body)) is None:
            raise NoToken(response, "token", body, where)
        return checked_secret(found[0], response), found[1]
    value = value_at(body, path)
    if not isinstance(value, str) or not value:
        raise NoToken(response, path, body, where)
    above = path.rpartition(".")[0]
    inside = value_at(body, above)
    return checked_secret(value, response), inside if isinstance(inside, Mapping) else {}


def _lifetime(token: str, inside: Mapping[str, Any], response: httpx.Response) -> float | None:
    """Return a token's lifetime in seconds; None if that can't be known.

    All times are the server's own, so this machine's clock may be wrong.
    """
    if isinstance(seconds := inside.get("expires_in"), int | float):
        return float(seconds)
    claims = _claims(token)
    ends, begins = claims.get("exp"), claims.get("iat")
    if not isinstance(ends, int | float):
        return None
    if isinstance(begins, int | float):
        return float(ends - begins)
    # Imported here: most tokens that state their end also state their beginning.
    from email.utils import parsedate_to_datetime

    try:
        return float(ends - parsedate_to_datetime(response.headers["date"]).timestamp())
    except (KeyError, ValueError, TypeError):
        return None


def _claims(token: str) -> Mapping[str, Any]:
    """Return the claims of a JSON Web Token; empty for any other token."""
    parts = token.split(".")
    if len(parts) != 3:
        return {}
    try:
        found = json.loads(urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4)))
    except (ValueError, binascii.Error, RecursionError):
        return {}
    return found if isinstance(found, Mapping) else {}
