"""Slots are found under a part's own names."""

from __future__ import annotations

from svc_tui.models.slots import Slots


def logo() -> str:
    return "logo"


def bar() -> str:
    return "bar"


def test_a_part_sees_its_slots_under_its_own_names() -> None:
    slots = Slots({"sidebar:logo": logo, "topbar": bar, "topbar:left": logo, "body": bar})

    assert dict(slots.scoped("sidebar")) == {"logo": logo}
    assert dict(slots.scoped("topbar")) == {"default": bar, "left": logo}


def test_a_key_with_dots_stays_whole() -> None:
    assert dict(Slots({"cell.author.name": logo}).scoped("cell")) == {"author.name": logo}


def test_a_name_that_only_begins_alike_is_another_part() -> None:
    assert not Slots({"sidebarish:logo": logo, "side": logo}).scoped("sidebar")


def test_an_unfilled_place_is_absent() -> None:
    assert Slots().get("title") is None
    assert not Slots()


def test_more_slots_make_new_slots() -> None:
    first = Slots({"title": logo})

    second = first.extend({"title": bar, "body": bar})

    assert (first["title"], second["title"], len(second)) == (logo, bar, 2)
