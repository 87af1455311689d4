"""Taking the last own write of a collection back without opening its record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.detail import DetailStore
from svc_tui.widgets.detail import questions
from svc_tui.widgets.form.places import places, words_at
from svc_tui.widgets.form.secrets import secret_paths

if TYPE_CHECKING:
    from svc_tui.context import Svc
    from svc_tui.stores.history import Write

NOTHING = "You have written nothing in this list that could be undone."


async def undo_last(
    svc: Svc,
    endpoint: str,
    fields: Sequence[FieldDescriptor],
    *,
    lookup: str,
    base: str,
    use_patch: bool = True,
) -> bool:
    """Ask, then put back what stood there before; True when that was written.

    What somebody changed since is shown on the record's own page, where one can choose.
    """
    crud = svc.crud(endpoint)
    write = svc.history.last(crud.endpoint.collection)
    if write is None or write.obstacle:
        said = f"{write.title}: {write.obstacle}" if write and write.obstacle else NOTHING
        svc.snack.show(said, "warning", 6)
        return False
    known = _languages(write)
    form = places(fields, known)
    words = list(dict.fromkeys(words_at(form, one.path) or one.path for one in write.values))
    rows = len(svc.history.beside(write))
    if not await questions.before_undoing(svc.confirm, write, words, write.title, rows):
        return False
    left_out = tuple(secret_paths(fields, known))
    store = DetailStore(
        crud,
        id=write.id,
        lookup=lookup,
        use_patch=use_patch,
        history=svc.history,
        left_out=left_out,
        base=base,
    )
    await store.load()
    if not store.state.loaded:
        svc.snack.show(f"Not undone. {store.state.problem or ''}".strip(), "error", 8)
        return False
    if await store.undo(write):
        svc.snack.show(f"Undone: {questions.named(words)}.", "success")
        return True
    if store.state.clash is not None and write.location:
        await svc.router.push(write.location, memory={"undo": write.number})
    elif store.state.problem or store.state.errors:
        said = store.state.problem or next(iter(store.state.errors.values()))[0]
        svc.snack.show(f"Not undone. {said}", "error", 8)
    else:
        svc.snack.show("It is already as it was before.", "info", 6)
    return False


def _languages(write: Write) -> tuple[str, ...]:
    """The languages in which something was written."""
    steps = (one.steps for one in write.values)
    return tuple(dict.fromkeys(way[1] for way in steps if way[0] == "translations" and way[1:]))
