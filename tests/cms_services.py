"""The services on the real CMS, as tests of several kinds begin."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from svc_tui.app.context import Svc
from svc_tui.stores.record.detail_store import DetailStore
from tests.backends.cms import CmsProcess

PRODUCTS = "/api/models/product"
STORIES = "/api/models/story"
ARTICLES = "/api/camomilla/articles"
MENUS = "/api/camomilla/menus"


def services(cms: CmsProcess, folder: Path, **more: Any) -> Svc:
    """The services of this CMS; nobody is signed in."""
    return Svc(cms.url, dialect="camomilla", state_dir=folder / "state", **more)


@asynccontextmanager
async def signed_in(cms: CmsProcess, folder: Path, user: str = "admin") -> AsyncIterator[Svc]:
    """The services of somebody; the password is the name."""
    async with services(cms, folder) as svc:
        await svc.auth.login(user, user)
        yield svc


async def opened(svc: Svc, endpoint: str, id: Any = "new", **more: Any) -> DetailStore:
    """One record, read."""
    store = DetailStore(svc.crud(endpoint), id=str(id), **more)
    await store.load()
    assert store.state.loaded, store.state.problem
    return store
