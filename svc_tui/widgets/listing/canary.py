"""The question between the first rows of a run and the rest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from svc_tui.text import cut, plural

if TYPE_CHECKING:
    from svc_tui.stores.listing.action_types import Outcome
    from svc_tui.stores.session.confirm_store import ConfirmStore


async def wants_the_rest(
    confirm: ConfirmStore,
    outcomes: Iterable[Outcome],
    left: int,
    noun: tuple[str, str] = ("row", "rows"),
) -> bool:
    """Show the results of the first rows, and ask about the `left` others."""
    lines = [
        f"{cut(one.title, 40)}: {'done' if one.state == 'ok' else one.reason or one.state}"
        for one in outcomes
        if not one.untried
    ]
    return await confirm.ask(
        f"Continue with the other {plural(left, *noun)}?",
        "\n".join(lines),
        confirm_text="Continue",
        cancel_text="Stop",
        by_itself=True,
    )
