"""The facts of a record: what they are called, how they read, and what gives way."""

from __future__ import annotations

from svc_tui.models.listing import FilterChoice, Format
from svc_tui.widgets.listing.facts import Fact, drawn_facts, row_facts
from svc_tui.widgets.listing.list_labels import ListLabels


def told(row: dict[str, object], names: dict[str, str] | None = None) -> dict[str, str]:
    return {one.name: one.value for one in row_facts(row, labels=ListLabels(names or {}))}


def lines(facts: list[Fact], width: int, height: int = 0) -> list[str]:
    return [line.rstrip() for line in drawn_facts(facts, width, height).plain.splitlines()]


def test_no_two_facts_have_the_same_name() -> None:
    row = {"category": 4, "category_name": "News", "category__name": "Culture", "id": 1}

    facts = row_facts(row, labels=ListLabels({"category": "Category", "category_name": "Category"}))

    assert [fact.name for fact in facts] == ["Category", "category_name", "category__name", "Id"]
    assert [fact.value for fact in facts] == ["4", "News", "Culture", "1"]


def test_the_name_of_a_related_record_is_told_once() -> None:
    harbour = {"id": 4, "title": "Harbour"}
    assert told({"category": harbour, "category_name": "Harbour"}) == {"Category": "Harbour"}
    assert told({"category": harbour, "category_name": "Port"}) == {
        "Category": "Harbour",
        "Category Name": "Port",
    }


def test_objects_are_shown_by_their_parts_and_related_records_by_their_names() -> None:
    assert told({"author": {"id": 3, "name": "Ada", "bio": "…"}}) == {"Author": "Ada"}
    assert told({"seo": {"title": "A", "tags": ["b", "c"]}}) == {"Seo": "title: A\ntags: b, c"}
    items = [{"product": "Bag", "quantity": 2}, {"product": "Print", "quantity": 1}]
    assert told({"items": items}) == {
        "Items": "product: Bag, quantity: 2\nproduct: Print, quantity: 1"
    }
    assert told({"tags": list(range(9))}) == {"Tags": "0, 1, 2, 3, 4, 5, 6, 7, 8"}


def test_rich_text_is_read_as_text_and_a_tag_in_plain_text_stays() -> None:
    assert told({"body": "<p>One <b>day</b>.</p>\n<p>Then &amp; now.</p>"}) == {
        "Body": "One day.\nThen & now."
    }
    assert told({"title": "<script>x</script>"}) == {"Title": "<script>x</script>"}
    assert told({"title": "a <p> b"}) == {"Title": "a <p> b"}


def test_values_are_whole_while_there_is_room() -> None:
    facts = [Fact("Title", "one two three four five"), Fact("Id", "1")]

    assert lines(facts, 20, 10) == ["Title  one two three", "       four five", "Id     1"]


def test_without_room_long_values_are_cut_with_a_sign_and_empty_ones_share_a_line() -> None:
    facts = [
        Fact("Title", "one two three four five"),
        Fact("Cover", "—"),
        Fact("Body", "one two three four five six seven eight nine"),
        Fact("Gallery", "—"),
    ]

    assert lines(facts, 23, 5) == [
        "Title    one two three",
        "         four five",
        "Body     one two three",
        "         four five six…",
        "Empty    Cover, Gallery",
    ]


def test_what_finds_no_room_at_all_is_counted() -> None:
    facts = [Fact(f"Name {n}", str(n)) for n in range(9)]

    assert lines(facts, 40, 3) == ["Name 0  0", "Name 1  1", "+7 more"]


def test_a_state_has_its_sign_and_color_and_a_switch_says_yes_or_no():
    choices = {"status": (FilterChoice(value="review", text="In review"),)}
    facts = row_facts({"status": "review", "locked": False}, labels=ListLabels(choices=choices))
    assert facts == [Fact("Status", "◐ In review", "$text-warning"), Fact("Locked", "no")]


def test_values_are_formatted_as_in_their_columns_and_never_shortened():
    formats: dict[str, Format] = {
        "price": "money", "bytes": "size", "at": "datetime", "state": "badge", "cover": "image",
        "tags": "labels", "open": "boolean", "title": "text",
    }  # fmt: skip
    row = {
        "price": "1234.5", "bytes": 2048, "at": "2026-05-31T18:30", "state": "failed",
        "cover": "a.png", "tags": list(range(9)), "open": True, "title": "one\ntwo", "other": 1234,
    }  # fmt: skip
    facts = row_facts(row, labels=ListLabels(formats=formats))
    assert {one.name: one.value for one in facts} == {
        "Price": "1,234.50", "Bytes": "2.0 KiB", "At": "2026-05-31 18:30", "State": "✕ failed",
        "Cover": "a.png", "Tags": "0, 1, 2, 3, 4, 5, 6, 7, 8", "Open": "yes",
        "Title": "one\ntwo", "Other": "1234",
    }  # fmt: skip
