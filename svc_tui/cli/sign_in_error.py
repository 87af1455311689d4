"""The error of a command that needs a session but has none."""

from __future__ import annotations

from svc_tui.api.errors import ApiError, Unreachable
from svc_tui.app.context import Svc
from svc_tui.cli.exits import ERROR, NOT_SIGNED_IN, CommandError


async def sign_in_error(svc: Svc) -> CommandError:
    """Return the error: no backend, an unusable saved session, or how to sign in.

    Without a saved session no request was sent so far; otherwise, the user would only learn after
    typing the password that the backend does not answer.
    """
    if refused := svc.auth.state.refused:
        return CommandError(refused, NOT_SIGNED_IN)
    unreachable = svc.auth.state.unreachable
    if unreachable is None:
        try:
            await svc.fetch("GET", svc.fetch.auth.profile_path or "/", hooks=False)
        except Unreachable as error:
            unreachable = str(error)
        except ApiError:
            pass  # Any answer will do.
    if unreachable:
        return CommandError(unreachable, ERROR)
    sentence = f"Not signed in at {svc.config.base_url}: run `svc-tui login`."
    return CommandError(sentence, NOT_SIGNED_IN)
