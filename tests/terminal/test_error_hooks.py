"""Hooks for faults that nobody waits for, with several consoles in one process."""

from __future__ import annotations

import asyncio
import threading
import warnings
from collections.abc import Callable

import pytest

from svc_tui.terminal.error_log import install_error_hooks, remove_error_hooks

Told = list[tuple[str, str]]


async def counts() -> None:
    """Something that has to be awaited."""


def crash() -> None:
    raise RuntimeError


async def forgets() -> None:
    """Call without `await`, and fail in a thread."""
    [counts()].clear()
    thread = threading.Thread(target=crash)
    thread.start()
    await asyncio.to_thread(thread.join)
    await asyncio.sleep(0)


def telling(told: Told) -> Callable[[str, str], None]:
    return lambda name, what: told.append((name, what))


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what is printed of warnings; faults of threads and the end have no hook after it."""
    found: list[str] = []
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    monkeypatch.setattr("sys.unraisablehook", print)
    monkeypatch.setattr(warnings, "showwarning", lambda message, *more: found.append(str(message)))
    return found


FORGOTTEN = [("counts", "was never awaited"), ("thread crash", "failed")]


@pytest.mark.filterwarnings("always:coroutine .* was never awaited")
async def test_the_first_console_is_told_after_the_second_has_ended(shown: list[str]) -> None:
    first: Told = []
    second: Told = []
    tell = telling(first)
    install_error_hooks(tell)

    def run_second() -> None:
        async def main() -> None:
            other = telling(second)
            install_error_hooks(other)
            await forgets()
            remove_error_hooks(other)

        asyncio.run(main())

    await asyncio.to_thread(run_second)
    await asyncio.sleep(0)
    assert FORGOTTEN[0] in second
    assert FORGOTTEN[0] not in first

    first.clear()
    await forgets()
    remove_error_hooks(tell)

    assert first == FORGOTTEN
    assert not shown


async def test_of_two_consoles_in_one_loop_the_one_that_is_left_is_told(shown: list[str]) -> None:
    first: Told = []
    second: Told = []
    told, other = telling(first), telling(second)
    install_error_hooks(told)
    install_error_hooks(other)
    remove_error_hooks(other)

    asyncio.get_running_loop().call_soon(crash)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    remove_error_hooks(told)

    assert first == [("callback crash", "failed")]
    assert not second


@pytest.mark.filterwarnings("always:coroutine .* was never awaited")
async def test_after_the_last_console_warnings_are_shown_as_before(shown: list[str]) -> None:
    told: Told = []
    tell = telling(told)
    before = warnings.showwarning
    install_error_hooks(tell)
    ours = warnings.showwarning
    remove_error_hooks(tell)
    assert warnings.showwarning is before

    [counts()].clear()
    ours(RuntimeWarning("coroutine 'late' was never awaited"), RuntimeWarning, "a.py", 1)

    assert shown == [f"coroutine '{name}' was never awaited" for name in ("counts", "late")]
    assert not told
