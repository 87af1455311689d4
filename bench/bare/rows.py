"""The floor of a list with rows of a backend: the bare table, filled by two requests."""

from __future__ import annotations

import sys

import httpx
from textual.app import App, ComposeResult
from textual.widgets import DataTable, Footer, Header

COLUMNS = 8


class Rows(App[None]):
    """A list as a tutorial would write it, without certificates, which plain HTTP does not need."""

    def compose(self) -> ComposeResult:
        """Header, table, footer."""
        yield Header()
        yield DataTable(cursor_type="row")
        yield Footer()

    async def on_mount(self) -> None:
        """Ask who is signed in and for the rows, as the console does, and show them."""
        async with httpx.AsyncClient(base_url=sys.argv[1], verify=False) as client:
            await client.get("/api/profiles/me")
            page = (await client.get("/api/articles")).json()
        table = self.query_one(DataTable)
        table.add_columns(*(f"Column {n}" for n in range(COLUMNS)))
        for row in page["results"]:
            table.add_row(*(str(value) for value in list(row.values())[1 : COLUMNS + 1]))
        table.focus()


if __name__ == "__main__":
    Rows().run()
