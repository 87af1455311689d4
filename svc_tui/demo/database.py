"""Makes the database once and recognises it the next time."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.db import connection, transaction

from .options import DemoError, Options

VERSION = 2
"""Stored in the file when seeding is complete; raised whenever a table changes."""


def prepare(options: Options, progress: Callable[[str], None]) -> None:
    """Leave a seeded database as it is; make one where there is none, or only half of one."""
    version = _stored_version(options)
    if version == VERSION:
        return
    if version:
        raise DemoError(f"{options.folder} was made by another version of the demo.")
    _clear(options)
    _build(options, progress)
    connection.close()


def _stored_version(options: Options) -> int:
    if not options.database.exists():
        return 0
    with connection.cursor() as cursor:
        return int(cursor.execute("PRAGMA user_version").fetchone()[0])


def _clear(options: Options) -> None:
    connection.close()
    for suffix in ("", "-wal", "-shm", "-journal"):
        Path(f"{options.database}{suffix}").unlink(missing_ok=True)
    shutil.rmtree(options.media, ignore_errors=True)


def _build(options: Options, progress: Callable[[str], None]) -> None:
    """Tables, rights, people, library and stories; the version comes last."""
    from .seed import plant
    from .seed.people import admit

    with connection.cursor() as cursor:
        # Nothing is lost by a crash here: a half-made database is made again.
        cursor.execute("PRAGMA synchronous=OFF")
    _create_tables()
    with transaction.atomic():
        create_permissions(apps.get_app_config("demo"), verbosity=0)
        admit()
    plant(options.rows, progress, hostile=options.hostile)
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA user_version = {VERSION}")
        cursor.execute("ANALYZE")
    if options.testing:
        _keep(options)


def _create_tables() -> None:
    with connection.schema_editor() as editor:
        for model in apps.get_models():
            editor.create_model(model)


def restore(options: Options) -> None:
    """Put the content back as it was seeded, under `--testing`; users and their sessions stay."""
    with transaction.atomic(), connection.cursor() as cursor:
        for table in _content():
            cursor.execute(f"DELETE FROM {table}")
            cursor.execute(f"INSERT INTO {table} SELECT * FROM seeded_{table}")
        shutil.rmtree(options.media, ignore_errors=True)
        shutil.copytree(_seeded_media(options), options.media)


def _keep(options: Options) -> None:
    """Copy the content for `restore`: seeding again takes ten times as long."""
    with connection.cursor() as cursor:
        for table in _content():
            cursor.execute(f"CREATE TABLE seeded_{table} AS SELECT * FROM {table}")
    shutil.copytree(options.media, _seeded_media(options), dirs_exist_ok=True)


def _content() -> list[str]:
    models = apps.get_app_config("demo").get_models(include_auto_created=True)
    return [model._meta.db_table for model in models]


def _seeded_media(options: Options) -> Path:
    return options.folder / "media-seeded"
