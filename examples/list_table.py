"""A table alone, on a backend: `svc-tui demo` tells its address; give it as the argument."""

import sys

from textual.app import App

from svc_tui import ListColumn, Svc, SvcListTable, SvcRootComponents


class Articles(App[None]):
    def __init__(self, url: str) -> None:
        super().__init__()
        self.svc = Svc(url)

    async def on_mount(self) -> None:
        await self.svc.start()
        await self.svc.auth.login("editor", "editor")
        columns = [ListColumn(key="title", sortable=True), ListColumn(key="author.name")]
        await self.mount(SvcListTable("/api/articles", columns), SvcRootComponents())

    async def on_unmount(self) -> None:
        await self.svc.aclose()


if __name__ == "__main__":
    Articles(sys.argv[1]).run()
