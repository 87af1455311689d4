"""The life of a page of the CMS: what can be done with it, one step an action of the menu."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from svc_tui.api.errors import ApiError, Unauthorized, Unreachable
from svc_tui.stores.listing.action_types import CALLED_OFF
from svc_tui.stores.rows import Row, key_of, wire_id

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud
    from svc_tui.models.listing import ActionRequest
    from svc_tui.stores.listing.action_types import ActionContext

AT_ONCE = 6
"""Pages that are worked on at the same time."""

ALREADY_OUT = "it is public already, and no draft waits to be brought out later: save one first"
NO_DRAFT = "no draft was waiting"


@dataclass(frozen=True)
class LifecycleStep:
    """One thing to do with pages; `chosen` completes one that has to be asked about."""

    id: str
    label: str
    does: Callable[[Crud[Any], str, str, datetime | None], Awaitable[str]] | None = None
    """Takes collection, id, language and moment; gives why it was not done, or "".
    None: something to look at, not to do."""
    asks_datetime: bool = False
    dangerous: bool = False
    permissions: tuple[str, ...] = ("change",)
    handle_multiple: bool = True
    handle_all: bool = False
    request: ActionRequest | None = None
    languages: tuple[str, ...] = ("",)
    """In which languages it is done; "" stands for the only one."""
    moment: datetime | None = None

    def chosen(self, languages: tuple[str, ...], moment: datetime | None) -> LifecycleStep:
        """The same step with all that had to be asked."""
        return replace(self, languages=languages or ("",), moment=moment)

    @property
    def handler(self) -> Callable[[ActionContext], Awaitable[None]]:
        """What an `ActionStore` runs."""
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
        """A page that was begun reports in which languages it was left.

        Where it is unknown in one language, the whole row is: tried again, it would be sent twice.
        """
        assert self.does is not None
        reasons, unknown = list[str](), False
        for n, lang in enumerate(self.languages):
            await context.turn()
            if context.called_off():
                if n == 0:
                    context.skipped(row, CALLED_OFF)
                    return
                reasons.append(f"called off before {', '.join(self.languages[n:])}")
                break
            try:
                reason = await self.does(
                    context.crud, key_of(row, context.lookup), lang, self.moment
                )
            except ApiError as error:
                reason = error.what()
                if error.may_have_been_applied:
                    unknown = True
                    reason += " It is unknown whether it was done: look at the page first."
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


async def ask(crud: Crud[Any], method: str, id: str, what: str, lang: str, body: Any = None) -> Any:
    """One of the calls that only pages have, in a language."""
    language = f"?language={quote(lang)}" if lang else ""
    path = f"{crud.endpoint.item(wire_id(id))}{what}/{language}"
    return await crud.call(method, path, json=body)


async def publish(crud: Crud[Any], id: str, lang: str, moment: datetime | None = None) -> str:
    """Bring it out, with the draft that waits."""
    await ask(crud, "POST", id, "publish", lang, {})
    return ""


async def unpublish(crud: Crud[Any], id: str, lang: str, moment: datetime | None = None) -> str:
    """Take it back: nobody but editors sees it."""
    nothing: dict[str, Any] = {"published_at": None}
    await crud.partial_update(wire_id(id), {"translations": {lang: nothing}} if lang else nothing)
    return ""


async def schedule(crud: Crud[Any], id: str, lang: str, moment: datetime | None = None) -> str:
    """Bring it out at a moment; the CMS says yes even where it does nothing."""
    assert moment is not None
    await ask(crud, "POST", id, "schedule", lang, {"publish_at": moment.isoformat()})
    try:
        now = await ask(crud, "GET", id, "preview", lang)
    except ApiError as error:
        error.may_have_been_applied = True  # It was sent, and only the look afterwards failed.
        raise
    known = (now.get("draft_scheduled_for"), _published_at(now, lang))
    return "" if any(_is(moment, one) for one in known) else ALREADY_OUT


async def discard_draft(crud: Crud[Any], id: str, lang: str, moment: datetime | None = None) -> str:
    """Throw away what waits to be brought out."""
    before = await ask(crud, "GET", id, "preview", lang)
    if not before.get("has_draft"):
        return NO_DRAFT
    await ask(crud, "POST", id, "discard-draft", lang, {})
    return ""


STEPS = (
    LifecycleStep("publish", "Publish", publish),
    LifecycleStep("unpublish", "Unpublish", unpublish),
    LifecycleStep("schedule", "Schedule…", schedule, asks_datetime=True),
    LifecycleStep("discard-draft", "Discard draft", discard_draft, dangerous=True),
    LifecycleStep("address", "Address…", permissions=(), handle_multiple=False),
    LifecycleStep("revisions", "Revisions…", permissions=(), handle_multiple=False),
)
"""Everything that the menus of articles and pages offer besides deleting."""


def _published_at(page: Mapping[str, Any], lang: str) -> Any:
    texts = page.get("translations")
    own = texts.get(lang) if isinstance(texts, Mapping) else None
    return own.get("published_at") if isinstance(own, Mapping) else page.get("published_at")


def parse_datetime(text: object) -> datetime | None:
    """An ISO moment of an answer; None for anything else."""
    try:
        return datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None


def _is(moment: datetime, text: object) -> bool:
    known = parse_datetime(text)
    return known is not None and known.tzinfo is not None and known == moment
