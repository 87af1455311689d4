"""A console file as it was read, and the console that is made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # pydantic comes after the first paint, so no module-level import here needs it
    from svc_tui.config.options import Options
    from svc_tui.models.resource import Resource, SidebarGroup

FILE_NAME = "svc.toml"


@dataclass(frozen=True)
class Document:
    """A console file as it was read."""

    path: Path | None
    """The path; None stands for no file at all."""
    text: str
    data: Mapping[str, Any]
    """The parsed text."""


@dataclass(frozen=True)
class ConsoleConfig:
    """A console, all sources merged."""

    options: Options
    """Every option with the value that won."""
    resources: tuple[Resource, ...] = ()
    """The declared collections, in the sidebar's order; empty if they are discovered."""
    groups: tuple[SidebarGroup, ...] = ()
    """Headings of the sidebar."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Changed key bindings: an id, and its keys joined by commas."""
    profiles: tuple[str, ...] = ()
    """The names of the file's profiles."""
    source: Path | None = None
    """The console file; None where none was found."""
    warnings: tuple[str, ...] = ()
    """Warnings about settings that work but may be surprising."""
    held: str = ""
    """The code of an untrusted file that is not run, in two sentences; also among the warnings."""
    code_folder: Path | None = None
    """The folder to import the file's own modules from; None if it names none."""
    document: Document | None = None
    """The console file as it was read, for the lines of what is found later."""
