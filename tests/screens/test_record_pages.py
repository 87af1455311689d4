"""The pages of one record, where nothing stands on them yet."""

from __future__ import annotations

from svc_tui.models.location import Location
from svc_tui.models.resource import Resource
from svc_tui.routing.history_entry import HistoryEntry
from svc_tui.screens.menus import MenuPage
from svc_tui.screens.record import DetailPage
from svc_tui.widgets.menus.manager import SvcMenuManager
from svc_tui.widgets.record.detail import SvcDetail

HERE = HistoryEntry(Location.parse("/articles/1"), None)


def test_a_form_that_was_never_mounted_takes_no_focus():
    """The app may end while a page is being mounted: no traceback covers the terminal then."""
    page = DetailPage(HERE, resource=Resource(name="articles", endpoint="/api/articles"))
    page.detail = SvcDetail("/api/articles", 1, ())
    assert page.main() is None


def test_a_menu_that_was_never_mounted_takes_no_focus():
    page = MenuPage(HERE, endpoint="/api/menus", model="menu")
    page.manager = SvcMenuManager(1)
    assert page.main() is None
