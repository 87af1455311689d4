"""The languages by their own names."""

from __future__ import annotations

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


def language_name(code: str) -> str:
    """Return the name of a language, with its region (`pt-br` is Português (BR)); else its code."""
    plain = clean(code)
    first, _, region = plain.replace("_", "-").partition("-")
    name = NAMES.get(first.casefold())
    if name is None:
        return plain
    return f"{name} ({region.upper()})" if region else name
