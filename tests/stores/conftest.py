"""A backend in memory and the services on it, booted, for every test of this floor."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from svc_tui.api.fetch import SvcFetch
from svc_tui.api.media import MediaApi
from svc_tui.app.context import Svc
from svc_tui.stores.media.media_store import MediaStore
from svc_tui.stores.uploads.upload_store import UploadStore
from tests.fakes import BASE, FakeBackend


@pytest.fixture
def backend() -> FakeBackend:
    return FakeBackend()


@pytest.fixture
async def svc(backend: FakeBackend, tmp_path: Path) -> AsyncIterator[Svc]:
    async with Svc(BASE, transport=backend.transport, state_dir=tmp_path / "state") as services:
        yield services


@pytest.fixture
async def media(backend: FakeBackend) -> AsyncIterator[MediaStore]:
    client = SvcFetch(BASE, transport=backend.transport)
    yield MediaStore(MediaApi(client))
    await client.aclose()


@pytest.fixture
def uploads(media: MediaStore) -> UploadStore:
    return UploadStore(media)
