"""Guards around code of others: slots, handlers, validators, plugins, middleware, dialects."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

FAILURES = (Exception, SystemExit, KeyboardInterrupt)
"""The exceptions of such code. `sys.exit()` in a library must not end the console or lose what was
typed, so it counts as any other error."""


class ExitAttempted(RuntimeError):
    """Foreign code tried to end the program."""


@contextmanager
def guard_exit() -> Iterator[None]:
    """Run foreign code; raises `ExitAttempted` where it tries to end the program.

    A script uses this too, where Ctrl+C is a real one: that goes on upwards.
    """
    try:
        yield
    except SystemExit as error:
        raise ExitAttempted(f"it tried to end the program: SystemExit({error})") from error


@dataclass(frozen=True)
class GuardedCall:
    """A foreign function that can't end the program."""

    call: Callable[..., Any]

    def __call__(self, *args: Any, **named: Any) -> Any:
        with guard_exit():
            return self.call(*args, **named)
