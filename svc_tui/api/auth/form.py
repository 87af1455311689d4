"""FormAuth: the sign-in form of a web page, as Django has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from svc_tui.api.auth.base import (
    Auth,
    AuthCall,
    profile_places,
    refused_profile,
    wrong_credentials,
)
from svc_tui.api.errors import (
    ApiError,
    Forbidden,
    InvalidResponse,
    NoSession,
    Unauthorized,
    error_for,
)
from svc_tui.api.responses import bad_answer
from svc_tui.models.arguments import checks_arguments

if TYPE_CHECKING:
    import httpx

PAGE = {"Accept": "text/html"}
"""Asks for the page that a browser would get."""

NAMES = ("username", "email", "login", "user")
"""Names of the field for the user's name, the most usual first."""

LONGEST = 300
"""Maximum length of the page's own message about a refused sign-in."""


@checks_arguments(
    login=(str, AuthCall),
    profile=str,
    profile_map=(Mapping, type(None)),
    logout=(str, AuthCall, type(None)),
)
class FormAuth(Auth):
    """Django's own sign-in: its CSRF token is read, the form is posted, and a redirect is
    success. The session cookie is whatever the answer sets.

    Fields of `login` override those of the form.
    """

    kind = "form"
    LOGIN = "/api-auth/login/"
    """The sign-in of Django REST framework's browsable API."""

    def __init__(
        self,
        login: AuthCall | str = LOGIN,
        *,
        profile: str = "",
        profile_map: Mapping[str, str] | None = None,
        logout: AuthCall | str | None = None,
    ) -> None:
        self.login = AuthCall.at(login)
        self.profile_path = profile
        self.profile_map = profile_places(type(self), profile_map)
        beside = self.login.path.rstrip("/").rpartition("/")[0] + "/logout/"
        self.logout = AuthCall.at(beside if logout is None else logout)

    async def sign_in(self, username: str, password: str) -> None:
        """Fill in and post the form of the page; keep the cookie from the response."""
        form = await self._form()
        own = {form.user: username, form.password: password}
        fields = {**form.hidden, **own}
        fields |= {
            name: self.filled(text, user=username, password=password)
            for name, text in self.login.fields.items()
        }
        before = self.client.cookies.values()
        answer = await self.send("POST", self.login.path, data=fields, headers=PAGE, raw=True)
        if answer.status_code in (401, 403):
            raise self.refused_sign_in(error_for(answer))
        if answer.status_code >= 400:
            raise self.misplaced(error_for(answer), "the sign-in")
        if not answer.has_redirect_location:
            raise _refused(answer)
        if _leads_back(answer):
            page = await self._page(self.login.path)
            if _sign_in_form(page) is not None:
                raise _refused(page)
        new = [
            name
            for name, value in self.client.cookies.values().items()
            if before.get(name) != value
        ]
        if not (named := _session_names(answer, new)):
            error = bad_answer(answer, "no cookie was saved")
            raise NoSession(error, _why_no_cookie(answer), self.advice("`login`"))
        self.client.cookies.learn_session(named[0])

    async def sign_out(self) -> bool:
        """Post to the address next to the sign-in, as a browser's button does."""
        assert self.logout is not None
        call = self.logout
        answer = await self.send_call(call, headers=PAGE, raw=True)
        if answer.status_code == 405:
            answer = await self.send("GET", call.path, headers=PAGE, raw=True)
        return answer.status_code < 400

    async def has_ended(self, error: ApiError) -> bool:
        """Whether the page at the refused address offers the sign-in, as the browsable API does.

        Django's admin redirects signed-in users away from its own sign-in.
        """
        if await super().has_ended(error):
            return True
        path = self.login.path
        try:
            if path.endswith("/admin/login/"):
                return not (await self._page(path)).has_redirect_location
            there = urlsplit(error.url)
            page = await self._page(f"{self.client.base.origin}{there.path}")
        except ApiError:
            return False
        out = self.logout.path if self.logout else ""
        # A user who may sign out is signed in, even if the page offers another account.
        return path in page.text and not (out and out.rstrip("/") in page.text)

    async def _page(self, path: str) -> httpx.Response:
        return await self.send("GET", path, headers=PAGE, raw=True)

    async def _form(self) -> SignInForm:
        """Return the form of the sign-in page, which sets the CSRF cookie as well."""
        try:
            answer = await self.send("GET", self.login.path, headers=PAGE)
        except (Unauthorized, Forbidden, InvalidResponse) as error:
            raise self.misplaced(error, "the sign-in", always=True) from None
        if answer.status_code >= 400:
            raise self.misplaced(error_for(answer), "the sign-in")
        if (form := _sign_in_form(answer)) is None:
            raise self.misplaced(
                bad_answer(answer, "the page has no password field"), "the sign-in"
            )
        return form

    def not_signed_in(self, error: ApiError) -> ApiError:
        """Return the error for a cookie that the profile does not accept."""
        return refused_profile(error, self.advice("`login` and `profile`"))


@dataclass
class SignInForm:
    """The fields of a sign-in form."""

    hidden: dict[str, str] = field(default_factory=dict)
    """Fields that are sent back as they are, such as the CSRF token."""
    texts: list[str] = field(default_factory=list)
    """Names of fields to fill in."""
    password: str = ""
    """The name of the password field."""

    @property
    def user(self) -> str:
        """The name of the user name field: a usual one, else the first."""
        usual = [name for name in NAMES if name in self.texts]
        return next(iter([*usual, *self.texts]), "username")


class _FormReader(HTMLParser):
    """Finds the form with a password field."""

    def __init__(self) -> None:
        super().__init__()
        self.sign_in: SignInForm | None = None
        self._form = SignInForm()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = SignInForm()
        if tag != "input" or not (name := said.get("name", "")):
            return
        kind = said.get("type", "text").lower()
        if kind == "hidden":
            self._form.hidden[name] = said.get("value", "")
        elif kind in ("text", "email"):
            self._form.texts.append(name)
        elif kind == "password" and self.sign_in is None:
            self._form.password = name
            self.sign_in = self._form


class _ErrorReader(HTMLParser):
    """Collects the text of Django's error lists, in old and new forms."""

    CLASSES = frozenset(
        {"errorlist", "errornote", "text-error", "alert-danger", "invalid-feedback"}
    )
    EMPTY = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr"})

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        classes = set((dict(attrs).get("class") or "").split())
        if tag not in self.EMPTY and (self._depth or classes & self.CLASSES):
            self._depth += 1

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.EMPTY:
            self._depth = max(0, self._depth - 1)

    def handle_data(self, data: str) -> None:
        if self._depth and (text := " ".join(data.split())):
            self.words.append(text)


def _sign_in_form(page: httpx.Response) -> SignInForm | None:
    reader = _FormReader()
    _feed(reader, page)
    return reader.sign_in


def _feed(reader: HTMLParser, page: httpx.Response) -> None:
    """Read a page; raises `InvalidResponse` if it can't be read."""
    try:
        reader.feed(page.text)
    except AssertionError:  # Python's HTML parser asserts that a declaration is a known one.
        raise bad_answer(page, "its HTML is broken") from None


def _leads_back(answer: httpx.Response) -> bool:
    """Whether a redirect leads to the sign-in page itself."""
    here = str(answer.request.url)
    there = urljoin(here, answer.headers["location"])
    return urlsplit(there).path.rstrip("/") == urlsplit(here).path.rstrip("/")


def _refused(answer: httpx.Response) -> ApiError:
    """Return the error of a form that came back, in the page's words."""
    reader = _ErrorReader()
    _feed(reader, answer)
    error = error_for(answer)
    error.detail = " ".join(dict.fromkeys(reader.words))[:LONGEST]
    return wrong_credentials(error)


def _session_names(answer: httpx.Response, new: list[str]) -> list[str]:
    """Return which new cookies may be the session's: those that scripts can't read first."""
    hidden = [
        text.partition("=")[0].strip()
        for text in answer.headers.get_list("set-cookie")
        if "httponly" in text.lower()
    ]
    return sorted(new, key=lambda name: (name not in hidden, name == "messages", name))


def _why_no_cookie(answer: httpx.Response) -> str:
    """Return why an accepted form created no session."""
    texts = answer.headers.get_list("set-cookie")
    names = sorted({text.partition("=")[0].strip() for text in texts})
    if not names:
        return "it set no cookie"
    secure = any("; secure" in text.lower() for text in texts)
    plain = answer.request.url.scheme == "http"
    why = " (it is for https only)" if secure and plain else ""
    return f"its cookie {', '.join(names)} can't be saved{why}"
