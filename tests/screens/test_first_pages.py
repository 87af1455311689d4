"""The first pages of the demo's console, photographed as text at two sizes."""

from __future__ import annotations

import re
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])


@SIZES
async def test_a_plain_home_greets_and_lists_the_pages(
    console: Any, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    async with console(size=size, home="plain") as person:
        await person.sees("Signed in as admin", "Articles")
        await person.settles()
        assert without_port(person.text()) == snapshot


@SIZES
async def test_the_list_shows_rows(
    console: Any, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    async with console(size=size, start="/articles") as person:
        await person.sees("Title", "In review", "[All 300]", "Published 1")
        await person.settles()
        assert without_port(person.text()) == snapshot


@SIZES
async def test_nobody_is_led_to_the_login(
    console: Any, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    async with console(size=size, user=None, start="/articles") as person:
        await person.sees("Username", "Password")
        await person.settles()
        assert without_port(person.text()) == snapshot


@pytest.mark.parametrize("key", ["escape", "f1"])
async def test_keys_without_a_use_on_the_sign_in_say_what_to_do(console: Any, key: str) -> None:
    async with console(user=None, start="/articles") as person:
        await person.sees("Username", "Enter signs in")
        await person.settles()
        await person.press(key)
        await person.sees("Sign in to continue, or press Ctrl+Q to quit.")


async def test_a_missing_right_is_named(console: Any) -> None:
    async with console(user="nobody", start="/articles") as person:
        await person.sees("Forbidden", "view_article")


def without_port(text: str) -> str:
    """The screen without the one thing that differs from run to run, in the same width."""
    return re.sub(r"(?<=127\.0\.0\.1:)\d{4,5}", lambda found: "#" * len(found[0]), text)
