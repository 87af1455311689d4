"""A second dialect that can be recognized: by its root, which many backends have."""

from __future__ import annotations

import pytest

from svc_tui.api.dialects import Dialect
from svc_tui.api.dialects.recognition import is_shown_by
from svc_tui.api.fetch import SvcFetch
from svc_tui.models.dialects import BUILT_IN, RECOGNIZABLE


async def recognize(fetch: SvcFetch) -> bool | None:
    """Whether the root is a tray."""
    return await is_shown_by(fetch, "/", lambda body: isinstance(body, dict) and "tray" in body)


TRAY = Dialect("tray", called="a Tray", recognize=recognize, sign="/")


def build_in_tray(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make it built-in for a test; it is recognized after all others."""
    monkeypatch.setitem(BUILT_IN, TRAY.name, f"{__name__}:TRAY")  # type: ignore[arg-type]
    monkeypatch.setattr("svc_tui.api.dialects.RECOGNIZABLE", (*RECOGNIZABLE, TRAY.name))
