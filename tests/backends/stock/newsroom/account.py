"""Signing in, out, and asking who one is: the JSON views that most projects write by hand."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import authenticate, login, logout
from rest_framework.permissions import AllowAny
from rest_framework.response import Response
from rest_framework.views import APIView


def profile(user: Any) -> dict[str, Any]:
    """What the site tells about a user."""
    return {
        "id": user.pk,
        "username": user.get_username(),
        "email": user.email,
        "first_name": user.first_name,
        "last_name": user.last_name,
        "is_staff": user.is_staff,
        "is_superuser": user.is_superuser,
        "permissions": sorted(user.get_all_permissions()),
    }


class SignIn(APIView):
    permission_classes = [AllowAny]

    def post(self, request: Any) -> Response:
        user = authenticate(
            request, username=request.data.get("username"), password=request.data.get("password")
        )
        if user is None:
            return Response({"detail": "Wrong username or password."}, status=400)
        login(request, user)
        return Response(profile(user))


class SignOut(APIView):
    def post(self, request: Any) -> Response:
        logout(request)
        return Response(status=204)


class Me(APIView):
    def get(self, request: Any) -> Response:
        return Response(profile(request.user))
