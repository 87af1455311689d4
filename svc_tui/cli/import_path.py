"""Keep `python -m svc_tui` from importing modules in the current directory.

`python -m` puts the current directory first in the import path: a `json.py` in a cloned repository
would run immediately. Only built-in modules may be imported here, as others would be looked for
there too; that is why even `from __future__` is missing.
"""

import os
import sys


def drop_current_directory() -> None:
    """Remove what `python -m` added; what PYTHONPATH names stays, as it was set on purpose."""
    if sys.argv[:1] != ["-m"] or sys.flags.safe_path or not sys.path:
        return
    # While a package is looked for, `-m` replaces its name, and the rest follows.
    module = sys.orig_argv[-len(sys.argv)].removeprefix("-m")
    if module.partition(".")[0] != "svc_tui":
        return
    try:
        here = os.getcwd()
    except OSError:
        return
    if sys.path[0] in ("", here):
        del sys.path[0]


drop_current_directory()
