"""A store is a frozen state and the messages that say it changed."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message

from svc_tui.stores.base import Store, StoreChanged


@dataclass(frozen=True)
class Light:
    on: bool = False
    colour: str = "white"


class LightStore(Store[Light]):
    @dataclass
    class Changed(StoreChanged, bubble=False):
        state: Light


def test_a_change_is_told_with_the_whole_state() -> None:
    store, heard = LightStore(Light()), list[Message]()
    store.subscribe(heard.append)

    store.change(on=True)

    (said,) = heard
    assert isinstance(said, LightStore.Changed)
    assert said.state == Light(on=True) == store.state
    assert said.store is store


def test_what_changes_nothing_is_not_told() -> None:
    store, heard = LightStore(Light()), list[Message]()
    store.subscribe(heard.append)

    store.change(on=False, colour="white")

    assert heard == []


def test_every_ear_gets_a_message_of_its_own() -> None:
    store, first, second = LightStore(Light()), list[Message](), list[Message]()
    store.subscribe(first.append)
    store.subscribe(second.append)

    store.change(on=True)

    assert first[0] is not second[0]


def test_who_has_left_hears_no_more_and_may_leave_twice() -> None:
    store, heard = LightStore(Light()), list[Message]()
    leave = store.subscribe(heard.append)

    leave()
    leave()
    store.change(on=True)

    assert heard == []


def test_an_ear_may_leave_while_it_is_told() -> None:
    store, told = LightStore(Light()), list[str]()

    def once(message: Message) -> None:
        told.append("once")
        leave()

    leave = store.subscribe(once)
    store.subscribe(lambda message: told.append("always"))

    store.change(on=True)
    store.change(on=False)

    assert told == ["once", "always", "always"]


def test_a_flood_of_changes_of_one_store_is_one_redraw() -> None:
    one, other = LightStore(Light()), LightStore(Light())
    first = LightStore.Changed(Light(), store=one)

    assert first.can_replace(LightStore.Changed(Light(on=True), store=one))
    assert not first.can_replace(LightStore.Changed(Light(on=True), store=other))
    assert not first.can_replace(StoreChanged(Light(), store=one))
