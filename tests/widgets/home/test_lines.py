"""What the tiles of the dashboard say, as values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime

from svc_tui.api.fetch import RequestLogEntry
from svc_tui.stores.home.card_plan import CardPlan, Portion
from svc_tui.stores.home.home_store import Card, CardFacts
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.record.autosaved_draft import AutosavedDraft, DraftKey
from svc_tui.stores.record.history_store import Write
from svc_tui.stores.session.task_store import Task, TaskResult
from svc_tui.widgets.home.lines import (
    Face,
    card_face,
    card_line,
    fitted,
    lacking_face,
    server_face,
    sparkline,
    unfinished_face,
    written_face,
)

PLAN = CardPlan(
    "books", "Books", "¶", "/books", "/api/books", ListQuery(), "/books",
    portions=(Portion("new", "New", "/books?tab=new"), Portion("sold", "Sold", "/books?tab=sold")),
)  # fmt: skip
FACTS = CardFacts(1203, portions={"new": 3, "sold": 1200}, days=(0, 1, 4, 0, 0, 8, 2))


def text(face: Face) -> list[str]:
    return ["|".join(piece.text.rstrip() for piece in line) for line in face.lines]


def places(face: Face) -> list[str]:
    return [piece.location for line in face.lines for piece in line if piece.location]


def draft(title: str, location: str) -> AutosavedDraft:
    return AutosavedDraft(DraftKey("", "admin", "/api/books", "1", (), ""), (), title, location)


def test_a_sparkline_begins_at_nothing_and_ends_at_the_most() -> None:
    assert sparkline((0, 1, 4, 8)) == "▁▂▅█"
    assert sparkline((0, 1, 4, 8), ascii=True) == "_.=#"
    assert sparkline((0, 0)) == "▁▁"
    assert sparkline(()) == ""


def test_a_card_shows_counts_as_bars_and_leads_to_them() -> None:
    face = card_face(Card(PLAN, "ready", FACTS, read_at=1), 30, 5)

    assert text(face)[0] == "1,203|▁▂▅▁▁█▃"
    assert text(face)[1].startswith("New       3|  ━")
    assert len(text(face)[2]) > len(text(face)[1]), "the most has the longest bar"
    assert places(face) == ["/books", "/books?tab=new", "/books?tab=sold"]


def test_a_card_says_how_many_records_it_does_not_name() -> None:
    rows = tuple((f"Book {n}", f"/books/{n}") for n in range(16))
    tall = replace(FACTS, portions={}, days=(), rows=rows)

    assert text(card_face(Card(PLAN, "ready", tall), 30, 4))[1:] == [
        "Book 0", "Book 1", "+1,201 more",
    ]  # fmt: skip
    full = card_face(Card(PLAN, "ready", replace(FACTS, rows=rows)), 30, 3)
    assert len(full.lines) == 3, "its parts take all the room"
    few = replace(tall, count=2, rows=rows[:2])
    assert text(card_face(Card(PLAN, "ready", few), 30, 4))[1:] == ["Book 0", "Book 1"]


def test_a_tile_says_how_many_lines_it_has_no_room_for() -> None:
    whole = card_face(Card(PLAN, "ready", FACTS), 30, 2)

    assert [line[:6] for line in text(fitted(whole, 3))] == ["1,203|", "New   ", "Sold  "]
    assert text(fitted(whole, 2))[1] == "+2 more"
    assert fitted(whole, 0) == whole, "asked how much room it wants"


def test_a_card_names_the_rest_where_its_parts_do_not_overlap() -> None:
    facts = replace(FACTS, count=1210, days=())
    files = replace(PLAN, others="Other")

    assert text(card_face(Card(files, "ready", facts), 30, 5))[-1].startswith("Other      7")
    assert "Other" not in " ".join(text(card_face(Card(PLAN, "ready", facts), 30, 5)))
    unknown = replace(facts, portions={"new": 3})
    assert "Other" not in " ".join(text(card_face(Card(files, "ready", unknown), 30, 5)))


def test_a_card_says_that_it_waits_or_failed_and_keeps_what_it_knew() -> None:
    assert text(card_face(Card(PLAN), 30, 5)) == ["…|"]
    failed = Card(PLAN, "failed", problem="Refused")
    assert text(card_face(failed, 30, 5)) == ["–|  ✕ Refused · r retries"]
    known = Card(PLAN, "failed", FACTS, "No response")
    assert text(card_line(known, 72)) == ["¶ Books           1,203|  ✕ No response · r retries"]


def test_no_text_is_said_to_be_missing_or_not_before_it_is_known() -> None:
    assert text(lacking_face([Card(PLAN)], 30)) == ["Loading…"]
    assert text(lacking_face([Card(PLAN, "ready", FACTS)], 30)) == ["No text is missing."]


def test_a_compact_card_leaves_out_what_does_not_fit() -> None:
    card = Card(PLAN, "ready", FACTS, read_at=1)

    assert places(card_line(card, 72)) == ["/books", "/books?tab=new", "/books?tab=sold"]
    assert places(card_line(card, 32)) == ["/books", "/books?tab=new"]


def test_a_compact_card_names_the_filter_of_its_choices_once() -> None:
    choices = (Portion("new", "Sale: No", ""), Portion("sold", "Sale: Yes", ""))
    (line,) = card_line(Card(replace(PLAN, portions=choices), "ready", FACTS), 72).lines

    assert [part.text for part in line[1:3]] == ["Sale: No 3", "Yes 1,200"]


def test_what_was_begun_is_offered() -> None:
    tasks: Iterable[Task] = (
        Task("upload-1", "Upload cat.png", lambda: "40 %"),
        Task("upload-2", "Upload dog.png", lambda: "", ending=TaskResult("Too large.", "failed")),
        Task("3", "Export", lambda: "", ending=TaskResult("Done.")),
    )
    thrown_away = replace(draft("Old", "/books/2"), discarded=True)
    face = unfinished_face([draft("News", "/books/1"), thrown_away], tasks, 40, None)

    assert [line.split("|")[1] for line in text(face)] == [
        "News", "Upload cat.png", "Upload dog.png",
    ]  # fmt: skip
    assert places(face) == ["/books/1", "/media", "/media"]
    many = unfinished_face([draft(str(n), "/books/1") for n in range(9)], (), 40, None)
    assert text(many)[-1] == "and 3 more. Press g k to list them."
    assert text(unfinished_face((), (), 40, None)) == ["Nothing to continue."]


def test_the_last_changes_come_newest_first_and_deleted_records_lead_nowhere() -> None:
    writes = [
        Write("PATCH", "/api/books", "1", "First", "/books/1"),
        Write("DELETE", "/api/books", "2", "Second", "/books/2"),
    ]
    face = written_face(writes, 60, None)
    assert [line.rsplit("|")[-1] for line in text(face)] == ["just now"] * 2

    assert [line.split("|")[:2] for line in text(face)] == [
        ["deleted", "Second"], ["changed", "First"],
    ]  # fmt: skip
    assert places(face) == ["/books/1"]


def test_a_long_name_leaves_the_time_at_the_end_of_its_line_where_there_is_room() -> None:
    writes = [Write("PATCH", "/api/books", "1", "A very long title " * 6, "/books/1")]
    [line] = text(written_face(writes, 60, None))
    assert line.endswith("…|just now")
    [line] = text(written_face(writes, 30, None))
    assert "just now" not in line


def test_a_change_of_a_record_without_a_name_says_what_it_was() -> None:
    writes = [
        Write("POST", "/v1/loans/", "34", "34", "/loans/34"),
        Write("POST", "/v1/loans/", ""),
        Write("POST", "/v1/loans/", "", "a record without an id", unclear=True),
        Write("POST", "", "", "a record without an id", action="Lend"),
        Write("POST", "/v1/loans/", "", action="Remind"),
        Write("DELETE", "", ""),
    ]
    face = written_face(writes, 60, None)

    assert [line.split("|")[:2] for line in reversed(text(face))] == [
        ["created", "Loans #34"],
        ["created", "a record in Loans"],
        ["result unknown:", "a record in Loans"],
        ["Lend", ""],
        ["Remind", "in Loans"],
        ["deleted", "a record"],
    ]


def test_an_action_is_told_from_the_title_and_that_of_every_list_has_a_verb() -> None:
    writes = [
        Write("PATCH", "/api/books", "1", "First", action="Publish"),
        Write("PATCH", "/api/books", "1", "First", action="Edit fields"),
        Write("DELETE", "/api/books", "1", "First", action="Delete"),
    ]
    found = [line.split("|")[:2] for line in reversed(text(written_face(writes, 60, None)))]

    assert found == [["Publish:", "First"], ["changed", "First"], ["deleted", "First"]]


def test_a_bar_has_the_color_of_the_state_that_it_counts() -> None:
    face = card_face(Card(PLAN, "ready", FACTS, read_at=1), 30, 5)

    assert [line[1].style for line in face.lines[1:3]] == ["$text-muted", "$primary"]


def test_the_server_is_silent_since_the_first_request_without_an_answer() -> None:
    minutes = iter(range(9))

    def request(status: int | None, held_up: bool = False) -> RequestLogEntry:
        when = datetime(2026, 5, 31, 12, next(minutes), tzinfo=UTC)
        return RequestLogEntry("GET", "/books", status, 38, when, held_up=held_up)

    silent = [request(200), request(None), request(None)]
    kept_waiting = request(200, held_up=True)
    for history in (silent, [*silent, kept_waiting], [*silent[1:], kept_waiting]):
        first = text(server_face(history, UTC))[0]
        assert first == "✕|No response since 12:01"
    assert text(server_face([silent[1]], UTC))[-1] == "The only request failed."
    broken = server_face([request(503), request(503)], UTC)
    assert text(broken) == ["●|Responding with errors", "2 of the last 2 requests failed."]
    assert text(server_face([request(503), request(200)], UTC))[0] == "●|Responding normally"
