"""A bug in the program is one sentence on the screen; details for programmers are in the log.

Textual's tracebacks show the values of local variables, including passwords and cookies.
"""

from __future__ import annotations

import asyncio
import logging
import re
import sys
import threading
import traceback
import warnings
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from types import FrameType, TracebackType
from typing import Any, NamedTuple
from weakref import ReferenceType, ref

from textual._context import active_app
from textual.worker import WorkerFailed

from svc_tui.text import clean

LOG = logging.getLogger("svc_tui")

KEPT = 200
"""Maximum number of log entries kept for display."""


class RecentErrors(logging.Handler):
    """Keeps the last warnings and errors of the log, whether or not it is written to a file."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.entries: deque[LogEntry] = deque(maxlen=KEPT)
        self._newest: ReferenceType[object] | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Keep an entry as clean text."""
        text = cleaned(self.format(record))
        when = datetime.fromtimestamp(record.created, UTC)
        app: object = active_app.get(None)
        # Entries without an app, as from a thread, belong to the newest one.
        owner = ref(app) if app is not None else self._newest
        self.entries.append(LogEntry(when, text, owner))

    def begin(self, app: object) -> None:
        """Make an app the owner of entries logged outside any app from now on."""
        self._newest = ref(app)

    def of(self, app: object) -> list[LogEntry]:
        """Return the entries of an app, and those from before the first one."""
        return [one for one in self.entries if one.owner is None or one.owner() is app]


class LogEntry(NamedTuple):
    """A warning or an error of the log."""

    when: datetime
    text: str
    owner: ReferenceType[object] | None = None
    """The app in which it happened; None before there was one."""


RECENT_ERRORS = RecentErrors()
"""The last entries of this process."""

# Without a handler, Python itself would print to the console's terminal.
LOG.addHandler(RECENT_ERRORS)

FRAMES = 12
"""Maximum number of innermost calls of a bug to log."""


def crash_message(error: BaseException | None) -> str:
    """Return the sentence about a bug: its place and where the details are, never its data."""
    kept = _log_file()
    no_log = "No log was written. Start with --log FILE, or log=…, to write one."
    details = f"Details are in {clean(kept)}." if kept else no_log
    return f"svc-tui stopped because of an error in the program{_place(error)}. {details}"


def recoverable_message(error: BaseException) -> str:
    """Return the sentence about a bug that stopped one action and not the console."""
    place = _place(error)
    return f"An error in the program stopped this{place}. The page was not changed. See :log."


def record(error: BaseException) -> None:
    """Log a bug: its message and its place, without the values of any variable."""
    report = "".join(traceback.format_exception(_root(error), limit=-FRAMES))
    LOG.error("%s", cleaned(report))


def cleaned(report: str) -> str:
    """Return a log text without secrets and control sequences."""
    # Imported here: the first paint must not wait for it.
    from svc_tui.introspect.names import without_secrets

    return clean(without_secrets(report), multiline=True, limit=20_000)


NEVER_AWAITED = re.compile(r"coroutine '(.+)' was never awaited")
"""How Python warns of a call without `await`, which did nothing."""

Teller = Callable[[str, str], object]
"""Is given the name of code that failed, and what it did: "failed", or "was never awaited"."""

_before: Callable[..., Any] | None = None
"""The hook of the program around the consoles, while one of these runs."""

_show_warning: Callable[..., Any] | None = None
"""What showed warnings before the consoles, while one of these runs."""

_consoles = 0
"""The number of consoles that run."""

_tellers: list[tuple[Teller, asyncio.AbstractEventLoop]] = []
"""How to report to each of them, and its event loop."""


def remove_error_hooks(tell: Teller | None = None) -> None:
    """Let the program print its own mistakes again, once the last console has ended.

    `tell` is that of the console that ends. Faults of threads and of what is collected stay in the
    log: they may come from a console.
    """
    global _before, _show_warning, _consoles
    _consoles = max(0, _consoles - 1)
    _tellers[:] = [one for one in _tellers if one[0] != tell and not one[1].is_closed()]
    if _consoles:
        return
    if _before is not None and sys.excepthook is _on_end:  # Else the program has set another one.
        sys.excepthook = _before
    if _show_warning is not None and _is_ours(warnings.showwarning):
        warnings.showwarning = _show_warning
    _before = _show_warning = None
    _tellers.clear()


def install_error_hooks(tell: Teller = lambda name, what: None) -> None:
    """Log unhandled faults too, which Python would print over the console.

    Call it where the event loop runs, if there is one. `tell` is given the name of each task that
    failed and that nothing awaited, of each callback and thread of a consumer that failed, and of
    each coroutine that was never awaited.
    """
    global _before, _show_warning, _consoles
    _consoles += 1
    if sys.excepthook is not _on_end:
        _before = sys.excepthook
    sys.excepthook = _on_end
    threading.excepthook = _on_thread_fault
    sys.unraisablehook = lambda found: record(found.exc_value or found.exc_type())
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        return
    loop.set_exception_handler(_on_loop_fault)
    _tellers.append((tell, loop))
    if not _is_ours(warnings.showwarning):
        _show_warning = warnings.showwarning
        warnings.showwarning = partial(_on_warning, _show_warning)


def _tell(name: str, what: str) -> None:
    """Report to the consoles of this event loop; elsewhere, as in a thread, to all of them."""
    try:
        here = asyncio.get_running_loop()
    except RuntimeError:
        here = None
    mine = [one for one in _tellers if one[1] is here]
    for tell, loop in mine or [*_tellers]:
        if not loop.is_closed():
            loop.call_soon_threadsafe(tell, name, what)


def _is_ours(hook: object) -> bool:
    return isinstance(hook, partial) and hook.func is _on_warning


def _on_end(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Print an exception that ends the program in one sentence, as inside the console."""
    if isinstance(error, KeyboardInterrupt):
        return
    record(error)
    print(crash_message(error), file=sys.stderr)


def _on_warning(
    shown: Callable[..., Any],
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    *more: Any,
    **named: Any,
) -> None:
    """Log and report a call without `await`; any other warning is shown as before."""
    found = NEVER_AWAITED.match(str(message))
    if found is None or not _tellers:
        shown(message, category, filename, lineno, *more, **named)
        return
    name = _last_part(found[1])
    place = f"{filename.rpartition('/')[2]} line {lineno}"
    LOG.error("%s", cleaned(f"{name} was never awaited, so it did nothing ({place})"))
    _tell(name, "was never awaited")


def _on_loop_fault(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log the failure of a task that was not awaited, or of a callback of the event loop."""
    error = context.get("exception")
    record(error if isinstance(error, BaseException) else RuntimeError(context.get("message")))
    task = context.get("future") or context.get("task")
    if isinstance(task, asyncio.Task) and error is not None:
        _tell(f"task {_name_of(task, error)}", "failed")
    elif error is not None and (name := _consumers_call(error)):
        _tell(f"{'future' if task is not None else 'callback'} {name}", "failed")


def _on_thread_fault(found: threading.ExceptHookArgs) -> None:
    """Log the failure of a thread; report that of a consumer's."""
    record(error := found.exc_value or found.exc_type())
    if name := _consumers_call(error):
        _tell(f"thread {name}", "failed")


def _consumers_call(error: BaseException) -> str:
    """Return the name of the consumer's function that an error came through first; "" for none."""
    frames = (frame for frame, _ in traceback.walk_tb(error.__traceback__))
    own = next((frame for frame in frames if _is_consumers(frame)), None)
    return "" if own is None else _last_part(own.f_code.co_qualname)


def _name_of(task: asyncio.Task[Any], error: BaseException) -> str:
    """Return the name of a task's coroutine, which one that began at once has lost by its end."""
    call: object = task.get_coro()
    if call is not None:
        return _last_part(getattr(call, "__qualname__", type(call).__name__))
    code = error.__traceback__.tb_frame.f_code if error.__traceback__ is not None else None
    return _last_part(str(getattr(code, "co_qualname", "")))


def _last_part(name: str) -> str:
    """Return a qualified name without the functions around it."""
    return name.rpartition("<locals>.")[2]


def _place(error: BaseException | None) -> str:
    """The type of an exception and its line, in brackets; and the consumer's own line."""
    if error is None:
        return ""
    error = _root(error)
    trace = list(traceback.walk_tb(error.__traceback__))
    places = [type(error).__name__, *(_line(*one) for one in trace[-1:])]
    own = next((one for one in reversed(trace) if _is_consumers(one[0])), None)
    if own is not None and own != trace[-1]:
        places.append(f"called from {_line(*own)}")
    return f" ({clean(', '.join(places))})"


def _line(frame: FrameType, number: int) -> str:
    return f"{frame.f_code.co_filename.rpartition('/')[2]} line {number}"


def _is_consumers(frame: FrameType) -> bool:
    """Whether a frame belongs to the consumer: not to the toolkit, Python or a package."""
    package = str(frame.f_globals.get("__name__")).partition(".")[0]
    installed = "site-packages" in frame.f_code.co_filename
    return not installed and package not in ("svc_tui", *sys.stdlib_module_names)


def _root(error: BaseException) -> BaseException:
    """The exception itself, if a worker has wrapped it."""
    return error.error if isinstance(error, WorkerFailed) else error


def _log_file() -> str | None:
    files = (getattr(handler, "baseFilename", None) for handler in LOG.handlers)
    return next(filter(None, files), None)
