"""The password from the system's keyring: the real library, and a keyring of the test's own."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as NoKeyring
from keyring.errors import KeyringLocked

from svc_tui.api.auth.system_keyring import NotInKeyring, ask_keyring
from svc_tui.cli.exits import NOT_SIGNED_IN, OK
from svc_tui.config import restricted
from svc_tui.config.errors import ConfigError
from svc_tui.config.load import load_console
from tests.backends.accounts import AccountsProcess
from tests.cli.runs import ROOT, sentence, svc_tui

PLANTED = """
from keyring.backend import KeyringBackend
class Planted(KeyringBackend):
    priority = 1
    def get_password(self, service, username):
        return open({place!r}).read() if (service, username) == {known!r} else None
    def set_password(self, service, username, password): raise NotImplementedError
    def delete_password(self, service, username): raise NotImplementedError
"""


class Kept(KeyringBackend):
    """A keyring in memory."""

    priority = 1  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.passwords = {
            ("https://cms.test", "editor"): "pässword",
            ("https://cms.test", "api_key"): "k",
        }
        self.trouble: Exception | None = None
        self.unlocked = threading.Event()
        self.unlocked.set()

    def get_password(self, service: str, username: str) -> str | None:
        self.unlocked.wait()
        if self.trouble is not None:
            raise self.trouble
        return self.passwords.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        raise NotImplementedError

    def delete_password(self, service: str, username: str) -> None:
        raise NotImplementedError


@pytest.fixture
def kept() -> Iterator[Kept]:
    before, found = keyring.get_keyring(), Kept()
    keyring.set_keyring(found)
    yield found
    found.unlocked.set()
    keyring.set_keyring(before)


async def test_it_is_asked_for_this_address_and_user_alone(kept: Kept) -> None:
    assert await ask_keyring("https://cms.test", "editor") == "pässword"
    assert await ask_keyring("https://cms.test", "") == "k"
    with pytest.raises(NotInKeyring) as missing:
        await ask_keyring("https://other.test", "editor")
    assert "Run `keyring set https://other.test editor` to store it." in str(missing.value)


async def test_a_keyring_that_is_locked_silent_or_missing_is_one_sentence(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.trouble = KeyringLocked("the collection is locked\n")
    with pytest.raises(NotInKeyring, match="can't be read: the collection is locked"):
        await ask_keyring("https://cms.test", "editor")
    kept.unlocked.clear()
    with pytest.raises(NotInKeyring, match=r"did not respond within 0\.01 s"):
        await ask_keyring("https://cms.test", "editor", limit=0.01)
    kept.unlocked.set()
    keyring.set_keyring(NoKeyring())
    with pytest.raises(NotInKeyring, match="keyring is available here"):
        await ask_keyring("https://cms.test", "editor")
    monkeypatch.setitem(sys.modules, "keyring", None)
    with pytest.raises(NotInKeyring) as missing:
        await ask_keyring("https://cms.test", "editor")
    assert "pip install keyring" in str(missing.value)


def test_a_command_signs_in_with_what_the_keyring_has(
    accounts: AccountsProcess, tmp_path: Path
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("editor")
    known = (accounts.url, "editor")
    (tmp_path / "planted.py").write_text(PLANTED.format(place=str(secret), known=known))
    file = accounts.console_file(tmp_path, "basic", "keyring = true")
    env = {"PYTHON_KEYRING_BACKEND": "planted.Planted", "PYTHONPATH": f"{ROOT}:{tmp_path}"}

    def whoami(user: str) -> Any:
        return svc_tui("whoami", "--config", str(file), "--user", user, env=env, cold=True)

    assert whoami("editor").out.splitlines()[0] == "editor"
    missing = whoami("viewer")
    assert "`keyring set " in sentence(missing)
    secret.write_text("wrong")
    refused = whoami("editor")
    assert refused.code == NOT_SIGNED_IN and "Check your username" in sentence(refused)
    told = svc_tui("login", "--config", str(file), "--user", "editor", env=env, cold=True)
    assert told.code != OK and "wrong" not in told.err


def test_it_is_not_read_in_restricted_mode_nor_beside_a_password_command(
    accounts: AccountsProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = accounts.console_file(tmp_path, "jwt", "keyring = true")
    assert load_console(file).options.auth.finds_password
    monkeypatch.setattr(restricted, "_here", [file])
    assert not load_console(file).options.auth.finds_password
    monkeypatch.setattr(restricted, "_here", [])
    file = accounts.console_file(tmp_path, "jwt", 'keyring = true\npassword_command = ["pass"]')
    with pytest.raises(ConfigError, match="use only one"):
        load_console(file)
