"""SnapCompare: the type of a fixture of pytest-textual-snapshot, which declares none itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from pathlib import PurePath
from typing import Any, Protocol

from textual.app import App
from textual.pilot import Pilot


class SnapCompare(Protocol):
    """The fixture `snap_compare` of pytest-textual-snapshot."""

    def __call__(
        self,
        app: str | PurePath | App[Any],
        press: Iterable[str] = (),
        terminal_size: tuple[int, int] = (80, 24),
        run_before: Callable[[Pilot[Any]], Awaitable[None] | None] | None = None,
    ) -> bool:
        """Run an app, and return whether its picture is the accepted one."""
        ...
