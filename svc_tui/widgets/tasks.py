"""Long-running work: quitting asks first, and `w` lists it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.stores.session.task_store import Stoppable, TaskResult


def doing(
    svc: Svc | None, what: Callable[[], str], work: Stoppable | None = None
) -> AbstractContextManager[None]:
    """Ask before quitting while this lasts; `what` says what it would cut, and `work` is held
    meanwhile."""
    return nullcontext() if svc is None else svc.doing(what, work)


def track_task(
    svc: Svc | None,
    title: str,
    progress: Callable[[], str],
    cancel: Callable[[], object] | None = None,
    ending: Callable[[], TaskResult] | None = None,
) -> AbstractContextManager[None]:
    """List this among the tasks of `w` while it runs; `ending` gives the result."""
    return nullcontext() if svc is None else svc.tasks.under_way(title, progress, cancel, ending)
