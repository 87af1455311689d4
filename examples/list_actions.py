"""Bulk actions alone: `x` deletes, or runs a function of one's own, on rows chosen elsewhere."""

import sys

from textual.app import App

from svc_tui import ActionContext, ActionDescriptor, Svc, SvcListActions, SvcRootComponents


async def shout(ctx: ActionContext) -> None:
    for tag in ctx.rows:
        if tag["name"].isupper():
            ctx.skipped(tag, "It is loud already.")
        else:
            await ctx.crud.partial_update(tag["id"], {"name": tag["name"].upper()})
            ctx.ok(tag)


class Actions(App[None]):
    def __init__(self, url: str) -> None:
        super().__init__()
        self.svc = Svc(url)

    async def on_mount(self) -> None:
        await self.svc.start()
        await self.svc.auth.login("admin", "admin")
        tags = (await self.svc.crud("/api/tags").list()).results[:2]
        bar = SvcListActions(
            actions=[ActionDescriptor(label="Shout", handler=shout)],
            selection=tags,
            endpoint="/api/tags",
        )
        await self.mount(bar, SvcRootComponents())
        bar.focus()

    async def on_unmount(self) -> None:
        await self.svc.aclose()


if __name__ == "__main__":
    Actions(sys.argv[1]).run()
