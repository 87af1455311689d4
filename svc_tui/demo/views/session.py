"""Signing in and out, and who one is."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth import authenticate, login, logout
from rest_framework import serializers
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView


class Credentials(serializers.Serializer):
    """A name and a password that belong together."""

    username = serializers.CharField()
    password = serializers.CharField(trim_whitespace=False)

    def validate(self, attrs: dict[str, str]) -> dict[str, object]:
        user = authenticate(self.context["request"], **attrs)
        if user is None:
            raise serializers.ValidationError("Unable to log in with provided credentials.")
        return {"user": user}


class Login(APIView):
    """Sets the session cookie and the CSRF cookie."""

    permission_classes: ClassVar = [AllowAny]

    def post(self, request: Request) -> Response:
        """200, or 400 with the reason."""
        credentials = Credentials(data=request.data, context={"request": request})
        credentials.is_valid(raise_exception=True)
        login(request._request, credentials.validated_data["user"])
        return Response({"detail": "Logged in"})


class Logout(APIView):
    """Ends the session; harmless without one."""

    permission_classes: ClassVar = [AllowAny]

    def post(self, request: Request) -> Response:
        logout(request._request)
        return Response({"detail": "Logged out"})


class Me(APIView):
    """The profile of who is signed in."""

    permission_classes: ClassVar = [IsAuthenticated]

    def get(self, request: Request) -> Response:
        user = request.user
        rights = {right.split(".", 1)[1] for right in user.get_all_permissions()}
        return Response(
            {
                "id": user.pk,
                "username": user.username,
                "email": user.email,
                "is_superuser": user.is_superuser,
                "all_permissions": sorted(rights),
                "groups": [group.name for group in user.groups.order_by("name")],
            }
        )
