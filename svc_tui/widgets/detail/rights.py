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
    lacking_add: str = ""
    """Why nothing can be added."""

    @classmethod
    def of(
        cls, user: Permissions, model: str | None, *, new: bool, readonly: bool = False
    ) -> Rights:
        """The rights on one record of a model."""
        if readonly:
            return cls(False, False, False, "read only")
        verb = "add" if new else "change"
        may = {one: model is None or user.can(one, model) for one in ("add", "change", "delete")}
        return cls(
            may[verb],
            may["delete"] and not new,
            may["add"],
            "" if may[verb] else f"read only: needs {verb}_{model}",
            "" if may["delete"] or new else f"needs delete_{model}",
            "" if may["add"] else f"needs add_{model}",
        )

    @property
    def why_not_save(self) -> str:
        """Why saving is refused, in a sentence; empty where it is not."""
        return _sentence("Saving", self.save, self.lacking)

    @property
    def why_not_delete(self) -> str:
        """Why deleting is refused, in a sentence."""
        return _sentence("Deleting", self.delete, self.lacking_delete)

    @property
    def why_not_add(self) -> str:
        """Why adding is refused, in a sentence."""
        return _sentence("Adding", self.add, self.lacking_add)


def _sentence(deed: str, may: bool, lacking: str) -> str:
    if may:
        return ""
    codename = lacking.rpartition("needs ")[2] if "needs " in lacking else ""
    if codename:
        return f"{deed} needs the right {codename}, which you do not have."
    return "This record can only be read here."
