"""The status line of a list: the progress of an action in the room there is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from textual.geometry import Size

from svc_tui.models.listing import ActionDescriptor
from svc_tui.stores.listing.action_store import ActionState
from svc_tui.widgets.listing.action_runner import progress_line
from svc_tui.widgets.listing.status_line import StatusLine
from tests.widgets.listing.test_controllers import Host


def test_the_progress_of_an_action_fits_the_line_and_ends() -> None:
    shown: list[str] = []
    line: Any = SimpleNamespace(update=lambda words, layout: shown.append(str(words)))
    host: Any = Host(0)
    state = ActionState(
        action=ActionDescriptor(label="Send to the print shop", handler=print),
        running=True,
        slow=True,
        cancelling=True,
        order=("1",),
    )
    status = StatusLine(host)
    host.has_store, host.size, host.grid.outer_size = True, Size(80, 20), Size(80, 20)
    host.grid.styles = SimpleNamespace(border_bottom=("", None))
    host.query_one = lambda selector, kind: line
    host.searching = SimpleNamespace(hint="")
    status._words = lambda: "1-20 of 300"

    status.show_action(lambda width: progress_line(state, width))
    assert shown[-1].endswith("Esc aborts")
    assert len(shown[-1]) <= 80

    status.show_action(lambda width: "")
    assert shown[-1] == "1-20 of 300"
