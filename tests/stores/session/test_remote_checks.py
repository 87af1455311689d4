"""Checks that only advise: after a rest, once for each value, never about an old one."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from svc_tui.stores.record.draft import Unreadable
from svc_tui.stores.session.remote_checks import ASKING, UNKNOWN, RemoteCheckStore


class Asked:
    """A check that waits until it may answer."""

    def __init__(self, answer: str | None = "Taken.") -> None:
        self.answer = answer
        self.values: list[Any] = []
        self.go = asyncio.Event()

    async def __call__(self, value: Any, model: Any) -> str | None:
        self.values.append(value)
        await self.go.wait()
        return self.answer


async def ask(store: RemoteCheckStore, check: Any, value: Any, rest: int = 0) -> None:
    await store.ask("slug", value, check, model={}, rest=rest)


async def test_an_answer_is_kept_for_its_value():
    store, check = RemoteCheckStore(), Asked()
    check.go.set()
    await ask(store, check, "a")
    assert store.about("slug", "a") == "Taken."

    await ask(store, check, "b")
    await ask(store, check, "a")

    assert check.values == ["a", "b"]
    assert store.about("slug", "a") == "Taken."


async def test_a_stale_answer_is_never_shown():
    store, check = RemoteCheckStore(), Asked()
    task = asyncio.create_task(ask(store, check, "a"))
    while not check.values:
        await asyncio.sleep(0)
    assert store.about("slug", "a") == ASKING
    assert store.about("slug", "ab") == ""

    check.go.set()
    await task

    assert store.about("slug", "ab") == ""


async def test_whoever_types_on_is_not_asked_about_what_stood_there():
    store, check = RemoteCheckStore(), Asked()
    task = asyncio.create_task(ask(store, check, "a", rest=60_000))
    await asyncio.sleep(0)
    task.cancel()
    check.go.set()

    await ask(store, check, "ab")

    assert check.values == ["ab"]


@pytest.mark.parametrize("value", [None, "", Unreadable("x", "No.")])
async def test_what_is_no_value_is_not_asked_about(value: Any):
    store, check = RemoteCheckStore(), Asked()
    await ask(store, check, value)
    assert check.values == []


@pytest.mark.parametrize("error", [OSError("not"), SystemExit(3)])
async def test_a_check_that_fails_says_so_and_may_be_asked_again(caplog, error: BaseException):
    async def fails(value: Any, model: Any) -> str:
        raise error

    store = RemoteCheckStore()
    await ask(store, fails, "a")
    assert store.about("slug", "a") == UNKNOWN

    check = Asked(None)
    check.go.set()
    await ask(store, check, "a")
    assert store.about("slug", "a") == ""


async def test_a_check_that_is_not_async_advises_as_well():
    store = RemoteCheckStore()
    await ask(store, lambda value, model: "Taken." if value == "a" else None, "a")
    assert store.about("slug", "a") == "Taken."
    await ask(store, lambda value, model: None, "b")
    assert store.about("slug", "b") == ""
