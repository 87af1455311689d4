"""What a user may do with a record, and the codename that is missing where they may not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from svc_tui.stores.permissions import Permissions
from svc_tui.stores.why_not import CAN_ONLY_BE_READ, ONLY_READS, not_possible, without_right

Lacks = Callable[[str], str]
"""Takes `add`, `change` or `delete`; tells why the backend cannot do that, "" where it can."""


def nothing_lacks(action: str) -> str:
    """A backend that can do everything."""
    return ""


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
    readable: str = CAN_ONLY_BE_READ
    """Why this can only be looked at, where no right is missing."""

    @classmethod
    def of(
        cls,
        user: Permissions,
        model: str | None,
        *,
        new: bool,
        readonly: bool = False,
        console_reads: bool = False,
        lacks: Lacks = nothing_lacks,
    ) -> Rights:
        """The rights on one record of a model; `console_reads` where no record can be written."""
        if readonly or console_reads:
            why = ONLY_READS if console_reads else CAN_ONLY_BE_READ
            return cls(False, False, False, "read only", readable=why)
        verb = "add" if new else "change"
        missing = {one: _missing(user, model, one, lacks) for one in ("add", "change", "delete")}
        return cls(
            not missing[verb],
            not missing["delete"] and not new,
            not missing["add"],
            f"read only: {missing[verb]}" if missing[verb] else "",
            "" if new else missing["delete"],
            missing["add"],
        )

    @property
    def why_not_save(self) -> str:
        """Why saving is refused, in a sentence; empty where it is not."""
        return self._sentence("Saving", self.save, self.lacking)

    @property
    def why_not_delete(self) -> str:
        """Why deleting is refused, in a sentence."""
        return self._sentence("Deleting", self.delete, self.lacking_delete)

    @property
    def why_not_add(self) -> str:
        """Why adding is refused, in a sentence."""
        return self._sentence("Adding", self.add, self.lacking_add)

    def _sentence(self, deed: str, may: bool, lacking: str) -> str:
        if may:
            return ""
        if codename := lacking.rpartition("needs ")[2] if "needs " in lacking else "":
            return without_right(deed, codename)
        reason = lacking.removeprefix("read only").removeprefix(": ")
        return not_possible(deed, reason or self.readable)


def _missing(user: Permissions, model: str | None, action: str, lacks: Lacks) -> str:
    """What stands in the way: the backend itself, or a right."""
    if without := lacks(action):
        return without
    return "" if model is None or user.can(action, model) else f"needs {action}_{model}"
