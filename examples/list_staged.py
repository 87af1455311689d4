"""A list whose quick edits wait, marked with a star, until W shows them all and sends them."""

import sys

from textual.app import App

from svc_tui import FieldDescriptor, ListColumn, Svc, SvcList, SvcRootComponents


class Staged(App[None]):
    def __init__(self, url: str) -> None:
        super().__init__()
        self.svc = Svc(url)

    async def on_mount(self) -> None:
        await self.svc.start()
        await self.svc.auth.login("admin", "admin")
        columns = [ListColumn(key="name"), ListColumn(key="slug")]
        name = FieldDescriptor(key="name", required=True)
        tags = SvcList("/api/tags", columns, edit_fields=[name], stage=True)
        await self.mount(tags, SvcRootComponents())
        tags.table.grid.focus()

    async def on_unmount(self) -> None:
        await self.svc.aclose()


if __name__ == "__main__":
    Staged(sys.argv[1]).run()
