"""A list over rows that are given: nothing is ever sent."""

from textual.app import App, ComposeResult

from svc_tui import ListColumn, ListTabItem, SvcList

BOATS = [{"id": n, "name": f"Boat {n}", "kind": "tug" if n % 3 else "ferry"} for n in range(1, 41)]


class Boats(App[None]):
    def compose(self) -> ComposeResult:
        yield SvcList(
            columns=[ListColumn(key="name", sortable=True), ListColumn(key="kind")],
            tabs=[ListTabItem(value="", text="All"), ListTabItem(value="ferry")],
            tab_query_param="kind",
            rows=BOATS,
        )


if __name__ == "__main__":
    Boats().run()
