"""The floor of a list: header, footer and a table of 50 rows in 8 columns."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.widgets import DataTable, Footer, Header

ROWS, COLUMNS = 50, 8


class Table(App[None]):
    """A table as a tutorial would write it."""

    def compose(self) -> ComposeResult:
        """Header, table, footer."""
        yield Header()
        yield DataTable(cursor_type="row")
        yield Footer()

    def on_mount(self) -> None:
        """Fill the table and put the cursor into it."""
        table = self.query_one(DataTable)
        table.add_columns(*(f"Column {n}" for n in range(COLUMNS)))
        for row in range(ROWS):
            table.add_row(f"Row {row:03d}", *(f"value {row}.{n}" for n in range(1, COLUMNS)))
        table.focus()


if __name__ == "__main__":
    Table().run()
