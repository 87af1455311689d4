"""Pages as long as the screen: whether a list begins with them, and with how many rows."""

from __future__ import annotations

from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.session.preferences_store import PreferencesStore


def fitted_size(
    query: ListQuery, preferences: PreferencesStore | None, name: str, usual: bool
) -> int:
    """Return the page size of a list that begins as long as the screen; 0 if it does not.

    It is what filled the screen the last time, or the query's own if no list was fitted yet. A
    query with another page size keeps it: its location says so.

    Args:
        query: The query of the list's location.
        preferences: What users chose and what filled the screen; None if nothing is kept.
        name: The name under which the list is kept there.
        usual: Whether the list fits the screen unless its user chose.
    """
    fits = usual if preferences is None else preferences.fits(name, usual)
    known = 0 if preferences is None else preferences.fitted_rows(name)
    if not fits or query.page_size not in (query.default_size, known):
        return 0
    return known or query.page_size


def with_fitted_size(
    query: ListQuery, preferences: PreferencesStore | None, name: str, usual: bool
) -> ListQuery:
    """Return the query with the page size that the list begins with; the page stays."""
    size = fitted_size(query, preferences, name, usual)
    return query.sized(size).at(query.page) if size else query
