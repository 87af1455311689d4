"""Quick edit alone: a small form on a fresh record."""

import sys

from textual.app import App

from svc_tui import FieldDescriptor, Svc, SvcListQuickEdit, SvcRootComponents


class QuickEdit(App[None]):
    def __init__(self, url: str) -> None:
        super().__init__()
        self.svc = Svc(url)

    async def on_mount(self) -> None:
        await self.svc.start()
        await self.svc.auth.login("admin", "admin")
        name = FieldDescriptor(key="name", required=True)
        form = SvcListQuickEdit(open=True, endpoint="/api/tags", item_id=1, edit_fields=[name])
        await self.mount(form, SvcRootComponents())

    async def on_unmount(self) -> None:
        await self.svc.aclose()

    def on_svc_list_quick_edit_saved(self, event: SvcListQuickEdit.Saved) -> None:
        self.svc.snack.show(f"It is called {event.item['name']} now.", "success")


if __name__ == "__main__":
    QuickEdit(sys.argv[1]).run()
