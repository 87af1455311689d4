"""The import path of the modules that a console file names."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from svc_tui.config.document import ConsoleConfig


def add_import_path(console: ConsoleConfig) -> None:
    """Make the modules beside a trusted file importable, for its handlers and dialects.

    At the end of the path, so that no module there can replace an installed one.
    """
    folder = console.code_folder
    if folder is not None and str(folder) not in sys.path:
        sys.path.append(str(folder))
