"""What libraries compile anew at every start, kept from one start to the next.

A dataclass writes its methods as text and has Python compile them, as a named tuple does with its
constructor and `typing` with a name in quotes. The console and its libraries have 260 such classes
and 1,200 such names, which took a fifth of the time to the first rows; Textual reads a hundred
style sheets, and all of them together write 190 regular expressions, which Python compiles by a
program in Python. What comes out depends on nothing but the text, so it is kept as Python keeps
what it compiles of a module.
"""

from __future__ import annotations

import builtins
import collections
import dataclasses
import marshal
import os
import pickle
import re
import stat
import sys
import typing
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import blake2b
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from threading import Lock
from types import CodeType, ModuleType
from typing import Any, TypeVar

from svc_tui.config.paths import StateUnwritable, cache_dir, ready

Made = TypeVar("Made")

MOST = 4 << 20
"""Bytes of a file above which what was not used in this start is left out of it."""

_WAY = b"\3"
"""How the file is written; one that was written otherwise is made anew."""

_AS_EVER = re.DEBUG | re.LOCALE
"""Flags of regular expressions that do more than to say what is meant."""

_CHECKED = 4
"""Bytes of the sum over what follows."""


class CompileCache:
    """Code by its text, in one file that only its owner may write.

    A file that is broken, another Python's or somebody else's is passed over, and one that cannot
    be written costs a slower start and no word.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._kept: dict[bytes, bytes] = {}
        self._used: set[bytes] = set()
        self._fresh: dict[bytes, tuple[ModuleType, Any]] = {}
        self._shared: dict[bytes, CodeType] = {}
        self._size = 0
        self._patterns = _Patterns(vars(re)["_compiler"])
        self._over = False
        """The start is over."""

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
        builtins.exec(self._code(text, "exec"), names, local)

    def value(self, text: str, names: dict[str, Any]) -> Any:
        """As `eval` does."""
        return builtins.eval(self._code(text, "eval"), names)

    def expression(self, text: str, file: str, mode: str) -> CodeType:
        """As `compile` does, for `typing`, where most of the texts are the same few."""
        key = text.encode()
        if (code := self._shared.get(key)) is None:
            code = self._shared[key] = self._code(text, mode)
        return code

    def pattern(self, text: Any, flags: int = 0) -> Any:
        """As `re` compiles one; for the start alone, as later ones may be what somebody typed."""
        if self._over or flags & _AS_EVER or type(text) not in (str, bytes):
            return self._patterns.compile(text, flags)
        key = _key(f"{self._patterns.kind} {int(flags)} {text!r}", "re")
        if (parts := self._look_up(key)) is not None:
            return self._patterns.put_together(parts)
        made, parts = self._patterns.taken_apart(text, flags)
        if parts:
            self._note(key, parts)
        return made

    def rules(self, sheet: str, parse: Callable[[], list[Any]]) -> list[Any]:
        """As Textual reads them in a style sheet; those with mistakes are not kept."""
        key = _key(sheet, "css")
        rules: list[Any] | None = self._look_up(key, pickle)
        if rules is None:
            rules = parse()
            if not any(rule.errors for rule in rules):
                self._note(key, rules, pickle)
        return rules

    def _code(self, text: str, mode: str) -> CodeType:
        key = _key(text, mode)
        code: CodeType | None = self._look_up(key)
        return code or self._note(key, compile(text, "<string>", mode, dont_inherit=True))

    def _look_up(self, key: bytes, way: ModuleType = marshal) -> Any:
        self._used.add(key)
        if (kept := self._kept.get(key)) is not None:
            return way.loads(kept)
        return self._fresh[key][1] if key in self._fresh else None

    def _note(self, key: bytes, made: Made, way: ModuleType = marshal) -> Made:
        self._fresh[key] = way, made
        return made

    def keep(self) -> None:
        """Write it down, where anything is new. Touches the disk: call it in a thread."""
        self._shared = {}
        self._over = True
        if not self._fresh:
            return
        fresh, self._fresh = self._fresh, {}
        self._kept |= {key: way.dumps(made) for key, (way, made) in fresh.items()}
        kept = self._kept.copy()  # Another thread may be importing.
        if self._size >= MOST:
            kept = {key: code for key, code in kept.items() if key in self._used}
        body = marshal.dumps(kept)
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


class _Patterns:
    """How Python compiles a regular expression: to numbers, of which its engine makes one."""

    def __init__(self, compiler: ModuleType) -> None:
        self._names = vars(compiler)
        self._engine: Any = self._names["_sre"]
        self.compile: Callable[[Any, int], Any] = self._names["compile"]
        self.kind: int = self._engine.MAGIC
        """Which engine's numbers they are."""
        self._lock = Lock()

    def put_together(self, parts: tuple[Any, ...]) -> Any:
        """What the engine makes of them; it looks at them before it does."""
        return self._engine.compile(*parts)

    def taken_apart(self, text: Any, flags: int) -> tuple[Any, tuple[Any, ...]]:
        """A regular expression, and what the engine was handed for it; () where nobody saw."""
        with self._lock:
            heard = self._names["_sre"] = _RecordingEngine(self._engine)
            try:
                made = self.compile(text, flags)
            finally:
                self._names["_sre"] = self._engine
        # Another thread's may be among them.
        return made, next((parts for one, parts in heard.handed if one is made), ())


class _RecordingEngine:
    """The engine, with somebody who notes what it is handed."""

    def __init__(self, engine: Any) -> None:
        self._engine = engine
        self.handed: list[tuple[Any, tuple[Any, ...]]] = []

    def compile(self, text: Any, flags: int, code: Sequence[int], *rest: Any) -> Any:
        """As the engine does."""
        made = self._engine.compile(text, flags, code, *rest)
        # As plain numbers: some of them have names, which are not kept.
        self.handed.append((made, (text, int(flags), [int(one) for one in code], *rest)))
        return made

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)


def install_compile_cache() -> CompileCache:
    """From here on, what libraries compile of texts of their own is taken from the cache."""
    compiled = CompileCache(cache_dir() / f"compiled.{sys.implementation.cache_tag}")
    compiled.read()
    # The modules call these by their names, and find them here before Python's own.
    vars(dataclasses)["exec"] = compiled.run
    vars(collections)["eval"] = compiled.value
    vars(typing)["compile"] = compiled.expression
    vars(vars(re)["_compiler"])["compile"] = compiled.pattern
    return compiled


def _key(text: str, way: str) -> bytes:
    # A digest stands for a text: all of them would be a megabyte more in memory.
    return blake2b(
        text.encode(errors="surrogatepass"), digest_size=20, person=way.encode()
    ).digest()


def _head(body: bytes | memoryview) -> bytes:
    """Which Python's code it is, and the sum by which a damaged file is known."""
    return MAGIC_NUMBER + _WAY + zlib.crc32(body).to_bytes(_CHECKED, "big")
