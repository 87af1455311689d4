"""Fixtures of stores on real backends."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from svc_tui.app.context import Svc
from tests.backends.cms import CmsProcess
from tests.cms_services import signed_in


@pytest.fixture
async def svc(fresh_cms: CmsProcess, tmp_path: Path) -> AsyncIterator[Svc]:
    async with signed_in(fresh_cms, tmp_path) as services:
        yield services
