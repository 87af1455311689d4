"""Fixtures of whole consoles on a fake backend."""

from __future__ import annotations

import pytest

from svc_tui.testing import FakeBackend


@pytest.fixture
def backend() -> FakeBackend:
    """A backend with one book, and an admin."""
    made = FakeBackend()
    made.add_user("admin", superuser=True)
    made.add_collection("/api/books", [{"id": 1, "title": "Harbour", "isbn": "9"}])
    return made
