"""FakeBackend: a backend that exists only in memory, for tests of a console or a script."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

import httpx

from svc_tui.api.dialects import REST
from svc_tui.api.fetch import TOOK
from svc_tui.models.arguments import (
    ListOf,
    check_call,
    checks_fields,
    given_words,
    refused_arguments,
)
from svc_tui.testing.answers import Answer, BadBody, as_answer, is_json, respond, sent_object
from svc_tui.testing.collection import Check, Collection, detail, not_allowed
from svc_tui.testing.media import MediaLibrary

BASE = "https://cms.test"
"""The address of the fake backend, which is never resolved or contacted."""


_ACCOUNT: Mapping[str, Any] = {
    "username": str,
    "password": (str, type(None)),
    "permissions": ListOf(str),
    "groups": ListOf(str),
    "superuser": bool,
}
"""The kinds of the arguments of an account."""

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD")


@checks_fields
@dataclass(frozen=True)
class FakeUser:
    """An account of the fake backend."""

    id: int
    username: str
    password: str
    permissions: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    superuser: bool = False

    def may(self, permission: str) -> bool:
        """Return whether this user has a permission; "" is one that everybody has."""
        return not permission or self.superuser or permission in self.permissions

    @property
    def profile(self) -> dict[str, Any]:
        """The profile as the REST dialect reads it."""
        return {
            "id": self.id,
            "username": self.username,
            "is_superuser": self.superuser,
            "groups": list(self.groups),
            "permissions": list(self.permissions),
        }


class FakeBackend:
    """A backend in memory: `SvcApp(Options(base_url=BASE), transport=backend.transport)`.

    It answers in this order: by routes (`once`, then `on`), by session (sign-in, profile, sign-out,
    as soon as there is a user), by the media library, by collections, and with a 404.
    """

    def __init__(self) -> None:
        self.requests: list[httpx.Request] = []
        """Every request so far, oldest first."""
        self.collections: list[Collection] = []
        self.users: list[FakeUser] = []
        self.latency = 0.0
        """Seconds before each answer; the console shows just these, whatever a test takes."""
        self.transport = httpx.MockTransport(self._timed_answer)
        """Replaces the network: pass it to `SvcApp`, `Svc` or `SvcFetch`."""
        self._routes: dict[tuple[str, str], list[Answer]] = {}
        self._once: dict[tuple[str, str], list[Answer]] = {}
        self._sessions: dict[str, FakeUser] = {}
        self._signed_in = 0
        self._media: MediaLibrary | None = None

    # Setup

    def add_user(
        self,
        username: str,
        password: str | None = None,
        *,
        permissions: Iterable[str] = (),
        groups: Iterable[str] = (),
        superuser: bool = False,
    ) -> FakeUser:
        """Add an account, whose password is its name unless another one is given.

        From the first one on, collections are answered only to people who are signed in. An account
        of the same name is replaced, and its sessions are the new one's.
        """
        given = {
            "username": username, "password": password, "permissions": permissions,
            "groups": groups, "superuser": superuser,
        }  # fmt: skip
        check_call("add_user", given, _ACCOUNT)
        before = next((one for one in self.users if one.username == username), None)
        number = before.id if before else len(self.users) + 1
        user = FakeUser(
            number, username, password or username, tuple(permissions), tuple(groups), superuser
        )
        if before is None:
            self.users.append(user)
        else:
            self.users[self.users.index(before)] = user
            sessions = self._sessions.items()
            self._sessions.update({key: user for key, one in sessions if one is before})
        return user

    def add_collection(
        self,
        path: str,
        rows: Iterable[Mapping[str, Any]] = (),
        *,
        model: str = "",
        required: Iterable[str] = (),
        check: Check | None = None,
        key: str = "id",
        page_size: int = 20,
    ) -> Collection:
        """Serve records at a path: lists in pages with search, order and filters; reads and writes.

        `model` names the permissions (`view_book`, `change_book`, …); without it everybody who is
        signed in may do everything. `required` fields must be filled; `check` refuses others with
        messages by field. A collection at the same path is replaced.
        """
        collection = Collection(
            path, rows, model=model, required=required, check=check, key=key, page_size=page_size
        )
        self.collections = [one for one in self.collections if one.path != collection.path]
        self.collections.append(collection)
        return collection

    def add_media(
        self,
        files: Iterable[Mapping[str, Any]] = (),
        folders: Iterable[Mapping[str, Any]] = (),
        *,
        page_size: int = 20,
    ) -> MediaLibrary:
        """Serve a media library at `/api/media` and `/api/media-folders`.

        A file is `{"id": 1, "file": "/media/a.png", "mime_type": "image/png", "title": "A",
        "folder": None}`, a folder `{"id": 1, "name": "Photos", "parent": None}`. Everybody who is
        signed in may do everything.
        """
        self._media = MediaLibrary(files, folders, page_size=page_size)
        return self._media

    def on(self, method: str, path: str, *answers: Answer | object) -> FakeBackend:
        """Answer a route: one answer after another, and the last one forever.

        An answer that is no callable is JSON. A slash at the end of the path makes no difference.
        """
        self._routes[_checked(method, path, answers)] = [as_answer(answer) for answer in answers]
        return self

    def once(self, method: str, path: str, *answers: Answer | object) -> FakeBackend:
        """Answer a route with each of these once; after that it is answered as ever.

        An answer that is no callable is JSON: `once("GET", "/api/books/1", {"id": 1})`. What no
        request took is in `unused`.
        """
        self._once.setdefault(_checked(method, path, answers), []).extend(map(as_answer, answers))
        return self

    def end_sessions(self) -> None:
        """End every session: the next request of each is answered with a 401."""
        self._sessions.clear()

    # Recorded requests

    @property
    def last(self) -> httpx.Request:
        """The newest request. Raises `LookupError` before the first one."""
        if not self.requests:
            raise LookupError("the backend has received no requests")
        return self.requests[-1]

    @property
    def last_write(self) -> httpx.Request:
        """The newest request that was to change something. Raises `LookupError` without one."""
        for one in reversed(self.requests):
            if one.method not in ("GET", "OPTIONS"):
                return one
        raise LookupError("the backend has received no write requests")

    @property
    def calls(self) -> list[str]:
        """Every request as `GET /path/`."""
        return [f"{request.method} {_path(request)}" for request in self.requests]

    @property
    def unused(self) -> list[str]:
        """The route, as `GET /path`, of each answer of `once` that no request took."""
        return [f"{method} {path}" for (method, path), left in self._once.items() for _ in left]

    # Answers

    async def _timed_answer(self, request: httpx.Request) -> httpx.Response:
        answer = await self._answer(request)
        answer.extensions[TOOK] = self.latency
        return answer

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        if self.latency:
            await asyncio.sleep(self.latency)
        path = _stem(_path(request))
        if once := self._once.get((request.method, path)):
            return await respond(once.pop(0), request)
        if answers := self._routes.get((request.method, path)):
            return await respond(answers.pop(0) if len(answers) > 1 else answers[0], request)
        try:
            answer = self._session(request, path) or self._library(request, path)
            return answer or self._collection(request, path)
        except BadBody as error:
            return detail(400, str(error))

    def _session(self, request: httpx.Request, path: str) -> httpx.Response | None:
        """Answer sign-in, profile and sign-out; None for every other address."""
        if not self.users:
            return None
        if path == _stem(REST.auth_login_url):
            return self._sign_in(request)
        if path == _stem(REST.user_info_api):
            user = self._user(request)
            return httpx.Response(200, json=user.profile) if user else _nobody()
        if path == _stem(REST.logout_url):
            self._sessions.pop(_session_of(request), None)
            return httpx.Response(204)
        return None

    def _sign_in(self, request: httpx.Request) -> httpx.Response:
        if request.method != "POST":
            return not_allowed(request)
        sent = sent_object(request)
        for user in self.users:
            if (user.username, user.password) == (sent.get("username"), sent.get("password")):
                self._signed_in += 1
                name = f"session-{self._signed_in}"
                self._sessions[name] = user
                cookie = f"{REST.session_cookie}={name}; Path=/; HttpOnly"
                return httpx.Response(200, json={}, headers={"set-cookie": cookie})
        words = "Unable to sign in with these credentials."
        return httpx.Response(400, json={"non_field_errors": [words]})

    def _library(self, request: httpx.Request, path: str) -> httpx.Response | None:
        """Answer the media library; None for every other address."""
        found = self._media.key(path) if self._media is not None else None
        if self._media is None or found is None:
            return None
        return self._media.answer(request, *found) if self._lets_in(request) else _nobody()

    def _collection(self, request: httpx.Request, path: str) -> httpx.Response:
        if path == "/api" and self.collections:
            roots = {one.path.rpartition("/")[2]: f"{BASE}{one.path}/" for one in self.collections}
            return httpx.Response(200, json=roots) if self._lets_in(request) else _nobody()
        for collection in self.collections:
            parent, _, key = path.rpartition("/")
            if collection.path not in (path, parent):
                continue
            if not self._lets_in(request):
                return _nobody()
            user = self._user(request)
            if user and not user.may(collection.permission(request.method)):
                return detail(403, "You do not have permission to perform this action.")
            return collection.answer(request, "" if collection.path == path else unquote(key))
        return detail(404, "Not found.")

    def _lets_in(self, request: httpx.Request) -> bool:
        return not self.users or self._user(request) is not None

    def _user(self, request: httpx.Request) -> FakeUser | None:
        return self._sessions.get(_session_of(request))


def _nobody() -> httpx.Response:
    return detail(401, "Authentication credentials were not provided.")


def _session_of(request: httpx.Request) -> str:
    cookies = (part.strip().partition("=") for part in request.headers.get("cookie", "").split(";"))
    return next((value for name, _, value in cookies if name == REST.session_cookie), "")


def _path(request: httpx.Request) -> str:
    return request.url.raw_path.partition(b"?")[0].decode()


def _checked(method: str, path: str, answers: tuple[object, ...]) -> tuple[str, str]:
    """Return the key of a route; raises `ConfigError` for one that no request can meet."""
    if method not in METHODS:
        raise refused_arguments(FakeBackend, f"the method should be {' or '.join(METHODS)}")
    if not answers:
        raise refused_arguments(FakeBackend, f"{method} {path} needs an answer")
    for answer in answers:
        if not callable(answer) and not is_json(answer):
            given = f"an answer should be JSON or a function, not {given_words(answer)}"
            raise refused_arguments(FakeBackend, f"{method} {path}: {given}")
    return method, _stem(path)


def _stem(path: str) -> str:
    """Return a path without the slash at its end, which backends handle in both ways."""
    if not isinstance(path, str) or not path.startswith("/"):
        raise refused_arguments(FakeBackend, "the path should be a string such as /api/books")
    return path.rstrip("/") or "/"
