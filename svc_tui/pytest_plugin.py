"""The pytest plugin of svc-tui: fixtures that cost nothing in projects that do not use them.

pytest imports this module in every project of an environment that has svc-tui, so everything else
is imported inside the fixtures.
"""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from svc_tui.testing import FakeBackend

_HOMES = count()
_DROPPED = ("COLUMNS", "LINES", "NO_COLOR", "SSH_CONNECTION", "SSH_TTY", "TMUX", "STY")


@pytest.fixture
def svc_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Separate directories of svc-tui for this test: configuration, state and cache.

    Environment variables about the terminal and svc-tui are removed, and every answer seems to take
    no time, so that pictures stay the same.
    """
    from svc_tui.api import fetch
    from svc_tui.app.current import CurrentSvc, current_svc
    from svc_tui.stores import file_access

    for name in tuple(os.environ):
        if name.startswith("SVC_TUI_") or name in _DROPPED:
            monkeypatch.delenv(name)
    # `mktemp` looks through all folders of the run for a free number: milliseconds after thousands.
    home = tmp_path_factory.getbasetemp() / "homes" / str(next(_HOMES))
    home.mkdir(0o700, parents=True)
    for place in ("CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"SVC_TUI_{place}_DIR", str(home / f"svc-{place.lower()}"))
    monkeypatch.setattr(fetch, "perf_counter", lambda: 0.0)
    # Each console protects its folders until the process ends; those of earlier tests are gone.
    monkeypatch.setattr(file_access, "_own", set())
    # No console of an earlier test is found by `use_svc()`.
    current_svc.set(CurrentSvc())
    return home


@pytest.fixture
def fake_backend(svc_home: Path) -> FakeBackend:
    """A backend in memory with the account `admin`, whose password is `admin`."""
    from svc_tui.testing import FakeBackend

    backend = FakeBackend()
    backend.add_user("admin", superuser=True)
    return backend
