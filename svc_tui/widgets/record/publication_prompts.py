"""Questions before a publication step, and dialogs that only show something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svc_tui.api.errors import ApiError
from svc_tui.stores.listing.action_types import has_canary
from svc_tui.stores.listing.selection import Selection
from svc_tui.stores.record.publication_steps import PublicationStep
from svc_tui.stores.record.publication_store import PublicationStore
from svc_tui.stores.rows import key_of, row_name
from svc_tui.text import label, plural
from svc_tui.widgets.clipboard import SENT, to_clipboard
from svc_tui.widgets.record.publication_lists import PublicationListDialog, addresses, revision_line
from svc_tui.widgets.record.publication_options import PublicationDialog, PublicationOptions

if TYPE_CHECKING:
    from textual.app import App

    from svc_tui.api.crud import Crud
    from svc_tui.app.context import Svc


async def asked(
    app: App[object],
    svc: Svc,
    crud: Crud[object],
    step: PublicationStep,
    selection: Selection,
    about: str,
) -> tuple[PublicationStep | None, bool]:
    """Return the step with its answers, None if cancelled; and whether to try a few pages first."""
    known = await PublicationStore(crud, svc.config.base_url).languages()
    much = plural(len(selection), "page", "pages")
    name = step.label.rstrip("…")
    wish: PublicationOptions | None = await app.push_screen_wait(
        PublicationDialog(
            f"{name}: {much}",
            f"{name} {much}",
            about=about,
            languages=known if len(known) > 1 else (),
            asks_datetime=step.asks_datetime,
            zone=svc.config.zone,
            dangerous=step.dangerous,
            canary=has_canary(step, selection),
        )
    )
    if wish is None:
        return None, False
    return step.chosen(wish.languages or known, wish.moment), wish.canary


async def shown(
    app: App[object], svc: Svc, crud: Crud[object], step: PublicationStep, selection: Selection
) -> bool:
    """Show what a step is about; True if it changed the page."""
    row = next(iter(selection.rows.values()))
    store, key = PublicationStore(crud, svc.config.base_url), key_of(row)
    try:
        if step.id == "address":
            return await _show_addresses(app, svc, store, key, row_name(row))
        return await _show_revisions(app, svc, store, key, row_name(row))
    except ApiError as error:
        svc.snack.show(str(error), "error", 8)
        return False


async def _show_addresses(
    app: App[object], svc: Svc, store: PublicationStore, key: str, title: str
) -> bool:
    await store.look(key)
    found = addresses(store.state.editions, svc.config.zone)
    preview = f"{store.base_url.rstrip('/')}{store.crud.endpoint.item(key)}render/"
    found.append((preview, label(preview) + label("  preview for editors", "$text-muted")))
    hint = "Enter copies an address · Esc closes"
    dialog = PublicationListDialog(f"Addresses of {title}", [line for _, line in found], hint)
    chosen = await app.push_screen_wait(dialog)
    if chosen is not None:
        to_clipboard(app, found[chosen][0])
        svc.snack.show(SENT)
    return False


async def _show_revisions(
    app: App[object], svc: Svc, store: PublicationStore, key: str, title: str
) -> bool:
    found, zone = await store.revisions(key), svc.config.zone
    if not found:
        svc.snack.show("This page has no revisions yet. Publishing creates one.")
        return False
    hint = "Enter restores a revision (asks first) · Esc closes"
    lines = [revision_line(one, zone) for one in found]
    chosen = await app.push_screen_wait(PublicationListDialog(f"Revisions of {title}", lines, hint))
    if chosen is None:
        return False
    sure = await svc.confirm.ask(
        f"Restore this revision of {title}?",
        f"{lines[chosen].plain}\nUnpublished changes may be lost: they are not in any revision.",
        confirm_text="Restore",
        dangerous=True,
    )
    if sure:
        await store.revert(key, found[chosen].id)
        svc.snack.show("Restored.", "success")
    return bool(sure)
