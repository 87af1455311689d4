"""The specification's default values, in a file that costs nothing to import."""

from __future__ import annotations

from typing import Any, Final

SVC_DEFAULTS: Final[dict[str, str]] = {
    "auth_login_url": "/api/auth/login",
    "user_info_api": "/api/profiles/me/",
    "logout_url": "/api/auth/logout",
    "login_url": "/login",
}
"""The default addresses of the sign-in, profile and sign-out, and the path of the sign-in page."""

MEDIA_DEFAULTS: Final[dict[str, Any]] = {
    "endpoints": {"media": "/api/media", "folders": "/api/media-folders"},
    "max_image_size": 10,
    "max_video_size": 100,
    "max_default_size": 10,
    "permissions_model": "media",
}
"""Media options; sizes in MB of 1024 × 1024 bytes."""

MENU_DEFAULTS: Final[dict[str, Any]] = {"max_depth": 3, "permissions_model": "menu"}
"""The editor of navigation menus; `max_depth` counts levels."""
