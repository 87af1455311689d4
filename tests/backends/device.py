"""`python -m tests.backends.device`: articles behind OAuth's device flow (RFC 8628).

`POST /_test/script` sets what the next questions for a token are answered with, such as
`["authorization_pending", "slow_down", "ok"]`; after the last one, that one again. Any wish under
`/_test/` ends the tokens that were given out.
"""

from __future__ import annotations

import json
import sys
from typing import Any
from urllib.parse import parse_qs

import httpx

from tests.backends.process import Answers, ServerProcess, serve

ROWS = {str(n): {"id": n, "title": f"Row {n}"} for n in range(1, 4)}
SCRIPT: list[str] = ["ok"]
TOKENS: list[str] = []
SEEN: list[str] = []
DEVICE_CODE = "the-secret-device-code"
CLIENT = "console"


class DeviceProcess(ServerProcess):
    """The server as a child process."""

    def __init__(self) -> None:
        super().__init__(sys.executable, "-m", "tests.backends.device")

    @property
    def auth(self) -> str:
        """The lines of `[svc.auth]`."""
        return (
            'kind = "device"\n'
            f'login = {{ path = "/o/device/", fields = {{ client_id = "{CLIENT}" }} }}\n'
            'refresh = { path = "/o/token/" }\n'
        )

    def steer(self, wish: str, wanted: Any = None) -> list[str]:
        """Do what is under `/_test/`; return what was asked of the sign-in so far."""
        answer = httpx.post(f"{self.url}/_test/{wish}", json=wanted, trust_env=False, timeout=60)
        return list(answer.raise_for_status().json())


class Handler(Answers):
    """Gives out codes and tokens at `/o/`, and rows at `/articles`."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """One row, or all of them."""
        if not self._may():
            return self.answer(401, {"detail": "No valid token."})
        name = self.path.partition("?")[0].removeprefix("/articles").strip("/")
        found = ROWS.get(name) if name else list(ROWS.values())
        self.answer(200 if found else 404, found or {"detail": "Not found."})

    def do_PATCH(self) -> None:
        """Change a row."""
        body = self.body()
        if not self._may():
            return self.answer(401, {"detail": "No valid token."})
        row = ROWS[self.path.strip("/").rpartition("/")[2]]
        row.update(json.loads(body))
        self.answer(200, row)

    def do_POST(self) -> None:
        """A code, a token, or what a test wants."""
        body = self.body()
        if self.path.startswith("/_test/"):
            if self.path == "/_test/script":
                SCRIPT[:] = json.loads(body)
            TOKENS.clear()
            return self.answer(200, SEEN)
        sent = {key: one[0] for key, one in parse_qs(body.decode()).items()}
        if sent.get("client_id") != CLIENT:
            return self.answer(401, {"error": "invalid_client"})
        if self.path == "/o/device/":
            code = {"device_code": DEVICE_CODE, "user_code": "WDJB-MJHT", "expires_in": 60}
            return self.answer(200, {**code, "verification_uri": "https://x.test/d", "interval": 0})
        if self.path != "/o/token/":
            return self.answer(404, {"detail": "Not found."})
        if sent["grant_type"] == "refresh_token":
            SEEN.append("refresh")
            good = sent["refresh_token"].startswith("refresh-")
            return self.answer(200, self._token()) if good else self._refuse("invalid_grant")
        if sent["device_code"] != DEVICE_CODE:
            return self._refuse("invalid_grant")
        said = SCRIPT.pop(0) if len(SCRIPT) > 1 else SCRIPT[0]
        SEEN.append(said)
        self.answer(200, self._token()) if said == "ok" else self._refuse(said)

    def _token(self) -> dict[str, Any]:
        TOKENS.append(f"token-{len(SEEN)}")
        lasting = {"refresh_token": f"refresh-{len(SEEN)}", "expires_in": 3600}
        return {"access_token": TOKENS[-1], "token_type": "Bearer", **lasting}

    def _may(self) -> bool:
        return self.headers.get("authorization", "").removeprefix("Bearer ") in TOKENS

    def _refuse(self, error: str) -> None:
        self.answer(400, {"error": error})


if __name__ == "__main__":
    serve(Handler)
