"""Checks that send requests while typing: they advise, and never prevent saving."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from inspect import isawaitable
from typing import Any

from svc_tui.models import exact_json
from svc_tui.models.foreign_code import (
    FAILURES,
    await_held,
    call_in_time,
    check_return,
    log_failure,
)
from svc_tui.stores.base import Store, StoreChanged
from svc_tui.stores.record.draft import Unreadable, same

ASKING = "Checking…"
UNKNOWN = "This could not be checked (see :log)."


@dataclass(frozen=True)
class RemoteCheck:
    """The result for one value."""

    value: Any
    words: str = ""
    """Empty if there is no objection."""
    asking: bool = False


@dataclass(frozen=True)
class RemoteCheckState:
    """The newest advice by dotted path."""

    said: Mapping[str, RemoteCheck] = field(default_factory=dict)


class RemoteCheckStore(Store[RemoteCheckState]):
    """Debounces typing, asks once for each value, and discards stale answers."""

    @dataclass
    class Changed(StoreChanged, bubble=False):
        """A check was started or answered."""

        state: RemoteCheckState

    def __init__(self) -> None:
        super().__init__(RemoteCheckState())
        self._known: dict[tuple[str, str], str] = {}

    async def ask(
        self,
        path: str,
        value: Any,
        check: Callable[..., Any],
        *,
        model: Mapping[str, Any],
        rest: int = 600,
    ) -> None:
        """Check a value after `rest` milliseconds; cancelled when another one is typed.

        `check(value, model)` returns None or a message, and may be async.
        """
        if value in (None, "") or isinstance(value, Unreadable):
            self._say(path, RemoteCheck(value))
            return
        key = path, exact_json.written(value, sort=True, default=repr)
        if key not in self._known:
            self._say(path, RemoteCheck(value))
            await asyncio.sleep(rest / 1000)
            self._say(path, RemoteCheck(value, ASKING, asking=True))
            try:
                answer = call_in_time(check, *deepcopy((value, model)))
                if isawaitable(answer):
                    answer = await await_held(answer)
                check_return("it", answer or "", str)
            except FAILURES as error:
                log_failure(f"check of {path}", error)
                self._say(path, RemoteCheck(value, UNKNOWN))
                return
            self._known[key] = str(answer) if answer else ""
        self._say(path, RemoteCheck(value, self._known[key]))

    def about(self, path: str, value: Any) -> str:
        """Return the advice about exactly this value, not an older one."""
        advice = self.state.said.get(path)
        return advice.words if advice is not None and same(advice.value, value) else ""

    def _say(self, path: str, advice: RemoteCheck) -> None:
        if self.state.said.get(path, RemoteCheck(None)) != advice:
            self.change(said={**self.state.said, path: advice})
