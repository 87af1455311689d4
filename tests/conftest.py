"""What every test may rely on: a calm terminal library, places of its own, a real backend."""

from __future__ import annotations

import gc
import mimetypes
import os
import sys
import time

# Before anything imports Textual, which reads them once.
os.environ["TEXTUAL_ANIMATIONS"] = "none"
os.environ["TEXTUAL_COLOR_SYSTEM"] = "truecolor"
os.environ.pop("TEXTUAL_THEME", None)

from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, ExitStack
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from tests import ended_apps, rest
from tests.backends.cms import CmsProcess
from tests.backends.demo import DemoProcess
from tests.backends.stock import StockProcess
from tests.backends.wires_process import WireProcess

if TYPE_CHECKING:
    from tests.console import Person

rest.install()
ended_apps.install()

# Tests and the programs that they start keep what they compile, whatever the machine says.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Thousands of apps are built up and thrown away. Looking for garbage in the middle of a test costs
# a fifth of it and finds little: it is collected between two tests instead.
gc.set_threshold(1_000_000, 20, 20)
GARBAGE = 200_000
"""New objects after which garbage is collected."""

# How fast a machine is says nothing about a rule.
settings.register_profile(
    "calm", deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("calm")


@pytest.fixture(autouse=True)
def own_places(svc_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home that nobody else uses, and none of the machine's proxies and wishes."""
    for name in tuple(os.environ):
        if name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(svc_home))
    for place in ("CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{place}_HOME", str(svc_home / place.lower()))
    return svc_home


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name a very long value by its beginning and its length, so that logs can be read."""
    if isinstance(val, str | bytes) and len(val) > 120:
        return f"{val[:40]!a}…{len(val)}"
    return None


_young_process = iter(range(8))


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Take widgets apart and collect garbage, when nothing of the test is left.

    What outlives the first collections are modules, and is never looked at again.
    """
    ended_apps.take_apart()
    if gc.get_count()[0] > GARBAGE:
        gc.collect()
        if next(_young_process, None) is not None:
            gc.freeze()


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoProcess]:
    """The demo backend, one for each test process; read from it, or ask for `fresh_demo`."""
    with DemoProcess(tmp_path_factory.mktemp("demo")) as process:
        yield process


@pytest.fixture
def fresh_demo(demo: DemoProcess) -> Iterator[DemoProcess]:
    """The demo backend for a test that writes: seeded again when the test is over."""
    import httpx

    try:
        yield demo
    finally:
        # The certificates take longer to load than the answer takes, and serve nothing here.
        httpx.post(
            f"{demo.url}/api/_test/reset", timeout=60, trust_env=False, verify=False
        ).raise_for_status()


@pytest.fixture(scope="session")
def cms(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CmsProcess]:
    """The CMS, one for each test process; read from it, or ask for `fresh_cms`."""
    with CmsProcess(tmp_path_factory.mktemp("cms")) as process:
        yield process


@pytest.fixture
def fresh_cms(cms: CmsProcess) -> Iterator[CmsProcess]:
    """The CMS for a test that writes: seeded again when the test is over."""
    try:
        yield cms
    finally:
        cms.reset()


@pytest.fixture(scope="session")
def wires() -> Iterator[Callable[[str], WireProcess]]:
    """Start servers of other families by name, each once for each test process."""
    with ExitStack() as stack:
        yield cache(lambda name: stack.enter_context(WireProcess(name)))


@pytest.fixture(scope="session")
def stock(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StockProcess]:
    """Plain REST framework, one for each test process; read from it, or ask for `fresh_stock`."""
    with StockProcess(tmp_path_factory.mktemp("stock")) as process:
        yield process


@pytest.fixture
def fresh_stock(stock: StockProcess) -> Iterator[StockProcess]:
    """Plain REST framework for a test that writes or spoils answers: reset when it is over."""
    try:
        yield stock
    finally:
        stock.reset()


@pytest.fixture
def console(
    demo: DemoProcess, tmp_path: Path
) -> Callable[..., AbstractAsyncContextManager[Person]]:
    """A console on the demo: `async with console(user="editor", start="/articles") as person:`."""
    from tests.console import demo_console, person_at

    def start(
        *, size: tuple[int, int] = (80, 24), **wishes: Any
    ) -> AbstractAsyncContextManager[Person]:
        return person_at(demo_console(demo.url, tmp_path / "state", **wishes), size)

    return start


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, built from this checkout."""
    from tests import wheel as packaging

    return packaging.made_once(
        tmp_path_factory, "wheel", lambda folder: packaging.built(packaging.ROOT, folder, "wheel")
    )


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the installed programs, `svc-tui` and a `python` that knows the package."""
    from tests import wheel as packaging

    return packaging.made_once(
        tmp_path_factory, "installed", lambda folder: packaging.installed(wheel, folder)
    )


@pytest.fixture
def mime_types_of_python(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The types that Python itself knows, as on a machine without `/etc/mime.types`."""
    monkeypatch.setattr(mimetypes, "knownfiles", [])
    mimetypes.init()
    yield
    monkeypatch.undo()
    mimetypes.init()


@pytest.fixture
def in_rome(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The time zone of Rome, with its summer time."""
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()
