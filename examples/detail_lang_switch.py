"""The line of languages alone."""

from textual.app import App, ComposeResult
from textual.widgets import Static

from svc_tui import SvcDetailLangSwitch


class Languages(App[None]):
    BINDINGS = [("right", "step(1)", "Next"), ("left", "step(-1)", "Before")]

    def compose(self) -> ComposeResult:
        yield SvcDetailLangSwitch("en", ["en", "it", "fr"], errors={"it": ["Too long."]})
        yield Static("en", classes="chosen", markup=False)

    def on_svc_detail_lang_switch_model_value_changed(
        self, event: SvcDetailLangSwitch.ModelValueChanged
    ) -> None:
        self.query_one(".chosen", Static).update(event.value)

    def action_step(self, by: int) -> None:
        self.query_one(SvcDetailLangSwitch).step(by)


if __name__ == "__main__":
    Languages().run()
