"""A slow network on request, for looking at loading states."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse


class Latency:
    """Holds back every answer of the API by the asked milliseconds."""

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        self.seconds = settings.DEMO.delay_ms / 1000

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if self.seconds and request.path.startswith("/api/"):
            time.sleep(self.seconds)
        return self.get_response(request)
