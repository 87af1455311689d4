"""What libraries compile anew at every start, kept from one start to the next.

A dataclass writes its methods as text and has Python compile them. The console and its libraries
have 270 such classes, which took a sixth of the time to the first rows. What comes out depends on
nothing but the text, so it is kept as Python keeps what it compiles of a module.
"""

from __future__ import annotations

import builtins
import dataclasses
import marshal
import os
import stat
import sys
import zlib
from contextlib import suppress
from hashlib import blake2b
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType
from typing import Any

from svc_tui.config.paths import StateUnwritable, cache_dir, ready

MOST = 4 << 20
"""Bytes of a file above which what was not used in this start is left out of it."""

_CHECKED = 4
"""Bytes of the sum over what follows."""


class Compiled:
    """Code by its text, in one file that only its owner may write.

    A file that is broken, another Python's or somebody else's is passed over, and one that cannot
    be written costs a slower start and no word.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._kept: dict[bytes, CodeType] = {}
        self._used: dict[bytes, CodeType] = {}
        self._new = False
        self._size = 0

    def read(self) -> None:
        """Look at what was kept."""
        with suppress(OSError, ValueError, EOFError, TypeError):
            with self.file.open("rb") as file:
                about = os.fstat(file.fileno())
                if about.st_uid != os.geteuid() or about.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
                    return
                data = file.read()
            head, body = data[: len(_head(b""))], memoryview(data)[len(_head(b"")) :]
            if head == _head(body):
                self._kept, self._size = marshal.loads(body), len(body)

    def run(self, text: str, names: dict[str, Any], local: dict[str, Any] | None = None) -> None:
        """As `exec` does, of a text that may have been compiled before."""
        # Its digest stands for a text: all of them would be a megabyte more in memory.
        key = blake2b(text.encode(), digest_size=20).digest()
        code = self._used.get(key) or self._kept.pop(key, None)
        if code is None:
            code = compile(text, "<string>", "exec", dont_inherit=True)
            self._new = True
        self._used[key] = code
        builtins.exec(code, names, local)

    def keep(self) -> None:
        """Write it down, where anything is new. Touches the disk: call it in a thread."""
        if not self._new:
            return
        self._new = False
        body = marshal.dumps({**(self._kept if self._size < MOST else {}), **self._used})
        # One name for all: what is cut off, or written by two at once, is known by its sum.
        draft = self.file.with_name(f"{self.file.name}.new")
        with suppress(OSError, StateUnwritable):
            ready(self.file.parent)
            handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(_head(body) + body)
                draft.replace(self.file)
            except OSError:
                draft.unlink(missing_ok=True)
                raise


def keep_what_is_compiled() -> Compiled:
    """From here on, dataclasses take their code from the cache."""
    compiled = Compiled(cache_dir() / f"compiled.{sys.implementation.cache_tag}")
    compiled.read()
    # The module calls the function by this name, and finds it here before Python's own.
    vars(dataclasses)["exec"] = compiled.run
    return compiled


def _head(body: bytes | memoryview) -> bytes:
    """Which Python's code it is, and the sum by which a damaged file is known."""
    return MAGIC_NUMBER + zlib.crc32(body).to_bytes(_CHECKED, "big")
