"""Requests for publishing, drafts and revisions, by language."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from svc_tui.api.dialects.base import StepRequest
from svc_tui.api.dialects.camomilla.records import accessor_of, to_wire
from svc_tui.api.errors import ApiError
from svc_tui.models.records import TRANSLATIONS, wire_id

if TYPE_CHECKING:
    from svc_tui.api.crud import Crud

ALREADY_OUT = "it is already public, and there is no draft to schedule: save one first"
NO_DRAFT = "there was no pending draft"


class CmsPublication:
    """Publishes pages; each step returns why nothing was done, or ""."""

    async def publish(
        self, crud: Crud[Any], id: str, lang: str, moment: datetime | None = None
    ) -> str:
        """Publish a page with its draft."""
        await _send(crud, self.request_of("publish", crud, id, lang))
        return ""

    async def unpublish(
        self, crud: Crud[Any], id: str, lang: str, moment: datetime | None = None
    ) -> str:
        """Unpublish a page, so that only editors see it."""
        await crud.partial_update(wire_id(id), self.request_of("unpublish", crud, id, lang).body)
        return ""

    async def schedule(
        self, crud: Crud[Any], id: str, lang: str, moment: datetime | None = None
    ) -> str:
        """Schedule a page; the CMS answers 200 even if it does nothing."""
        assert moment is not None
        await _send(crud, self.request_of("schedule", crud, id, lang, moment))
        try:
            now = await self.preview(crud, id, lang)
        except ApiError as error:
            error.may_have_been_applied = True  # Only the check afterwards failed.
            raise
        known = (now.get("draft_scheduled_for"), _published_at(now, lang))
        return "" if any(_is(moment, one) for one in known) else ALREADY_OUT

    async def discard_draft(
        self, crud: Crud[Any], id: str, lang: str, moment: datetime | None = None
    ) -> str:
        """Delete the draft of a page."""
        before = await self.preview(crud, id, lang)
        if not before.get("has_draft"):
            return NO_DRAFT
        await _send(crud, self.request_of("discard_draft", crud, id, lang))
        return ""

    def request_of(
        self, step: str, crud: Crud[Any], id: str, lang: str, moment: datetime | None = None
    ) -> StepRequest:
        """Return the request of a step, with the values of the record or of the body."""
        if step == "unpublish":
            nothing: dict[str, Any] = {"published_at": None}
            changes = {TRANSLATIONS: {lang: nothing}} if lang else nothing
            return StepRequest("PATCH", crud.endpoint.item(wire_id(id)), changes)
        body = {"publish_at": moment.isoformat()} if moment is not None else {}
        return StepRequest("POST", _path(crud, id, step.replace("_", "-"), lang), body)

    async def preview(self, crud: Crud[Any], id: str, lang: str) -> Mapping[str, Any]:
        """Return a page as it would be published."""
        found: Mapping[str, Any] = await _ask(crud, "GET", id, "preview", lang)
        return found

    async def save_draft(
        self, crud: Crud[Any], id: str, changes: Mapping[str, Any], lang: str
    ) -> None:
        """Save changes as a draft: each language has one, other values go with `lang`."""
        metadata = await crud.metadata()
        at = accessor_of(metadata.extra) if metadata else TRANSLATIONS
        worded = to_wire(changes, metadata)
        texts = worded.get(at) or {}
        rest = {key: value for key, value in worded.items() if key != at}
        parts = {code: {at: {code: values}} for code, values in texts.items()}
        if rest:
            parts[lang] = {**parts.get(lang, {}), **rest}
        for code, body in parts.items():
            await _ask(crud, "PATCH", id, "draft", code, body)

    async def revisions(self, crud: Crud[Any], id: str) -> Any:
        """Return the revisions of a page, the newest first."""
        return await crud.request("GET", f"{crud.endpoint.item(id)}revisions/")

    async def revert(self, crud: Crud[Any], id: str, revision: int) -> None:
        """Restore a revision."""
        await crud.request("POST", f"{crud.endpoint.item(id)}revert/{revision}/", json={})


async def _ask(
    crud: Crud[Any], method: str, id: str, what: str, lang: str, body: Any = None
) -> Any:
    return await crud.request(method, _path(crud, id, what, lang), json=body)


async def _send(crud: Crud[Any], request: StepRequest) -> Any:
    return await crud.request(request.method, request.path, json=request.body)


def _path(crud: Crud[Any], id: str, what: str, lang: str) -> str:
    language = f"?language={quote(lang)}" if lang else ""
    return f"{crud.endpoint.item(wire_id(id))}{what}/{language}"


def _published_at(page: Mapping[str, Any], lang: str) -> Any:
    texts = page.get(TRANSLATIONS)
    own = texts.get(lang) if isinstance(texts, Mapping) else None
    return own.get("published_at") if isinstance(own, Mapping) else page.get("published_at")


def _is(moment: datetime, text: object) -> bool:
    try:
        known = datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return False
    return known is not None and known.tzinfo is not None and known == moment
