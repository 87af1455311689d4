"""Fixtures of whole consoles on a fake backend."""

from __future__ import annotations

import pytest

from svc_tui.testing import FakeBackend


@pytest.fixture
def library() -> FakeBackend:
    """A backend with one book, and an admin."""
    backend = FakeBackend()
    backend.add_user("admin", superuser=True)
    backend.add_collection("/api/books", [{"id": 1, "title": "Harbour", "isbn": "9"}])
    return backend
