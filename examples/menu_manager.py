"""One navigation menu alone, on a backend that has menus; give its address as the argument."""

import sys

from textual.app import App

from svc_tui import Svc, SvcRootComponents
from svc_tui.cms import SvcMenuManager


class Menu(App[None]):
    def __init__(self, url: str) -> None:
        super().__init__()
        self.svc = Svc(url, dialect="camomilla")
        self.told: list[SvcMenuManager.Saved] = []

    async def on_mount(self) -> None:
        await self.svc.start()
        await self.svc.auth.login("admin", "admin")
        await self.mount(SvcMenuManager("main", languages=["en", "it"], max_depth=2))
        await self.mount(SvcRootComponents())

    async def on_unmount(self) -> None:
        await self.svc.aclose()

    def on_svc_menu_manager_saved(self, event: SvcMenuManager.Saved) -> None:
        self.told.append(event)


if __name__ == "__main__":
    Menu(sys.argv[1]).run()
