"""SvcRootComponents: mount the snack bar, and the confirm dialog for each question."""

from __future__ import annotations

from textual.app import ComposeResult

from svc_tui.models.components import component
from svc_tui.widgets.base import SvcWidget, when_booted
from svc_tui.widgets.components import make_component
from svc_tui.widgets.shell.snack_bar import SvcSnackBar


class SvcRootComponents(SvcWidget):
    """The parts that every page needs once; no props, events or slots."""

    DEFAULT_CSS = """
    SvcRootComponents { layer: snack; dock: bottom; width: 100%; height: auto; }
    SvcRootComponents > SvcSnackBar { layer: default; dock: none; }
    """

    needs_services = True

    def compose(self) -> ComposeResult:
        yield SvcSnackBar(svc=self._svc)

    def on_mount(self) -> None:
        self._asked: int | None = None
        when_booted(self, self._begin)

    def _begin(self) -> None:
        self.listen(self.svc.confirm)
        self._ask()

    def on_confirm_store_changed(self) -> None:
        self._ask()

    def _ask(self) -> None:
        question = self.svc.confirm.state.question
        if question is not None and question.id != self._asked:
            self._asked = question.id
            kind = component(self.svc.inject("svc_components", None), "confirm_dialog")
            self.app.push_screen(make_component("confirm_dialog", kind, question, self._svc))
