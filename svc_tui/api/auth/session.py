"""SessionAuth: credentials as JSON, and a session cookie in return."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from svc_tui.api.auth.base import Auth, AuthCall, profile_places, refused_profile
from svc_tui.api.auth.token import usual_token
from svc_tui.api.dialects import REST, recognizable_dialects
from svc_tui.api.errors import (
    ApiError,
    HtmlResponse,
    InvalidResponse,
    NoSession,
    NotFound,
    WrongEndpoint,
)
from svc_tui.api.responses import raise_for_status, read_json
from svc_tui.models.arguments import checks_arguments
from svc_tui.models.records import UserProfile

if TYPE_CHECKING:
    import httpx

UNPROCESSABLE = 422
"""The status of a server that found the address and did not understand the values."""

CREDENTIALS = {"username": "{user}", "password": "{password}"}
"""The fields of a sign-in."""


@checks_arguments(
    login=(str, AuthCall),
    profile=str,
    profile_map=(Mapping, type(None)),
    logout=(str, AuthCall),
    refresh=(str, AuthCall, type(None)),
)
class SessionAuth(Auth):
    """The specification's sign-in: a JSON POST that returns a session cookie.

    The cookie is the one that the options name, else the likeliest of those that the answer
    sets. `refresh` renews short-lived cookies, such as web tokens in cookies; it is called after a
    401.
    """

    kind = "session"

    def __init__(
        self,
        login: AuthCall | str = REST.auth_login_url,
        *,
        profile: str = REST.user_info_api,
        profile_map: Mapping[str, str] | None = None,
        logout: AuthCall | str = REST.logout_url,
        refresh: AuthCall | str | None = None,
    ) -> None:
        self.login = AuthCall.at(login, **CREDENTIALS)
        self.profile_path = profile
        self.profile_map = profile_places(type(self), profile_map)
        self.logout = AuthCall.at(logout)
        self.refresh_call = None if refresh is None else AuthCall.at(refresh)
        self.guesses_profile = False
        """Whether the profile's address is the default, which a backend need not have."""
        self.other_dialects = True
        """Whether the backend may be of another dialect: none was chosen that has it otherwise."""
        self.option_names: Mapping[str, str] = {}
        """The options that hold its addresses, by what is there: `the sign-in`, `the profile`."""
        self._answer: httpx.Response | None = None

    async def profile(self) -> UserProfile:
        """Return the profile; one without permissions if its guessed address does not exist."""
        try:
            return await super().profile()
        except NotFound:
            if not (self.guesses_profile and self.client.cookies.session_like):
                raise
        self.profile_path = ""
        return await super().profile()

    async def sign_in(self, username: str, password: str) -> None:
        """Post the credentials; the profile then shows whether there is a session."""
        response = await self.credentials_answer(self.login, user=username, password=password)
        self._answer = response
        try:
            raise_for_status(response)
        except HtmlResponse as error:
            # Only the profile names the user; without a cookie there is none.
            if not self.client.cookies.session_like:
                raise self.misplaced(error, "the sign-in") from None
        except ApiError as error:
            raise self.misplaced(error, "the sign-in") from None
        cookies = self.client.cookies
        if not cookies.has_session and (name := cookies.likely_session):
            cookies.learn_session(name)

    async def refresh(self) -> bool:
        """Renew the cookies; return False if that is refused or not configured."""
        if self.refresh_call is None or not self.client.cookies.session_like:
            return False
        session = self.client.cookies.sign_ins
        renewed = await self.renewal(self.refresh_call)
        return renewed is not None and self.client.cookies.sign_ins == session

    async def sign_out(self) -> bool:
        """Sign out at the backend, by GET if it does not accept POST."""
        assert self.logout is not None
        answer = await self.send_call(self.logout)
        if answer.status_code == 405 and self.logout.method != "GET":
            answer = await self.send("GET", self.logout.path)
        return answer.status_code < 400

    def read_profile(self, body: object) -> UserProfile:
        """Return the profile as it is, unless a map says where its parts are."""
        return super().read_profile(body) if self.profile_map else UserProfile.parse(body)

    def not_signed_in(self, error: ApiError) -> ApiError:
        """Return why the profile is refused: no cookie was set, the wrong one, or a token."""
        if self.client.cookies.session_like:
            return refused_profile(error)
        if self._answer is not None and _holds_token(self._answer):
            advice = f'Not signed in: set kind = "token" {self.place}.'
            if self.written == "code":
                advice = "Not signed in: use TokenAuth(…) instead."
            return NoSession(error, "returned a token, not a session cookie", advice)
        return NoSession(error, "it set no session cookie")

    def misplaced(self, error: ApiError, what: str, *, always: bool = False) -> ApiError:
        """Return the error for a wrong address; a 422 is of a server that knows the address."""
        found = super().misplaced(error, what, always=always)
        if error.status == UNPROCESSABLE and isinstance(found, WrongEndpoint):
            return WrongEndpoint(error, what, self._setting(what))
        return found

    def setting(self, what: str) -> str:
        """Return the next step; the options have names of their own for the usual addresses."""
        return self._setting(what, other_dialects=self.other_dialects)

    def _setting(self, what: str, *, other_dialects: bool = False) -> str:
        name = self.option_names.get(what)
        if name is None or self.written == "code":
            return super().setting(what)
        if self.written == "file":
            where, kind, option = "in the console file", "`kind` under [svc.auth]", "`--dialect {}`"
        else:
            where, kind, option = "in Options(…)", "`auth`", '`dialect="{}"`'
        other = f" If the backend uses a token, an API key or no sign-in, set {kind} instead."
        other = other if what == "the sign-in" else ""
        another = f", or try another dialect: {_dialects_as(option)}" if other_dialects else ""
        return f"Set `{name}` {where}{another}.{other}"


def _dialects_as(option: str) -> str:
    """Return the option for each dialect that can be recognized, and for all other backends."""
    fits = [(one.name, one.called) for one in recognizable_dialects()]
    fits.append((REST.name, "others"))
    return ", ".join(f"{option.format(name)} for {called}" for name, called in fits)


def _holds_token(answer: httpx.Response) -> bool:
    """Whether a sign-in returned a token to send in a header of each request."""
    try:
        return usual_token(read_json(answer)) is not None
    except InvalidResponse:
        return False
