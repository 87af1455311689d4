"""Where the style sheet lies: beside the package when installed, above it in a checkout."""

from __future__ import annotations

from pathlib import Path

NAME = "svc_tui.tcss"


def stylesheet() -> Path:
    """The path of the sheet.

    Raises:
        FileNotFoundError: when the installation lacks it.
    """
    here = Path(__file__).resolve().parent
    for folder in (here, here.parent):
        if (folder / NAME).is_file():
            return folder / NAME
    raise FileNotFoundError(f"{NAME} is missing beside {here}: install svc-tui again.")
