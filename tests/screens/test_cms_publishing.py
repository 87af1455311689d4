"""Where pages of the real CMS are out, in a list: by language, with the signs told in the help."""

from __future__ import annotations

from pathlib import Path

from tests.backends.cms import CmsProcess
from tests.screens.cms_consoles import starter
from tests.screens.lists import table_of

FILE = """
[svc]
dialect = "camomilla"
timezone = "UTC"

[[resources]]
name = "articles"
endpoint = "/api/camomilla/articles/"
model = "article"
columns = ["title", { key = "translations", label = "Published", format = "publishing" }]
fields = [{ key = "title", translatable = true }]
"""


async def test_a_list_says_in_which_languages_its_pages_are_out(
    cms: CmsProcess, fresh_cms: CmsProcess, tmp_path: Path
) -> None:
    cms.change("camomilla.article", 3, published_at_it="2199-01-01T09:00:00Z")
    cms.change("camomilla.article", 4, published_at_it="2026-01-01T09:00:00Z")
    cms.change("camomilla.article", 5, deleted_at="2026-02-01T09:00:00Z")
    async with starter(cms, tmp_path, FILE)(start="/articles?ordering=id") as person:
        await person.settles()
        await person.sees(*(f"Harbour news 0{n}" for n in range(5)), "1-20 of 30")
        lines = person.text().splitlines()
        said = {
            n: next(line for line in lines if f"Harbour news 0{n}" in line) for n in (0, 1, 2, 3, 4)
        }
        assert "en · it ·" in said[0]
        assert "en ✓ it ·" in said[1]
        assert "en ✓ it ◷" in said[2]
        assert "en · it ✓" in said[3]
        assert "✗" in said[4]
        row = table_of(person).grid.current_row or {}
        assert "content" not in row  # Only what is shown was asked for.
        await person.press("f1")
        await person.sees("✓ published", "· not published", "◷ planned", "✗ in the trash")


async def test_pages_that_nobody_declared_have_that_column(cms: CmsProcess, tmp_path: Path) -> None:
    bare = '[svc]\ndialect = "camomilla"\n'
    async with starter(cms, tmp_path, bare)(start="/articles", size=(120, 40)) as person:
        await person.sees("Published", "en ✓ it ·")
