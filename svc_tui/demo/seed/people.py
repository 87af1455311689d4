"""The four people of the demo; each password is the user name."""

from __future__ import annotations

from django.contrib.auth.models import Group, Permission, User

CONTENT = ("article", "category", "author", "tag", "order")
LIBRARY = ("media", "mediafolder")


def admit() -> None:
    """Users and their groups: everything, editing, reading, nothing."""
    User.objects.create_superuser("admin", "admin@newsroom.example", "admin")
    editors = _group("editors", _editing())
    viewers = _group("viewers", {f"view_{model}" for model in CONTENT + LIBRARY})
    _user("editor", editors)
    _user("viewer", viewers)
    _user("nobody", None)


def _editing() -> set[str]:
    verbs = ("view", "add", "change")
    rights = {f"{verb}_{model}" for verb in verbs for model in CONTENT + LIBRARY}
    return rights | {f"delete_{model}" for model in CONTENT}


def _group(name: str, codenames: set[str]) -> Group:
    group = Group.objects.create(name=name)
    group.permissions.set(Permission.objects.filter(codename__in=codenames))
    return group


def _user(name: str, group: Group | None) -> None:
    user = User.objects.create_user(name, f"{name}@newsroom.example", name)
    if group is not None:
        user.groups.add(group)
