"""What is chosen in the filter panel, until it is applied."""

from __future__ import annotations

from svc_tui.models.listing import FilterDescriptor
from svc_tui.widgets.listing.chosen_values import ChosenValues

AUTHOR = FilterDescriptor(value="author", text="Author", endpoint="/api/authors", multiple=True)
STATUS = FilterDescriptor(value="status", text="Status", choices=("draft", "published"))


def test_fetched_choices_have_their_labels_and_others_their_values():
    chosen = ChosenValues({"author": ("7", "8")}, {("author", "7"): "Giulia"})
    assert chosen.labelled(AUTHOR) == [("7", "Giulia"), ("8", "8")]
    assert [one.text for one in chosen.active(AUTHOR).active] == ["Giulia", "8"]


def test_a_filter_counts_as_changed_also_when_its_values_are_as_before():
    chosen = ChosenValues({"status": ("draft",)}, {})
    chosen.change(STATUS, ())
    chosen.change(STATUS, ("draft",))
    assert chosen.is_changed(STATUS)
    assert not chosen.is_changed(AUTHOR)


def test_filters_without_a_value_are_not_applied():
    chosen = ChosenValues({"status": ("draft",), "author": ()}, {})
    assert chosen.not_empty == {"status": ("draft",)}
    chosen.clear([STATUS, AUTHOR])
    assert chosen.not_empty == {}
    assert chosen.is_changed(AUTHOR)
