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
    lacking: str = ""
    """Why nothing can be saved, in a few words."""
    lacking_delete: str = ""
    """Why nothing can be deleted."""

    @classmethod
    def of(
        cls, user: Permissions, model: str | None, *, new: bool, readonly: bool = False
    ) -> Rights:
        """The rights on one record of a model."""
        if readonly:
            return cls(False, False, False, "read only", "")
        verb = "add" if new else "change"
        may = {one: model is None or user.can(one, model) for one in ("add", "change", "delete")}
        return cls(
            may[verb],
            may["delete"] and not new,
            may["add"],
            "" if may[verb] else f"read only: needs {verb}_{model}",
            "" if may["delete"] or new else f"needs delete_{model}",
        )
