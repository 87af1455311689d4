"""Comparisons of two profiles, and what is copied of them."""

from __future__ import annotations

from typing import Any

from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.resource import Resource
from svc_tui.stores.redact import masked
from svc_tui.stores.runs.comparison import Comparison

KEYS = ("slug", "url", "targets", "conf")
HOOKS = Resource(name="hooks", endpoint="/hooks", fields=[FieldDescriptor(key=one) for one in KEYS])


def hook(slug: str, side: str) -> dict[str, Any]:
    return {
        "id": side,
        "slug": slug,
        "url": f"https://{side}.example",
        "targets": [{"name": side, "token": f"T-{side}"}],
        "conf": {"mode": side, "api_key": f"K-{side}"},
    }


def test_what_is_copied_neither_takes_secrets_along_nor_loses_those_of_the_other_side() -> None:
    here, there = hook("a", "here"), hook("a", "there")
    found = Comparison.of(HOOKS, "live", {"a": masked(here)}, {"a": masked(there)}, "slug")
    assert {one.path: one.copyable for one in found.lines} == {
        "url": True, "targets": False, "conf.mode": True,
    }  # fmt: skip
    [work] = found.works({})
    assert work.changes == {"url": "https://there.example", "conf.mode": "there"}

    found = Comparison.of(HOOKS, "live", {}, {"b": masked(there)}, "slug")
    [work] = found.works({"there": there})
    assert work.changes["targets"] == [{"name": "there"}] and "T-" not in str(work)
    assert "K-" not in str(work)
