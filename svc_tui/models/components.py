"""The components that a console looks up by name, and that a builder may replace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from svc_tui.models.registry import ComponentRegistry


@dataclass(frozen=True)
class Component:
    """A replaceable part of the console, by name."""

    place: str
    """The built-in class, as `module:Class`; the name of the class is a name of the component."""
    where: str
    """The part of the console."""
    base: str = ""
    """The class that a replacement has to inherit; empty is the built-in one itself."""

    @property
    def class_name(self) -> str:
        """The name under which the component is registered."""
        return self.place.partition(":")[2]

    @property
    def needed(self) -> str:
        """The class that a replacement has to inherit, as `module:Class`."""
        return self.base or self.place


_PAGE = "svc_tui.screens.page:SvcPage"
_WIDGET = "textual.widget:Widget"
_SCREENS, _SHELL = "svc_tui.screens", "svc_tui.widgets.shell"

COMPONENTS: Mapping[str, Component] = {
    "login": Component(f"{_SCREENS}.login:LoginPage", "the sign-in page"),
    "login_dialog": Component(
        f"{_SCREENS}.login:LoginOverlay", "the sign-in shown when a session has ended"
    ),
    "home": Component(f"{_SCREENS}.home:HomePage", "the home page", _PAGE),
    "list": Component(f"{_SCREENS}.listing:ListPage", "the list of each resource", _PAGE),
    "detail": Component(f"{_SCREENS}.record:DetailPage", "the record of each resource", _PAGE),
    "media": Component(f"{_SCREENS}.media:MediaPage", "the media library page", _PAGE),
    "menus": Component(f"{_SCREENS}.menus:MenusPage", "the list of navigation menus", _PAGE),
    "menu": Component(f"{_SCREENS}.menus:MenuPage", "the editor of a navigation menu", _PAGE),
    "pictures": Component(
        f"{_SCREENS}.picture_settings:PicturesPage", "the picture settings", _PAGE
    ),
    "forbidden": Component(
        f"{_SCREENS}.error_pages:ForbiddenPage", "the page shown when access is denied"
    ),
    "not_found": Component(
        f"{_SCREENS}.error_pages:NotFoundPage", "the page for unknown locations"
    ),
    "sidebar": Component(f"{_SHELL}.sidebar:SvcSidebar", "the sidebar", _WIDGET),
    "topbar": Component(f"{_SHELL}.topbar:SvcTopbar", "the top bar", _WIDGET),
    "footer": Component(f"{_SHELL}.footer:SvcFooter", "the footer with keys", _WIDGET),
    "confirm_dialog": Component(
        f"{_SHELL}.confirm_dialog:SvcConfirmDialog", "the dialog that asks a question"
    ),
    "media_dialog": Component(
        "svc_tui.widgets.media.picker:SvcMediaManagerDialog", "the picker of media fields", _WIDGET
    ),
    "media_preview": Component(
        "svc_tui.widgets.media.preview:SvcMediaPreview", "the picture of one file", _WIDGET
    ),
}
"""Every component by its short name."""

SHORT_NAMES: Mapping[str, str] = {one.place: name for name, one in COMPONENTS.items()}
"""The short name of each component by the place of its built-in class."""


def default_components() -> ComponentRegistry:
    """Return the components that a console begins with, by the names of their classes."""
    return ComponentRegistry({one.class_name: one.place for one in COMPONENTS.values()})


def component(registry: ComponentRegistry | None, name: str) -> Any:
    """Return the class of a component by its short name; without a registry, the built-in one."""
    one = COMPONENTS[name]
    found = registry.get(one.class_name) if registry is not None else None
    return found if found is not None else default_components()[one.class_name]
