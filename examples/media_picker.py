"""The picker alone: a button that opens the library, and what was picked."""

import sys

from textual.app import App

from svc_tui import Svc, SvcMediaManagerDialog, SvcRootComponents


class Picker(App[None]):
    def __init__(self, url: str) -> None:
        super().__init__()
        self.svc = Svc(url)

    async def on_mount(self) -> None:
        await self.svc.start()
        await self.svc.auth.login("admin", "admin")
        picker = SvcMediaManagerDialog(selection_mode="multi", mime="image/*", max_items=3)
        await self.mount(picker, SvcRootComponents())

    async def on_unmount(self) -> None:
        await self.svc.aclose()

    def on_svc_media_manager_dialog_confirm(self, event: SvcMediaManagerDialog.Confirm) -> None:
        picked = event.value if isinstance(event.value, tuple) else (event.value,)
        self.svc.snack.show(" then ".join(media.name for media in picked))


if __name__ == "__main__":
    Picker(sys.argv[1]).run()
