"""Signing in, asking who one is, signing out (spec: Session)."""

from __future__ import annotations

from svc_tui.api.answers import parsed, raise_for_status
from svc_tui.api.dialect import REST
from svc_tui.api.errors import WHOLE, ApiError, Forbidden, Unauthorized, ValidationFailed
from svc_tui.api.fetch import SvcFetch
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
        self._fetch.cookies.keep(user.username or str(user.id))
        return user

    async def me(self, *, hooks: bool = True) -> UserProfile:
        """Who is signed in."""
        response = await self._fetch("GET", self.user_info_url, hooks=hooks)
        return parsed(raise_for_status(response), UserProfile.parse)

    async def logout(self) -> bool:
        """Sign out here whatever the backend does; True where the backend was told."""
        try:
            return await self._tell_logout()
        except ApiError:
            return False
        finally:
            self._fetch.cookies.forget()

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
        raise_for_status(response)

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


def _wrong_credentials(error: ApiError) -> ValidationFailed:
    """A turned away sign-in as the failed form it is."""
    detail = error.detail or "these credentials are not accepted"
    return ValidationFailed(error.status, error.method, error.url, detail, {WHOLE: [detail]})
