"""`svc-tui` with another home, and another place of the system's console file, than this machine's.

Nothing else is changed, so that tests try what runs on a bastion without writing into /etc and
into the home of whoever runs them.
"""

from __future__ import annotations

import sys
from pathlib import Path

from svc_tui.cli.exits import leave
from svc_tui.cli.main import run
from svc_tui.config import restricted

if __name__ == "__main__":
    home, *arguments = sys.argv[1:]
    restricted.SYSTEM_FILE = Path(home) / "etc" / "svc.toml"
    restricted.home_folder = lambda: home
    leave(run(arguments))
