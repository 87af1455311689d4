"""Plain REST framework by its description of drf-spectacular, which answers YAML unless asked."""

from __future__ import annotations

from pathlib import Path

from svc_tui.app.context import Svc
from svc_tui.app.route_loader import resources_of
from svc_tui.config.options import Options
from tests.backends.stock import StockProcess


async def test_collections_and_fields_are_those_of_the_serializers(tmp_path: Path) -> None:
    with StockProcess(tmp_path, described=True) as stock:
        options = Options(
            base_url=stock.url,
            auth_login_url="/api/auth/login/",
            user_info_api="/api/auth/me/",
            session_cookie="sessionid",
        )
        async with Svc(options=options) as svc:
            await svc.auth.login("admin", "admin")
            collections = await svc.discovery.find()
            described = {
                one.name: (await svc.discovery.describe(one, whole=True)).resource
                for one in resources_of(collections)
                if one.name in ("articles", "pages")
            }

        asked = [f"{one['method']} {one['path']}" for one in stock.requests()]

    assert {"articles", "authors", "pages"} <= {one.name for one in collections}
    fields = {one.key: one for one in described["articles"].fields}
    assert fields["title"].required and fields["title"].attrs["max_length"]
    assert fields["status"].type == "select"
    assert fields["author"].attrs["endpoint"] == "/api/authors/"
    assert fields["id"].readonly
    assert described["pages"].lookup == "slug"
    assert "GET /api/schema/" in asked
    assert not [one for one in asked if one.startswith("OPTIONS")]
