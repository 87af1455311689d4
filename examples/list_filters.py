"""Filters alone: chips, and the panel behind `f`."""

from textual.app import App, ComposeResult

from svc_tui import FilterDescriptor, SvcListFilters

STATUS = FilterDescriptor(value="status", multiple=True, choices=("draft", "published"))
CREATED = FilterDescriptor(value="created", datepicker=True)


class Filters(App[None]):
    def compose(self) -> ComposeResult:
        yield SvcListFilters([STATUS, CREATED])

    def on_svc_list_filters_model_value_changed(
        self, event: SvcListFilters.ModelValueChanged
    ) -> None:
        self.notify(", ".join(one.value for one in event.value) or "none", markup=False)


if __name__ == "__main__":
    Filters().run()
