"""Doors for tests, open only under `--testing`: start anew, end all sessions, be somebody else."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.shortcuts import get_object_or_404
from rest_framework.decorators import api_view, authentication_classes, permission_classes
from rest_framework.request import Request
from rest_framework.response import Response

from ..database import restore
from ..models import Article


def _door(view: Any) -> Any:
    return api_view(["POST"])(authentication_classes([])(permission_classes([])(view)))


@_door
def reset(request: Request) -> Response:
    """Put the content back as it was seeded; users and their sessions stay."""
    restore(settings.DEMO)
    return Response({"done": settings.DEMO.rows})


@_door
def expire(request: Request) -> Response:
    """Sign everybody out behind their backs."""
    done, _ = Session.objects.all().delete()
    return Response({"done": done})


@_door
def touch(request: Request, number: int) -> Response:
    """Change an article's title as a colleague would."""
    article = get_object_or_404(Article, pk=number)
    article.title = f"{article.title[:100]} (edited)"
    article.save()
    return Response({"id": article.pk, "title": article.title})
