"""DeviceAuth: OAuth's device flow (RFC 8628): a code is entered in a browser, anywhere."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from svc_tui.api.auth.base import AuthCall
from svc_tui.api.auth.token import TokenAuth
from svc_tui.api.errors import ApiError, SignInRefused, Unreachable, error_for
from svc_tui.api.responses import bad_answer, raise_for_status, read_json
from svc_tui.models.arguments import checks_arguments
from svc_tui.text import clean

if TYPE_CHECKING:
    import httpx

GRANT = "urn:ietf:params:oauth:grant-type:device_code"

TOKEN = "the token"

USUAL_INTERVAL, LEAST_INTERVAL, SLOWER = 5.0, 1.0, 5.0
"""Seconds between polls: default, minimum, and the increase on `slow_down`."""

USUAL_LIFE, LONGEST_LIFE = 600.0, 3600.0
"""Default and maximum lifetime of a code in seconds."""

EXPIRED = "The code has expired."

REFUSED = {"access_denied": "The sign-in was refused in the browser.", "expired_token": EXPIRED}
"""Errors that end a sign-in, in sentences."""


@checks_arguments(
    login=(str, AuthCall),
    token=(str, AuthCall),
    header=str,
    profile=str,
    profile_map=(Mapping, type(None)),
    logout=(str, AuthCall, type(None)),
)
class DeviceAuth(TokenAuth):
    """OAuth's device flow: the user enters a code in a browser.

    `login` issues codes, with the fields `client_id` and, if the backend needs it, `scope`; `token`
    issues and refreshes the token. Both are form-encoded.
    """

    kind = "device"
    asks = ("device",)

    def __init__(
        self,
        login: AuthCall | str,
        token: AuthCall | str,
        *,
        header: str = TokenAuth.HEADER,
        profile: str = "",
        profile_map: Mapping[str, str] | None = None,
        logout: AuthCall | str | None = None,
    ) -> None:
        login, token = AuthCall.at(login), AuthCall.at(token)
        client = {key: text for key, text in login.fields.items() if key.startswith("client_")}
        refreshed = {"grant_type": "refresh_token", "refresh_token": "{refresh}"}
        self._poll = replace(token, fields={**client, **token.fields}, body="form")
        super().__init__(
            replace(login, body="form"),
            header=header,
            refresh=replace(token, fields={**client, **token.fields, **refreshed}, body="form"),
            profile=profile,
            profile_map=profile_map,
            logout=logout,
        )

    def setting(self, what: str) -> str:
        """Return the next step; the token and its refresh share one address."""
        return self.advice("`token`") if what in (TOKEN, "the refresh") else super().setting(what)

    async def sign_in(self, username: str, password: str) -> None:
        """Show a code, and wait until it is approved; both arguments are ignored."""
        response = await self.credentials_answer(self.login)
        try:
            code = DeviceCode.of(raise_for_status(response))
        except ApiError as error:
            raise self.misplaced(error, "the sign-in") from None
        if self.on_wait is not None:
            self.on_wait(code.words)
        self._take(await self._allowed(code), self.login.token or self.token)

    async def _allowed(self, code: DeviceCode) -> httpx.Response:
        """Return the answer with the token; raises `CodeRefused` if there will be none."""
        fields = {**self._poll.fields, "grant_type": GRANT, "device_code": code.secret}
        path, ends, interval = self._poll.path, time.monotonic() + code.life, code.interval
        lost: Unreachable | None = None
        while (left := ends - time.monotonic()) > 0:
            await asyncio.sleep(min(interval, left))  # The last poll comes as the code expires.
            try:
                answer = await self.send("POST", path, data=fields, raw=True)
            except Unreachable as error:
                lost, interval = error, interval + SLOWER
                continue
            lost = None
            if answer.is_success:
                return answer
            said = _error_in(answer)
            if said == "slow_down" or answer.status_code >= 500:
                interval += SLOWER
            elif not said:
                raise self.misplaced(error_for(answer), TOKEN, always=True)
            elif said != "authorization_pending":
                words = REFUSED.get(said, f"The sign-in failed: {said}.")
                raise CodeRefused(answer.status_code, "POST", path, words)
        raise lost or CodeRefused(None, "POST", path, EXPIRED)


class CodeRefused(SignInRefused):
    """The sign-in was refused, or timed out."""

    def what(self) -> str:
        return self.detail

    def next_step(self) -> str:
        return "Sign in again for a new code."


@dataclass(frozen=True)
class DeviceCode:
    """A code waiting for approval."""

    secret: str = field(repr=False)
    """The device code that the token is requested with; never shown."""
    words: str
    """Instructions with the user code, which may be shown."""
    interval: float
    life: float
    """Lifetime in seconds."""

    @classmethod
    def of(cls, response: httpx.Response) -> DeviceCode:
        """Return the code in an answer.

        Raises:
            InvalidResponse: there is none in it.
        """
        body = read_json(response)
        answer = body if isinstance(body, Mapping) else {}
        keys = ("device_code", "user_code", "verification_uri")
        secret, code, place = (answer.get(key) or "" for key in keys)
        place = place or answer.get("verification_url")  # The name before the standard.
        if not all(isinstance(one, str) and one for one in (secret, code, place)):
            raise bad_answer(response, f"it has no {', '.join(keys[:2])} and {keys[2]}")
        words = f"Open {clean(place, limit=200)} and enter the code {clean(code, limit=40)}"
        interval = _seconds(answer.get("interval"), USUAL_INTERVAL)
        life = min(_seconds(answer.get("expires_in"), USUAL_LIFE), LONGEST_LIFE)
        return cls(secret, f"{words}.", max(interval, LEAST_INTERVAL), life)


def _seconds(value: object, usual: float) -> float:
    known = isinstance(value, int | float) and not isinstance(value, bool) and value >= 0
    return float(value) if known and isinstance(value, int | float) else usual


def _error_in(answer: httpx.Response) -> str:
    """Return the standard error code of an answer; "" without one."""
    try:
        body = read_json(answer)
    except ApiError:
        return ""
    said = body.get("error") if isinstance(body, Mapping) else ""
    return clean(said, limit=100) if isinstance(said, str) else ""
