"""Sentences for a key that can't act: what, why, and what to do."""

from __future__ import annotations

ACTIONS = {"view": "Looking", "add": "Adding", "change": "Changing", "delete": "Deleting"}
"""The verbs of permissions at the beginning of a sentence."""

ONLY_READS = "the console is in read-only mode"
CAN_ONLY_BE_READ = "this is read-only"

WAIT_UNTIL_SAVED = "Still saving. Try again in a moment."
WAIT_UNTIL_READ = "Still loading. Try again in a moment."
FIRST_PAGE, LAST_PAGE = "This is the first page.", "This is the last page."
NO_MORE_GIVEN = "The backend returned no next page, but there may be more rows."
IN_NO_LIST = "This record is new. Save it first."
IN_FIELD = "Press Esc to leave this field, then press the key again."
NO_PAGE = "This console has no page for this record."
NO_ERRORS = "There are no errors."
NO_OTHER_LANGUAGE = "There is no other language here."
NO_OTHER_PROFILE = "The console file has no other profiles. Add one as [profiles.NAME]."
NOTHING_YET = "This record was never saved. Press Esc to discard it."


def needs_permission(*codenames: str) -> str:
    """Return briefly which permissions are missing."""
    named = ", ".join(f"`{one}`" for one in codenames)
    return f"needs permission{'s' * (len(codenames) > 1)} {named}"


def not_allowed(codename: str) -> str:
    """Return in words what a missing permission such as `change_article` does not allow."""
    verb, _, model = codename.partition("_")
    if verb not in ACTIONS or not model:
        return f"you don't have permission `{codename}`"
    return f"you are not allowed to {verb} {_plural(model.replace('_', ' '))}"


def _plural(name: str) -> str:
    if name.endswith(("s", "x", "ch", "sh")):
        return f"{name}es"
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return f"{name[:-1]}ies"
    return name if name.endswith("media") else f"{name}s"


def over_limit(count: int, limit: int | None, noun: str = "rows") -> str:
    """Return why so many can't be changed at once; "" if they can, or without a limit."""
    if limit is None or count <= limit:
        return ""
    return f"{count:,} {noun} exceed the limit of {limit:,} (max_rows)."


def permission_denied_message(action: str, codename: str) -> str:
    """Return a sentence that begins with `action` (`Saving`), and what to ask for."""
    return f"{action} {needs_permission(codename)}. Ask an administrator."


def not_possible_message(action: str, why: str) -> str:
    """Return why this is not possible here, for any user."""
    if why == ONLY_READS:
        return f"{action} is not possible: {why}. Restart without read-only mode to make changes."
    return f"{action} is not possible here: {why}."


def outside_field_message(word: str, place: str = "this field") -> str:
    """Return where a key that a field doesn't take works; `word` is the label of its binding."""
    return f"“{word}” doesn't work inside {place}. Press Esc, then the key again."


def no_record_message(word: str, missing: bool) -> str:
    """A key that needs a record, where there is none or none could be read; `word` is its own."""
    if missing:
        return f"“{word}” needs a record, but there is none here. Press Esc to go back."
    return f"“{word}” needs the record, which could not be loaded. Press r to try again."


def unavailable_now_message(word: str) -> str:
    """A key that has nothing to act on; `word` is the label of its binding."""
    return f"There is nothing here to use “{word}” on."
