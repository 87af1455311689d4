"""What a user may do with a record, and the codename that is missing where they may not."""

from __future__ import annotations

from dataclasses import dataclass

from svc_tui.stores.permissions import Permissions


@dataclass(frozen=True)
class Rights:
    """Without a model name nothing is gated (reference 2.16: Detail gating)."""

    save: bool = True
    delete: bool = True
    add: bool = True
    why: str = ""
    """Why something is dim, in a few words."""

    @classmethod
    def of(
        cls, user: Permissions, model: str | None, *, new: bool, readonly: bool = False
    ) -> Rights:
        """The rights on one record of a model."""
        verb = "add" if new else "change"
        may = {one: model is None or user.can(one, model) for one in ("add", "change", "delete")}
        missing = [f"{one}_{model}" for one in dict.fromkeys((verb, "delete")) if not may[one]]
        if readonly:
            return cls(False, False, False, "read only")
        why = f"needs {', '.join(missing)}" if missing else ""
        return cls(may[verb], may["delete"] and not new, may["add"], why)
