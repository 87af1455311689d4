"""Doors for tests, open only under `--testing`: start anew, end all sessions, be somebody else."""

from __future__ import annotations

import shutil
from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.shortcuts import get_object_or_404
from rest_framework.decorators import api_view, authentication_classes, permission_classes
from rest_framework.request import Request
from rest_framework.response import Response

from ..models import Article, Author, Category, Media, MediaFolder, Order, Tag
from ..seed import plant


def _door(view: Any) -> Any:
    return api_view(["POST"])(authentication_classes([])(permission_classes([])(view)))


@_door
def reset(request: Request) -> Response:
    """Seed the content again; users and their sessions stay."""
    with transaction.atomic():
        for model in (Article, Order, Tag, Author, Category, Media, MediaFolder):
            model.objects.all().delete()
        shutil.rmtree(settings.MEDIA_ROOT, ignore_errors=True)
        plant(settings.DEMO.rows, lambda text: None, hostile=settings.DEMO.hostile)
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
