"""A question is answered on purpose."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from pathlib import Path

import pytest
from textual.events import Key
from textual.widgets import Button

from svc_tui import Svc, SvcConfirmDialog, SvcRootComponents
from svc_tui.stores.session.confirm_store import Choice
from tests.widgets.shell.widget_alone import World, showing

LEAVE = (Choice("stay", "Stay", "n"), Choice("save", "Save", "s"), Choice("drop", "Discard", "d"))


def root(svc: Svc) -> SvcRootComponents:
    return SvcRootComponents(svc=svc)


async def asked(world: World, question: Awaitable[object]) -> asyncio.Future[object]:
    """Ask, and wait until the dialog is there."""
    answer = asyncio.ensure_future(question)
    await world.until(lambda: isinstance(world.host.screen, SvcConfirmDialog))
    await world.pilot.pause()
    return answer


def burst(world: World, *keys: str) -> None:
    """Press keys all at once, however slow the machine is."""
    for key in keys:
        world.host.post_message(Key(key, key if len(key) == 1 else None))


@pytest.mark.parametrize(
    ("keys", "meant"),
    [
        (["y"], True),
        (["n"], False),
        (["escape"], False),
        (["enter"], False),
        (["tab", "enter"], True),
    ],
)
async def test_keys_answer(tmp_path: Path, keys: list[str], meant: bool) -> None:
    async with showing(root, tmp_path) as world:
        answer = await asked(world, world.svc.confirm.ask("Delete?", "For ever.", dangerous=True))
        await world.sees("Delete?", "For ever.")

        await world.press(*keys)

        assert await answer is meant
        await world.until(lambda: not isinstance(world.host.screen, SvcConfirmDialog))


async def test_the_lower_edge_says_what_enter_does_now(tmp_path: Path) -> None:
    async with showing(root, tmp_path) as world:
        await asked(world, world.svc.confirm.choose("Leave?", "", LEAVE, cancel="stay"))
        await world.sees("Enter or Esc presses Stay")

        await world.press("tab")

        await world.sees("Enter presses Save · Esc presses Stay")


@pytest.mark.parametrize(("key", "meant"), [("s", "save"), ("d", "drop"), ("escape", "stay")])
async def test_every_choice_has_its_key(tmp_path: Path, key: str, meant: str) -> None:
    async with showing(root, tmp_path) as world:
        answer = await asked(world, world.svc.confirm.choose("Leave?", "", LEAVE, cancel="stay"))
        await world.sees("Stay (n)", "Save (s)", "Discard (d)")

        await world.press(key)

        assert await answer == meant


async def test_what_must_be_typed_unlocks_the_answer(tmp_path: Path) -> None:
    async with showing(root, tmp_path) as world:
        answer = await asked(world, world.svc.confirm.ask("Delete?", must_type="42"))
        yes = world.host.screen.query_one("#answer-1", Button)
        await world.press("4", "enter", "y")
        assert yes.disabled and not answer.done()

        await world.press("backspace", "2")
        assert not yes.disabled
        yes.press()

        assert await answer is True


async def test_a_second_question_follows_the_first(tmp_path: Path) -> None:
    async with showing(root, tmp_path) as world:
        first = await asked(world, world.svc.confirm.ask("First?"))
        second = asyncio.ensure_future(world.svc.confirm.ask("Second?"))
        await world.press("y")
        assert await first is True
        await world.sees("Second?")
        await world.pilot.pause()

        await world.press("n")

        assert await second is False
        await world.until(lambda: len(world.host.screen_stack) == 1)


async def test_who_stops_asking_takes_the_dialog_away(tmp_path: Path) -> None:
    async with showing(root, tmp_path) as world:
        answer = await asked(world, world.svc.confirm.ask("Delete?"))

        answer.cancel()

        await world.until(lambda: not isinstance(world.host.screen, SvcConfirmDialog))


async def test_a_dialog_that_is_taken_down_has_said_no(tmp_path: Path) -> None:
    async with showing(root, tmp_path) as world:
        answer = await asked(world, world.svc.confirm.ask("Delete?"))

        await world.host.pop_screen()

        assert await answer is False


async def test_the_number_is_accepted_with_enter_and_a_letter_says_how(tmp_path: Path) -> None:
    async with showing(root, tmp_path) as world:
        answer = await asked(world, world.svc.confirm.ask("Delete?", must_type="1000"))
        await world.sees("Type 1000 to continue, then press Enter.", "Yes (Enter)", "Cancel (Esc)")
        await world.press("y")
        await world.sees("To confirm, type 1000 and press Enter")
        await world.press("9", "enter")
        await world.sees("“9” doesn't match. Type 1000 and press Enter")
        assert not answer.done()
        await world.press("backspace", "1", "0", "0", "0", "enter")
        assert await answer is True


async def test_a_question_that_opens_by_itself_takes_no_key_at_first(tmp_path: Path) -> None:
    async with showing(root, tmp_path) as world:
        answer = await asked(
            world, world.svc.confirm.choose("Leave?", "", LEAVE, cancel="stay", by_itself=True)
        )
        dialog = world.host.screen
        assert isinstance(dialog, SvcConfirmDialog)
        burst(world, "d", "s", "enter", "escape")
        await world.sees("was ignored. Press it again")
        assert not answer.done()
        await world.until(lambda: dialog.takes_keys)
        await world.pilot.press("d")
        assert await answer == "drop"


async def test_what_is_typed_too_early_is_no_part_of_the_word_to_be_typed(tmp_path: Path) -> None:
    async with showing(root, tmp_path) as world:
        question = world.svc.confirm.ask("Reload?", must_type="prod", by_itself=True)
        answer = await asked(world, question)
        dialog = world.host.screen
        burst(world, "x", "enter")
        await world.until(lambda: dialog.takes_keys and dialog.focused is not None)
        await world.pilot.press("p", "r", "o", "d", "enter")
        assert await answer is True


async def test_a_key_typed_before_a_question_was_on_the_screen_is_no_answer(tmp_path: Path) -> None:
    early = Key("y", "y")
    async with showing(root, tmp_path) as world:
        answer = await asked(world, world.svc.confirm.ask("Delete?", dangerous=True))
        dialog = world.host.screen
        assert isinstance(dialog, SvcConfirmDialog)
        await world.until(lambda: dialog.takes_keys)

        world.host.post_message(early)

        await world.sees("was ignored. Press it again")
        assert not answer.done()
        await world.pilot.press("y")
        assert await answer is True


@pytest.mark.parametrize("width", [120, 60, 40])
async def test_a_long_answer_is_whole_where_a_line_has_room_and_names_its_key(
    tmp_path: Path, width: int
) -> None:
    async with showing(root, tmp_path, size=(width, 20)) as world:
        long = "Do it now with a long long label that goes on"
        answer = await asked(world, world.svc.confirm.ask("Sure?", confirm_text=long))

        await world.sees("Cancel (n)", "… (y)" if width == 40 else f"{long} (y)")
        await world.press("y")

        assert await answer is True


@pytest.mark.parametrize("width", [120, 80, 60, 40])
async def test_many_answers_are_all_in_sight_with_their_keys(tmp_path: Path, width: int) -> None:
    async with showing(root, tmp_path, size=(width, 24)) as world:
        names = [f"production-{number}" for number in range(1, 10)]
        choices = [Choice(name, name, str(number)) for number, name in enumerate(names, 1)]
        question = world.svc.confirm.choose(
            "Which?", "", (*choices, Choice("", "Stay", "n")), cancel=""
        )
        answer = await asked(world, question)

        await world.sees(*(f"{one.label} ({one.key})" for one in choices), "Stay (n)")
        await world.press("9")

        assert await answer == "production-9"


async def test_a_long_row_has_its_room_and_a_long_sentence_is_wrapped(tmp_path: Path) -> None:
    async with showing(root, tmp_path, size=(120, 24)) as world:
        row, sentence = "Harbour festival " * 4, "A sentence of many words goes on. " * 4
        await asked(world, world.svc.confirm.ask("Publish 2 rows?", f"{row}end\n\n{sentence}"))

        await world.sees(f"{row}end")
        assert world.host.screen.query_one(".dialog").outer_size.width == len(row) + 3 + 6
