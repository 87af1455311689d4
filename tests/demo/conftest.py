"""One demo for all tests of this folder, and people who are signed in to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import httpx
import pytest

from tests.backends.demo import DemoProcess

SignIn = Callable[..., httpx.Client]


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoProcess]:
    """A running demo with its 300 articles."""
    with DemoProcess(tmp_path_factory.mktemp("demo") / "newsroom") as process:
        yield process


def client_of(url: str) -> httpx.Client:
    """A client without the certificates, which take long to load and serve nothing here."""
    return httpx.Client(base_url=url, timeout=30, verify=False)


@pytest.fixture
def stranger(demo: DemoProcess) -> Iterator[httpx.Client]:
    """Somebody who is not signed in."""
    with client_of(demo.url) as client:
        yield client


@pytest.fixture
def fresh(demo: DemoProcess, stranger: httpx.Client) -> DemoProcess:
    """The same demo, seeded again: for tests that write."""
    stranger.post("/api/_test/reset").raise_for_status()
    return demo


@pytest.fixture
def sign_in() -> Iterator[SignIn]:
    """Signs somebody in; sends the CSRF token with every request, as a client has to."""
    clients: list[httpx.Client] = []

    def signed_in(process: DemoProcess, name: str = "admin") -> httpx.Client:
        client = client_of(process.url)
        clients.append(client)
        answer = client.post("/api/auth/login", json={"username": name, "password": name})
        answer.raise_for_status()
        client.headers["X-CSRFToken"] = client.cookies["csrftoken"]
        return client

    yield signed_in
    for client in clients:
        client.close()


@pytest.fixture
def admin(demo: DemoProcess, sign_in: SignIn) -> httpx.Client:
    """Somebody who may do everything."""
    return sign_in(demo, "admin")
