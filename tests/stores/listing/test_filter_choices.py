"""The choices of a filter: written down, or fetched and searched."""

from __future__ import annotations

from svc_tui.app.context import Svc
from svc_tui.models.listing import FilterDescriptor
from svc_tui.stores.listing.filter_choices import FilterOption, fetched, named, written
from tests.fakes import FakeBackend

AUTHORS = FilterDescriptor(value="author", endpoint="/api/authors", item_text="who.name")
PEOPLE = (FilterOption("1", "Anna"), FilterOption("2", "Annabel"), FilterOption("3", "Bo"))


def test_written_choices_are_offered_as_they_are_sent() -> None:
    item = FilterDescriptor(value="open", choices=[{"value": True, "text": "Yes"}, 7, "x"])

    assert written(item) == (
        FilterOption("true", "Yes"),
        FilterOption("7", "7"),
        FilterOption("x", "X"),
    )


async def test_choices_are_searched_for_by_the_backend(svc: Svc, backend: FakeBackend) -> None:
    rows = [{"id": 7, "who": {"name": "Anna\x1b"}}, {"id": 8}, {"who": {"name": "no id"}}, "odd"]
    backend.on("GET", "/api/authors/", {"count": 90, "results": rows})

    offers, more = await fetched(svc.crud("/api/authors"), AUTHORS, "an")

    assert offers == (FilterOption("7", "Anna␛"), FilterOption("8", "8"))
    assert more
    assert backend.last.url.params["search"] == "an"


async def test_choices_are_narrowed_here_where_the_backend_can_not(
    svc: Svc, backend: FakeBackend
) -> None:
    item = AUTHORS.model_copy(update={"search": False, "item_text": "name"})
    backend.on("GET", "/api/authors/", [{"id": 1, "name": "Anna"}, {"id": 2, "name": "Bo"}])

    offers, more = await fetched(svc.crud("/api/authors"), item, "AN")

    assert (offers, more) == ((FilterOption("1", "Anna"),), False)
    assert "search" not in backend.last.url.params


def test_words_mean_one_choice_or_none() -> None:
    assert named(PEOPLE, "anna") == PEOPLE[0]
    assert named(PEOPLE, "3") == PEOPLE[2]
    assert named(PEOPLE, "bel") == PEOPLE[1]
    assert named(PEOPLE, "an") is None
    assert named(PEOPLE, "zoe") is None
