"""SvcCommands: the pages, actions and themes of the command palette."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.command import DiscoveryHit, Hit, Hits, Provider

from svc_tui.config.themes import IN_PALETTE
from svc_tui.text import clean, label
from svc_tui.widgets.shell.effective_bindings import effective_bindings, key_name

if TYPE_CHECKING:
    from svc_tui.app.app import SvcApp

Command = tuple[str, Callable[[], Any]]
"""Its words, and how it is done. No help text: the palette reads that as markup."""


class SvcCommands(Provider):
    """All commands and pages, found by typing part of the name."""

    async def discover(self) -> Hits:
        """Yield every command, before anything is typed."""
        for words, run in self._commands():
            yield DiscoveryHit(label(words), run, clean(words))

    async def search(self, query: str) -> Hits:
        """Yield the commands that match; the match is not marked, as marking reads markup."""
        matcher = self.matcher(query)
        for words, run in self._commands():
            if (score := matcher.match(clean(words))) > 0:
                yield Hit(score, label(words), run, clean(words))

    def _commands(self) -> Iterator[Command]:
        app: Any = self.app
        if app.svc is not None and app.svc.auth.is_authenticated:
            yield from _pages(app)
        yield from self._own()
        yield from self._actions()
        if app.svc is not None and app.svc.auth.is_authenticated:
            yield "Drafts  (gk)", partial(app.action_dialog, "drafts")
            yield (
                "Your changes in this session, undo  (go)",
                partial(app.action_dialog, "own_writes"),
            )
            yield "Pictures…: choose how they are shown", partial(_go, app, "/settings/pictures")
            if app.svc.dialect.own_profile:
                yield "Your profile and password  (gp)", app.action_own_profile
            if app.svc.auth.asks:
                yield "Sign out", app.action_sign_out
        for name in app.profiles.names:
            if name != app.profiles.current:
                yield f"Profile: {name}  (gP)", partial(app.action_profile, name)
        yield from _themes(app)

    def _own(self) -> Iterator[Command]:
        """Yield the commands of the program, wherever the focus is."""
        app: Any = self.app
        for command in app.own.runnable() if app.svc is not None else ():
            keys = f"  ({key_name(app, command.binding)})" if command.keys else ""
            yield f"{command.label}{keys}", partial(app.action_own, command.id)

    def _actions(self) -> Iterator[Command]:
        seen: set[str] = set()
        for active in effective_bindings(self.screen):
            binding = active.binding
            # Only what we bound with a word of explanation: nobody looks for "Cursor up" here.
            if not (active.enabled and binding.id and binding.tooltip):
                continue
            if binding.action not in seen and not binding.action.startswith("own("):
                seen.add(binding.action)
                run = partial(self.app.run_action, binding.action, active.node)
                yield f"{binding.description}  ({key_name(self.app, binding)})", run


def _pages(app: SvcApp) -> Iterator[Command]:
    svc = app.svc
    assert svc is not None
    for route in svc.router.routes:
        if route.label and not route.hidden and svc.router.offers(route):
            go = partial(_go, app, route.pattern)
            yield f"Go to {route.label}", go


def _themes(app: SvcApp) -> Iterator[Command]:
    for name in sorted(app.available_themes):
        yield f"{IN_PALETTE}{name}", partial(setattr, app, "theme", name)


def _go(app: SvcApp, location: str) -> None:
    if app.svc is not None:
        app.run_worker(app.svc.router.revisit(location))
