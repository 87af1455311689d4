"""Makes components: a consumer's, or the built-in one where that fails."""

from __future__ import annotations

from typing import Any

from svc_tui.models.components import component
from svc_tui.models.foreign_code import hold
from svc_tui.widgets.slots import tell_failure


def make_component(name: str, kind: Any, /, *args: Any, **named: Any) -> Any:
    """Return a component of a class.

    Where it can't be made, the log says why, a toast says so, and the built-in one is made instead:
    without its sidebar or its dialogs a console could not be used.

    Args:
        name: The short name of the component, a key of `COMPONENTS`.
        kind: Its class, as it was looked up.
        args: What the class is called with.
        named: The same, by name.
    """
    place = f"component {name}"
    if (made := hold(place, kind, None, *args, **named)) is not None:
        return made
    tell_failure(place)
    return component(None, name)(*args, **named)
