"""The bench's own backend speaks enough HTTP for the console to sign in and read a list."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.backend import COUNT, ROWS, Backend, answer_to
from svc_tui.app.context import Svc


async def test_the_console_signs_in_reads_a_page_and_uploads(tmp_path: Path) -> None:
    file = tmp_path / "picture.bin"
    file.write_bytes(b"x" * 3_000_000)
    with Backend() as backend:
        async with Svc(backend.url, state_dir=tmp_path) as svc:
            user = await svc.auth.login("admin", "secret")
            page = await svc.crud("/api/articles").list(page=1, page_size=ROWS)
            sent = await svc.crud("/api/sink").create({"file": file})

    assert user.username == "admin"
    assert (len(page.results), page.count) == (ROWS, COUNT)
    assert sent == {"id": 1}


@pytest.mark.parametrize("target", ["/api/articles", "/api/articles/", "/api/articles/?page=2"])
def test_a_query_and_a_slash_make_no_difference(target: str) -> None:
    head = f"GET {target} HTTP/1.1\r\nHost: x\r\n\r\n".encode()

    assert answer_to(head).startswith(b"HTTP/1.1 200 OK")


def test_what_is_not_there_is_not_found() -> None:
    assert answer_to(b"GET /nothing HTTP/1.1\r\n\r\n").startswith(b"HTTP/1.1 404")
