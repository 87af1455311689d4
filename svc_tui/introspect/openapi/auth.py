"""The sign-in in an OpenAPI document, as keys of `[svc.auth]`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from svc_tui.introspect.openapi.paths import OpenApiDocument, Operations

USERS = ("username", "email", "login", "user")
PROFILES = ("me", "profile", "user", "whoami", "current-user")
SIGN_OUTS = ("logout", "signout", "sign-out")
TOKENS = ("access_token", "access", "token", "auth_token", "key", "jwt", "accessToken")


@dataclass(frozen=True)
class AuthSuggestion:
    """A supported sign-in, as in a console file."""

    options: Mapping[str, Any] = field(default_factory=dict)
    """The keys of `[svc.auth]`."""


def suggested_auth(document: OpenApiDocument, prefix: str) -> AuthSuggestion | None:
    """Return the first described sign-in that is supported, or None."""
    components = document.root.get("components")
    raw = components.get("securitySchemes") if isinstance(components, Mapping) else None
    schemes = [document.resolved(one) for one in raw.values()] if isinstance(raw, Mapping) else []
    schemes = [one for one in schemes if one]
    if not schemes:
        return None if document.root.get("security") else AuthSuggestion({"kind": "none"})
    for read in (_password_flow, _bearer, _header_key, _basic, _cookie):
        for scheme in schemes:
            if found := read(scheme, document, prefix):
                return AuthSuggestion(found)
    return None


def _password_flow(scheme: Operations, document: OpenApiDocument, prefix: str) -> dict[str, Any]:
    flows = scheme.get("flows")
    flow = flows.get("password") if isinstance(flows, Mapping) else None
    if scheme.get("type") != "oauth2" or not isinstance(flow, Mapping):
        return {}
    if not (path := _path(flow.get("tokenUrl"), prefix)):
        return {}
    fields = {"grant_type": "password", "username": "{user}", "password": "{password}"}
    login = {"path": path, "body": "form", "fields": fields}
    return {"kind": "token", "login": login, "token": "access_token", "header": _header("Bearer")}


def _bearer(scheme: Operations, document: OpenApiDocument, prefix: str) -> dict[str, Any]:
    if scheme.get("type") != "http" or str(scheme.get("scheme")).lower() != "bearer":
        return {}
    return _token(document, prefix, "Bearer")


def _header_key(scheme: Operations, document: OpenApiDocument, prefix: str) -> dict[str, Any]:
    if scheme.get("type") != "apiKey" or scheme.get("in") != "header":
        return {}
    name = str(scheme.get("name"))
    if name.lower() != "authorization":
        usable = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
        return {"kind": "api_key", "header": f"{name}: {{token}}"} if usable else {}
    words = str(scheme.get("description"))
    return _token(document, prefix, "Token" if '"Token"' in words else "Bearer")


def _basic(scheme: Operations, document: OpenApiDocument, prefix: str) -> dict[str, Any]:
    basic = scheme.get("type") == "http" and str(scheme.get("scheme")).lower() == "basic"
    return {"kind": "basic"} if basic else {}


def _cookie(scheme: Operations, document: OpenApiDocument, prefix: str) -> dict[str, Any]:
    if scheme.get("type") != "apiKey" or scheme.get("in") != "cookie":
        return {}
    for path, fields, _ in _sign_ins(document, prefix):
        return {
            "kind": "session",
            "login": {"path": path, "fields": fields},
            **_around_a_session(document, prefix),
        }
    return {"kind": "form"}


def _around_a_session(document: OpenApiDocument, prefix: str) -> dict[str, Any]:
    """Return the addresses of the profile and of signing out, if they exist."""
    found: dict[str, Any] = {}
    for path, operations in document.paths():
        end = path.rstrip("/").rpartition("/")[2].lower()
        answer = document.schema().node(document.answer(operations.get("get"))).properties
        if end in PROFILES and "{" not in path and any(one in answer for one in USERS):
            found.setdefault("profile", f"{prefix}{path}")
        if end in SIGN_OUTS and "post" in operations:
            found.setdefault("logout", {"path": f"{prefix}{path}"})
    return found


def _token(document: OpenApiDocument, prefix: str, word: str) -> dict[str, Any]:
    """Return a token by the first sign-in that returns one; else a key that is typed."""
    for path, fields, answer in _sign_ins(document, prefix):
        if token := next((key for key in TOKENS if key in answer), ""):
            login = {"path": path, "fields": fields}
            return {"kind": "token", "login": login, "token": token, "header": _header(word)}
    return {"kind": "api_key", "header": _header(word)}


def _sign_ins(
    document: OpenApiDocument, prefix: str
) -> Iterator[tuple[str, dict[str, str], Mapping[str, Any]]]:
    """Yield the requests that take a user and a password: path, fields, the answer's keys.

    Requests that need more fields, such as creating an account, are left out.
    """
    for path, operations in document.paths():
        post = operations.get("post")
        if "{" in path or not isinstance(post, Mapping):
            continue
        schema = document.schema()
        sent = schema.node(document.body(post))
        user = next((key for key in USERS if key in sent.properties), "")
        if user and "password" in sent.properties and sent.required <= {user, "password"}:
            answer = schema.node(document.answer(post)).properties
            yield f"{prefix}{path}", {user: "{user}", "password": "{password}"}, answer


def _header(word: str) -> str:
    return f"Authorization: {word} {{token}}"


def _path(address: object, prefix: str) -> str:
    """Return the path of an address in a document; "" if it can't be used."""
    if not isinstance(address, str) or not address.strip() or not address.isprintable():
        return ""
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return ""
    path = f"/{parts.path.lstrip('/')}"
    if ".." in path or " " in path:
        return ""
    under = parts.netloc or (prefix and path.startswith(f"{prefix}/"))
    return path if under else f"{prefix}{path}"
