"""Profiles: switch to another profile of the console file without a restart."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from svc_tui.api.daemon_thread import run_in_daemon_thread
from svc_tui.api.errors import ApiError
from svc_tui.app.plugins import BootError
from svc_tui.text import clean

if TYPE_CHECKING:
    from svc_tui.app.console import Console
    from svc_tui.app.context import Svc

DEFAULT = "default"
"""The name of `[svc]` itself, without any profile."""


class ProfileHost(Protocol):
    """The app."""

    svc: Svc | None

    async def adopt(self, console: Console) -> None: ...
    def take_over(self, console: Console) -> None: ...


class Profiles:
    """The consoles of the opened profiles; each keeps its location."""

    def __init__(self, host: ProfileHost) -> None:
        self._host = host
        self._opened: dict[str, Console] = {}
        self._beside: dict[str, Svc] = {}
        """Services only used for comparisons."""
        self._here: Console | None = None
        self._opening = ""
        """The name of the profile that is being opened."""

    def adopted(self, console: Console) -> None:
        """Make a console the one that is shown."""
        self._here = console
        self._opened[self.current] = console

    @property
    def current(self) -> str:
        """The name of the profile that is shown."""
        config = self._here.svc.config if self._here is not None else None
        return (config.profile if config is not None else None) or DEFAULT

    @property
    def names(self) -> tuple[str, ...]:
        """Every profile that can be shown; empty without a console file."""
        here = self._here
        if here is None or here.load_profile is None or not here.profiles:
            return ()
        return tuple(dict.fromkeys((*here.profiles, DEFAULT)))

    async def ask(self) -> None:
        """Ask which profile to show, and show it."""
        # Imported here: the first paint needs no store.
        from svc_tui.stores.session.confirm_store import Choice
        from svc_tui.stores.unavailable_reason import NO_OTHER_PROFILE

        if self._here is None:
            return
        svc = self._here.svc
        if len(self.names) < 2:
            svc.snack.show(NO_OTHER_PROFILE)
            return
        choices = [
            Choice(name, f"{name} (shown)" if name == self.current else name, str(n))
            for n, name in enumerate(self.names[:9], 1)
        ]
        name = await svc.confirm.choose(
            "Switch to which profile?",
            "Each profile keeps its own page, unsaved changes and views.",
            (*choices, Choice("", "Cancel", "n")),
            cancel="",
        )
        if name:
            await self.switch(name)

    async def switch(self, name: str) -> None:
        """Show another profile, after asking about unsaved changes."""
        before = self._here
        if before is None:
            return
        svc = before.svc
        if name not in self.names:
            there = ", ".join(self.names) or "none: the console file has no [profiles]"
            svc.snack.show(f"There is no profile {clean(name)}. Profiles: {there}.", "warning", 6)
            return
        if name == self.current:
            svc.snack.show(f"{name} is already open.")
            return
        if busy := svc.busy:
            svc.snack.show(f"Not now: {busy[0]}", "warning", 6)
            return
        if not await svc.router.may_leave():
            return
        if self._opening:  # It takes over once it is loaded, whatever is shown by then.
            svc.snack.show(
                f"{self._opening} is still opening. Try again when it is done.", "warning", 6
            )
            return
        if (known := self._opened.get(name)) is not None:
            self._host.take_over(known)
            self.adopted(known)
            await known.svc.router.push(known.svc.router.state.location, asking=False)
            return
        self._opening = name
        try:
            await self._open(name, before)
        finally:
            self._opening = ""

    async def _open(self, name: str, before: Console) -> None:
        assert before.load_profile is not None
        load: Callable[[], Console] = partial(before.load_profile, name)
        console = None
        try:
            console = await run_in_daemon_thread(load)
            await self._host.adopt(console)
        except (OSError, ValueError, BootError) as error:
            self._host.take_over(before)
            self.adopted(before)
            if console is not None:
                await console.svc.aclose()
            before.svc.snack.show(f"{name} can't be opened. {clean(error)}", "error", 10)
            return
        svc = console.svc
        for warning in console.warnings:
            svc.snack.show(warning, "warning", 10)
        await svc.router.push("/", asking=False)

    async def beside(self, name: str) -> Svc:
        """Return the signed-in services of another profile, which is not shown.

        Raises: LookupError: there is no such profile, it can't be opened, or has no session.
        """
        before = self._here
        if before is None or name not in self.names or before.load_profile is None:
            there = ", ".join(self.names) or "none: the console file has no [profiles]"
            raise LookupError(f"There is no profile {clean(name)}. Profiles: {there}.")
        if name == self.current:
            raise LookupError(f"{name} is the current profile. Choose another one.")
        known = self._opened.get(name)
        svc = known.svc if known is not None else self._beside.get(name)
        if svc is None:
            console = None
            try:
                console = await run_in_daemon_thread(partial(before.load_profile, name))
                await console.svc.start(held=True)
            except (OSError, ValueError, BootError) as error:
                if console is not None:
                    await console.svc.aclose()
                raise LookupError(f"{name} can't be opened. {clean(error)}") from None
            svc = self._beside[name] = console.svc
        if not svc.auth.is_authenticated and svc.can_sign_in_unattended:
            try:
                await svc.sign_in_unattended()
            except ApiError as error:
                raise LookupError(f"{name}: {error}") from None
        if not svc.auth.is_authenticated and svc.auth.asks:
            raise LookupError(f"You are not signed in to {name}. Run `:profile {name}` to sign in.")
        return svc

    @property
    def services(self) -> tuple[Svc, ...]:
        """The services of every profile that was opened."""
        return tuple(one.svc for one in self._opened.values())

    async def aclose(self) -> None:
        """Close the services of the profiles that are not shown."""
        for console in self._opened.values():
            if console is not self._here:
                await console.svc.aclose()
        for svc in self._beside.values():
            await svc.aclose()
