"""Flow: have httpx authorize each request just before it is sent."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable

import httpx

from svc_tui.api.auth.base import Auth
from svc_tui.api.auth.guard import guard_auth
from svc_tui.api.auth.no_auth import HttpxAuth
from svc_tui.api.urls import BaseUrl
from svc_tui.models.foreign_code import check_return


class Flow(httpx.Auth):
    """Authorizes the requests to one origin, and no others."""

    def __init__(self, auth: Auth, base: BaseUrl) -> None:
        self._auth = auth
        self._base = base

    async def async_auth_flow(
        self, request: httpx.Request
    ) -> AsyncGenerator[httpx.Request, httpx.Response]:
        """Yield the request, authorized; the rest is up to a flow of httpx's own."""
        self._base.check(str(request.url))
        if isinstance(self._auth, HttpxAuth):
            flow = self._auth.own.async_auth_flow(request)
            answer: httpx.Response | None = None
            try:
                while True:
                    following = await (flow.__anext__() if answer is None else flow.asend(answer))
                    answer = yield following
            except StopAsyncIteration:
                return
            finally:
                await flow.aclose()
        with guard_auth(self._auth):
            authorize: Callable[[httpx.Request], object] = self._auth.authorize
            # It changes the request in place: a return value or an async method has no effect.
            check_return("authorize", authorize(request), type(None))
        yield request
