"""A method that a backend turns down altogether is remembered for its collection."""

from __future__ import annotations

from pathlib import Path

import pytest

from svc_tui.api.errors import ApiError
from svc_tui.app.context import Svc
from svc_tui.models.resource import Resource
from tests.fakes import BASE, FakeBackend, json_answer

ARTICLES = Resource(name="articles", endpoint="/api/articles")


@pytest.mark.parametrize(
    ("method", "action", "why"),
    [
        ("DELETE", "delete", "the backend allows no DELETE here"),
        ("POST", "add", "the backend allows no POST here"),
        ("PATCH", "change", ""),  # PUT may still do it.
    ],
)
async def test_what_turned_out_not_to_be_possible_is_not_offered_again(
    tmp_path: Path, method: str, action: str, why: str
) -> None:
    backend = FakeBackend()
    for path in ("/api/articles/", "/api/articles/7/"):
        backend.on(method, path, json_answer({"detail": "not allowed"}, 405))
    async with Svc(BASE, transport=backend.transport, state_dir=tmp_path) as svc:
        assert svc.lacks(ARTICLES, action) == ""
        crud = svc.crud("/api/articles")
        with pytest.raises(ApiError):
            await {
                "DELETE": lambda: crud.delete(7),
                "POST": lambda: crud.create({}),
                "PATCH": lambda: crud.partial_update(7, {}),
            }[method]()

        assert svc.lacks(ARTICLES, action) == why
        assert svc.lacks(Resource(name="tags", endpoint="/api/tags"), action) == ""
