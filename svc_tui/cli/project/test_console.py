"""Tests of the console on a backend in memory: `python -m pytest`."""

from console import console

from svc_tui.testing import BASE, FakeBackend, sign_in, until

ARTICLES = [
    {"id": 1, "title": "Harbour reopens", "status": "draft"},
    {"id": 2, "title": "A quiet winter", "status": "published"},
]


async def test_a_title_is_changed(fake_backend: FakeBackend) -> None:
    articles = fake_backend.add_collection("/api/articles", ARTICLES, required=["title"])
    app = console(BASE, fake_backend.transport)
    async with app.run_test(size=(80, 24)) as pilot:
        await sign_in(pilot)
        await pilot.press("enter")  # the first page of the list on the home page
        await until(pilot, "● published")
        await pilot.press("enter")  # the first row
        await until(pilot, "#1")
        await pilot.press("enter", "end", *"!", "f2")
        await until(pilot, "Saved.")
    assert articles.row(1)["title"] == "Harbour reopens!"
