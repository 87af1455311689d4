"""The sentence in place of rows never contradicts the number of rows below it."""

from __future__ import annotations

from svc_tui.app.bindings import known_bindings
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.list_state import ListState
from svc_tui.widgets.key_mode import character_of
from svc_tui.widgets.listing.placeholder import placeholder_for


def words_for(count: int, **query: object) -> str:
    state = ListState(count=count, loaded_at=1.0, query=ListQuery(**query))  # type: ignore[arg-type]
    return placeholder_for(state, may_add=True)[0]


def test_rows_that_are_counted_and_missing_are_no_empty_list() -> None:
    assert words_for(50) == "The backend reports 50 rows, but returned none. Press r to try again."


def test_a_backend_that_counts_all_rows_in_a_search_is_not_blamed() -> None:
    assert words_for(50, search="x").startswith("Nothing matches")


def test_a_list_without_rows_is_empty() -> None:
    assert words_for(0) == "Nothing here yet. Press n to create the first one."
    assert words_for(0, search="x").startswith("Nothing matches")


def test_an_empty_tab_names_the_keys_that_turn_tabs() -> None:
    bound = known_bindings()
    keys = [str(character_of(bound[id])) for id in ("list.tab_back", "list.tab")]

    assert (
        words_for(0, tab="sold")
        == f"Nothing on this tab. Press {' or '.join(keys)} for another tab."
    )
