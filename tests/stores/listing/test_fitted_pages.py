"""Whether a list begins with pages as long as the screen."""

from __future__ import annotations

import pytest

from svc_tui.models.location import Location
from svc_tui.stores.listing.fitted_pages import fitted_size, with_fitted_size
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.session.preferences_store import PreferencesStore


def kept(**fitted: int) -> PreferencesStore:
    preferences = PreferencesStore()
    preferences.remember(fitted=fitted)
    return preferences


@pytest.mark.parametrize(
    ("location", "fitted", "usual", "size"),
    [
        ("/boats", {}, False, 0),
        ("/boats", {}, True, 20),
        ("/boats", {"boats": 12}, False, 12),
        ("/boats", {"boats": 0}, True, 0),
        ("/boats", {"ports": 12}, False, 0),
        ("/boats", {"ports": 12}, True, 12),
        ("/boats?page_size=50", {}, True, 0),
        ("/boats?page_size=50", {"boats": 12}, True, 0),
        ("/boats?page_size=50", {"boats": 12}, False, 0),
        ("/boats?page_size=12", {"boats": 12}, False, 12),
        ("/boats?page_size=12", {"boats": 0}, True, 0),
        ("/boats?page_size=20", {"boats": 12}, False, 12),
    ],
    ids=[
        "neither",
        "lists fit",
        "chosen here",
        "turned off here",
        "chosen for another list",
        "lists fit, and one was",
        "the location has a size",
        "it has one, and lists fit to another",
        "it has one, and this one fits to another",
        "it has the size that fits",
        "it has a size that was turned off",
        "it has the usual size",
    ],
)
def test_a_list_begins_with_what_filled_the_screen_unless_its_location_has_a_size(
    location: str, fitted: dict[str, int], usual: bool, size: int
):
    query = ListQuery().restored(Location.parse(location))
    assert fitted_size(query, kept(**fitted), "boats", usual) == size


def test_a_list_whose_size_is_fitted_stays_so_and_keeps_its_page():
    query = ListQuery(page=3)
    fitted = with_fitted_size(query, kept(boats=12), "boats", False)
    assert (fitted.page, fitted.page_size) == (3, 12)
    assert with_fitted_size(fitted, kept(boats=12), "boats", False) == fitted


def test_without_preferences_lists_fit_if_they_are_told_to():
    assert fitted_size(ListQuery(), None, "", True) == 20
    assert fitted_size(ListQuery(), None, "", False) == 0
