"""The menu manager stands in an app of its own, as the example shows."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

import svc_tui.cms
from examples.menu_manager import Menu
from svc_tui.cms import SvcMenuEntryEditor, SvcMenuManager, SvcMenuTreeview
from tests.backends.cms import CmsProcess
from tests.console import wait_until
from tests.widgets.listing.test_examples import sees, started


async def test_the_manager_alone_edits_and_saves_a_menu(fresh_cms: CmsProcess) -> None:
    app = Menu(fresh_cms.url)
    async with started(app) as pilot:
        await sees(pilot, "▾ About", "Contact")
        app.query_one(SvcMenuTreeview).focus()
        await pilot.press("J", "f2")
        await wait_until(pilot, lambda: app.told)
        nodes = app.told[0].model["translations"]["en"]["nodes"]
        assert [one["title"] for one in nodes] == ["Contact", "About"]
        assert not app.told[0].created


PROPS: dict[str, Any] = {
    "endpoint": "/api/menus",
    "languages": (),
    "max_depth": 3,
    "use_patch": True,
    "readonly": False,
}


def test_its_props_have_these_defaults() -> None:
    known = inspect.signature(SvcMenuManager).parameters
    assert {key: known[key].default for key in PROPS} == PROPS


@pytest.mark.parametrize("event", ["Saved", "Deleted", "Loaded", "Pointed"])
def test_what_it_tells_are_its_messages(event: str) -> None:
    assert inspect.isclass(getattr(SvcMenuManager, event))


def test_its_parts_are_public() -> None:
    assert {SvcMenuEntryEditor, SvcMenuTreeview} <= {
        getattr(svc_tui.cms, name) for name in svc_tui.cms.__all__
    }
