"""Base serializers: translations, merged JSON objects, JSON in multipart parts."""

from __future__ import annotations

import json
from typing import Any, ClassVar

from django.http import QueryDict
from rest_framework import serializers

from ..languages import DEFAULT_LANGUAGE, LANGUAGES


def not_forbidden(text: str) -> None:
    """Refuses a word, so that a failing validation can be tried on purpose."""
    if "forbidden" in text.lower():
        raise serializers.ValidationError('A title cannot contain the word "forbidden".')


def translations_field(**fields: Any) -> Any:
    """A field for `translations`: per language one object with these text fields, all optional."""

    def language(name: str) -> Any:
        texts = {
            key: kind(required=False, allow_blank=True, allow_null=True, **options)
            for key, (kind, options) in fields.items()
        }
        return type(f"Texts_{name}", (serializers.Serializer,), texts)(required=False)

    languages = {name: language(name) for name in LANGUAGES}
    return type("Translations", (serializers.Serializer,), languages)(required=False)


def merged(old: Any, new: Any) -> Any:
    """JSON merge patch: objects merge at every depth, null removes a key, lists are replaced."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return new
    kept = {key: value for key, value in old.items() if key not in new}
    return kept | {key: merged(old.get(key), v) for key, v in new.items() if v is not None}


class JsonObject(serializers.JSONField):
    """A JSON object of any keys."""

    def to_internal_value(self, data: Any) -> Any:
        """The object; anything else is a 400."""
        value = super().to_internal_value(data)
        if not isinstance(value, dict):
            raise serializers.ValidationError("Expected an object.")
        return value


class MergingSerializer(serializers.ModelSerializer):
    """PATCH merges the JSON objects named in `merged_fields`; PUT replaces them."""

    merged_fields: ClassVar[tuple[str, ...]] = ()
    json_parts: ClassVar[tuple[str, ...]] = ()
    """Fields that hold JSON text when the request is multipart."""

    def to_internal_value(self, data: Any) -> Any:
        """Validated values; a multipart form is read as the JSON object it stands for."""
        return super().to_internal_value(self._plain(data))

    def _plain(self, data: Any) -> Any:
        if not isinstance(data, QueryDict):
            return data
        plain = {key: values[0] if len(values) == 1 else values for key, values in data.lists()}
        for key in self.json_parts:
            if isinstance(plain.get(key), str):
                plain[key] = _parsed(key, plain[key])
        return plain

    def update(self, instance: Any, validated: dict[str, Any]) -> Any:
        if self.partial:
            for key in self.merged_fields:
                if key in validated:
                    validated[key] = merged(getattr(instance, key), validated[key])
        return super().update(instance, validated)


def _parsed(key: str, text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise serializers.ValidationError({key: ["Value must be valid JSON."]}) from error


class TranslatedSerializer(MergingSerializer):
    """Takes the default language's texts flat or under `translations`, whichever was changed."""

    def _plain(self, data: Any) -> Any:
        plain = super()._plain(data)
        texts = _default_texts(plain)
        if self.partial or not texts:
            return plain
        return {**{field: text for field, text in texts.items() if field in self.fields}, **plain}

    def create(self, validated: dict[str, Any]) -> Any:
        translations = validated.pop("translations", {})
        instance = super().create(validated)
        return self._translated(instance, translations)

    def update(self, instance: Any, validated: dict[str, Any]) -> Any:
        """Store the changes; PUT forgets the languages it does not name, where it names any."""
        translations = validated.pop("translations", None)
        if translations is None:
            return super().update(instance, validated)
        before = instance.translations[DEFAULT_LANGUAGE]
        texts = translations.get(DEFAULT_LANGUAGE, {})
        changed = {field: text for field, text in texts.items() if text != before[field]}
        if not self.partial:
            instance.translated = {}
        super().update(instance, validated)
        return self._translated(instance, {**translations, DEFAULT_LANGUAGE: changed})

    def _translated(self, instance: Any, translations: dict[str, Any]) -> Any:
        if translations:
            instance.translate({lang: dict(texts) for lang, texts in translations.items()})
            instance.save()
        return instance


def _default_texts(data: Any) -> dict[str, Any]:
    translations = data.get("translations") if isinstance(data, dict) else None
    texts = translations.get(DEFAULT_LANGUAGE) if isinstance(translations, dict) else None
    return texts if isinstance(texts, dict) else {}
