"""The picker alone: a button that opens the library, and what was picked."""

from textual.app import App

from svc_tui import Svc, SvcMediaManagerDialog


class Picker(App[None]):
    def __init__(self, url: str = "http://127.0.0.1:8000", mode: str = "single") -> None:
        super().__init__()
        self.svc, self.mode = Svc(url), mode

    async def on_mount(self) -> None:
        await self.svc.start()
        await self.svc.auth.login("admin", "admin")
        await self.mount(SvcMediaManagerDialog(selection_mode=self.mode, mime="image/*"))

    def on_svc_media_manager_dialog_confirm(self, event: SvcMediaManagerDialog.Confirm) -> None:
        picked = event.value if isinstance(event.value, tuple) else (event.value,)
        self.notify(", ".join(media.name for media in picked), markup=False)


if __name__ == "__main__":
    Picker().run()
