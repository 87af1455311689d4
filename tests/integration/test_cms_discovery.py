"""What the CMS tells of itself becomes a console, with nothing declared."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import pytest

from svc_tui.app.context import Svc
from svc_tui.app.route_loader import resources_of
from svc_tui.cli.exits import ERROR, OK
from svc_tui.cli.init import checked, file_of
from svc_tui.config.load import load_console
from svc_tui.introspect.discovered import DiscoveredResource
from svc_tui.models.resource import Resource
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.row_sources import ServerSource
from tests.backends.cms import CmsProcess
from tests.cli.runs import svc_tui
from tests.cms_services import signed_in


@pytest.fixture
async def svc(cms: CmsProcess, tmp_path: Path) -> AsyncIterator[Svc]:
    async with signed_in(cms, tmp_path) as services:
        services.discovery.patience = None
        yield services


async def learnt(svc: Svc) -> dict[str, DiscoveredResource]:
    resources = resources_of(await svc.discovery.find())
    found = [await svc.discovery.describe(one, whole=True) for one in resources]
    return {one.resource.name: one for one in found}


async def test_both_roots_are_found_and_every_collection_can_be_read(svc: Svc) -> None:
    found = await learnt(svc)

    assert {"product", "category", "story", "articles", "pages", "users"} <= found.keys()
    assert "menus" not in found  # They have pages of their own.
    assert {one.resource.parent for one in found.values()} == {"models", "camomilla"}
    assert [name for name, one in found.items() if one.problem] == []


async def test_the_last_day_of_a_span_has_all_its_hours(svc: Svc) -> None:
    found = {one.name: one for one in resources_of(await svc.discovery.find())}
    articles = (await svc.discovery.describe(found["articles"], whole=True)).resource
    query = ListQuery().knowing(articles.filters)
    source = ServerSource(svc.crud(articles.endpoint))
    day = str((await source.page(query)).results[0]["date_created"])[:10]

    assert (await source.page(query.filtered("date_created", (day, day)))).count > 0


async def test_a_product_has_its_relations_languages_and_filters(svc: Svc) -> None:
    product = (await learnt(svc))["product"].resource
    fields = {one.key: one for one in product.fields}

    assert product.languages == ("en", "it")
    assert fields["name"].translatable
    assert (fields["category"].type, fields["labels"].type) == ("fks", "m2m")
    assert fields["image"].type == "media"
    assert [item["label"] for item in fields["status"].attrs["items"]] == [
        *("Draft", "Active", "Archived")
    ]
    assert {"status", "available", "category", "released_on"} <= {
        one.value for one in product.filters
    }
    assert "description" not in [one.key for one in product.columns]


async def test_filters_that_the_cms_passes_over_are_not_offered(svc: Svc) -> None:
    articles = (await learnt(svc))["articles"].resource

    assert "status" not in [one.value for one in articles.filters]
    assert "status" not in [one.key for one in articles.columns if one.sortable]


async def test_no_password_is_part_of_what_is_written(svc: Svc) -> None:
    text, left_out = file_of(svc, list((await learnt(svc)).values()))

    checked(text)
    assert 'dialect = "camomilla"' in text
    assert "password" not in text
    assert "pbkdf2" not in text
    assert left_out == {}


def test_init_and_doctor_see_that_it_is_the_cms(cms: CmsProcess, tmp_path: Path) -> None:
    flags = ("--url", cms.url, "--user", "admin", "--password-stdin")

    done = svc_tui("init", *flags, stdin="admin", cwd=tmp_path)
    assert done.code == OK, done.err
    assert 'dialect = "camomilla"' in (tmp_path / "svc.toml").read_text("utf-8")

    (tmp_path / "rest").mkdir()
    asked = svc_tui("doctor", "--url", cms.url, cwd=tmp_path / "rest")
    assert asked.code == OK
    assert "This backend is the CMS, so that dialect is used." in asked.out
    asked = svc_tui("doctor", "--url", cms.url, "--dialect", "rest", cwd=tmp_path / "rest")
    assert asked.code == ERROR
    assert (
        'This looks like the CMS, but the dialect is plain REST: write dialect = "camomilla"'
        in (asked.out)
    )
    assert svc_tui("doctor", cwd=tmp_path).code == OK


RECORDED = Path(__file__).parents[2] / "docs" / "init-cms.toml"
"""What init wrote on this site, for people to look at."""


def structure(resources: Iterable[Resource]) -> dict[str, object]:
    """What is in the file, in its order."""
    return {
        one.name: (
            one.endpoint,
            one.parent,
            one.languages,
            one.methods,
            [column.key for column in one.columns],
            [(f.value, f.multiple, f.from_param, f.with_time) for f in one.filters],
            [(field.key, field.type, field.translatable, field.readonly) for field in one.fields],
        )
        for one in resources
    }


def test_the_file_in_the_docs_is_what_init_writes(cms: CmsProcess, tmp_path: Path) -> None:
    flags = ("--url", cms.url, "--user", "admin", "--password-stdin")
    done = svc_tui("init", *flags, stdin="admin", cwd=tmp_path)
    assert done.code == OK, done.err

    now = load_console(tmp_path / "svc.toml", environ={})
    recorded = load_console(RECORDED, environ={})
    assert recorded.options.base_url == "https://cms.example.org"
    assert recorded.options.dialect == now.options.dialect == "camomilla"
    assert structure(recorded.resources) == structure(now.resources)
    assert not {"password", "127.0.0.1", "session"} & set(RECORDED.read_text("utf-8").split('"'))
