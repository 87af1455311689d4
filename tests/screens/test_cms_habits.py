"""Habits of the real CMS that nobody expects, as a person meets them in the console."""

from __future__ import annotations

from pathlib import Path

from tests.backends.cms import CmsProcess
from tests.screens.cms_consoles import starter, stored
from tests.screens.test_record import opened

PAGES = """
[svc]
dialect = "camomilla"
timezone = "UTC"

[[resources]]
name = "articles"
endpoint = "/api/camomilla/articles/"
model = "article"
columns = ["id", "title"]
fields = [
  { key = "title", translatable = true },
  { key = "permalink", translatable = true },
  { key = "autopermalink", type = "boolean", translatable = true },
]
"""


async def test_a_permalink_that_is_taken_is_told_at_its_field(
    cms: CmsProcess, fresh_cms: CmsProcess, tmp_path: Path
) -> None:
    async with starter(cms, tmp_path, PAGES)(start="/articles/2", size=(120, 40)) as person:
        await opened(person, "Permalink")
        detail = person.app.page.detail  # type: ignore[union-attr]
        detail.store.edit("translations.en.autopermalink", False)
        detail.store.edit("translations.en.permalink", "/harbour-news-02")
        await person.press("f2")
        await person.sees("There is an other page with same permalink", "1 error")
        lines = person.text().splitlines()
        at = next(n for n, line in enumerate(lines) if "an other page" in line)
        assert any("Permalink" in line for line in lines[at - 4 : at])
        kept = await stored(person, "/api/camomilla/articles/2/")
        assert kept["permalink"] == "/harbour-news-01"


async def test_who_may_not_look_is_shown_nothing_though_the_cms_would_send_it(
    cms: CmsProcess, tmp_path: Path
) -> None:
    async with starter(cms, tmp_path, PAGES)(user="nobody", start="/articles/2") as person:
        await person.sees("view_article")
        await person.sees_no("Harbour news")
        assert (await stored(person, "/api/camomilla/articles/2/"))["title"] == "Harbour news 01"
