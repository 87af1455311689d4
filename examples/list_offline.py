"""A list over rows that are given: nothing is ever sent. `i` edits one, `m` moves it."""

from textual.app import App, ComposeResult

from svc_tui import FieldDescriptor, ListColumn, ListTabItem, SvcList

BOATS = [{"id": n, "name": f"Boat {n}", "kind": "tug" if n % 3 else "ferry"} for n in range(1, 41)]


class Boats(App[None]):
    def compose(self) -> ComposeResult:
        yield SvcList(
            columns=[ListColumn(key="name", sortable=True), ListColumn(key="kind")],
            tabs=[ListTabItem(value="", text="All"), ListTabItem(value="ferry")],
            tab_query_param="kind",
            edit_fields=[FieldDescriptor(key="name", required=True)],
            rows=BOATS,
        )

    def on_svc_list_table_rows_changed(self, event: SvcList.RowsChanged) -> None:
        self.notify(f"There are {len(event.rows)} boats now.", markup=False)


if __name__ == "__main__":
    Boats().run()
