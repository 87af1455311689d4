"""The longest text of a form takes what it needs of the lines that are left on the page."""

from __future__ import annotations

from typing import Any

from svc_tui.widgets.form.longtext import LongText
from tests.screens.test_detail import opened


async def test_a_text_that_filled_the_page_gives_way_to_the_formatted_one(console: Any) -> None:
    async with console(size=(80, 30), start="/articles/2") as person:
        await opened(person, "Body")
        fields = {one.descriptor.key: one for one in person.app.page.detail.forms[0].fields}
        summary, body = fields["summary"].query_one(LongText), fields["body"].query_one(LongText)
        await person.until(lambda: body.size.height > 4)

        fields["body"].display = False
        await person.until(lambda: summary.size.height > 4)
        fields["body"].display = True

        await person.until(lambda: summary.size.height <= 4 < body.size.height)


async def test_a_text_grows_with_its_lines_and_leaves_the_rest_of_the_page_free(
    console: Any,
) -> None:
    async with console(size=(120, 40), start="/articles/2") as person:
        await opened(person, "Body")
        fields = {one.descriptor.key: one for one in person.app.page.detail.forms[0].fields}
        body = fields["body"].query_one(LongText)
        await person.until(lambda: body.size.height >= 6)
        assert body.size.height < 12

        body.load_text("\n".join(str(n) for n in range(12)))
        await person.until(lambda: body.size.height > 12)
        body.load_text("\n".join(str(n) for n in range(90)))

        await person.until(lambda: body.region.bottom >= body.screen.size.height - 4)
