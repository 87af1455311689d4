"""Menus to try things on: entries, a backend that keeps one, and how its tree reads in a test."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import httpx


def node(name: str, *inner: Any, **more: Any) -> dict[str, Any]:
    """An entry that is called like its id, with others below it."""
    link = {"link_type": "ST", "static": f"/{name}"}
    return {"id": name, "title": name, "meta": {}, "link": link, "nodes": list(inner), **more}


def menu(en: list[Any], it: list[Any]) -> dict[str, Any]:
    """A menu with a tree in two languages."""
    return {"id": 1, "key": "main", "translations": {"en": {"nodes": en}, "it": {"nodes": it}}}


def titles(nodes: Any) -> list[Any]:
    """Titles, those below an entry in a list after it."""
    found: list[Any] = []
    for one in nodes:
        found += [one["title"], *([titles(one["nodes"])] if one["nodes"] else [])]
    return found


class Backend:
    """One menu, and what is sent about it."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.record = dict(record)
        self.sent: list[Any] = []
        self.refusal: Any = None
        self.dead = False

    def __call__(self, request: httpx.Request) -> httpx.Response:
        if self.dead:
            raise httpx.ConnectError("gone", request=request)
        if request.method == "GET":
            return httpx.Response(200, json=self.record)
        if request.method == "OPTIONS":
            return httpx.Response(200, json={"name": "Menus"})
        self.sent.append(json.loads(request.content))
        if self.refusal is not None:
            return httpx.Response(400, json=self.refusal)
        self.record = {**self.record, **self.sent[-1]}
        return httpx.Response(200, json=self.record)
