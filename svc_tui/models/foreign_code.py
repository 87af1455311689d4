"""Guards around code of others: slots, handlers, validators, plugins, middleware, dialects.

Whatever such code does, it results in a mark in its place and its traceback in the log, once.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
import threading
import time
import traceback
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from inspect import iscoroutine, isgenerator
from itertools import islice
from types import FrameType
from typing import Any, TypeVar, cast

from svc_tui.models.arguments import given_words, kind_words
from svc_tui.text import clean

LOG = logging.getLogger("svc_tui")

FAILURES = (Exception, SystemExit, KeyboardInterrupt)
"""The exceptions of such code. `sys.exit()` in a library must not end the console or lose what was
typed, so it counts as an error."""

LIMIT = 5.0
"""Seconds after which foreign code counts as hanging."""

FRAMES = 12
"""Maximum number of innermost calls of an error to log."""

MOST_LOGGED = 200
"""Maximum number of different errors per place to log; a list draws a cell many times."""

MOST_YIELDED = 1000
"""Maximum number of values taken from a generator of foreign code."""

_logged: dict[str, set[tuple[type[BaseException], str]]] = {}
_hanging: list[Callable[..., Any]] = []

_held_until = 0.0
"""When the main thread last came back from slow foreign code, as `time.perf_counter()`."""

NOTICEABLE = 0.1
"""Seconds from which foreign code delays the reading of a response noticeably."""

tellers: list[Callable[[str], None]] = []
"""Shows people the place of a failure that has no place on the screen."""

T = TypeVar("T")


class ExitAttempted(RuntimeError):
    """Foreign code tried to end the program."""


class TookTooLong(RuntimeError):
    """Foreign code did not return in time."""


class WrongReturn(TypeError):
    """Foreign code returned what its caller can't use; the text says what it should be."""


class _TimeIsUp(BaseException):
    """Stops foreign code; no `except Exception` in that code swallows it."""


@contextmanager
def guard_exit() -> Iterator[None]:
    """Run foreign code; raises `ExitAttempted` if it tries to end the program or its own task.

    The latter is a `CancelledError` while nobody cancels the task, as a timeout that leaks raises,
    or a `GeneratorExit` while nobody closes the coroutine: the task would end without a word. A
    script uses this too, where Ctrl+C is real: that is raised as it is.
    """
    task = _task()
    try:
        yield
    except SystemExit as error:
        raise ExitAttempted(f"it tried to end the program: SystemExit({error})") from error
    except asyncio.CancelledError as error:
        if _is_cancelled():
            raise
        raise ExitAttempted("it raised CancelledError without being cancelled") from error
    except GeneratorExit as error:
        if _task() is not task:  # A coroutine is closed from outside of its task.
            raise
        raise ExitAttempted("it raised GeneratorExit without being closed") from error


def failure_in(error: BaseException) -> Exception | None:
    """Return an exception of foreign code as a failure; None if its task is being ended."""
    if isinstance(error, Exception):
        return error
    is_ended = _task() is None if isinstance(error, GeneratorExit) else _is_cancelled()
    if is_ended and isinstance(error, asyncio.CancelledError | GeneratorExit):
        return None
    failure = ExitAttempted(f"it tried to end the program: {type(error).__name__}")
    failure.__cause__ = error
    return failure


def _is_cancelled() -> bool:
    task = _task()
    return task is not None and task.cancelling() > 0


def _task() -> asyncio.Task[Any] | None:
    try:
        return asyncio.current_task()
    except RuntimeError:  # A thread without an event loop.
        return None


@dataclass(frozen=True)
class GuardedCall:
    """A foreign function that can't end the program."""

    call: Callable[..., Any]

    def __call__(self, *args: Any, **named: Any) -> Any:
        with guard_exit():
            return self.call(*args, **named)


OURS = ("svc_tui", "textual", "rich")
"""The packages whose classes and functions are not foreign."""


def package_of(thing: object) -> str:
    """Return the top package of a class, function, method or coroutine that has not ended.

    That of a partial is that of its function.
    """
    while isinstance(thing, partial):
        thing = thing.func
    frame: FrameType | None = getattr(thing, "cr_frame", None)
    name = getattr(thing, "__module__", None) if frame is None else frame.f_globals.get("__name__")
    return str(name or "").partition(".")[0]


def is_foreign_call(call: object) -> bool:
    """Whether a function, a method, a coroutine or another callable is the consumer's."""
    return package_of(call) not in OURS


def is_made_by_consumer(thing: object) -> bool:
    """Whether the code that constructs an object right now is the consumer's.

    Ask in its `__init__`. What our own code makes may show declarations of a file or of a backend,
    in which a mistake is a warning.
    """
    frame: FrameType | None = sys._getframe(1)
    # The constructors and what they call have it; their caller does not yet.
    while frame is not None and any(one is thing for one in frame.f_locals.values()):
        frame = frame.f_back
    return frame is None or frame.f_globals.get("__name__", "").partition(".")[0] not in OURS


def is_foreign(kind: type) -> bool:
    """Whether a class is the consumer's, or a package's that the consumer uses."""
    if package_of(kind) not in OURS:
        return True
    # A class that `type(…)` made takes the module of its caller's frame, or of its metaclass.
    found: object = sys.modules.get(kind.__module__)
    for name in kind.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is not kind and "<locals>" not in kind.__qualname__


def failure_mark(place: str, what: str = "failed") -> str:
    """Return the line shown where foreign code failed."""
    return f"⚠ {place} {what} · see :log"


def hold(place: str, call: Callable[..., T], otherwise: T, /, *args: Any, **named: Any) -> T:
    """Return what a foreign function returns; `otherwise` if it fails or hangs.

    It is stopped after `LIMIT` seconds and not called again. That works in the main thread, for
    code that runs in Python or waits in the system: not inside a C extension that does neither,
    and not on a system without `SIGALRM`.
    """
    try:
        return value_in_time(call, *args, **named)
    except FAILURES as error:
        log_failure(place, error)
        return otherwise


def hold_telling(place: str, call: Callable[..., object], /, *args: Any) -> None:
    """Call a foreign function; log a new failure, and report it to each of `tellers`."""
    try:
        value_in_time(call, *args)
    except FAILURES as error:
        if log_failure(place, error):
            for tell in tuple(tellers):
                tell(place)


def value_in_time(call: Callable[..., T], /, *args: Any, **named: Any) -> T:
    """Call a foreign function that returns a value.

    Raises `TypeError` if it returns a coroutine, and what `call_in_time` raises.
    """
    found = call_in_time(call, *args, **named)
    if iscoroutine(found):
        found.close()
        raise TypeError("it should return a value, not a coroutine: it must not be async")
    return found


async def await_held(step: Awaitable[T]) -> T:
    """Await foreign code in a task; raises `ExitAttempted` as `guard_exit` does.

    So it does for a `KeyboardInterrupt`, which would end the event loop, and the like.
    """
    try:
        with guard_exit():
            return await step
    except (Exception, asyncio.CancelledError, GeneratorExit):
        raise
    except BaseException as error:
        kind = type(error).__name__
        raise ExitAttempted(f"it tried to end the program: {kind}") from error


def call_in_time(call: Callable[..., T], /, *args: Any, **named: Any) -> T:
    """Call a foreign function; of a generator, return the first `MOST_YIELDED` values as a list.

    Raises `TookTooLong` if it hangs, did so before or returns too late, and any of `FAILURES` that
    the function raises; any other exception, such as `GeneratorExit`, becomes an `ExitAttempted`.
    """
    if call in _hanging:
        raise TookTooLong(f"it did not return within {LIMIT:g} seconds, so it is not called again")
    began, started = time.monotonic(), time.perf_counter()
    try:
        with _time_limit():
            found: Any = call(*args, **named)
            if isgenerator(found):
                found = [*islice(found, MOST_YIELDED)]
            if time.monotonic() - began > LIMIT:  # It swallowed the alarm, or there was none.
                raise _TimeIsUp
    except _TimeIsUp as error:
        if len(_hanging) < MOST_LOGGED:
            _hanging.append(call)
        raise took_too_long().with_traceback(error.__traceback__) from None
    except FAILURES:
        raise
    except BaseException as error:
        kind = type(error).__name__
        raise ExitAttempted(f"it tried to end the program: {kind}") from error
    finally:
        _note_delay(started)
    return cast(T, found)


def held_up_since(moment: float) -> bool:
    """Whether foreign code kept the main thread from reading a response since then.

    Args:
        moment: A time of `time.perf_counter()`.
    """
    return _held_until > moment


def _note_delay(started: float) -> None:
    global _held_until
    now = time.perf_counter()
    if now - started > NOTICEABLE and threading.current_thread() is threading.main_thread():
        _held_until = now


def took_too_long() -> TookTooLong:
    return TookTooLong(f"it did not return within {LIMIT:g} seconds")


def check_return(name: str, found: object, kind: Any) -> None:
    """Raise `WrongReturn` if a foreign function returned the wrong type of value.

    Args:
        name: The name of the function.
        found: What it returned.
        kind: What it should return, as `isinstance` takes it.
    """
    if isinstance(found, kind):
        return
    if iscoroutine(found):
        found.close()
        raise WrongReturn(f"{name} should not be async")
    raise WrongReturn(f"{name} should return {kind_words(kind)}, not {given_words(found)}")


def log_failure(place: str, error: BaseException) -> bool:
    """Log the failure of foreign code; returns whether it is new, as each is logged once.

    The traceback has no values of variables, and nothing that looks like a secret.
    """
    logged = _logged.setdefault(place, set())
    failure = type(error), clean(error, limit=200)
    if failure in logged or len(logged) >= MOST_LOGGED:
        return False
    logged.add(failure)
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None and is_ours(trace.tb_frame):
        trace = trace.tb_next  # The foreign code is what matters.
    lines = "".join(traceback.format_exception(type(error), error, trace, limit=-FRAMES))
    _log(f"{place} failed\n{lines}")
    return True


def log_hanging(place: str, frame: FrameType | None, rest: str = "can't be stopped") -> None:
    """Log where foreign code has been for `LIMIT` seconds, and still is."""
    lines = "".join(traceback.format_stack(frame, FRAMES))
    _log(f"{place} has not returned within {LIMIT:g} seconds, and {rest}\n{lines}")


def log_slow(place: str, frame: FrameType | None) -> None:
    """Log that foreign code is called often, and the console was busy for `LIMIT` seconds."""
    lines = "".join(traceback.format_stack(frame, FRAMES))
    _log(f"{place} is slow: its calls kept the console busy for {LIMIT:g} seconds\n{lines}")


def _log(said: str) -> None:
    # Imported here: the first paint must not wait for it.
    from svc_tui.introspect.names import without_secrets

    LOG.error("%s", clean(without_secrets(said[:20_000]), multiline=True, limit=20_000))


def forget_failures() -> None:
    """Log every failure again, as another console starts in the same process."""
    _logged.clear()
    _hanging.clear()


def is_ours(frame: FrameType) -> bool:
    """Whether a frame belongs to the toolkit or a package under it."""
    return str(frame.f_globals.get("__name__")).partition(".")[0] in OURS


@contextmanager
def _time_limit() -> Iterator[None]:
    """Raise `_TimeIsUp` inside this when the time is up; limits can be nested."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGALRM"):
        yield
        return
    # The outer alarm is stopped first, as it would otherwise go off here as this one.
    left, _ = signal.setitimer(signal.ITIMER_REAL, 0)
    before, began = signal.signal(signal.SIGALRM, _time_is_up), time.monotonic()
    signal.setitimer(signal.ITIMER_REAL, LIMIT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left:
            passed = time.monotonic() - began
            signal.setitimer(signal.ITIMER_REAL, max(left - passed, 0.001))


def _time_is_up(number: int, frame: FrameType | None) -> None:
    raise _TimeIsUp
