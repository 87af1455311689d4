"""Tabs alone: they say which one was chosen."""

from textual.app import App, ComposeResult

from svc_tui import ListTabItem, SvcListTabs


class Tabs(App[None]):
    def compose(self) -> ComposeResult:
        yield SvcListTabs([ListTabItem(value="", text="All", count=12), ListTabItem(value="draft")])

    def on_svc_list_tabs_model_value_changed(self, event: SvcListTabs.ModelValueChanged) -> None:
        self.notify(event.value or "all", markup=False)


if __name__ == "__main__":
    Tabs().run()
