"""Settings of the first paint: from flags, environment and the top of the console file."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from svc_tui.config.load import Peek
from svc_tui.config.themes import is_remote

if TYPE_CHECKING:
    from svc_tui.app.console import Splash

FRAME_RATE, MOST_FRAMES = 60.0, 120.0
"""Default and maximum frames per second."""

OPENING = "Opening…"
"""The line in place of a sign-in that may not be needed."""

_NO = frozenset({"0", "false", "no", "off", "n", "f"})


class StartupSettings:
    """Unchecked settings, each from the flag, the variable or the file."""

    def __init__(
        self, known: argparse.Namespace, peek: Peek, environ: Mapping[str, str] | None = None
    ) -> None:
        self._known = known
        self._peek = peek
        self._environ = os.environ if environ is None else environ

    @property
    def base_url(self) -> str | None:
        """The backend's address, if it is known."""
        environ = self._environ
        named = environ.get("SVC_TUI_BASE_URL") or environ.get("SVC_TUI_URL")
        return self._known.url or named or self._peek.base_url

    @property
    def mouse(self) -> bool:
        """Whether to enable the mouse; over SSH each of its moves is traffic."""
        wanted = self._nearest("mouse")
        return _truth(wanted) if wanted is not None else not is_remote(self._environ)

    @property
    def diff(self) -> bool:
        """Whether only changes are sent to the terminal."""
        wanted = self._nearest("diff")
        return wanted is None or _truth(wanted)

    @property
    def frame_rate(self) -> float | None:
        """Return the most frames a second, None without `diff`; a wrong value is reported later."""
        if not self.diff:
            return None
        try:
            return min(max(float(self._nearest("frame_rate") or FRAME_RATE), 1.0), MOST_FRAMES)
        except ValueError:
            return FRAME_RATE

    def greeting(self) -> Splash:
        """Return the parts of the first page that can be painted immediately."""
        from svc_tui.app.console import Splash

        return Splash(
            title=self._environ.get("SVC_TUI_TITLE") or self._peek.title or "svc-tui",
            place=self.base_url or "",
            user=self._nearest("user") or "",
            theme=self._nearest("theme"),
            ascii=_truth(self._nearest("ascii") or False),
            waiting=self._waiting(),
            key=self._peek.auth_kind == "api_key",
        )

    def _waiting(self) -> str:
        """Return the text shown instead of asking for a password that may not be needed."""
        if self._peek.auth_kind in ("none", "device") or self._peek.finds_password:
            return OPENING
        from svc_tui.api.session import Jar
        from svc_tui.config.paths import state_dir

        jar = Jar(self.base_url or "", state_dir=state_dir(environ=self._environ))
        return OPENING if jar.is_kept(self._nearest("user")) else ""

    def _nearest(self, name: str) -> Any:
        """Return the flag, else the variable, else the file's value."""
        if (given := getattr(self._known, name)) is not None:
            return given
        named = self._environ.get(f"SVC_TUI_{name.upper()}")
        return named if named else getattr(self._peek, name, None)


def _truth(value: object) -> bool:
    """Parse yes or no, however a variable spells it."""
    return value.lower() not in _NO if isinstance(value, str) else bool(value)
