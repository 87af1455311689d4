"""Signing in, the profile of the user, signing out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from svc_tui.api.dialects import REST
from svc_tui.api.errors import (
    A_PAGE,
    WHOLE,
    ApiError,
    Forbidden,
    HtmlResponse,
    InvalidResponse,
    NoSession,
    NotFound,
    SignInBlocked,
    Unauthorized,
    ValidationFailed,
    WrongEndpoint,
)
from svc_tui.api.fetch import SvcFetch
from svc_tui.api.responses import parsed, raise_for_status, read_json, read_object
from svc_tui.api.session import Owner
from svc_tui.models.records import UserProfile

if TYPE_CHECKING:
    import httpx

TOKENS = ("token", "access", "access_token", "accessToken", "auth_token", "jwt", "key")
"""Keys under which backends answer a sign-in with a token."""


class Account:
    """The three session calls; their addresses are used exactly as given."""

    def __init__(
        self,
        fetch: SvcFetch,
        login_url: str = REST.auth_login_url,
        logout_url: str = REST.logout_url,
        user_info_url: str = REST.user_info_api,
        *,
        logout_method: str = REST.logout_method,
    ) -> None:
        self.login_url = login_url
        self.logout_url = logout_url
        self.user_info_url = user_info_url
        self._logout_method = logout_method
        self._fetch = fetch

    async def login(self, username: str, password: str) -> UserProfile:
        """Sign in and return the profile; the session is kept from here on.

        Raises `ValidationFailed` for credentials that are refused, `NoSession` where they are
        accepted and nobody is signed in, `Unreachable` for no answer.
        """
        # With a live session the backend would demand a CSRF token, which a sign-in does not need.
        self._fetch.cookies.drop_session()
        answer = await self._post_credentials({"username": username, "password": password})
        try:
            user = await self.me(hooks=False)
        except (Unauthorized, Forbidden) as error:
            raise NoSession(error, self._why_no_session(answer, error)) from None
        self._fetch.cookies.keep(Owner(user.name, user.id))
        return user

    async def me(self, *, hooks: bool = True) -> UserProfile:
        """Return the profile of the signed-in user; raises `WrongEndpoint` where there is none."""
        try:
            response = await self._fetch("GET", self.user_info_url, hooks=hooks)
            return parsed(raise_for_status(response), UserProfile.parse)
        except ApiError as error:
            raise _misplaced(error, "the profile") from None

    async def logout(self) -> bool:
        """Sign out here whatever the backend does; True where the backend was told."""
        try:
            return await self._tell_logout()
        except ApiError:
            return False
        finally:
            self._fetch.cookies.forget()

    async def own(self) -> Mapping[str, Any]:
        """Return the signed-in user's record, as the backend has it."""
        response = raise_for_status(await self._fetch("GET", self.user_info_url))
        return read_object(response)

    async def change_own(self, changes: Mapping[str, Any]) -> UserProfile:
        """Change some values of the signed-in user's record."""
        response = await self._fetch("PUT", self.user_info_url, json=dict(changes))
        return parsed(raise_for_status(response), UserProfile.parse)

    async def check_password(self, username: str, password: str) -> None:
        """Raise `ValidationFailed` for a password that is not the user's.

        Asked in a session of its own: the one that is open stays as it is.
        """
        other = self._fetch.with_own_session()
        try:
            account = Account(
                other,
                self.login_url,
                self.logout_url,
                self.user_info_url,
                logout_method=self._logout_method,
            )
            await account.login(username, password)
            await account.logout()
        finally:
            await other.aclose()

    async def change_password(self, username: str, password: str) -> UserProfile:
        """Change the signed-in user's password.

        The backend ends every session of that user then, this one too: so it signs in again.
        """
        await self.change_own({"password": password, "repassword": password})
        return await self.login(username, password)

    async def _post_credentials(self, credentials: dict[str, str]) -> httpx.Response:
        """Post the credentials; in this one call 401 and 403 mean that they are wrong.

        A sign-in that failed changes nothing, whatever became of the request.
        """
        try:
            return await self._sign_in_answer(credentials)
        except ApiError as error:
            error.may_have_been_applied = False
            raise

    async def _sign_in_answer(self, credentials: dict[str, str]) -> httpx.Response:
        try:
            response = await self._fetch(
                "POST", self.login_url, json=credentials, hooks=False, allow_write=True
            )
        except (Unauthorized, Forbidden) as error:
            if isinstance(error, Forbidden) and error.csrf:
                parts = error.status, error.method, error.url, error.detail
                raise SignInBlocked(*parts) from None
            if error.detail == A_PAGE:
                raise WrongEndpoint(error, "the sign-in") from None
            raise _wrong_credentials(error) from None
        except InvalidResponse as error:
            raise WrongEndpoint(error, "the sign-in") from None
        try:
            raise_for_status(response)
        except HtmlResponse as error:
            # Only the profile tells who is signed in; without a cookie nobody is.
            if not self._fetch.cookies.session_like:
                raise WrongEndpoint(error, "the sign-in") from None
        except ApiError as error:
            raise _misplaced(error, "the sign-in") from None
        return response

    def _why_no_session(self, answer: httpx.Response, error: ApiError) -> str:
        if self._fetch.cookies.session_like:
            said = error.detail.rstrip(".") or f"status {error.status}"
            return f"refused the profile at {error.path} ({said})"
        if _holds_token(answer):
            return "answered with a token, which svc-tui can't use"
        return "it set no session cookie"

    async def _tell_logout(self) -> bool:
        methods = [self._logout_method, *(["GET"] if self._logout_method != "GET" else [])]
        status = 0
        for method in methods:
            response = await self._fetch(method, self.logout_url, hooks=False, allow_write=True)
            status = response.status_code
            if status != 405:
                break
        return status < 400


def _holds_token(answer: httpx.Response) -> bool:
    """Whether a sign-in is answered with a token, to be sent in a header of each request."""
    try:
        body = read_json(answer)
    except InvalidResponse:
        return False
    while isinstance(body, Mapping):
        if any(isinstance(body.get(key), str) for key in TOKENS):
            return True
        body = next((one for one in body.values() if isinstance(one, Mapping)), None)
    return False


def _misplaced(error: ApiError, what: str) -> ApiError:
    elsewhere = isinstance(error, NotFound | InvalidResponse) or error.status in (405, 410, 501)
    return (
        WrongEndpoint(error, what) if elsewhere and not isinstance(error, WrongEndpoint) else error
    )


def _wrong_credentials(error: ApiError) -> ValidationFailed:
    """Return the error of a refused sign-in as one of the form."""
    detail = error.detail or "these credentials are not accepted"
    return ValidationFailed(error.status, error.method, error.url, detail, {WHOLE: [detail]})
