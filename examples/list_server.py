"""A whole list on a backend: `svc-tui demo` tells its address; give it as the argument.

With `hybrid` behind it everything is fetched once, and searched, sorted and paged in memory.
"""

import sys
from typing import Literal

from textual.app import App

from svc_tui import FilterDescriptor, ListColumn, ListTabItem, Svc, SvcList, SvcRootComponents


class Newsroom(App[None]):
    def __init__(self, url: str, mode: Literal["server", "hybrid"] = "server") -> None:
        super().__init__()
        self.svc = Svc(url)
        self.mode: Literal["server", "hybrid"] = mode

    async def on_mount(self) -> None:
        await self.svc.start()
        await self.svc.auth.login("editor", "editor")
        articles = SvcList(
            "/api/articles",
            [ListColumn(key="title", sortable=True), ListColumn(key="author.name")],
            filters=[FilterDescriptor(value="category", endpoint="/api/categories")],
            tabs=[ListTabItem(value="", text="All"), ListTabItem(value="draft")],
            tab_query_param="status",
            mode=self.mode,
        )
        await self.mount(articles, SvcRootComponents())
        articles.table.grid.focus()

    async def on_unmount(self) -> None:
        await self.svc.aclose()


if __name__ == "__main__":
    Newsroom(sys.argv[1], "hybrid" if "hybrid" in sys.argv else "server").run()
