"""RecordRights: what a user may do with a record, and which permission is missing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from svc_tui.stores.session.permissions import Permissions
from svc_tui.stores.unavailable_reason import (
    CAN_ONLY_BE_READ,
    ONLY_READS,
    needs_permission,
    not_possible_message,
    permission_denied_message,
)

if TYPE_CHECKING:
    from svc_tui.app.context import Svc

NEVER_SAVED = "not saved yet"

ActionCheck = Callable[[str], str]
"""Takes `add`, `change` or `delete`; returns why the backend can't do that, "" if it can."""


def no_restrictions(action: str) -> str:
    """Return no reason against any action."""
    return ""


@dataclass(frozen=True)
class Restriction:
    """An obstacle to an action: a missing permission, or anything else."""

    reason: str
    """A short reason."""
    codename: str = ""
    """The missing permission, if that is the obstacle."""

    def sentence(self, action: str) -> str:
        """Return the reason as a sentence that begins with `action`, such as `Saving`."""
        if self.codename:
            return permission_denied_message(action, self.codename)
        return not_possible_message(action, self.reason)


@dataclass(frozen=True)
class RecordPermissions:
    """The rights of a user on one record; without a model name, all of them."""

    saving: Restriction | None = None
    """The restriction that prevents saving; None if there is none."""
    deleting: Restriction | None = None
    adding: Restriction | None = None
    lacking: str = ""
    """Short reason why nothing can be saved."""
    lacking_delete: str = ""
    """Short reason why nothing can be deleted, if it is a different one."""

    @classmethod
    def of(
        cls,
        user: Permissions,
        model: str | None,
        *,
        new: bool,
        readonly: bool = False,
        console_reads: bool = False,
        lacks: ActionCheck = no_restrictions,
    ) -> RecordPermissions:
        """The rights on one record of a model; `console_reads` means read-only mode."""
        if readonly or console_reads:
            why = Restriction(ONLY_READS if console_reads else CAN_ONLY_BE_READ)
            return cls(why, why, why, "read-only")
        adding, changing, deleting = (
            _in_the_way(user, model, one, lacks) for one in ("add", "change", "delete")
        )
        saving = adding if new else changing
        lacking = f"read-only: {saving.reason}" if saving else ""
        if new:
            return cls(saving, Restriction(NEVER_SAVED), adding, lacking)
        return cls(saving, deleting, adding, lacking, deleting.reason if deleting else "")

    @property
    def save(self) -> bool:
        """Whether it can be saved."""
        return self.saving is None

    @property
    def delete(self) -> bool:
        """Whether it can be deleted."""
        return self.deleting is None

    @property
    def save_unavailable(self) -> str:
        """Why saving is not possible, in a sentence; empty if it is."""
        return self.saving.sentence("Saving") if self.saving else ""

    @property
    def delete_unavailable(self) -> str:
        """Why deleting is not possible, in a sentence."""
        return self.deleting.sentence("Deleting") if self.deleting else ""

    @property
    def add_unavailable(self) -> str:
        """Why adding is not possible, in a sentence."""
        return self.adding.sentence("Adding") if self.adding else ""


class RecordRights:
    """The rights of the user on the records of a model.

    When a session ends, the page keeps its rights: it waits under the sign-in.
    """

    def __init__(self, model: str | None, readonly: bool, lacks: ActionCheck) -> None:
        self.model = model
        self.readonly = readonly
        self.lacks = lacks
        """Returns why the backend can't `add`, `change` or `delete` here; "" if it can."""
        self._user: Permissions | None = None

    def on_record(self, svc: Svc, *, new: bool) -> RecordPermissions:
        if self._user is None or svc.permissions.user is not None:
            self._user = svc.permissions
        return RecordPermissions.of(
            self._user,
            self.model,
            new=new,
            readonly=self.readonly,
            console_reads=svc.config.read_only,
            lacks=self.lacks,
        )


def _in_the_way(
    user: Permissions, model: str | None, action: str, lacks: ActionCheck
) -> Restriction | None:
    """Return the backend's own restriction, else a missing permission."""
    if without := lacks(action):
        return Restriction(without)
    if model is None or user.can(action, model):
        return None
    codename = f"{action}_{model}"
    return Restriction(needs_permission(codename), codename)
