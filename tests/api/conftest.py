"""A fake backend and a client on it, for every test of this floor."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from svc_tui.api.fetch import SvcFetch
from tests.fakes import BASE, FakeBackend


@pytest.fixture
def backend() -> FakeBackend:
    return FakeBackend()


@pytest.fixture
async def fetch(backend: FakeBackend) -> AsyncIterator[SvcFetch]:
    client = SvcFetch(BASE, transport=backend.transport)
    yield client
    await client.aclose()
