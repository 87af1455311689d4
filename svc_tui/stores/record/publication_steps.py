"""The publication steps of a CMS page, one per action of the menu."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from svc_tui.api.errors import ApiError, Unauthorized, Unreachable
from svc_tui.models.records import TRANSLATIONS
from svc_tui.stores.listing.action_types import CALLED_OFF
from svc_tui.stores.rows import Row, key_of

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud
    from svc_tui.api.dialects import StepRequest
    from svc_tui.models.listing import ActionRequest
    from svc_tui.stores.listing.action_types import ActionContext

Does = Callable[["Crud[Any]", str, str, "datetime | None"], Awaitable[str]]
"""Takes collection, id, language and time; returns why it was not done, or ""."""

AT_ONCE = 6
"""Maximum number of pages processed at once."""


@dataclass(frozen=True)
class PublicationStep:
    """A step for pages; `chosen` completes one that needs answers."""

    id: str
    label: str
    does: Does | None = None
    """None if it only shows something."""
    asks_datetime: bool = False
    dangerous: bool = False
    permissions: tuple[str, ...] = ("change",)
    handle_multiple: bool = True
    handle_all: bool = False
    by_rows: bool = True
    """Whether some pages can be done first."""
    request: ActionRequest | None = None
    languages: tuple[str, ...] = ("",)
    """The languages in which it is done; "" stands for the only one."""
    moment: datetime | None = None
    reversible: bool = False
    """Whether restoring the old values of the page undoes it."""

    @property
    def changes(self) -> tuple[str, ...]:
        """Return the fields that it changes: publishing a draft replaces all text."""
        found = (f"{TRANSLATIONS}.{one}" if one else "published_at" for one in self.languages)
        return tuple(found) if self.reversible else ()

    def chosen(self, languages: tuple[str, ...], moment: datetime | None) -> PublicationStep:
        """Return the same step with the answers."""
        return replace(self, languages=languages or ("",), moment=moment)

    def requests(self, crud: Crud[Any], id: str) -> tuple[StepRequest, ...]:
        """Return the requests of the step for a page, one per language; sends nothing."""
        publication, step = crud.dialect.publication, self.id.replace("-", "_")
        if publication is None:
            return ()
        return tuple(
            publication.request_of(step, crud, id, lang, self.moment) for lang in self.languages
        )

    @property
    def handler(self) -> Callable[[ActionContext], Awaitable[None]]:
        """Run the step, as an `ActionStore` runs an action."""
        return self._run

    async def _run(self, context: ActionContext) -> None:
        """Do it with each row in each language, and report every row."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(row: Row) -> None:
            async with gate:
                await self._in_each_language(context, row)

        async with asyncio.TaskGroup() as group:
            for row in context.rows:
                group.create_task(one(row))

    async def _in_each_language(self, context: ActionContext, row: Row) -> None:
        """A page that was started reports the languages that were left out.

        If one language is unknown, so is the whole row: a retry would send it twice.
        """
        assert self.does is not None
        reasons, unknown = list[str](), False
        for n, lang in enumerate(self.languages):
            await context.turn()
            if context.called_off():
                if n == 0:
                    context.skipped(row, CALLED_OFF)
                    return
                reasons.append(f"cancelled before {', '.join(self.languages[n:])}")
                break
            try:
                reason = await self.does(
                    context.crud, key_of(row, context.lookup), lang, self.moment
                )
            except ApiError as error:
                reason = error.what()
                if error.may_have_been_applied:
                    unknown = True
                    reason += " It is unknown whether it was done: check the page first."
                if isinstance(error, Unauthorized | Unreachable):
                    reasons.append(f"{lang}: {reason}" if lang else reason)
                    break
            if reason:
                reasons.append(f"{lang}: {reason}" if lang else reason)
        if unknown:
            context.unknown(row, "; ".join(reasons))
        elif reasons:
            context.failed(row, "; ".join(reasons))
        else:
            context.ok(row)


def _publication(name: str) -> Does:
    """Return the step of this name, as the collection's dialect implements it."""

    async def does(crud: Crud[Any], id: str, lang: str, moment: datetime | None) -> str:
        said: str = await getattr(crud.dialect.publication, name)(crud, id, lang, moment)
        return said

    return does


STEPS = (
    PublicationStep("publish", "Publish", _publication("publish"), reversible=True),
    PublicationStep("unpublish", "Unpublish", _publication("unpublish"), reversible=True),
    PublicationStep("schedule", "Schedule…", _publication("schedule"), asks_datetime=True),
    PublicationStep(
        "discard-draft", "Discard draft", _publication("discard_draft"), dangerous=True
    ),
    PublicationStep("address", "Address…", permissions=(), handle_multiple=False),
    PublicationStep("revisions", "Revisions…", permissions=(), handle_multiple=False),
)
"""All actions on articles and pages besides deleting."""


def parse_datetime(text: object) -> datetime | None:
    """An ISO time of an answer; None for anything else."""
    try:
        return datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
