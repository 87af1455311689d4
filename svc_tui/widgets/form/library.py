"""Find the media picker by its name, so that forms work without it."""

from __future__ import annotations

from typing import Any

from textual.widget import Widget

from svc_tui.models.slots import Slots
from svc_tui.widgets.base import services
from svc_tui.widgets.components import make_component

PICKER = "SvcMediaManagerDialog"


def picker_of(widget: Widget) -> Any:
    """Return the picker's class; None without started services."""
    found = services(widget)
    registry = found.inject("svc_components", None) if found is not None else None
    return registry.get(PICKER) if registry is not None else None


async def open_picker(widget: Widget, component: Any, **props: Any) -> None:
    """Open a picker over the page; its messages come to `widget`."""
    for before in widget.query(".picker"):
        await before.remove()
    slots = Slots({"activator": lambda open: ()})
    picker = make_component(
        "media_dialog", component, slots=slots, classes="picker", svc=services(widget), **props
    )
    picker.display = False
    await widget.mount(picker)
    picker.open()
