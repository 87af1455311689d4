"""The picture store of a console: its options, its cache directory, its preferences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svc_tui.api.download import Downloads
from svc_tui.api.fetch import SvcFetch
from svc_tui.config.paths import cache_dir
from svc_tui.pictures.cache import PictureCache
from svc_tui.stores.media.picture_store import PictureStore
from svc_tui.stores.session.preferences_store import PreferencesStore

if TYPE_CHECKING:
    from svc_tui.config.options import MediaOptions

MB = 2**20


def picture_store(
    fetch: SvcFetch, options: MediaOptions, preferences: PreferencesStore
) -> PictureStore:
    """Make the picture store of a backend, as the options say."""
    cache = PictureCache(cache_dir() / "pictures", int(options.picture_cache * MB))
    return PictureStore(
        Downloads(fetch, other_hosts=options.pictures_elsewhere),
        cache,
        preferences,
        wish=options.pictures,
        most_bytes=int(options.picture_limit * MB),
    )
