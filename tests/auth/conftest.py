"""The backends that these tests sign in to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.backends.accounts import AccountsProcess
from tests.backends.plain import PlainProcess


@pytest.fixture(scope="session")
def accounts_process() -> Iterator[AccountsProcess]:
    """The site, one for each test process."""
    with AccountsProcess() as process:
        yield process


@pytest.fixture
def accounts(accounts_process: AccountsProcess) -> Iterator[AccountsProcess]:
    """The site as it was seeded; reset after each test."""
    try:
        yield accounts_process
    finally:
        accounts_process.reset()


@pytest.fixture
def plain() -> Iterator[PlainProcess]:
    """A backend without accounts."""
    with PlainProcess() as process:
        yield process


@pytest.fixture
def keyed() -> Iterator[PlainProcess]:
    """A backend that asks for the key `k3y`."""
    with PlainProcess("k3y") as process:
        yield process
