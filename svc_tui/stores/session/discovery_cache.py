"""DiscoveryCache: keep what was discovered about a backend between starts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Any

from svc_tui.api.page_sizes import PageSize
from svc_tui.config.private_files import file_of_user, read_private, write_private
from svc_tui.text import clean

if TYPE_CHECKING:
    from svc_tui.models.resource import Resource

VERSION = 1
"""The version of the file's layout; other versions are ignored."""

FRESH = 7 * 24 * 3600.0
"""Seconds after which a collection is probed again, as backends change."""

LARGEST = 4 << 20
"""Maximum size of the file."""


SHOWN = 4
"""Maximum number of names in a sentence about changes."""


@dataclass(frozen=True)
class ProbeResult:
    """The results of probing a collection."""

    sorts: Mapping[str, bool] = field(default_factory=dict)
    """Probed keys, and whether the backend sorts by them."""
    filters: Mapping[str, Any] = field(default_factory=dict)
    """Probed filters, as plain values, or None if ignored."""
    at: float = field(default_factory=time)
    """When it was first probed, in seconds since the epoch."""
    lookup: str = ""
    """The key by which a record was found; empty if only one was possible."""


class DiscoveryCache:
    """One private JSON file for a backend and a user.

    Without a folder, everything is forgotten at the end.
    """

    def __init__(self, folder: Path | None, base_url: str) -> None:
        self._folder, self._base_url = folder, base_url
        self._path: Path | None = None
        self.collections: tuple[dict[str, str], ...] = ()
        self.tried: dict[str, ProbeResult] = {}
        self.page_sizes: dict[str, PageSize] = {}
        """The page sizes that lists returned, by collection."""
        self._sizes_at = time()
        self.versions: dict[str, str] = {}
        """The versions that the backend reported, by where it did."""
        self.keys: dict[str, tuple[str, ...]] = {}
        """The keys that all rows of a collection had, by its endpoint."""
        self.changes: list[str] = []
        """Sentences for the user about cached facts that have changed."""

    def load_for_user(self, user: str | None) -> None:
        """Load the cache of this user; None empties it."""
        self._path, self.collections, self.tried = None, (), {}
        self.page_sizes, self._sizes_at = {}, time()
        self.versions, self.keys, self.changes = {}, {}, []
        if self._folder is None or not user:
            return
        self._path = file_of_user(self._folder, self._base_url, user)
        with suppress(OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            self._take(json.loads(read_private(self._path, LARGEST)))

    def keep_collections(self, collections: Iterable[Mapping[str, str]]) -> None:
        """Keep the collections that the API roots name."""
        found = tuple(dict(one) for one in collections)
        if found != self.collections:
            before = [one["name"] for one in self.collections]
            if before:
                self._note_change("The collections", before, [one["name"] for one in found])
            self.collections = found
            self._write()

    def note(
        self, endpoint: str, sorts: Mapping[str, bool], filters: Mapping[str, Any], lookup: str
    ) -> None:
        """Keep the results of probing a collection."""
        before = self.tried.get(endpoint, ProbeResult())
        self.tried[endpoint] = ProbeResult(
            sorts={**before.sorts, **sorts},
            filters={**before.filters, **filters},
            at=before.at,
            lookup=lookup,
        )
        self._write()

    def take_changes(self) -> str:
        """Return in sentences what has changed since it was cached, once."""
        said, self.changes = " ".join(self.changes), []
        return said

    def note_version(self, place: str, version: str) -> bool:
        """Save a version; if it has changed, forget the probes and return True."""
        before = self.versions.get(place)
        if not version or version == before:
            return False
        self.versions[place] = version
        if before is not None:
            self.tried, self.page_sizes = {}, {}
        self._write()
        return before is not None

    def note_rows(self, resource: Resource, rows: Iterable[Any]) -> None:
        """Save the keys of a collection's rows; if they have changed, forget the probes."""
        shapes = {frozenset(map(str, one)) for one in rows if isinstance(one, Mapping)}
        if len(shapes) != 1:
            return  # Rows differ from each other, so other keys prove nothing.
        now = tuple(sorted(shapes.pop()))
        before = self.keys.get(resource.endpoint)
        if now == before:
            return
        self.keys[resource.endpoint] = now
        if before is not None:
            self.tried.pop(resource.endpoint, None)
            self._note_change(f"The fields of {resource.label or resource.name}", before, now)
        self._write()

    def _note_change(self, what: str, before: Sequence[str], now: Sequence[str]) -> None:
        new, gone = [one for one in now if one not in before], [o for o in before if o not in now]
        said = [f"{kind}: {_listed(names)}." for kind, names in (("Added", new), ("Removed", gone))]
        changes = " ".join(one for one, names in zip(said, (new, gone), strict=True) if names)
        if changes:
            self.changes.append(f"{what} have changed since the last start. {changes}")

    def note_page_size(self, collection: str, size: PageSize) -> None:
        """Save the page sizes of a collection."""
        self.page_sizes[collection] = size
        self._write()

    def _take(self, kept: Any) -> None:
        if kept["version"] != VERSION:
            return
        collections = tuple(
            {name: str(one[name]) for name in ("name", "endpoint", "label", "root")}
            for one in kept["collections"]
        )
        tried = {
            str(endpoint): ProbeResult(
                {str(key): one is True for key, one in facts["sorts"].items()},
                {str(key): one for key, one in facts["filters"].items() if _is_filter(one)},
                float(facts["at"]),
                str(facts["lookup"]),
            )
            for endpoint, facts in kept["tried"].items()
            if 0 <= time() - float(facts["at"]) < FRESH
        }
        self.collections, self.tried = collections, tried
        versions, keys = kept.get("versions", {}), kept.get("keys", {})
        self.versions = {str(place): str(one) for place, one in versions.items()}
        self.keys = {str(endpoint): tuple(map(str, found)) for endpoint, found in keys.items()}
        sizes = kept.get("page_sizes", {})
        if sizes and 0 <= time() - float(sizes["at"]) < FRESH:
            self._sizes_at = float(sizes["at"])
            self.page_sizes = {
                str(collection): PageSize(max(0, int(least)), max(1, int(most)))
                for collection, (least, most) in sizes["by_collection"].items()
            }

    def _write(self) -> None:
        if self._path is None:
            return
        tried = {
            endpoint: {
                "sorts": dict(one.sorts),
                "filters": dict(one.filters),
                "at": one.at,
                "lookup": one.lookup,
            }
            for endpoint, one in self.tried.items()
        }
        kept: dict[str, Any] = {
            "version": VERSION,
            "collections": list(self.collections),
            "tried": tried,
            "versions": self.versions,
            "keys": self.keys,
        }
        if self.page_sizes:
            sizes = {key: (one.least, one.most) for key, one in self.page_sizes.items()}
            kept["page_sizes"] = {"at": self._sizes_at, "by_collection": sizes}
        with suppress(OSError, ValueError, TypeError):
            write_private(self._path, json.dumps(kept))


def _listed(names: Sequence[str]) -> str:
    shown = [clean(one, limit=40) for one in names[:SHOWN]]
    return ", ".join(shown) + (f" and {len(names) - SHOWN} more" if names[SHOWN:] else "")


def _is_filter(kept: object) -> bool:
    """Whether this is a cached filter: its plain values, or None if ignored."""
    return kept is None or isinstance(kept, Mapping)
