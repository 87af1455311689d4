"""The two layouts: svc-default with everything around the page, svc-empty with nothing."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.widget import Widget

from svc_tui.models.arguments import ListOf, checks_arguments
from svc_tui.models.components import component
from svc_tui.models.slots import Slots
from svc_tui.widgets.base import SvcWidget, services
from svc_tui.widgets.components import make_component
from svc_tui.widgets.shell.root import SvcRootComponents


@checks_arguments(content=ListOf(Widget))
class SvcDefaultLayout(SvcWidget):
    """`svc-default`: sidebar, topbar, page and root components.

    Slots: default, sidebar:logo, sidebar:nav-top, sidebar:nav-bottom, sidebar:footer, topbar:left,
    topbar, topbar:right.
    """

    DEFAULT_CSS = """
    SvcDefaultLayout { width: 100%; height: 100%; layers: base snack; layout: vertical; }
    SvcDefaultLayout > .middle { height: 1fr; }
    SvcDefaultLayout > .middle > .page { width: 1fr; height: 100%; }
    """

    needs_services = True

    def __init__(self, *content: Widget, slots: Slots | None = None, **kwargs: Any) -> None:
        super().__init__(slots=slots, **kwargs)
        self._content = content

    def compose(self) -> ComposeResult:
        bar = {"left": "topbar:left", "default": "topbar", "right": "topbar:right"}
        yield self._component("topbar", slots=self.slots.renamed(bar), svc=self._svc)
        with Horizontal(classes="middle"):
            yield self._component("sidebar", slots=self.slots.scoped("sidebar"), svc=self._svc)
            with Container(classes="page"):
                yield from self.fill("default", *self._content)
        yield self._component("footer", svc=self._svc)
        yield SvcRootComponents(svc=self._svc)

    def _component(self, name: str, **named: Any) -> Widget:
        svc = services(self)
        registry = svc.inject("svc_components", None) if svc is not None else None
        made: Widget = make_component(name, component(registry, name), **named)
        return made


@checks_arguments(content=ListOf(Widget))
class SvcEmptyLayout(SvcWidget):
    """`svc-empty`: no frame, only the root components for dialogs and toasts."""

    DEFAULT_CSS = """
    SvcEmptyLayout { width: 100%; height: 100%; layers: base snack; }
    SvcEmptyLayout > .page { width: 100%; height: 1fr; align: center middle; }
    """

    needs_services = True

    def __init__(self, *content: Widget, slots: Slots | None = None, **kwargs: Any) -> None:
        super().__init__(slots=slots, **kwargs)
        self._content = content

    def compose(self) -> ComposeResult:
        with Container(classes="page"):
            yield from self.fill("default", *self._content)
        yield SvcRootComponents(svc=self._svc)


LAYOUTS: dict[str, type[SvcDefaultLayout] | type[SvcEmptyLayout]] = {
    "svc-default": SvcDefaultLayout,
    "svc-empty": SvcEmptyLayout,
}
