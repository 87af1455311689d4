"""AuthStore: the signed-in user."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from textual.message import Message

from svc_tui.api.errors import (
    ApiError,
    Forbidden,
    OtherUser,
    SignInRefused,
    TooManyRequests,
    Unauthorized,
    Unreachable,
    ValidationFailed,
    sign_in_step,
)
from svc_tui.api.given import check_given
from svc_tui.api.session import Owner
from svc_tui.models.records import UserProfile
from svc_tui.stores.base import Store, StoreChanged
from svc_tui.stores.session.permissions import Permissions
from svc_tui.text import plural

if TYPE_CHECKING:
    from svc_tui.api.account import Account
    from svc_tui.api.session import Jar

ONLY_REFUSED = frozenset(
    {
        "Unable to log in with provided credentials.",
        "Incorrect authentication credentials.",
        "Invalid username/password.",
    }
)
"""What Django REST framework says of a wrong name or password, as the advice after it does."""


@dataclass(frozen=True)
class AuthState:
    """The user, and what was derived from the user's rights."""

    user: UserProfile | None = None
    page_permissions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Route name to the CRUD actions held there."""
    unreachable: str | None = None
    """Why the kept session, which is still stored, could not be checked."""
    refused: str | None = None
    """Why a kept session was not used: readable by others, broken, or its address did not
    answer."""
    checking: bool = False
    """Whether a kept session is being checked."""


async def _nothing() -> None:
    """Do nothing: the default of a hook."""


class AuthStore(Store[AuthState]):
    """Login, logout, hydration and expiry: the specification's state table."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """A user signed in or out, or page permissions were derived."""

        state: AuthState

    @dataclass
    class SignedIn(Message, bubble=False):
        """A user signed in."""

        user: UserProfile

    @dataclass
    class SignedOut(Message, bubble=False):
        """The user signed out, or the session `expired`."""

        expired: bool
        user: UserProfile | None

    def __init__(self, account: Account, jar: Jar) -> None:
        super().__init__(AuthState())
        self._account = account
        self._jar = jar
        self.prepare: Callable[[], Awaitable[None]] = _nothing
        """Awaited before the state names a user who has signed in."""
        self.last_name = ""
        """The name of the last user of this console; empty before the first sign-in."""
        self.signing_out = False
        """Whether the user signed out and the app still shows a page of that session."""
        self._expired = False
        self._question: asyncio.Task[bool] | None = None

    @property
    def is_authenticated(self) -> bool:
        """Whether a user is known."""
        return self.state.user is not None

    @property
    def user(self) -> UserProfile | None:
        """The user's profile."""
        return self.state.user

    @property
    def name(self) -> str:
        """The user's name in drafts; empty without a session."""
        user = self.state.user
        return user.username or str(user.id) if user else ""

    @property
    def asks(self) -> tuple[str, ...]:
        """The credentials to ask for; empty if no sign-in is needed."""
        return self._account.auth.asks

    @property
    def permissions(self) -> Permissions:
        """The permissions of the user."""
        return Permissions(self.state.user)

    @property
    def page_permissions(self) -> Mapping[str, tuple[str, ...]]:
        """Route name to the CRUD actions held there."""
        return self.state.page_permissions

    async def login(self, username: str, password: str) -> UserProfile:
        """Sign in and load the profile; the user counts as signed in only then.

        Raises:
            SignInRefused: the credentials were refused; `.errors` says how. It is a
                `ValidationFailed` and an `Unauthorized`.
            WrongArgument: one of them is no text; nothing was sent.
            ApiError: anything else that went wrong.

        After any of these, the previous user is still signed in.
        """
        given = {"username": username, "password": password}
        check_given(given, **dict.fromkeys(given, str))
        before = self._jar.hold_session()
        try:
            user = await self._account.login(username, password)
            await self.prepare()
            return self._accept_user(user)
        except BaseException:  # Even if it was cancelled: its cookies are in the jar by then.
            if self.state.user is not None:
                self._jar.restore_session(before)
            else:  # Drop an incomplete sign-in.
                self._jar.drop_session()
            raise

    def failure(self, error: ApiError, reason: str = "") -> str:
        """Return the message of a failed sign-in; `reason` is what the server said.

        Beyond that, it does not tell whether the name or the password is wrong.
        """
        if type(error) not in (
            SignInRefused,
            ValidationFailed,
            Unauthorized,
            Forbidden,
            TooManyRequests,
        ):
            return reason or str(error)
        refused = error.refusal() if isinstance(error, ValidationFailed) else error.detail
        reason = (reason or refused).strip()
        if isinstance(error, TooManyRequests):
            reason = reason or "too many attempts"
            step = "Try again later."
            if error.wait is not None:
                step = f"Wait {plural(round(error.wait), 'second', 'seconds')}."
        else:
            step = sign_in_step(self.asks, error.status)
        lines = [one.strip() for one in reason.splitlines() if one.strip()]
        said = [one if one.endswith((".", "!", "?")) else f"{one}." for one in lines]
        if "username" in self.asks:
            said = [one for one in said if one not in ONLY_REFUSED]
        return f"Sign-in failed{':' if said else '.'} {' '.join([*said, step])}"

    async def fetch_user(self) -> UserProfile:
        """Load the profile of the signed-in user, and accept it.

        Raises:
            OtherUser: the kept session is another user's; it is forgotten.
            ApiError: when there is no such answer.
        """
        return self._accept_user(self._recognized(await self._account.me()))

    async def hydrate(self, user: str | None = None) -> bool:
        """Resume the saved session, if there is one; return whether a user is signed in.

        An error answer ends the session; no answer at all leaves it, and `state.unreachable` says
        why. A web page in place of a profile is neither: it tells nothing about the session, which
        stays saved. A session that turns out to be another user's is refused and forgotten.
        """
        try:
            self._jar.load(user)
        except ApiError as refused:
            self.change(refused=str(refused))
        if self.asks and not self._jar.has_session:
            if self.state.user is not None:
                self.change(user=None, page_permissions={})
            return False
        self.change(checking=self._jar.has_session)
        try:
            return await self._check_session(user)
        finally:
            self.change(checking=False)

    async def _check_session(self, user: str | None) -> bool:
        try:
            # Without the hooks: a failure is reported once, by the `except` clauses below.
            found = self._recognized(await self._account.me(hooks=False), user)
            await self.prepare()
            self._accept_user(found)
        except OtherUser as refused:
            self.change(user=None, refused=str(refused))
            return False
        except Unreachable as error:
            self.change(user=None, unreachable=str(error))
            return False
        except (Unauthorized, Forbidden):
            self._forget()
            return False
        except ApiError as error:
            self._discard_session(error)
            return False
        return True

    async def own_record(self) -> Mapping[str, Any]:
        """The signed-in user's record: names, address, rights.

        Raises:
            ApiError: when there is no such answer.
        """
        return await self._account.own()

    async def change_own(self, changes: Mapping[str, Any]) -> UserProfile:
        """Change some values of the user's own record.

        Raises:
            ValidationFailed: what the backend does not accept of them.
            ApiError: anything else; nothing is changed here then.
        """
        return self._accept_user(await self._account.change_own(changes))

    async def change_password(self, current: str, new: str) -> None:
        """Change the password of the signed-in user, who stays signed in.

        Raises: ValidationFailed: under `current` if that is not the password, under `password` if
            the backend rejects the new one. ApiError: anything else that went wrong.
        """
        name = self.state.user.name if self.state.user else ""
        try:
            await self._account.check_password(name, current)
        except ValidationFailed as error:
            said = {"current": ["The current password is wrong."]}
            raise ValidationFailed(error.status, error.method, error.url, "", said) from None
        self._accept_user(await self._account.change_password(name, new))

    async def logout(self) -> None:
        """Sign out here, whatever the backend responds."""
        user = self.state.user
        self.signing_out = True
        try:
            await self._account.logout()
        finally:
            self._forget()
            self.publish(self.SignedOut(expired=False, user=user))

    async def has_ended(self, error: ApiError) -> bool:
        """Whether the session is over, checked with one request for the profile.

        Backends may refuse the anonymous with a 403, too (Django REST framework does by default).
        Only a profile that is refused as well, or is another user's, ends a session.
        """
        if self.state.user is None:
            return self._expired
        if self._question is None:
            # Not made by the loop: from Python 3.12 on, tasks of an app begin at once, and one that
            # is over at once would still answer for the next error.
            self._question = asyncio.Task(self._is_refused(error))
            self._question.add_done_callback(self._forget_question)
        # Shielded: a caller that stops waiting does not stop it for the others.
        return await asyncio.shield(self._question)

    async def _is_refused(self, error: ApiError) -> bool:
        user = self.state.user
        if not self._account.auth.profile_path:
            return await self._account.has_ended(error)
        try:
            found = await self._account.me(hooks=False)
        except (Unauthorized, Forbidden):
            return True
        except ApiError:
            return False
        known = Owner(user.name, user.id) if user else None
        return known is not None and not known.is_same(Owner(found.name, found.id))

    def _forget_question(self, question: object) -> None:
        self._question = None

    def expire(self, error: ApiError | None = None) -> None:
        """End the session; repeated calls are one sign-out."""
        user = self.state.user
        if user is None or not self.asks:
            return
        self._forget()
        self._expired = True
        self.publish(self.SignedOut(expired=True, user=user))

    def give_up(self) -> None:
        """Drop a saved session that could not be checked."""
        self._forget()

    def note_page_permissions(self, route: str, model: str) -> None:
        """Store the CRUD actions that the user may do on a route's model."""
        actions = self.permissions.actions(model)
        self.change(page_permissions={**self.state.page_permissions, route: actions})

    def _recognized(self, user: UserProfile, wanted: str | None = None) -> UserProfile:
        """Return the profile, if it is that of the session's user."""
        named = wanted if "username" in self.asks else None
        owner = self._jar.owner or (Owner(named) if named else None)
        if owner is not None and not owner.is_same(Owner(user.name, user.id)):
            self._forget()
            raise OtherUser(owner.name, user.name)
        return user

    def _accept_user(self, user: UserProfile) -> UserProfile:
        if self.state.user is not None and self.state.user.id != user.id:
            self.change(page_permissions={})  # They were another user's.
        if self._jar.owner is not None:
            self._jar.rename(Owner(user.name, user.id))
        self._expired = False
        self.last_name = user.username
        self.change(user=user, unreachable=None, refused=None)
        self.publish(self.SignedIn(user))
        return user

    def _discard_session(self, error: ApiError) -> None:
        """Drop a session that could not be verified; only an error answer ends it."""
        if (error.status or 0) >= 400:
            self._forget()
        else:
            self._jar.drop_session()
        self.change(user=None, refused=f"The saved session was not used. {error}")

    def _forget(self) -> None:
        self._expired = False
        self._jar.forget(ended=True)  # A user who signs out has removed it by then.
        self.change(user=None, page_permissions={}, unreachable=None)
