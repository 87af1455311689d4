"""Signing in, the profile of the user, signing out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from svc_tui.api.auth.base import Auth, wrong_credentials
from svc_tui.api.auth.guard import auth_answer
from svc_tui.api.errors import ApiError, Forbidden, Unauthorized, ValidationFailed, WrongEndpoint
from svc_tui.api.fetch import SvcFetch
from svc_tui.api.responses import parsed, raise_for_status, read_object
from svc_tui.api.session import Owner
from svc_tui.models.records import UserProfile


class Account:
    """The session of a client, whichever kind of sign-in the backend has."""

    def __init__(self, fetch: SvcFetch) -> None:
        self._fetch = fetch
        self._typed = ""
        self.on_misplaced: Callable[[], object] = lambda: None
        """Called if the sign-in or the profile is not at its address."""

    @property
    def auth(self) -> Auth:
        """The kind of sign-in."""
        return self._fetch.auth

    async def login(self, username: str, password: str) -> UserProfile:
        """Sign in and return the profile; the session is kept from here on.

        Raises `SignInRefused` for credentials that are refused, `NoSession` if they are
        accepted without a session, `Unreachable` for no answer.
        """
        # With a live session, the backend would require a CSRF token, which a sign-in does not
        # need.
        self._fetch.cookies.drop_session()
        self._fetch.proof = ""
        self._typed = username
        try:
            await auth_answer(self.auth, "sign_in", type(None), username, password)
        except ApiError as error:
            # A failed sign-in changes nothing, whatever happened to the request.
            error.may_have_been_applied = False
            self._note(error)
            if type(error) in (ValidationFailed, Unauthorized):
                raise wrong_credentials(error, self.auth.asks) from None
            raise
        try:
            user = await self.me(hooks=False)
        except (Unauthorized, Forbidden) as error:
            raise self.auth.not_signed_in(error) from None
        self._fetch.cookies.keep(Owner(user.name, user.id))
        return user

    async def me(self, *, hooks: bool = True) -> UserProfile:
        """Return the profile of the signed-in user; raises `WrongEndpoint` if there is none."""
        sign_ins = self._fetch.cookies.sign_ins
        try:
            user: UserProfile = await auth_answer(self.auth, "profile", UserProfile)
        except (Unauthorized, Forbidden) as error:
            await self._fetch.turned_away(error, sign_ins, hooks)
            raise
        except ApiError as error:
            raise self._note(self.auth.misplaced(error, "the profile")) from None
        if user.id is None and not user.username and not user.email:
            user = replace(user, username=self._fetch.cookies.user or self._typed or self.auth.name)
        return user

    def _note(self, error: ApiError) -> ApiError:
        if isinstance(error, WrongEndpoint):
            self.on_misplaced()
        return error

    async def has_ended(self, error: ApiError) -> bool:
        """Whether a 403 means that the session has ended, for a backend without a profile."""
        ended: bool = await auth_answer(self.auth, "has_ended", bool, error)
        return ended

    async def logout(self) -> bool:
        """Sign out here, whatever the backend does; True if the backend was notified."""
        try:
            notified: bool = await auth_answer(self.auth, "sign_out", bool)
            return notified
        except ApiError:
            return False
        finally:
            self._fetch.cookies.forget()
            self._fetch.proof = ""

    async def own(self) -> Mapping[str, Any]:
        """Return the signed-in user's record, as the backend has it."""
        return read_object(raise_for_status(await self._fetch("GET", self.auth.profile_path)))

    async def change_own(self, changes: Mapping[str, Any]) -> UserProfile:
        """Change some values of the signed-in user's record."""
        response = await self._fetch("PUT", self.auth.profile_path, json=dict(changes))
        return parsed(raise_for_status(response), self.auth.profile_in)

    async def check_password(self, username: str, password: str) -> None:
        """Raise `ValidationFailed` for a password that is not the user's.

        Uses a separate session; the open one stays as it is.
        """
        other = self._fetch.with_own_session()
        try:
            account = Account(other)
            await account.login(username, password)
            token = other.cookies.tokens.get("token")
            # Some backends have one token per user: signing out would also end the open session.
            if not token or token != self._fetch.cookies.tokens.get("token"):
                await account.logout()
        finally:
            await other.aclose()

    async def change_password(self, username: str, password: str) -> UserProfile:
        """Change the signed-in user's password.

        The backend then ends all sessions of that user, so this signs in again.
        """
        await self.change_own({"password": password, "repassword": password})
        return await self.login(username, password)
