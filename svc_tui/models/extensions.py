"""Extensions that installed packages offer by entry points: field types, dialects and plugins.

Nothing of a package is imported before its name is used.
"""

from __future__ import annotations

from typing import Any, Literal

Kind = Literal["field_types", "dialects", "plugins"]
"""An entry point's group, without `svc_tui.` before it."""

_NOUNS: dict[Kind, str] = {"field_types": "field type", "dialects": "dialect", "plugins": "plugin"}


class BrokenExtension(ValueError):
    """An entry point that can't be imported, or whose object is unusable; the text says why."""


def installed(kind: Kind) -> dict[str, str]:
    """Return the names of a group, and the place of each as `module:object`."""
    # Imported here: it is slow, and most consoles use no package.
    from importlib.metadata import entry_points

    return {one.name: one.value for one in entry_points(group=f"svc_tui.{kind}")}


def load(kind: Kind, name: str) -> Any:
    """Import and return the object of an entry point.

    Raises:
        BrokenExtension: there is none, or its package fails while it is imported.
    """
    from importlib.metadata import entry_points

    what = f'The {_NOUNS[kind]} "{name}"'
    for one in entry_points(group=f"svc_tui.{kind}", name=name):
        try:
            return one.load()
        except (Exception, SystemExit) as error:
            text = f"{what} of {_package(one)} failed: {type(error).__name__}: {error}"
            raise BrokenExtension(text) from error
    raise BrokenExtension(f"{what} belongs to no installed package")


def _package(one: Any) -> str:
    return str(one.dist.name) if one.dist is not None else "an installed package"
