"""Folders as JSON, and the two rules of a tree: no loops, and one name once in a folder."""

from __future__ import annotations

from typing import Any

from django.db.models import F, Value
from django.db.models.functions import Concat, Substr
from rest_framework import serializers

from ..models import MediaFolder


class FolderSerializer(serializers.ModelSerializer):
    """A MediaFolder; `path` follows from the names."""

    class Meta:
        model = MediaFolder
        fields = ("id", "name", "parent", "path")
        read_only_fields = ("path",)

    def validate_name(self, name: str) -> str:
        """A slash would fake a level of the path."""
        if "/" in name:
            raise serializers.ValidationError("A folder name can't contain a slash.")
        return name

    def validate_parent(self, parent: MediaFolder | None) -> MediaFolder | None:
        """A folder can't be moved into itself or its subfolders."""
        folder = self.instance
        if folder is not None and parent is not None and is_within(parent, folder):
            raise serializers.ValidationError(
                "A folder can't be moved into itself or its subfolders."
            )
        return parent

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        folder = self.instance
        name = attrs.get("name", folder and folder.name)
        parent = attrs.get("parent", folder and folder.parent)
        namesakes = MediaFolder.objects.filter(name=name, parent=parent)
        if namesakes.exclude(pk=folder and folder.pk).exists():
            raise serializers.ValidationError({"name": ["This folder name is already taken here."]})
        return attrs

    def create(self, validated: dict[str, Any]) -> MediaFolder:
        folder = MediaFolder(**validated)
        folder.path = path_of(folder)
        folder.save()
        return folder

    def update(self, instance: MediaFolder, validated: dict[str, Any]) -> MediaFolder:
        """Rename or move; the paths of everything below follow."""
        before = instance.path
        for key, value in validated.items():
            setattr(instance, key, value)
        instance.path = path_of(instance)
        instance.save()
        below = MediaFolder.objects.filter(path__startswith=f"{before}/")
        rest = Substr(F("path"), len(before) + 1)
        below.update(path=Concat(Value(instance.path), rest))
        return instance


def is_within(folder: MediaFolder, other: MediaFolder) -> bool:
    """Whether a folder is the other one or lies somewhere below it."""
    step: MediaFolder | None = folder
    while step is not None and step.pk != other.pk:
        step = step.parent
    return step is not None


def path_of(folder: MediaFolder) -> str:
    above = folder.parent.path if folder.parent else ""
    return f"{above}/{folder.name}"
