"""SvcLogoutButton and SvcThemeToggle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from textual import on
from textual.widgets import Button

from svc_tui.models.arguments import checks_arguments
from svc_tui.models.slots import Slots
from svc_tui.text import label
from svc_tui.widgets.base import WIDGET, StoreSubscriber, checked_svc, lacks_services, no_services
from svc_tui.widgets.slots import slot_line

if TYPE_CHECKING:
    from svc_tui.app.context import Svc

Variant = Literal["solid", "outline", "soft", "ghost", "link"]
Size = Literal["xs", "sm", "md", "lg", "xl"]


@checks_arguments(**WIDGET)
class SvcLogoutButton(StoreSubscriber, Button):
    """Signs out; its slot `default` is the label.

    `variant`, `color` and `size` become classes (`-ghost`, `-neutral`, `-sm`) for the style sheet;
    from `md` on the button has a border and three lines.
    """

    ICON = "→"

    def __init__(
        self,
        *,
        variant: Variant = "ghost",
        color: str = "neutral",
        size: Size = "sm",
        icon_only: bool = False,
        slots: Slots | None = None,
        svc: Any = None,
        **kwargs: Any,
    ) -> None:
        self._svc = checked_svc(self, svc)
        self.icon_only = icon_only
        compact = size in ("xs", "sm")
        super().__init__(
            self._label(slots if isinstance(slots, Slots) else Slots(slots)),
            compact=compact,
            tooltip="Sign out and go to the sign-in page.",
            **kwargs,
        )
        self.add_class(f"-{variant}-logout", f"-color-{color}", f"-size-{size}")

    def on_mount(self) -> None:
        """Warn if there is nothing to sign out from, unless a console is booting."""
        if lacks_services(self):
            self.label, self.disabled = label(no_services(self)), True

    def _label(self, slots: Slots) -> Any:
        if self.icon_only:
            return self.ICON
        given = slots.get("default")
        if given is None:
            return label("Sign out")
        words = slot_line("logout", given)
        return label(words) if isinstance(words, str) else words

    @on(Button.Pressed)
    def _sign_out(self, event: Button.Pressed) -> None:
        event.stop()
        self.ask(sign_out(self.svc))


async def sign_out(svc: Svc) -> None:
    """Sign out, unless there is something to lose and the user stays."""
    from svc_tui.stores.session.snack_store import UNDONE  # The first paint needs no store.

    if await svc.confirm_end_session("Sign out"):
        for words in svc.exit_messages:
            svc.snack.show(words, "warning", 10)
        svc.exit_messages.clear()
        await svc.auth.logout()
        svc.snack.end(UNDONE)  # `u` would be typed into the form.
        svc.snack.show("You signed out.", "success")


@checks_arguments(**WIDGET)
class SvcThemeToggle(StoreSubscriber, Button):
    """Switches between light and dark; not saved."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__("◐", compact=True, tooltip="Switch between light and dark.", **kwargs)

    @on(Button.Pressed)
    def _toggle(self, event: Button.Pressed) -> None:
        event.stop()
        toggle_theme(self.app)


def toggle_theme(app: Any) -> None:
    """Switch to the other theme of its pair, or to a built-in one if it has none."""
    from svc_tui.config.themes import other_theme

    other = other_theme(app.theme, dark=app.current_theme.dark)
    if other not in app.available_themes:  # A foreign app only has Textual's own.
        other = "textual-light" if app.current_theme.dark else "textual-dark"
    app.theme = other
