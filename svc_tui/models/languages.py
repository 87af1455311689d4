"""The languages by their own names."""

from __future__ import annotations

from collections.abc import Mapping

from svc_tui.text import clean

NAMES = {
    "ar": "العربية", "bg": "Български", "ca": "Català", "cs": "Čeština", "cy": "Cymraeg",
    "da": "Dansk", "de": "Deutsch", "el": "Ελληνικά", "en": "English", "es": "Español",
    "et": "Eesti", "eu": "Euskara", "fa": "فارسی", "fi": "Suomi", "fr": "Français",
    "ga": "Gaeilge", "gl": "Galego", "he": "עברית", "hi": "हिन्दी", "hr": "Hrvatski",
    "hu": "Magyar", "id": "Bahasa Indonesia", "is": "Íslenska", "it": "Italiano", "ja": "日本語",
    "ko": "한국어", "lt": "Lietuvių", "lv": "Latviešu", "mk": "Македонски", "mt": "Malti",
    "nb": "Norsk bokmål", "nl": "Nederlands", "nn": "Norsk nynorsk", "no": "Norsk",
    "pl": "Polski", "pt": "Português", "ro": "Română", "ru": "Русский", "sk": "Slovenčina",
    "sl": "Slovenščina", "sq": "Shqip", "sr": "Српски", "sv": "Svenska", "th": "ไทย",
    "tr": "Türkçe", "uk": "Українська", "vi": "Tiếng Việt", "zh": "中文",
}  # fmt: skip


ENGLISH = {
    "de": "German", "en": "English", "es": "Spanish", "fr": "French", "it": "Italian",
    "nl": "Dutch", "pl": "Polish", "pt": "Portuguese",
}  # fmt: skip
"""English names of some languages, for sentences."""


def language_name(code: str, names: Mapping[str, str] | None = None) -> str:
    """Return the name of a language: that of `names`, else its own, else its code.

    A region without its own name is added: `pt-br` is Português (BR).
    """
    return _name(code, NAMES, names) or clean(code)


def text_in_language(text: str, code: str, names: Mapping[str, str] | None = None) -> str:
    """Return `Italian title`; `title (xx)` if the language has no name here."""
    name = _name(code, ENGLISH, names)
    return f"{name} {text}" if name else f"{text} ({clean(code)})"


def _name(code: str, usual: Mapping[str, str], names: Mapping[str, str] | None) -> str:
    tag = _tag(code)
    known = {**usual, **{_tag(one): clean(name) for one, name in (names or {}).items()}}
    first, _, region = tag.partition("-")
    if tag in known or first not in known:
        return known.get(tag, "")
    return f"{known[first]} ({region.upper()})"


def _tag(code: str) -> str:
    return clean(code).replace("_", "-").casefold()
