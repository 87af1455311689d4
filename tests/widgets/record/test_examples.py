"""A record, its line of languages and a form stand in apps of their own, as the examples show."""

from __future__ import annotations

from examples.detail import Article
from examples.detail_lang_switch import Languages
from examples.form import Form
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.form import SvcForm
from svc_tui.widgets.record.detail import SvcDetail
from tests.backends.demo import DemoProcess
from tests.console import screen_text, wait_until


async def test_a_record_is_edited_and_saved(fresh_demo: DemoProcess):
    app = Article(fresh_demo.url, "5")
    async with app.run_test(size=(120, 30)) as pilot:
        await wait_until(pilot, lambda: app.query(SvcField))
        await wait_until(pilot, lambda: "[Text]  Filing" in screen_text(app))
        await pilot.press("right_square_bracket", "e", "X", "f2")
        await wait_until(pilot, lambda: "Saved as 5." in screen_text(app))
        detail = app.query_one(SvcDetail)
        assert "X" in detail.store.state.draft.original["translations"]["it"]["title"]


async def test_a_language_is_chosen():
    app = Languages()
    async with app.run_test(size=(60, 5)) as pilot:
        await wait_until(pilot, lambda: "[▸ English]  Italiano!   Français" in screen_text(app))
        await pilot.press("right")
        await wait_until(pilot, lambda: "[▸ Italiano]" in screen_text(app))
        await pilot.press("left", "left")
        await wait_until(pilot, lambda: "[▸ Français]" in screen_text(app))


async def test_a_form_needs_no_backend():
    app = Form()
    async with app.run_test(size=(80, 12)) as pilot:
        form = app.query_one(SvcForm)
        await wait_until(pilot, lambda: "▾ Names" in screen_text(app))
        assert "Currency" not in screen_text(app)
        form.fields[0].begin()
        await pilot.press("A", "space", "b")
        await wait_until(pilot, lambda: "a-b" in screen_text(app))
        form.fields[2].begin()
        await pilot.press("5")
        await wait_until(pilot, lambda: "Currency" in screen_text(app))
