"""The end of a command: an exit code, and a sentence on stderr if something is wrong."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # typing itself costs more than everything else here
if TYPE_CHECKING:
    from typing import NoReturn

OK = 0
ERROR = 1
USAGE = 2
CONFLICT = 3
NOT_SIGNED_IN = 4
REFUSED = 5
PARTLY_DONE = 6
INTERRUPTED = 130


class CommandError(ValueError):
    """A message for the user before the program ends, and the exit code it ends with."""

    def __init__(self, sentence: str, exit_code: int = ERROR) -> None:
        super().__init__(sentence)
        self.exit_code = exit_code


def leave(code: int) -> NoReturn:
    """End the process with this code.

    After a console, Python would free every object while the shell waits for its prompt. Everything
    that must be written has been written, or is written here; if a thread must be waited for, or
    the reader of the output is gone, Python ends normally.
    """
    if "textual" not in sys.modules:
        sys.exit(code)
    # Imported here: the console has them already, and other commands need not wait for them.
    import logging
    import threading

    others = [one for one in threading.enumerate() if one is not threading.current_thread()]
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        sys.exit(code)
    if any(not one.daemon for one in others):
        sys.exit(code)
    logging.shutdown()
    os._exit(code)


def report_error(complaint: CommandError, *, as_json: bool = False) -> int:
    """Print the message to stderr, as a JSON object if requested; return the exit code."""
    # Imported here: most runs have no error.
    from svc_tui.text import clean

    if as_json:
        import json

        facts = {"error": clean(complaint), "exit_code": complaint.exit_code}
        print(json.dumps(facts), file=sys.stderr)
        return complaint.exit_code
    print(clean(complaint, multiline=True), file=sys.stderr)
    return complaint.exit_code


def complaint_about(error: Exception) -> CommandError | None:
    """Return the error for an expected failure; None for a bug."""
    from svc_tui.api.errors import ApiError
    from svc_tui.config.errors import ConfigError
    from svc_tui.config.paths import StateUnwritable

    if isinstance(error, CommandError):
        return error
    if isinstance(error, ConfigError):
        return CommandError(str(error), USAGE)
    if isinstance(error, ApiError):
        return CommandError(str(error), _code_of(error))
    if isinstance(error, StateUnwritable):
        return CommandError(str(error))
    return None


def _code_of(error: Exception) -> int:
    from svc_tui.api.errors import Conflict, Forbidden, NotSent, Unauthorized

    kinds = {Conflict: CONFLICT, Unauthorized: NOT_SIGNED_IN, Forbidden: REFUSED, NotSent: REFUSED}
    return next((code for kind, code in kinds.items() if isinstance(error, kind)), ERROR)
