"""EditorPage: the base of the pages that edit a record or a menu; how Esc and `q` leave them."""

from __future__ import annotations

from svc_tui.screens.page import SvcPage


class EditorPage(SvcPage):
    """A page around one editor. Esc leaves typing first; then it goes back, as `q` does."""

    @property
    def list_path(self) -> str:
        """The list that the record is in."""
        raise NotImplementedError

    async def action_leave(self) -> None:
        """Handle Esc: leave typing first, then go back to the list."""
        main = self.main()
        if self.focused is not None and main is not None and self.focused is not main:
            main.focus()
        else:
            self.ask(self.go_back())

    async def action_close_page(self) -> None:
        """Go back to the list."""
        if self.svc.blocks_leaving():
            return
        self.ask(self.go_back())

    async def go_back(self) -> None:
        """Go to the previous page, or to the list if there is none; a second call does nothing."""
        router = self.svc.router
        if router.visit is self.visit:
            await (router.back() if router.can_go_back else router.replace(self.list_path))
