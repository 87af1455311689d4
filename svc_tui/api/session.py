"""The session: the client's cookie jar and its tokens, in memory and on disk.

Secrets are only sent to the backend: never shown, logged, or sent to another origin.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import string
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from svc_tui.api.session_file import SessionFileRefused as SessionFileRefused
from svc_tui.api.session_file import read_session, write_session
from svc_tui.api.urls import BaseUrl
from svc_tui.models.arguments import misfits
from svc_tui.models.foreign_code import WrongReturn

if TYPE_CHECKING:
    from http.cookiejar import Cookie, CookieJar

CSRF_LETTERS = 32
"""Length of a made-up CSRF token: what the double submit of Django's kind accepts."""

EXPIRES = "expires"
"""The key of the local expiry time of a token, among the secrets of a session."""

HOUR = 3600
"""Seconds by which an expiry may move before the file is written again."""


@dataclass(frozen=True)
class Owner:
    """The owner of a session: a name, and the backend's id if it sends one."""

    name: str
    id: int | str | None = None

    def is_same(self, other: Owner) -> bool:
        """Whether both are the same person; a renamed user still has the same id."""
        if self.id is None or other.id is None:
            return self.name == other.name
        return str(self.id) == str(other.id)


@dataclass(frozen=True)
class CookieNames:
    """The names of a backend's cookies."""

    session: str = "__svc_session"
    csrf: str = "csrftoken"
    csrf_header: str = "X-CSRFToken"


class Tokens(dict[str, str]):
    """Secrets of a session that are not cookies, by name; hidden when printed.

    Raises: WrongReturn: a sign-in stores one that is not a string.
    """

    def __setitem__(self, name: str, secret: str) -> None:
        given = {"a name in tokens": name, f'tokens["{name}"]': secret}
        if wrong := misfits(given, dict.fromkeys(given, str)):
            raise WrongReturn(wrong[0])
        super().__setitem__(name, secret)

    def update(self, *args: Any, **named: str) -> None:
        """Store several secrets, each as by its name."""
        for name, secret in dict(*args, **named).items():
            self[name] = secret

    def setdefault(self, name: str, secret: str = "") -> str:
        """Return a secret, which is stored if there is none."""
        if name not in self:
            self[name] = secret
        return self[name]

    def __ior__(self, other: Any) -> Self:  # type: ignore[misc, override]  # `|` makes a dict.
        self.update(other)
        return self

    def __repr__(self) -> str:
        return f"<Tokens {', '.join(sorted(self))}>"

    __str__ = __repr__


@dataclass(frozen=True, repr=False)
class HeldSession:
    """A session that is set aside while another sign-in is tried."""

    owner: Owner | None
    kept: str | None
    cookies: tuple[Cookie, ...]
    tokens: Tokens
    names: CookieNames


class Jar:
    """The cookies and tokens of one backend; saved to disk once the user is known."""

    def __init__(
        self,
        base: BaseUrl | str,
        names: CookieNames | None = None,
        *,
        state_dir: Path | None = None,
        on_warning: Callable[[str], object] | None = None,
    ) -> None:
        self.base = base if isinstance(base, BaseUrl) else BaseUrl.parse(base)
        self.names = self._declared_names = names or CookieNames()
        self.tokens = Tokens()
        """Secrets of the sign-in that are not cookies."""
        self.owner: Owner | None = None
        """The owner of the session, once known; decides the file's name."""
        self.sign_ins = 0
        """The number of sign-ins started or ended; identifies the session of an answer."""
        self.kind = "session"
        """The kind of sign-in that its secrets belong to."""
        self.warning: str | None = None
        """Why the session could not be saved; None if it was."""
        self._folder = state_dir / "sessions" if state_dir else None
        self._on_warning = on_warning
        self._kept: str | None = None
        self._seen: FileMark | None = None
        """The file as this program wrote or read it last."""

    def __repr__(self) -> str:
        return f"<Jar of {self.base}, {len([*self._cookies()])} cookies>"

    @property
    def user(self) -> str | None:
        """The name of the session's owner."""
        return self.owner.name if self.owner else None

    @cached_property
    def cookies(self) -> CookieJar:
        """The cookies that the HTTP client fills and sends."""
        # Imported here, as it imports half a web client.
        from svc_tui.api.cookies import SessionCookies

        return SessionCookies(lambda: self.sign_ins)

    @property
    def has_session(self) -> bool:
        """Whether there is a token, or a session cookie that has not expired."""
        return bool(self.tokens) or self._value(self.names.session) is not None

    @property
    def session_like(self) -> list[str]:
        """The names of all cookies that may be a session's, in order."""
        return sorted({cookie.name for cookie in self._cookies()} - {self.names.csrf})

    @property
    def likely_session(self) -> str:
        """The cookie that is most likely the session's; "" if there is none.

        One that scripts can't read comes first, then the longest-lived one.
        """

        def likely(cookie: Cookie) -> tuple[bool, int, str]:
            hidden = any(map(cookie.has_nonstandard_attr, ("HttpOnly", "httponly")))
            return hidden, cookie.expires or 0, cookie.name

        own = [cookie for cookie in self._cookies() if cookie.name != self.names.csrf]
        return max(own, key=likely).name if own else ""

    def values(self) -> dict[str, str | None]:
        """Return the possible session cookies that are sent, to see which of them change."""
        plain = self.base.origin.startswith("http:")
        return {
            cookie.name: cookie.value
            for cookie in self._cookies()
            if cookie.name != self.names.csrf and not (cookie.secure and plain)
        }

    def learn_session(self, name: str) -> None:
        """Use a cookie as the session's until this session ends."""
        self.names = replace(self.names, session=name)

    @property
    def csrf(self) -> str | None:
        """The current CSRF token; a sign-in replaces it, so read it at each request."""
        return self._value(self.names.csrf)

    def make_up_csrf(self) -> None:
        """Set a generated token in place of a lost or invalid one."""
        # Imported here, as most runs never need it.
        import secrets

        letters = string.ascii_letters + string.digits
        self._drop(self.names.csrf)
        self.set(self.names.csrf, "".join(secrets.choice(letters) for _ in range(CSRF_LETTERS)))

    def set(self, name: str, value: str) -> None:
        """Add a cookie for this backend, for the lifetime of the program."""
        self.cookies.set_cookie(_cookie(name=name, value=value, domain=_domain(self.base.host)))

    def hold_session(self) -> HeldSession:
        """Return the session in memory, to be restored if a sign-in is refused."""
        cookies = (cookie for cookie in self._cookies() if cookie.name != self.names.csrf)
        tokens = Tokens(self.tokens)
        return HeldSession(self.owner, self._kept, tuple(cookies), tokens, self.names)

    def restore_session(self, held: HeldSession) -> None:
        """Replace the session in memory with a held one; the saved file stays."""
        self.drop_session()
        for cookie in held.cookies:
            self.cookies.set_cookie(cookie)
        self.tokens.update(held.tokens)
        self.owner, self._kept, self.names = held.owner, held.kept, held.names

    def drop_session(self) -> None:
        """Forget the session and its owner in memory; the kept file stays.

        All cookies but the CSRF token are deleted: any other may identify the user too.
        """
        self.sign_ins += 1
        self.owner, self._kept, self.names = None, None, self._declared_names
        self.tokens.clear()
        for name in {cookie.name for cookie in self.cookies} - {self.names.csrf}:
            self._drop(name)

    def forget(self, *, ended: bool = False) -> None:
        """Forget the session in memory and on disk; a second call does nothing.

        If it has `ended` by itself, a file that another program has written since is kept: someone
        has signed in there.
        """
        user = self.user
        self.drop_session()
        if not (self._folder and user) or (ended and _mark(self._path(user)) != self._seen):
            return
        self._try(lambda: self._path(user).unlink(missing_ok=True))

    def keep(self, owner: Owner | None = None) -> bool:
        """Write the session to its owner's file, if it changed; True if it is there.

        A new `owner` is a user who has just signed in. A failure is only a warning.
        """
        if owner is not None:
            self.sign_ins += 1
            self.owner, self._kept = owner, None
            if self._folder and not self.has_session:
                self._warn(self._why_not_kept())
        if not (self._folder and self.owner and self.has_session):
            return False
        print_ = self._fingerprint()
        if print_ != self._kept and self._try(self._write):
            self._kept = print_
        return print_ == self._kept

    def rename(self, owner: Owner) -> None:
        """Save the session under the owner's current name."""
        if owner == self.owner:
            return
        before, self.owner, self._kept = self.user, owner, None
        if self.keep() and before and before != owner.name:
            self._try(lambda: self._path(before).unlink(missing_ok=True))

    def is_kept(self, user: str | None = None) -> bool:
        """Whether a session of this user, or of any, is on disk; the file is not read."""
        path = self._path(user) if user and self._folder else self._newest()
        return path is not None and os.path.lexists(path)

    def load(self, user: str | None = None) -> bool:
        """Load the kept session of a user, or the newest one of this backend.

        A session in memory is dropped if it is another user's. True if there is a session now.
        Raises `SessionFileRefused`.
        """
        if user and self.owner and self.owner.name != user:
            self.drop_session()
        path = self._path(user) if user and self._folder else self._newest()
        if path is None or not os.path.lexists(path):
            return False
        seen, kept = _mark(path), read_session(path, self._checked)
        if not self._is_of_this_kind(kept):
            return False
        self._seen = seen
        if self.owner:
            self.drop_session()
        for fields in kept["cookies"]:
            self.cookies.set_cookie(_cookie(**fields))
        self.tokens.update(kept.get("tokens", {}))
        if learnt := kept.get("session_cookie"):
            self.learn_session(learnt)
        self.owner = Owner(kept["user"], kept.get("id"))
        self._kept = self._fingerprint()
        return self.has_session

    def take_newer_tokens(self) -> bool:
        """Load the tokens that another process has saved since; False if there are none."""
        if not (self._folder and self.owner):
            return False
        path = self._path(self.owner.name)
        try:
            seen, kept = _mark(path), read_session(path, self._checked)
        except SessionFileRefused:
            return False
        newer = kept.get("tokens", {}) if self._is_of_this_kind(kept) else {}
        if not newer or newer.get("token") == self.tokens.get("token"):
            return False
        self.tokens.clear()
        self.tokens.update(newer)
        self._kept, self._seen = self._fingerprint(), seen
        return True

    def _cookies(self) -> Iterator[Cookie]:
        return (cookie for cookie in self.cookies if not cookie.is_expired())

    def _value(self, name: str) -> str | None:
        return next((cookie.value for cookie in self._cookies() if cookie.name == name), None)

    def _drop(self, name: str) -> None:
        for cookie in [cookie for cookie in self.cookies if cookie.name == name]:
            self.cookies.clear(cookie.domain, cookie.path, cookie.name)

    def _fingerprint(self) -> str:
        """Return what must change before the file is written again."""
        parts = [
            (cookie.name, cookie.value, cookie.domain, cookie.path, (cookie.expires or 0) // HOUR)
            for cookie in self._cookies()
        ]
        # Another process may have saved newer tokens, which a mere change of time must not
        # overwrite.
        tokens = {name: secret for name, secret in self.tokens.items() if name != EXPIRES}
        facts = [self.user, *sorted(parts), *sorted(tokens.items())]
        return hashlib.sha256(json.dumps(facts).encode()).hexdigest()

    def _path(self, user: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{self._prefix()}{_slug(user)}.json"

    def _prefix(self) -> str:
        return f"{_slug(str(self.base), self.base.host)}."

    def _newest(self) -> Path | None:
        try:
            files = list(self._folder.glob(f"{self._prefix()}*.json")) if self._folder else []
            return max(files, key=lambda path: path.lstat().st_mtime_ns, default=None)
        except OSError:
            return None

    def _write(self) -> None:
        cookies = [{name: getattr(cookie, name) for name in FIELDS} for cookie in self._cookies()]
        owner = self.owner
        assert owner is not None
        kept: dict[str, Any] = {
            "base_url": str(self.base),
            "kind": self.kind,
            "user": owner.name,
            "id": owner.id,
            "cookies": cookies,
        }
        if self.tokens:
            kept["tokens"] = dict(self.tokens)
        if self.names != self._declared_names:
            kept["session_cookie"] = self.names.session
        path = self._path(owner.name)
        write_session(path, kept)
        self._seen = _mark(path)

    def _checked(self, kept: dict[str, Any]) -> dict[str, Any]:
        """Return a file's content, if it is one of ours and of this backend."""
        if kept["base_url"] != str(self.base) or not isinstance(kept["user"], str):
            raise ValueError("another backend's session")
        if not isinstance(kept.get("id"), int | str | None):
            raise TypeError("an id must be a number or a string")
        for fields in kept["cookies"]:
            _cookie(**fields)
        secrets = {"session_cookie": kept.get("session_cookie", ""), **kept.get("tokens", {})}
        if not all(isinstance(text, str) for text in secrets.values()):
            raise TypeError("a token must be a string")
        float(secrets.get(EXPIRES, 0))
        return kept

    def _is_of_this_kind(self, kept: Mapping[str, Any]) -> bool:
        """Whether a saved session can be used: another kind would send its secret elsewhere."""
        return bool(kept.get("kind", "session") == self.kind)

    def _why_not_kept(self) -> str:
        """Return the warning about a sign-in that set no session cookie."""
        others = self.session_like
        if not others:
            return f"The session can't be saved: the server set no cookie {self.names.session}."
        return (
            f"The session can't be saved: the server set the cookie {', '.join(others)}, not "
            f"{self.names.session}. Set `session_cookie = {json.dumps(others[0])}` in the console "
            "file."
        )

    def _try(self, act: Callable[[], object]) -> bool:
        """Run a disk operation; after the first failure, warn once and continue in memory."""
        try:
            act()
        except OSError as error:
            self._warn(f"The session could not be saved in {self._folder}: {error.strerror}.")
            return False
        return True

    def _warn(self, sentence: str) -> None:
        if sentence != self.warning:
            self.warning = sentence
            if self._on_warning:
                self._on_warning(sentence)


FileMark = tuple[Path, int, int]
"""A file with the state that decides whether it is rewritten."""


def _mark(path: Path) -> FileMark | None:
    try:
        found = path.lstat()
    except OSError:
        return None
    return path, found.st_ino, found.st_mtime_ns


def _slug(text: str, shown: str | None = None) -> str:
    """Return a readable file name that is different for each text."""
    readable = re.sub(r"[^A-Za-z0-9_-]+", "-", shown or text)[:40].strip("-")
    # A backend may send a lone surrogate, which can't be encoded.
    exact = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{readable}-{exact[:12]}"


def _domain(host: str) -> str:
    """Return the domain under which the standard library's jar stores a host without a dot."""
    host = f"[{host}]" if ":" in host else host
    return host if "." in host else f"{host}.local"


FIELDS = ("name", "value", "domain", "path", "secure", "expires")
"""Attributes of a cookie that are kept."""


def _cookie(
    *,
    name: str,
    value: str,
    domain: str,
    path: str = "/",
    secure: bool = False,
    expires: int | None = None,
) -> Cookie:
    from http.cookiejar import Cookie

    if not all(isinstance(text, str) for text in (name, value, domain, path)):
        raise TypeError("a cookie must be made of strings")
    return Cookie(
        version=0,
        name=name,
        value=value,
        port=None,
        port_specified=False,
        domain=domain,
        domain_specified=domain.startswith("."),
        domain_initial_dot=domain.startswith("."),
        path=path,
        path_specified=True,
        secure=bool(secure),
        expires=expires if expires is None else int(expires),
        discard=expires is None,
        comment=None,
        comment_url=None,
        rest={},
    )
