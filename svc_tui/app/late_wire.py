"""LateWire: the wire of a description that is read after the sign-in."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from svc_tui.api.errors import ApiError
from svc_tui.app.described_options import with_described_wire
from svc_tui.app.factory import known_dialect, with_dialect_paths, with_options

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.introspect.openapi.description import Description


class LateWire:
    """Encodes requests as the description says, once a user who may read it has signed in.

    A configured description is read before any other request; others when found.
    """

    def __init__(self, svc: Svc) -> None:
        self._svc, self._given = svc, svc.config
        svc.discovery.description.on_found = self.take
        svc.auth.prepare = self.read

    async def read(self) -> None:
        """Read the configured description; its store reports problems."""
        with suppress(ApiError):
            await self._svc.discovery.description.load()

    def take(self, found: Description) -> None:
        """Encode all further requests as a description says."""
        options = with_described_wire(self._given, found)
        if options is self._given:
            return
        svc = self._svc
        dialect = with_options(known_dialect(options.dialect), options)
        svc.dialect = svc.discovery.dialect = dialect
        svc.config = with_dialect_paths(options, dialect)
        svc.fetch.headers = dict(dialect.headers)
        svc.fetch.slashes.follows = dialect.follows_slashes
        if dialect.trailing_slash is not None and "trailing_slash" not in options.model_fields_set:
            svc.fetch.slashes.trailing = dialect.trailing_slash
