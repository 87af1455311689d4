"""A backend in memory and the services on it, booted, for every test of this floor."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from svc_tui.app.context import Svc
from tests.fakes import BASE, FakeBackend


@pytest.fixture
def backend() -> FakeBackend:
    return FakeBackend()


@pytest.fixture
async def svc(backend: FakeBackend, tmp_path: Path) -> AsyncIterator[Svc]:
    async with Svc(BASE, transport=backend.transport, state_dir=tmp_path / "state") as services:
        yield services
