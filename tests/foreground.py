"""Start a program as a shell starts one in the foreground."""

from __future__ import annotations

import sys

RESET_SIGNALS = (
    "import os, signal, sys;"
    "[signal.signal(one, signal.SIG_DFL) for one in (signal.SIGINT, signal.SIGHUP)];"
)
"""A background job, or `nohup`, ignores these, and whatever it starts inherits that."""

# A program of its own does this, as no Python may run between fork and exec beside threads.
IN_FOREGROUND = (
    sys.executable, "-I", "-S", "-c", f"{RESET_SIGNALS} os.execvp(sys.argv[1], sys.argv[1:])",
)  # fmt: skip
"""Put this before the arguments of a program that is sent SIGINT or SIGHUP."""
