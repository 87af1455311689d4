"""The line of languages, however many there are."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult

from svc_tui.widgets.record.lang_switch import SvcDetailLangSwitch
from tests.console import screen_text

LANGS = ("bg", "cs", "da", "de", "el", "en", "es", "et", "fi", "fr", "ga", "hr", "hu", "it", "lt",
         "lv", "mt", "nl", "no", "pl", "pt", "ro", "sk", "sl", "sq", "sv", "tr")  # fmt: skip


class Host(App[None]):
    def __init__(self, lang: str) -> None:
        super().__init__()
        self.switch = SvcDetailLangSwitch(lang, LANGS, no_route_change=True)

    def compose(self) -> ComposeResult:
        yield self.switch


@pytest.mark.parametrize("lang", ["bg", "en", "mt", "sv", "tr"])
async def test_of_27_languages_the_current_one_is_always_seen(lang: str) -> None:
    app = Host(lang)
    async with app.run_test(size=(80, 3)) as pilot:
        await pilot.pause()
        line = screen_text(app).splitlines()[0]
        assert f"[▸ {lang}]" in line


async def test_stepping_through_27_languages_shows_each_of_them() -> None:
    app = Host("bg")
    async with app.run_test(size=(40, 3)) as pilot:
        for lang in (*LANGS[1:], LANGS[0]):
            app.switch.step(1)
            await pilot.pause()
            assert f"[▸ {lang}]" in screen_text(app).splitlines()[0]


async def test_a_click_chooses_the_language_that_is_seen_there() -> None:
    app = Host("tr")
    async with app.run_test(size=(40, 3)) as pilot:
        await pilot.pause()
        at = screen_text(app).splitlines()[0].index("sl")
        await pilot.click(SvcDetailLangSwitch, offset=(at, 0))
        assert app.switch.model_value == "sl"
        await pilot.pause()
        await pilot.click(SvcDetailLangSwitch, offset=(0, 0))
        assert app.switch.model_value not in ("sl", "tr")
