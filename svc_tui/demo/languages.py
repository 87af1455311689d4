"""The languages of the newsroom."""

from __future__ import annotations

LANGUAGES = ("en", "it")
DEFAULT_LANGUAGE = "en"
