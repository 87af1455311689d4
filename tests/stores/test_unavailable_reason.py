"""A refusal says what can't be done, why, and what next."""

from __future__ import annotations

import pytest

from svc_tui.stores.session.permissions import Permissions
from svc_tui.stores.unavailable_reason import (
    ONLY_READS,
    not_allowed,
    not_possible_message,
    permission_denied_message,
    unavailable_now_message,
)
from svc_tui.widgets.record.permissions import RecordPermissions


@pytest.mark.parametrize(
    ("codename", "words"),
    [
        ("change_article", "you are not allowed to change articles"),
        ("add_category", "you are not allowed to add categories"),
        ("delete_media", "you are not allowed to delete media"),
        ("view_menu_item", "you are not allowed to view menu items"),
        ("delete_box", "you are not allowed to delete boxes"),
        ("can_publish", "you don't have permission `can_publish`"),
    ],
)
def test_a_missing_right_is_told_in_words_and_who_can_give_it(codename: str, words: str) -> None:
    assert not_allowed(codename) == words
    assert permission_denied_message("Saving", codename) == (
        f"Saving needs permission `{codename}`. Ask an administrator."
    )


def test_what_nobody_can_do_here_says_why() -> None:
    why = "the backend allows no DELETE here"
    assert not_possible_message("Deleting", why) == f"Deleting is not possible here: {why}."


def test_a_console_that_only_reads_says_how_to_get_one_that_writes() -> None:
    assert not_possible_message("Adding", ONLY_READS).endswith(
        "Restart without read-only mode to make changes."
    )


def test_a_key_without_anything_to_act_upon_is_called_by_its_word() -> None:
    assert unavailable_now_message("Upload") == "There is nothing here to use “Upload” on."


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"readonly": True}, "Saving is not possible here: this is read-only."),
        ({"console_reads": True}, "Saving is not possible: the console is in read-only mode."),
        ({"lacks": lambda action: f"no {action}"}, "Saving is not possible here: no change."),
        (
            {"lacks": lambda action: "the backend needs none"},
            "Saving is not possible here: the backend needs none.",
        ),
        ({}, "Saving needs permission `change_article`. Ask an administrator."),
    ],
)
def test_a_form_says_what_keeps_it_from_being_saved(told: dict, words: str) -> None:
    nobody = Permissions(None)

    rights = RecordPermissions.of(nobody, "article", new=False, **told)

    assert rights.save_unavailable.startswith(words)
    assert not rights.save
