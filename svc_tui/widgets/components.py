"""Makes components: a consumer's, or the built-in one where that fails."""

from __future__ import annotations

from typing import Any

from textual.widget import Widget

from svc_tui.models.components import component
from svc_tui.models.foreign_code import hold, log_failure
from svc_tui.widgets.slots import FailureMark, tell_failure


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
    if (made := hold(place, make_whole, None, kind, *args, **named)) is not None:
        return made
    tell_failure(place)
    return component(None, name)(*args, **named)


def make_whole(kind: Any, /, *args: Any, **named: Any) -> Any:
    """Return a widget of a consumer's class, whole; raises what that raises, or `TypeError`."""
    check_made(made := kind(*args, **named))
    return made


def check_made(widget: Any) -> None:
    """Raise `TypeError` where the constructor of a consumer's class left out that of its base."""
    try:
        _ = widget.parent, widget.classes
    except AttributeError:
        kind = type(widget).__name__
        said = f"{kind}.__init__ should call super().__init__(…) with the arguments it is given"
        raise TypeError(said) from None


def made_or_marked(widget: Widget) -> Widget:
    """Return a widget, or a mark if its constructor left out that of its base."""
    try:
        check_made(widget)
    except TypeError as error:
        place = type(widget).__name__
        log_failure(place, error)
        return FailureMark(place)
    return widget
