"""Permissions: the checks of a user's codenames and groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from svc_tui.models.arguments import checks_fields
from svc_tui.models.records import CRUD_ACTIONS as CRUD_ACTIONS
from svc_tui.models.records import UserProfile


@checks_fields
@dataclass(frozen=True)
class Permissions:
    """`usePermissions()`: a signed-out user may do nothing, a superuser everything."""

    user: UserProfile | None = None

    @property
    def is_superuser(self) -> bool:
        """Whether every check passes."""
        return self.user is not None and self.user.is_superuser

    @property
    def _is_unlimited(self) -> bool:
        return self.is_superuser or (self.user is not None and self.user.rights_unknown)

    def check(self, *codenames: str) -> bool:
        """Whether the user holds every one of these codenames."""
        return self.user is not None and not self.missing(*codenames)

    def missing(self, *codenames: str) -> tuple[str, ...]:
        """The codenames that the user lacks, in the order asked; an `app.` in front is ignored."""
        if self._is_unlimited:
            return ()
        held = self.user.permissions if self.user else frozenset()
        return tuple(name for name in codenames if name.rpartition(".")[2] not in held)

    def has_role(self, *groups: str) -> bool:
        """Whether the user is in at least one of these groups, or a superuser."""
        if self.user is None:
            return False
        return self._is_unlimited or any(group in self.user.groups for group in groups)

    def actions(self, model: str) -> tuple[str, ...]:
        """The CRUD actions that the user holds on a model, from codenames `<action>_<model>`."""
        return tuple(action for action in CRUD_ACTIONS if self.can(action, model))

    def can(self, action: str, model: str) -> bool:
        """Whether the user holds `<action>_<model>`."""
        return self.check(f"{action}_{model}")

    def can_view(self, model: str) -> bool:
        """Whether records of this model may be seen."""
        return self.can("view", model)

    def can_add(self, model: str) -> bool:
        """Whether a record of this model may be created."""
        return self.can("add", model)

    def can_change(self, model: str) -> bool:
        """Whether a record of this model may be edited."""
        return self.can("change", model)

    def can_delete(self, model: str) -> bool:
        """Whether a record of this model may be deleted."""
        return self.can("delete", model)


def codenames(wanted: str | Sequence[str], model: str | None) -> tuple[str, ...]:
    """Full codenames of an action's `permissions`: a bare verb means the page's own model."""
    names = (wanted,) if isinstance(wanted, str) else tuple(wanted)
    return tuple(name if "_" in name or not model else f"{name}_{model}" for name in names)
