"""The longest text of a form takes the lines that are left on the page."""

from __future__ import annotations

from typing import Any

from svc_tui.widgets.form.longtext import LongText
from tests.screens.test_record import opened


async def test_a_text_that_filled_the_page_gives_way_to_the_formatted_one(console: Any) -> None:
    async with console(size=(80, 30), start="/articles/2") as person:
        await opened(person, "Body")
        fields = {one.descriptor.key: one for one in person.app.page.detail.forms[0].fields}
        summary, body = fields["summary"].query_one(LongText), fields["body"].query_one(LongText)
        await person.until(lambda: body.size.height > 4)
        await person.settles()  # The form shows and hides its fields as it loads.

        fields["body"].display = False
        await person.until(lambda: summary.size.height > 8)
        fields["body"].display = True

        await person.until(lambda: summary.size.height <= 4 < body.size.height)
