"""Code that others wrote: slots, handlers, validators, plugins, middleware, dialects."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

FAILURES = (Exception, SystemExit, KeyboardInterrupt)
"""What such code may raise where it fails. `sys.exit()` in a library of theirs ends neither the
console nor what somebody typed into it, so it counts as any other error."""


class ExitAttempted(RuntimeError):
    """Code that others wrote tried to end the program."""


@contextmanager
def guard_exit() -> Iterator[None]:
    """Run code that others wrote. Raises `ExitAttempted` where it tries to end the program.

    A script uses this too, where Ctrl+C is a real one: that goes on upwards.
    """
    try:
        yield
    except SystemExit as error:
        raise ExitAttempted(f"it tried to end the program: SystemExit({error})") from error


@dataclass(frozen=True)
class GuardedCall:
    """A function that others wrote, which can't end the program."""

    call: Callable[..., Any]

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Call it. Raises `ExitAttempted` where it tries to end the program."""
        with guard_exit():
            return self.call(*args, **named)
