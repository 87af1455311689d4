"""The files themselves, for anybody who knows their address."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.core.exceptions import SuspiciousFileOperation
from django.http import FileResponse, Http404, HttpRequest
from django.utils._os import safe_join
from django.views.decorators.http import require_safe

from ..mime import mime_of
from ..models import Media

ACTIVE = frozenset({"text/html", "application/xhtml+xml", "text/javascript"})
"""Types that would run as part of the demo's pages if a browser opened them."""


@require_safe
def media_file(request: HttpRequest, path: str) -> FileResponse:
    """One file of the library; 404 for everything outside of it."""
    try:
        # The response closes it when it is sent.
        content = Path(safe_join(settings.MEDIA_ROOT, path)).open("rb")  # noqa: SIM115
    except (SuspiciousFileOperation, OSError, ValueError) as error:
        raise Http404 from error
    response = FileResponse(content, content_type=_type_of(path))
    response["Content-Security-Policy"] = "sandbox"
    return response


def _type_of(path: str) -> str:
    known = Media.objects.filter(file=path).values_list("mime_type", flat=True).first()
    mime_type = known or mime_of(path, b"")
    return "text/plain" if mime_type in ACTIVE else mime_type
