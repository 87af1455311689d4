"""TokenRenewal: get a new token for one that has expired, or is about to."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from svc_tui.api.auth.guard import auth_answer, guard_auth
from svc_tui.api.errors import ApiError, is_csrf_failure

if TYPE_CHECKING:
    import httpx

    from svc_tui.api.auth.base import Auth
    from svc_tui.api.session import Jar


class TokenRenewal:
    """Renews a client's token once for all requests that need it at the same time."""

    def __init__(self, auth: Auth, cookies: Jar) -> None:
        self._auth = auth
        self._cookies = cookies
        self.count = 0
        """The number of renewals of the token."""
        self._task: asyncio.Task[bool] | None = None
        self._session = 0
        """The session that the running renewal belongs to."""
        self._forbidden_in: int | None = None
        """The session in which a new token did not help against a 403."""

    async def ahead(self) -> None:
        """Renew a token that is about to end."""
        with guard_auth(self._auth):
            expires_soon = self._auth.expires_soon
        if expires_soon:
            with suppress(ApiError):  # The token is still valid: a 401 will show when it is not.
                await self._once(self.count)

    async def helps(self, response: httpx.Response, count: int) -> bool:
        """Whether there is a newer token than the refused one, after renewing it if needed.

        Backends may also refuse an expired token with a 403. If a new one did not help, or there is
        none, a 403 is about permissions for the rest of the session.

        Args:
            response: The answer.
            count: The `count` from before the request was sent.
        """
        if response.status_code == 401:
            return await self._once(count)
        session = self._cookies.sign_ins
        if response.status_code != 403 or self._forbidden_in == session:
            return False
        if is_csrf_failure(response):
            return False
        with suppress(ApiError):
            if await self._once(count):
                return True
        self.did_not_help(session)
        return False

    def did_not_help(self, session: int) -> None:
        """Renew the token for no other 403 of this session."""
        self._forbidden_in = session

    async def _once(self, count: int) -> bool:
        """Whether there is a newer token than the one of `count`; many at once ask once."""
        if self.count != count:
            return True
        if self._task is None or self._session != self._cookies.sign_ins:
            # Not made by the loop: from Python 3.12 on, tasks of an app begin at once, and one that
            # is over at once would still be here for the next request.
            self._task = asyncio.Task(self._renew())
            self._session = self._cookies.sign_ins
            self._task.add_done_callback(self._forget)
        # Shielded: a caller that stops waiting does not stop it for the others.
        return await asyncio.shield(self._task)

    async def _renew(self) -> bool:
        try:
            renewed: bool = await auth_answer(self._auth, "refresh", bool)
        except ApiError as error:
            # The requested change is refused, so none was made.
            error.may_have_been_applied = False
            raise
        if renewed:
            self.count += 1
            self._cookies.keep()
        return renewed

    def _forget(self, task: asyncio.Task[bool]) -> None:
        if self._task is task:
            self._task = None
        if not task.cancelled():
            task.exception()  # Retrieved, as perhaps no caller waits for it any more.
