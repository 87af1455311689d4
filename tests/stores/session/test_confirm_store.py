"""Questions are asked one after the other, and never stay without an answer."""

from __future__ import annotations

import asyncio

import pytest
from textual.message import Message

from svc_tui.stores.session.confirm_store import Choice, ConfirmStore

THREE = (Choice("stay", "Stay", "n"), Choice("save", "Save", "s"), Choice("drop", "Drop", "d"))


@pytest.fixture
def confirm() -> ConfirmStore:
    """A store with somebody there to answer."""
    store = ConfirmStore()
    store.subscribe(lambda message: None)
    return store


def shown(store: ConfirmStore) -> str | None:
    """The title of the question on the screen."""
    question = store.state.question
    return question.title if question else None


def answer(store: ConfirmStore, value: str) -> None:
    """Answer what is on the screen."""
    assert store.state.question is not None
    store.answer(store.state.question.id, value)


@pytest.mark.parametrize(("said", "meant"), [("yes", True), ("no", False)])
async def test_yes_and_no_are_what_they_say(confirm: ConfirmStore, said: str, meant: bool) -> None:
    asked = asyncio.create_task(confirm.ask("Delete?", "For ever.", confirm_text="Delete"))
    await asyncio.sleep(0)

    assert confirm.state.question is not None
    assert [choice.label for choice in confirm.state.question.choices] == ["Cancel", "Delete"]
    answer(confirm, said)

    assert await asked is meant
    assert shown(confirm) is None


async def test_a_question_with_several_answers_gives_the_chosen_one(confirm: ConfirmStore) -> None:
    asked = asyncio.create_task(confirm.choose("Leave?", "", THREE, cancel="stay"))
    await asyncio.sleep(0)

    answer(confirm, "save")

    assert await asked == "save"


async def test_two_questions_at_once_are_asked_one_after_the_other(confirm: ConfirmStore) -> None:
    first = asyncio.create_task(confirm.ask("First"))
    second = asyncio.create_task(confirm.ask("Second"))
    await asyncio.sleep(0)

    assert shown(confirm) == "First"
    answer(confirm, "yes")
    assert shown(confirm) == "Second"
    answer(confirm, "no")

    assert [await first, await second] == [True, False]
    assert shown(confirm) is None


async def test_where_nobody_can_answer_the_harmless_answer_is_given() -> None:
    lonely = ConfirmStore()

    assert await lonely.ask("Delete everything?", dangerous=True) is False
    assert await lonely.choose("Leave?", "", THREE, cancel="stay") == "stay"
    assert shown(lonely) is None


async def test_who_stops_asking_takes_the_question_away(confirm: ConfirmStore) -> None:
    first = asyncio.create_task(confirm.ask("First"))
    second = asyncio.create_task(confirm.ask("Second"))
    await asyncio.sleep(0)

    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    assert shown(confirm) == "Second"

    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second
    assert shown(confirm) is None


async def test_who_stops_waiting_in_the_queue_is_never_asked(confirm: ConfirmStore) -> None:
    first = asyncio.create_task(confirm.ask("First"))
    second = asyncio.create_task(confirm.ask("Second"))
    await asyncio.sleep(0)

    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second
    answer(confirm, "yes")

    assert await first is True
    assert shown(confirm) is None


async def test_the_first_answer_counts(confirm: ConfirmStore) -> None:
    asked = asyncio.create_task(confirm.ask("Delete?"))
    await asyncio.sleep(0)
    assert confirm.state.question is not None
    question = confirm.state.question.id

    confirm.answer(question, "yes")
    confirm.answer(question, "no")

    assert await asked is True


async def test_an_answer_to_nothing_changes_nothing(confirm: ConfirmStore) -> None:
    heard: list[Message] = []
    confirm.subscribe(heard.append)

    confirm.answer(99, "yes")

    assert heard == []


async def test_the_answer_of_a_dialog_that_went_away_is_its_harmless_one(
    confirm: ConfirmStore,
) -> None:
    asked = asyncio.create_task(confirm.choose("Leave?", "", THREE, cancel="stay"))
    await asyncio.sleep(0)
    question = confirm.state.question
    assert question is not None

    confirm.answer(question.id, question.cancel)

    assert await asked == "stay"


async def test_a_protected_backend_has_its_name_typed_before_danger(confirm: ConfirmStore) -> None:
    confirm.word = "live"

    harmless = asyncio.create_task(confirm.ask("Publish?"))
    await asyncio.sleep(0)
    assert confirm.state.question is not None and confirm.state.question.must_type is None
    answer(confirm, "no")
    await harmless

    dangerous = asyncio.create_task(confirm.ask("Delete?", dangerous=True))
    await asyncio.sleep(0)
    assert confirm.state.question is not None and confirm.state.question.must_type == "live"
    answer(confirm, "no")
    await dangerous
