"""An action's outcome as a value, for widgets that show a failure instead of raising it."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from svc_tui.api.errors import ApiError

ResultT = TypeVar("ResultT")


@dataclass(frozen=True)
class CallResult(Generic[ResultT]):
    """The result of an action, or why there is none."""

    result: ResultT | None = None
    problem: str | None = None
    """Why it failed, in a sentence; None if it worked."""
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Dotted path to the backend's messages."""
    unknown: bool = False
    """Whether it is unknown if the change was made."""

    def about(self, key: str) -> str:
        """Return the first message about a value, or the sentence about the whole."""
        found = self.errors.get(key)
        return found[0] if found else self.problem or ""


async def attempt(work: Awaitable[ResultT]) -> CallResult[ResultT]:
    """Await a store's action; errors of the backend are returned as a value."""
    try:
        return CallResult(await work)
    except ApiError as error:
        errors = {path: tuple(messages) for path, messages in error.errors.items()}
        return CallResult(None, str(error), errors, error.may_have_been_applied)
