"""The HTTP library comes without what only its command line needs."""

from __future__ import annotations

import ssl
import subprocess
import sys

import pytest

from svc_tui.api.library import trust

PROGRAM = """
import sys, types
click = sys.modules["click"] = types.ModuleType("click")
click.__getattr__ = lambda name: sys.exit("click was looked at")
from svc_tui.api.library import library
print(library() is library(), library().AsyncClient.__name__, "httpx._main" in sys.modules)
print(any(name.startswith(("pygments", "rich")) for name in sys.modules))
"""


ASKING = """
import asyncio, sys
from svc_tui.api.fetch import SvcFetch
from svc_tui.api.errors import Unreachable

async def ask():
    try:
        await SvcFetch("http://127.0.0.1:1")("GET", "/api/")
    except Unreachable:
        print("rich" in sys.modules, "pygments" in sys.modules)

asyncio.run(ask())
"""


def test_a_first_request_imports_it_as_lightly_as_a_client_that_was_opened_before() -> None:
    done = subprocess.run([sys.executable, "-c", ASKING], capture_output=True, text=True)

    assert (done.stdout.split(), done.stderr) == (["False", "False"], "")


def test_click_is_not_looked_at_where_it_is_installed() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)

    assert (done.stdout.split(), done.stderr) == (["True", "AsyncClient", "False", "False"], "")


@pytest.fixture(autouse=True)
def no_proxy_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def authorities(context: ssl.SSLContext) -> int:
    """How many are believed, by a context that does ask for certificates."""
    assert context.verify_mode is ssl.CERT_REQUIRED
    assert context.check_hostname
    return context.cert_store_stats()["x509_ca"]


def test_a_backend_with_tls_is_believed_by_the_usual_authorities() -> None:
    assert authorities(trust("https://cms.example.org")) > 50


def test_without_tls_no_authority_is_read_and_no_certificate_would_be_believed() -> None:
    assert authorities(trust("http://127.0.0.1:8000")) == 0


def test_a_proxy_may_be_spoken_to_with_tls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "https://proxy.example.org")

    assert authorities(trust("http://127.0.0.1:8000")) > 50
    assert authorities(trust("http://127.0.0.1:8000", trust_env=False)) == 0
