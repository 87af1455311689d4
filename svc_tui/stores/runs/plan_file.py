"""Plans: a command's writes as a YAML file, to review and apply later."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from svc_tui.models import exact_json
from svc_tui.stores.record.draft import MISSING
from svc_tui.stores.redact import holds_secrets
from svc_tui.stores.runs.row_files import RowsUnreadable, read_yaml
from svc_tui.stores.runs.row_writers import RequestPreview, RowWork
from svc_tui.text import clean

VERSION = 1

HEADER = {"verb": str, "resource": str, "base_url": str, "kind": str, "rows": list}


class SecretInPlan(ValueError):
    """A plan would contain a secret, which does not belong in a file for review."""


def planned_row(work: RowWork, preview: RequestPreview) -> dict[str, Any]:
    """Return a row of a plan: what would be sent, the values now, and what the record looks like.

    Raises:
        SecretInPlan: a value is, or holds, a secret.
    """
    for path, value in work.changes.items():
        if any(holds_secrets(step, value) for step in path.split(".")):
            raise SecretInPlan(f"Plans can't contain secrets, and {clean(path)} looks like one.")
    requests = ", ".join(f"{one.method} {one.path}" for one in (preview, *preview.further))
    row: dict[str, Any] = {"request": requests, "title": preview.title}
    row["new" if work.new else "id"] = True if work.new else work.key
    if preview.record is not None:
        row["seen"] = digest(preview.record)
    old = {path: before for path, before, _ in preview.changes if before is not MISSING}
    if old and work.changes:
        row["old"] = old
    if work.changes:
        row["set"] = dict(work.changes)
    return row


def plan_header(
    verb: str, resource: str, base_url: str, profile: str | None, facts: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the header of a plan; `facts` are those of its run."""
    return {
        "plan": VERSION,
        "verb": verb,
        "resource": resource,
        "base_url": base_url,
        **({"profile": profile} if profile else {}),
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        **facts,
    }


def digest(record: Mapping[str, Any]) -> str:
    """Return a hash that shows whether a record is unchanged."""
    text = exact_json.written(dict(record), sort=True, compact=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def read_plan(text: str, label: str) -> tuple[dict[str, Any], list[tuple[RowWork, str]]]:
    """Return the header of a plan, and each row with what its record looked like.

    Raises:
        RowsUnreadable: it is no plan; says why.
    """
    plan = read_yaml(text, label)
    if not isinstance(plan, Mapping) or plan.get("plan") != VERSION:
        raise RowsUnreadable(
            f"{label} is not a plan this version can read: it must begin with `plan: 1`."
        )
    for name, kind in HEADER.items():
        if not isinstance(plan.get(name), kind):
            raise RowsUnreadable(f"{label}: {name} is missing.")
    rows = [_row(row, number, label) for number, row in enumerate(plan["rows"], 1)]
    return dict(plan), rows


def _row(row: Any, number: int, label: str) -> tuple[RowWork, str]:
    where = f"{label}: row {number}"
    if not isinstance(row, Mapping):
        raise RowsUnreadable(f"{where} is not a mapping.")
    changes, title, new = row.get("set", {}), row.get("title", ""), row.get("new") is True
    key, seen = row.get("id", ""), row.get("seen", "")
    if not isinstance(changes, Mapping) or not all(isinstance(path, str) for path in changes):
        raise RowsUnreadable(f"{where}: set should map paths to values.")
    if not new and not (isinstance(key, str | int) and str(key) and isinstance(seen, str) and seen):
        raise RowsUnreadable(f"{where} has no `id` or no `seen`.")
    name = f"row {number}" if new else str(key)
    return RowWork(name, dict(changes), str(title), new=new), "" if new else seen
