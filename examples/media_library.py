"""The library alone, on a backend: `svc-tui demo` tells its address; give it as the argument."""

import sys

from textual.app import App

from svc_tui import Svc, SvcMediaManager, SvcRootComponents


class Library(App[None]):
    def __init__(self, url: str) -> None:
        super().__init__()
        self.svc = Svc(url)

    async def on_mount(self) -> None:
        await self.svc.start()
        await self.svc.auth.login("admin", "admin")
        await self.mount(SvcMediaManager(default_lang="en"), SvcRootComponents())

    async def on_unmount(self) -> None:
        await self.svc.aclose()


if __name__ == "__main__":
    Library(sys.argv[1]).run()
