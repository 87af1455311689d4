"""Cache parsed style sheets between starts."""

from __future__ import annotations

import os
import pickle
import stat
import sys
import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any

from textual.css.stylesheet import Stylesheet

from svc_tui.config.paths import StateUnwritable, cache_dir, ready
from svc_tui.textual_patches.replace import replace
from svc_tui.thinline.textual_version import textual_version

Rules = list[Any]

MAX_BYTES = 4 << 20
"""File size above which only the sheets used by this start are kept."""

_CHECKSUM_BYTES = 4


class StylesheetCache:
    """Pickled rules by a digest of their source, in a file that only its owner can write.

    A file that is damaged or writable by others is ignored. One that can't be written makes
    the next start slower, without a message.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._kept: dict[bytes, bytes] = {}
        self._fresh: dict[bytes, Rules] = {}
        self._used: set[bytes] = set()
        self._size = 0

    def read(self) -> None:
        """Load what an earlier start saved."""
        with suppress(OSError), self.file.open("rb") as file:
            about = os.fstat(file.fileno())
            if about.st_uid != os.geteuid() or about.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
                return
            data = file.read()
            checksum, body = data[:_CHECKSUM_BYTES], memoryview(data)[_CHECKSUM_BYTES:]
            if checksum == _checksum(body):
                self._kept, self._size = pickle.loads(body), len(body)

    def rules(self, source: str, parse: Callable[[], Rules]) -> Rules:
        """Return the kept rules of a source, or parse it; rules with errors are not kept."""
        key = blake2b(source.encode(errors="surrogatepass"), digest_size=20).digest()
        self._used.add(key)
        if key in self._kept:
            return list(pickle.loads(self._kept[key]))
        rules = self._fresh.get(key)
        if rules is None:
            rules = parse()
            if not any(rule.errors for rule in rules):
                self._fresh[key] = rules
        return rules

    def save(self) -> None:
        """Write the file if anything is new. Touches the disk: call it in a thread."""
        if not self._fresh:
            return
        fresh, self._fresh = self._fresh, {}
        self._kept |= {key: pickle.dumps(rules) for key, rules in fresh.items()}
        kept = self._kept
        if self._size >= MAX_BYTES:
            kept = {key: kept[key] for key in self._used & kept.keys()}
        body = pickle.dumps(kept)
        # One name for all temporary files: one that two processes wrote at once fails its checksum.
        draft = self.file.with_name(f"{self.file.name}.new")
        with suppress(OSError, StateUnwritable):
            ready(self.file.parent)
            handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(_checksum(body) + body)
                draft.replace(self.file)
            except OSError:
                draft.unlink(missing_ok=True)
                raise


def install_stylesheet_cache(file: Path | None = None) -> StylesheetCache:
    """Make Textual use cached style sheets, by default the user's.

    Parsing a hundred sheets takes a quarter of the time to the first rows.
    """
    cache = StylesheetCache(file or cache_dir() / f"stylesheets.{sys.implementation.cache_tag}")
    cache.read()
    parse, described = Stylesheet._parse_rules, _Variables()

    def parsed(
        self: Stylesheet,
        css: str,
        read_from: tuple[str, str],
        is_default_rules: bool = False,
        tie_breaker: int = 0,
        scope: str = "",
    ) -> Rules:
        key = css, read_from, is_default_rules, tie_breaker, scope
        if key in self._parse_cache:
            return self._parse_cache[key]
        source = f"{textual_version()} {described.text(self._variables)} {key!r}"
        rules = self._parse_cache[key] = cache.rules(source, partial(parse, self, *key))
        return rules

    replace(Stylesheet, "_parse_rules", parsed)
    return cache


class _Variables:
    """The variables of a theme as text, computed once for the hundred sheets that share them."""

    def __init__(self) -> None:
        self._last: tuple[dict[str, str], str] = {}, "[]"

    def text(self, variables: dict[str, str]) -> str:
        if variables != self._last[0]:
            self._last = variables.copy(), str(sorted(variables.items()))
        return self._last[1]


def _checksum(body: bytes | memoryview) -> bytes:
    return zlib.crc32(body).to_bytes(_CHECKSUM_BYTES, "big")
