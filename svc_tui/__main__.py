"""`python -m svc_tui` and the command `svc-tui`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and leave with its exit code."""
    from svc_tui.cli.exits import leave
    from svc_tui.cli.main import run

    leave(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
