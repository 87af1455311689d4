"""A console for a REST backend: `python console.py`."""

from __future__ import annotations

import sys

import httpx

from svc_tui import FieldDescriptor, ListColumn, Options, Resource, SvcApp

URL = "http://127.0.0.1:8000"
"""The backend, unless another address is given as the argument."""


def status(item: object, value: object) -> str:
    """Draw the status in a list."""
    signs = {"draft": "○", "review": "◐", "published": "●"}
    return f"{signs.get(str(value), '·')} {value}"


RESOURCES = [
    Resource(
        name="articles",
        endpoint="/api/articles",
        columns=[ListColumn(key="title", sortable=True), "status"],
        fields=[
            FieldDescriptor(key="title", required=True),
            FieldDescriptor(
                key="status", type="select", attrs={"items": ["draft", "review", "published"]}
            ),
        ],
        slots={"cell.status": status},
    )
]


def console(url: str = URL, transport: httpx.AsyncBaseTransport | None = None) -> SvcApp:
    """Create the console; tests pass in the transport of a fake backend."""
    return SvcApp(Options(base_url=url, title="Newsroom"), resources=RESOURCES, transport=transport)


if __name__ == "__main__":
    console(sys.argv[1] if len(sys.argv) > 1 else URL).run()
