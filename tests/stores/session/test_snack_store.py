"""Toasts come and go; what was said can be read again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from textual.message import Message

from svc_tui.stores.session.snack_store import HISTORY, LEFT, PASSED, SHOWN_FOR, UNDONE, SnackStore


def test_a_toast_is_shown_and_remembered() -> None:
    snack = SnackStore(clock=lambda: datetime(2026, 1, 2, tzinfo=UTC))

    toast = snack.show("Saved", "success")

    assert snack.state.toasts == (toast,)
    assert list(snack.history) == [toast]
    assert (toast.message, toast.kind, toast.duration) == ("Saved", "success", SHOWN_FOR)
    assert toast.raised_at == datetime(2026, 1, 2, tzinfo=UTC)


def test_toasts_stand_in_the_order_in_which_they_were_raised() -> None:
    snack = SnackStore()

    for word in ("one", "two", "three"):
        snack.show(word)

    assert [toast.message for toast in snack.state.toasts] == ["one", "two", "three"]


def test_the_same_words_twice_are_two_toasts() -> None:
    snack, heard = SnackStore(), list[Message]()
    snack.subscribe(heard.append)

    first, second = snack.show("Permission denied"), snack.show("Permission denied")

    assert first.id != second.id
    assert len(heard) == 2


def test_dismissing_takes_one_away_and_leaves_the_history() -> None:
    snack = SnackStore()
    first, second, third = snack.show("one"), snack.show("two"), snack.show("three")

    snack.dismiss(second.id)
    assert snack.state.toasts == (first, third)

    snack.dismiss()
    assert snack.state.toasts == (third,)
    assert len(snack.history) == 3


def test_dismissing_what_is_gone_says_nothing() -> None:
    snack, heard = SnackStore(), list[Message]()
    gone = snack.show("one")
    snack.dismiss_all()
    snack.subscribe(heard.append)

    snack.dismiss(gone.id)
    snack.dismiss()
    snack.dismiss_all()

    assert heard == []


def test_a_note_is_for_the_log_alone() -> None:
    snack = SnackStore()

    snack.note("Draft kept", detail="articles/7")

    assert snack.state.toasts == ()
    assert [toast.message for toast in snack.history] == ["Draft kept"]


def test_the_oldest_toasts_are_forgotten_at_last() -> None:
    snack = SnackStore()

    for number in range(HISTORY + 3):
        snack.note(str(number))

    assert len(snack.history) == HISTORY
    assert snack.history[0].message == "3"


def test_a_toast_about_a_page_goes_with_the_next_one_but_not_with_the_save_that_leaves() -> None:
    now = datetime(2026, 1, 2, tzinfo=UTC)
    snack = SnackStore(clock=lambda: now)
    saved = snack.show("Saved", until=(UNDONE, PASSED))

    snack.end(LEFT)
    assert snack.state.toasts == (saved,)

    now += timedelta(seconds=2)
    snack.end(LEFT)
    assert snack.state.toasts == ()


def test_a_hint_goes_with_its_page_and_what_came_of_work_does_not() -> None:
    now = datetime(2026, 1, 2, tzinfo=UTC)
    snack = SnackStore(clock=lambda: now)
    snack.show("There is nothing to undo.")
    staying = [
        snack.show("Comparing…", duration=0),
        snack.show("Discarded. Press u to bring it back.", until=(UNDONE,)),
        snack.show("5 ok", "success"),
        snack.show("Not saved", "error"),
    ]

    now += timedelta(seconds=2)
    snack.end(LEFT)

    assert snack.state.toasts == tuple(staying)


def test_a_hint_that_is_shown_once_is_shown_once_in_each_session() -> None:
    snack, later = SnackStore(), SnackStore()

    assert [snack.show_once("Rename the field."), snack.show_once("Rename the field.")] == [
        True,
        False,
    ]
    assert later.show_once("Rename the field.")
    assert [toast.message for toast in snack.state.toasts] == ["Rename the field."]
