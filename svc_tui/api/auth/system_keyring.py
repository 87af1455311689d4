"""The system's keyring: where the desktop, or the login, keeps passwords."""

from __future__ import annotations

import asyncio

from svc_tui.api.daemon_thread import run_in_daemon_thread
from svc_tui.api.errors import ApiError
from svc_tui.text import clean

TIME_LIMIT = 60.0
"""Seconds for the user to unlock the keyring."""

KEY = "api_key"
"""The user name for a key without a user."""


class NotInKeyring(ApiError):
    """The keyring gave no password; the text says why, and what to do."""

    def what(self) -> str:
        return self.detail

    def next_step(self) -> str:
        return ""


async def ask_keyring(base_url: str, user: str, limit: float = TIME_LIMIT) -> str:
    """Return the password that the system's keyring has for this address and user.

    Raises `NotInKeyring` without one, without a keyring, or if it stays locked for `limit` seconds.
    """

    def read() -> str | None:
        import keyring
        import keyring.errors

        try:
            return keyring.get_password(base_url, user or KEY)
        except keyring.errors.NoKeyringError:
            words = "No system keyring is available here"
            raise NotInKeyring(detail=f"{words}: type the password, or pipe it in.") from None
        except Exception as error:  # Every keyring fails in its own way.
            why = clean(error, limit=200) or type(error).__name__
            raise NotInKeyring(detail=f"The system's keyring can't be read: {why}.") from None

    try:
        async with asyncio.timeout(limit):
            password = await run_in_daemon_thread(read)
    except ImportError:
        raise NotInKeyring(
            detail="`keyring = true` needs the library keyring: pip install keyring."
        ) from None
    except TimeoutError:
        raise NotInKeyring(
            detail=f"The system's keyring did not respond within {limit:g} s."
        ) from None
    if not password:
        how = f"Run `keyring set {clean(base_url)} {clean(user or KEY)}` to store it."
        raise NotInKeyring(detail=f"The system's keyring has no password for this account. {how}")
    return password
