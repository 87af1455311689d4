"""Signing in, asking who one is, signing out (spec: Session)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from svc_tui.api.answers import parsed, raise_for_status, read_object
from svc_tui.api.dialect import REST
from svc_tui.api.errors import (
    WHOLE,
    ApiError,
    BadAnswer,
    Forbidden,
    HtmlAnswer,
    Misplaced,
    NotFound,
    Unauthorized,
    ValidationFailed,
)
from svc_tui.api.fetch import SvcFetch
from svc_tui.api.session import Owner
from svc_tui.models.records import UserProfile


class Account:
    """The three session calls; their addresses are used exactly as they are given."""

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
        """Sign in and say who that is; the session is kept from here on.

        Raises `ValidationFailed` for credentials that are refused, `Unreachable` for no answer.
        """
        # A session that still lives would ask for a token that this call has no use for.
        self._fetch.cookies.drop_session()
        await self._post_credentials({"username": username, "password": password})
        user = await self.me(hooks=False)
        self._fetch.cookies.keep(Owner(user.name, user.id))
        return user

    async def me(self, *, hooks: bool = True) -> UserProfile:
        """Who is signed in; raises `Misplaced` where no profile is at its address."""
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
        """The signed-in user's record, as the backend has it."""
        response = raise_for_status(await self._fetch("GET", self.user_info_url))
        return read_object(response)

    async def change_own(self, changes: Mapping[str, Any]) -> UserProfile:
        """Write some values of the signed-in user's record (reference 2.16)."""
        response = await self._fetch("PUT", self.user_info_url, json=dict(changes))
        return parsed(raise_for_status(response), UserProfile.parse)

    async def check_password(self, username: str, password: str) -> None:
        """Nothing, or `ValidationFailed` for a password that is not the user's.

        Asked in a session of its own: the one that is open stays as it is.
        """
        other = self._fetch.apart()
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
        """Give the signed-in user another password.

        The backend ends every session of that user then, this one too: so it signs in again.
        """
        await self.change_own({"password": password, "repassword": password})
        return await self.login(username, password)

    async def _post_credentials(self, credentials: dict[str, str]) -> None:
        """In this one call a 401 or 403 means wrong credentials, not a lost session."""
        try:
            response = await self._fetch(
                "POST", self.login_url, json=credentials, hooks=False, allow_write=True
            )
        except (Unauthorized, Forbidden) as error:
            if isinstance(error, Forbidden) and error.csrf:
                raise
            raise _wrong_credentials(error) from None
        except BadAnswer as error:
            raise Misplaced(error, "the sign-in") from None
        try:
            raise_for_status(response)
        except HtmlAnswer:
            pass  # Whoever is signed in by now is known by the profile, not by this page.
        except ApiError as error:
            raise _misplaced(error, "the sign-in") from None

    async def _tell_logout(self) -> bool:
        """One POST; where the backend knows only GET, one GET."""
        methods = [self._logout_method, *(["GET"] if self._logout_method != "GET" else [])]
        status = 0
        for method in methods:
            response = await self._fetch(method, self.logout_url, hooks=False, allow_write=True)
            status = response.status_code
            if status != 405:
                break
        return status < 400


def _misplaced(error: ApiError, what: str) -> ApiError:
    """What is not there, or is something else, was looked for in the wrong place."""
    elsewhere = isinstance(error, NotFound | BadAnswer) or error.status in (405, 410, 501)
    return Misplaced(error, what) if elsewhere and not isinstance(error, Misplaced) else error


def _wrong_credentials(error: ApiError) -> ValidationFailed:
    """A turned away sign-in as the failed form it is."""
    detail = error.detail or "these credentials are not accepted"
    return ValidationFailed(error.status, error.method, error.url, detail, {WHOLE: [detail]})
