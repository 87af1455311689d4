"""Factories for the stores of `Svc` that need more than one of its services."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from svc_tui.api.dialects import REST
from svc_tui.stores.history.write_log import SYSLOG, WriteLog
from svc_tui.stores.session.description_store import DescriptionStore
from svc_tui.stores.session.discovery_cache import DiscoveryCache
from svc_tui.stores.session.discovery_store import DiscoveryStore

if TYPE_CHECKING:
    from collections.abc import Callable

    from svc_tui.app.context import Svc
    from svc_tui.stores.home.home_store import HomeStore
    from svc_tui.stores.media.media_store import MediaStore
    from svc_tui.stores.uploads.upload_store import UploadStore


def make_discovery_store(
    svc: Svc, found: DiscoveryCache, descriptions: Path | None
) -> DiscoveryStore:
    """Return the store of what the backend describes; `descriptions` is their cache."""
    config, menus = svc.config, svc.dialect.menus
    files = config.media.endpoints
    return DiscoveryStore(
        svc.fetch,
        svc.dialect,
        from_file=config.from_file,
        skip=(files.media, files.folders, *((menus,) if menus else ())),
        kept=found,
        description=DescriptionStore(svc.fetch, config.openapi, descriptions),
    )


def make_write_log(svc: Svc, tell: Callable[[str], object]) -> WriteLog:
    """Return the log of the writes of this session; `tell` is given its problems."""
    config = svc.config
    return WriteLog(
        svc.past_writes.file.folder,
        host=svc.address,
        profile=config.profile or "",
        who=lambda: svc.auth.user.name if svc.auth.user else "",
        required=config.protect,
        syslog=SYSLOG if config.history == "syslog" else None,
        tell=tell,
    )


# These import what they make: lists and forms work without it.


def make_media_store(svc: Svc) -> MediaStore:
    """Return the store of the media library; raises `BootError` before the plugins have run."""
    from svc_tui.api.media import MediaApi
    from svc_tui.stores.media.media_store import MediaStore

    files = svc.config.media.endpoints
    dialect = svc.dialect if svc.config.camomilla.media_adapter else REST
    api = (dialect.media_api or MediaApi)(
        svc.fetch,
        svc.svc_media_adapter,
        media_endpoint=files.media,
        folders_endpoint=files.folders,
        dialect=dialect,
    )
    return MediaStore(api)


def make_upload_store(svc: Svc) -> UploadStore:
    """Return the upload queue of the media library, with the limits of the options."""
    from svc_tui.stores.uploads.upload_checks import UploadLimits
    from svc_tui.stores.uploads.upload_store import UploadStore

    media = svc.config.media
    limits = UploadLimits(media.max_image_size, media.max_video_size, media.max_default_size)
    return UploadStore(svc.media, limits, media.parallel_uploads)


def make_home_store(svc: Svc) -> HomeStore:
    """Return the store of Home's cards."""
    from svc_tui.stores.home.card_reader import CardReader
    from svc_tui.stores.home.home_store import HomeStore

    config = svc.config
    reader = CardReader(
        svc.crud,
        lambda: svc.media.api,
        config.zone,
        config.uikit.languages,
        svc.history.newest_at,
    )
    return HomeStore(reader.read, writes=reader.writes)
