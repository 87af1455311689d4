"""Code that is kept between two starts is the code that would be compiled, or it is not used."""

from __future__ import annotations

import collections
import dataclasses
import os
import re
import typing
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError, dataclass, field
from pathlib import Path
from types import ModuleType

import pytest

from svc_tui.cli.compile_cache import CompileCache, install_compile_cache


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An own cache; what other tests compile is compiled as ever."""
    monkeypatch.setenv("SVC_TUI_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setitem(vars(dataclasses), "exec", exec)
    monkeypatch.setitem(vars(collections), "eval", eval)
    monkeypatch.setitem(vars(typing), "compile", compile)
    expressions = vars(vars(re)["_compiler"])
    monkeypatch.setitem(expressions, "compile", expressions["compile"])
    return tmp_path / "cache"


def makes_a_point() -> type:
    @dataclass(frozen=True, order=True)
    class Point:
        """Somewhere."""

        x: int
        y: int = 0
        names: list[str] = field(default_factory=list, compare=False)

    return Point


def compiled_anew(start: CompileCache, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many texts are compiled for one class."""

    def make() -> None:
        with monkeypatch.context() as patch:
            patch.setitem(vars(dataclasses), "exec", start.run)
            works(makes_a_point())

    return compiled_by(make, monkeypatch)


def compiled_by(work: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> int:
    """How many texts are compiled for some work."""
    texts: list[str] = []

    def counted(text: str, *rest: object, **how: object) -> object:
        texts.append(text)
        return compile(text, *rest, **how)  # type: ignore[call-overload]

    with monkeypatch.context() as patch:
        patch.setattr("svc_tui.cli.compile_cache.compile", counted, raising=False)
        work()
    return len(texts)


def works(point: type) -> None:
    one = point(1, names=["a"])
    assert (one, hash(one), repr(one)) == (
        point(1, 0, ["b"]),
        hash(point(1)),
        f"{point.__qualname__}(x=1, y=0, names=['a'])",
    )
    assert sorted([point(2), one]) == [one, point(2)]
    assert dataclasses.replace(one, x=3).x == 3
    assert point(1).names is not point(1).names
    with pytest.raises(FrozenInstanceError):
        one.x = 2
    with pytest.raises(TypeError):
        point()


def test_what_one_start_compiled_the_next_one_takes(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = install_compile_cache()
    assert compiled_anew(first, monkeypatch) > 0  # else dataclasses do not run their text here
    first.keep()

    second = install_compile_cache()

    assert compiled_anew(second, monkeypatch) == 0
    assert [file.stat().st_mode & 0o777 for file in place.iterdir()] == [0o600]


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-100])


def flip(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


def of_another_python(file: Path) -> None:
    file.write_bytes(b"\0" + file.read_bytes()[1:])


def of_an_older_console(file: Path) -> None:
    data = file.read_bytes()
    way = data.index(b"\3", 4)
    file.write_bytes(data[:way] + data[way + 1 :])


def empty(file: Path) -> None:
    file.write_bytes(b"")


def open_to_all(file: Path) -> None:
    file.chmod(0o666)


@pytest.mark.parametrize(
    "spoil", [cut, flip, of_another_python, of_an_older_console, empty, open_to_all]
)
def test_a_file_that_cannot_be_trusted_is_passed_over_and_made_anew(
    place: Path, monkeypatch: pytest.MonkeyPatch, spoil: object
) -> None:
    first = install_compile_cache()
    compiled_anew(first, monkeypatch)
    first.keep()
    assert callable(spoil)
    spoil(first.file)

    second = install_compile_cache()
    assert compiled_anew(second, monkeypatch) > 0
    second.keep()

    assert compiled_anew(install_compile_cache(), monkeypatch) == 0


def test_somebody_elses_file_is_passed_over(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = install_compile_cache()
    compiled_anew(first, monkeypatch)
    first.keep()
    somebody = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: somebody)

    assert compiled_anew(install_compile_cache(), monkeypatch) > 0


def test_a_cache_that_cannot_be_written_costs_no_word(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.write_text("a file where the directory should be")
    start = install_compile_cache()
    compiled_anew(start, monkeypatch)

    start.keep()

    assert place.is_file()


def test_what_is_known_already_is_not_written_again(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = install_compile_cache()
    compiled_anew(first, monkeypatch)
    first.keep()
    first.file.unlink()

    first.keep()

    assert list(place.iterdir()) == []


def test_a_file_that_grew_too_large_keeps_what_was_used_last(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = install_compile_cache()
    names: dict[str, object] = {}
    first.run("old = 1", names)
    first.keep()
    monkeypatch.setattr("svc_tui.cli.compile_cache.MOST", 1)
    second = install_compile_cache()
    second.run("new = 2", names)
    second.keep()

    third = install_compile_cache()

    assert names["old"] == 1 and names["new"] == 2
    assert compiled_by(lambda: third.run("new = 2", {}), monkeypatch) == 0
    assert compiled_by(lambda: third.run("old = 1", {}), monkeypatch) == 1


def a_module_with(text: str) -> ModuleType:
    """What Python does when it imports one."""
    module = ModuleType("shop")
    exec(compile(text, "shop.py", "exec"), vars(module))
    return module


MODULE = """
from collections import namedtuple
from typing import Optional
Point = namedtuple("Point", "x y", defaults=[0])
def move(to: Optional["Point"]): ...
"""


def test_the_tuples_and_names_of_modules_are_kept_too(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = install_compile_cache()
    a_module_with(MODULE)
    first.keep()
    install_compile_cache()
    forget_what_python_keeps()

    assert compiled_by(lambda: a_module_with(MODULE), monkeypatch) == 0

    module = a_module_with(MODULE)
    assert module.Point(1) == (1, 0)
    assert module.Point(y=2, x=1)._asdict() == {"x": 1, "y": 2}
    hints = typing.get_type_hints(module.move, vars(module))
    assert hints == {"to": module.Point | None}


EXPRESSIONS: list[tuple[str | bytes, int, str | bytes]] = [
    (r"(?P<day>\d{1,2})[./](?P<month>\d+)", 0, "on 24/12, or 25.12"),
    (r"(?i)STRASSE|straße|[Ä-Ü]+", 0, "Straße ÄÖÜ STRASSE"),
    (r"^ (a|b)* # x's\n (?!c)", re.VERBOSE | re.MULTILINE, "ab\nc\nbd"),
    (rb"[\x80-\xff]+|^$", re.MULTILINE, b"a\xc3\xa4\n\n"),
    ("[\u4e00-\u9fff\U0001f300-\U0001faff]", 0, "x漢🎉"),
]


def expressions() -> list[re.Pattern[typing.Any]]:
    """As a module that is imported for the first time makes them."""
    re.purge()
    return [re.compile(text, flags) for text, flags, _ in EXPRESSIONS]


def parsed(monkeypatch: pytest.MonkeyPatch, work: Callable[[], object]) -> int:
    """How many regular expressions Python itself reads for some work."""
    texts: list[object] = []
    parser = vars(re)["_parser"]
    parse = parser.parse

    def noted(*given: object) -> object:
        texts.append(given)
        return parse(*given)

    with monkeypatch.context() as patch:
        patch.setattr(parser, "parse", noted)
        work()
    return len(texts)


def test_regular_expressions_are_kept_and_find_the_same(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_ever = expressions()
    first = install_compile_cache()
    assert parsed(monkeypatch, expressions) == len(EXPRESSIONS)
    first.keep()
    install_compile_cache()

    assert parsed(monkeypatch, expressions) == 0

    for before, now, (_, _, text) in zip(as_ever, expressions(), EXPRESSIONS, strict=True):
        assert (now.pattern, now.flags, now.groups) == (before.pattern, before.flags, before.groups)
        assert dict(now.groupindex) == dict(before.groupindex)
        found = [(one.span(), one.groupdict()) for one in now.finditer(text)]
        assert found == [(one.span(), one.groupdict()) for one in before.finditer(text)] != []


def test_a_mistake_in_a_regular_expression_is_told_each_time(place: Path) -> None:
    install_compile_cache()

    for _ in range(2):
        with pytest.raises(re.error, match="unterminated"):
            re.compile("[a")


def test_regular_expressions_after_the_start_are_not_kept(place: Path) -> None:
    start = install_compile_cache()
    re.purge()
    re.compile("of a module")
    start.keep()
    re.compile("somebody is looking for this")
    start.run("new = 1", {})
    start.keep()

    kept = start.file.read_bytes()

    assert b"of a module" in kept
    assert b"looking for this" not in kept


def test_expressions_of_two_threads_are_not_mixed_up(place: Path) -> None:
    start = install_compile_cache()
    texts = [f"{'ab' * n}|(c{n})" for n in range(100)]
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(start.pattern, texts))
    start.keep()
    after = install_compile_cache()

    for text in texts:
        assert after.pattern(text).pattern == text


def forget_what_python_keeps() -> None:
    """Within a process Python remembers annotations itself."""
    for forget in typing._cleanups:  # type: ignore[attr-defined]
        forget()
