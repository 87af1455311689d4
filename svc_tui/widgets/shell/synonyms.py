"""Words that people search for, and their equivalents in the labels of keys."""

from __future__ import annotations

_SAME = (
    ("edit", "modify", "change", "rename", "update"),
    ("delete", "remove", "erase", "trash"),
    ("new", "create", "add"),
    ("search", "find", "look"),
    ("mark", "select", "tick"),
    ("undo", "revert", "restore", "take back"),
    ("reload", "refresh"),
    ("sign out", "logout", "log out", "logoff"),
    ("quit", "exit", "leave"),
    ("actions", "publish", "withdraw", "unpublish", "bulk", "batch"),
    ("duplicate", "clone", "copy"),
    ("language", "translation", "translate", "locale"),
    ("keys", "help", "shortcuts"),
    ("command", "palette"),
    ("upload", "import", "attach"),
    ("all", "everything", "every"),
    ("missing", "lack", "lacks", "without"),
    ("empty", "blank"),
    ("picture", "image", "photo", "thumbnail"),
    ("grid", "gallery", "tiles", "thumbnails"),
    ("folder", "directory"),
    ("filter", "narrow"),
    ("sort", "order"),
    ("full screen", "fullscreen", "maximize", "zoom"),
    ("sign in", "login", "log in"),
    ("saved views", "bookmarks"),
    ("theme", "colour", "color", "appearance", "dark mode", "light mode", "settings"),
    ("pictures…", "settings", "preferences"),
)
"""Words for the same thing, that of the labels first."""

ENOUGH = 4
"""Letters of a synonym that find it before it is typed in full."""


def matches(query: str, text: str) -> bool:
    """Whether a text has every word of a query, or a synonym for it; case is ignored."""
    text = text.casefold()
    query = " ".join(query.casefold().split())
    return all(any(one in text for one in _same(word)) for word in _words(query))


def _words(query: str) -> list[str]:
    """Split a query into words; a phrase with a synonym, such as `log out`, counts as one."""
    phrases = [one for group in _SAME for one in group if " " in one and one in query]
    for phrase in phrases:
        query = query.replace(phrase, "")
    return [*phrases, *query.split()]


def _same(word: str) -> tuple[str, ...]:
    return (word, *(group[0] for group in _SAME if any(_begins(one, word) for one in group[1:])))


def _begins(synonym: str, word: str) -> bool:
    """Whether a word is a synonym, or enough of its beginning while it is typed."""
    return synonym == word or (len(word) >= ENOUGH and synonym.startswith(word))
