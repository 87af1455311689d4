"""Services on the fixture `backend` of a test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from svc_tui.app.context import Svc
from svc_tui.testing import BASE, FakeBackend


@pytest.fixture
async def svc(backend: FakeBackend, tmp_path: Path) -> AsyncIterator[Svc]:
    async with Svc(BASE, transport=backend.transport, state_dir=tmp_path) as services:
        yield services
