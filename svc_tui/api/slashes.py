"""Slashes at the ends of addresses: as declared, and as redirects of this session showed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

from svc_tui.api.urls import BaseUrl

if TYPE_CHECKING:
    import httpx


class Slashes:
    """Whether addresses end with a slash.

    If a backend redirects to the same address with or without it, that is used from then on, as
    each read would otherwise be two requests. So are neighboring addresses, which is a guess: if
    one is not found (404), it is used as declared.
    """

    def __init__(
        self, base: BaseUrl, *, trailing: bool, follows: bool, verbatim: Iterable[str]
    ) -> None:
        self.trailing = trailing
        """Whether paths end with a slash; if not, only those of `verbatim` keep theirs."""
        self.follows = follows
        """Whether redirects that only add or remove a slash are followed by writes, too."""
        self.learnt: dict[str, bool] = {}
        """Whether an address ends with a slash, by its path without one, as a redirect showed."""
        self._neighbours: dict[str, bool] = {}
        self._base = base
        self._verbatim = frozenset(verbatim)

    def ended(self, path: str) -> str:
        """Return a path of the API as it is requested, by the settings."""
        return path if self.trailing or self._is_kept(path) else path.rstrip("/") or "/"

    def known(self, url: str, path: str) -> tuple[str, str]:
        """Return the URL of a path as learned from redirects.

        If only those of neighbors are known, it is a guess, and the declared URL comes second.
        """
        if not (self.learnt or self._neighbours) or "?" in path:
            return url, ""
        parts = urlsplit(url)
        stem, folder = _stem(parts.path)
        slash = self.learnt.get(stem)
        if slash is None and path not in self._verbatim:
            slash = self._neighbours.get(folder)
        if slash is None or stem == "":
            return url, ""
        found = urlunsplit(parts._replace(path=f"{stem}/" if slash else stem))
        return found, url if found != url and stem not in self.learnt else ""

    def redirected(self, response: httpx.Response) -> str:
        """Return where a redirect leads that keeps the method and changes only a slash; else ""."""
        if response.status_code not in (307, 308) or not self.follows:
            return ""
        if not response.has_redirect_location:
            return ""
        here = str(response.request.url)
        try:
            there = self._base.follow(here, response.headers["location"])
        except ValueError:
            return ""
        one, other = urlsplit(here), urlsplit(there)
        slash_only = one.path.rstrip("/") == other.path.rstrip("/") and one.path != other.path
        return there if slash_only and one.query == other.query else ""

    def learn(self, there: str, response: httpx.Response) -> None:
        """Remember an address that answered, if any, unless nothing was found there."""
        path = urlsplit(there).path
        stem, folder = _stem(path)
        found = response.status_code not in (404, 410) and not response.has_redirect_location
        if there and found:
            self.learnt[stem] = path.endswith("/")
            self._neighbours.setdefault(folder, path.endswith("/"))

    def declare(self, paths: Iterable[str]) -> None:
        """Remember how addresses end, if a backend returns some with and some without a slash."""
        for path in paths:
            whole = urlsplit(self._base.resolve(path)).path
            self.learnt.setdefault(_stem(whole)[0], whole.endswith("/"))

    def declare_below(self, folders: Mapping[str, bool]) -> None:
        """Remember how the addresses in folders end."""
        for path, slash in folders.items():
            self._neighbours.setdefault(_stem(urlsplit(self._base.resolve(path)).path)[0], slash)

    def _is_kept(self, path: str) -> bool:
        return path in self._verbatim or "?" in path


def _stem(path: str) -> tuple[str, str]:
    """Return a path without its final slash, and its parent folder."""
    stem = path.rstrip("/")
    return stem, stem.rpartition("/")[0]
