"""A console on a backend that answers every field with one hostile value; run by its test."""

import gc
import json
import os
import sys
import tempfile

import httpx

from svc_tui import Block, Options, Resource, Route, SvcApp
from svc_tui.cli.console import keep_stylesheets
from svc_tui.widgets.form.uneditable import UnknownField
from tests.terminal.witness import bear_witness

gc.disable()  # As the console does while it starts: it lives no longer than that.
VALUE = json.loads(os.environ["VALUE"])
OWN = VALUE[:200].encode("utf-8", "replace").decode()  # What an operator writes is a text at least.
state = {"signed in": os.environ["START"] != "login", "reads": 0}
NAME = VALUE + " user"


def answer(status, body):
    # By hand: half a surrogate can be written in JSON, and in no other encoding.
    return httpx.Response(
        status, content=json.dumps(body).encode(), headers={"content-type": "application/json"}
    )


ROW = {
    "id": VALUE,
    "title": VALUE,
    "author": {"name": VALUE},
    "tags": [VALUE, VALUE],
    "price": VALUE,
    "when": VALUE,
    VALUE: VALUE,
}


FILE = {
    "id": 5,
    "file": VALUE,
    "mime_type": VALUE,
    "title": VALUE,
    "alt_text": VALUE,
    "description": VALUE,
    "size": 5,
    "created": VALUE,
    "modified": VALUE,
    "links": [{"model": VALUE, "id": 1, "name": VALUE}],
    "renditions": {VALUE: {"url": VALUE, "width": 3, "height": 2, "format": VALUE, "size": 9}},
    "translations": {"en": {"title": VALUE, "alt_text": VALUE, "description": VALUE}},
}
EXPLORER = {
    "media": {"items": [FILE], "paginator": {"page": 1, "pages": 1}},
    "folders": [{"id": 1, "name": VALUE, "parent": None, "path": VALUE}],
    "parent_folder": None,
}


def form(number):
    """A record with a hostile value in each kind of field; it is another one at every reading."""
    state["reads"] += 1
    return {
        "id": number,
        "slug": VALUE,
        "title": f"{VALUE} {state['reads'] if number == 7 else 0}",
        "body": f"<p>{VALUE}</p><a href='{VALUE}'>{VALUE}</a>",
        "blocks": [{"title": VALUE, "text": VALUE, "more": [VALUE]}, VALUE, {"title": VALUE}],
        "author": {"id": 5, "name": VALUE},
        "tags": [{"id": VALUE, "name": VALUE}],
        "day": VALUE,
        "colour": VALUE,
        "seo": {"title": VALUE, "description": VALUE},
        "place": {"lat": VALUE, "lng": VALUE, "address": VALUE},
        "file": VALUE,
        "extra": {VALUE: [VALUE]},
        "strange": VALUE,
        "address": VALUE,
        "translations": {"en": {"summary": ""}, "it": {"summary": VALUE}},
    }


written = {}


def backend(request):
    path = request.url.path
    if path.startswith("/api/forms/") and path != "/api/forms/":
        number = int(path.split("/")[3])
        if request.method == "PATCH":
            written.setdefault(number, {}).update(json.loads(request.content))
        return answer(200, {**form(number), **written.get(number, {})})
    if path == "/api/auth/login":
        if json.loads(request.content)["password"] == "wrong":
            return answer(
                400, {"username": [VALUE], "password": [VALUE], VALUE: [VALUE], "detail": VALUE}
            )
        found = answer(200, {})
        found.headers["set-cookie"] = "__svc_session=x; Path=/"
        return found
    if path == "/api/profiles/me/":
        return answer(
            200,
            {
                "id": 1,
                "username": NAME,
                "email": VALUE,
                "groups": [VALUE],
                "permissions": [
                    "view_article",
                    "change_article",
                    "delete_article",
                    "add_article",
                    "view_media",
                    "add_media",
                    "change_media",
                    "delete_media",
                    VALUE,
                ],
            },
        )
    if path == "/api/media-folders/":
        return answer(200, EXPLORER)
    if path.startswith("/api/media/") and request.method == "DELETE":
        return answer(403, {"detail": VALUE})
    if path.startswith("/api/media/") and "empty" in request.url.params:
        return answer(200, {**FILE, "title": ""})
    if path.startswith("/api/media/"):
        return answer(200, FILE)
    if path.startswith("/api/articles/") and request.method == "PATCH":
        return answer(400, {"title": [VALUE], VALUE: [VALUE], "detail": VALUE})
    if path == "/api/articles/7/":
        return answer(200, {**ROW, "id": 7})
    if path == "/api/authors/5/":
        return answer(200, {"id": 5, "name": VALUE})
    if path.startswith("/api/articles/") and path != "/api/articles/" and request.method == "GET":
        return answer(200, ROW)
    if path == "/api/broken/":
        return answer(400, {"detail": VALUE, VALUE: [VALUE]})
    if path == "/api/odd/":
        return answer(200, {VALUE: VALUE})
    if path == "/api/gone/":
        return answer(401, {"detail": VALUE})
    if request.method == "DELETE":
        return answer(403, {"detail": VALUE})
    return answer(200, {"count": 1, "next": None, "previous": None, "results": [ROW]})


def listed(name, **more):
    columns = [
        {"key": "title", "sortable": True},
        "author",
        "tags",
        {"key": "price", "format": "number"},
        {"key": "when", "format": "datetime"},
        {"key": "id", "label": OWN},
    ]
    return Resource(
        name=name,
        endpoint=f"/api/{name}",
        label=OWN,
        columns=columns,
        tabs=[{"value": "", "text": OWN}],
        filters=[
            {"value": "author", "text": OWN, "endpoint": "/api/authors", "item_text": "name"},
            {"value": "kind", "text": OWN, "choices": [{"value": OWN, "text": OWN}]},
        ],
        edit_fields=[{"key": "title", "label": OWN}, {"key": "author.name", "help": OWN}],
        **more,
    )


PARTS = [{"key": "title", "label": OWN}, {"key": "text", "type": "textarea"}]
FORM = [
    {"key": "slug", "label": OWN, "help": OWN},
    {"key": "title", "label": OWN},
    {"key": "summary", "type": "textarea", "translatable": True, "label": OWN},
    {"key": "body", "type": "editor", "label": OWN},
    {"key": "blocks", "type": "repeater", "fields": PARTS, "attrs": {"preview": "{title}"}},
    {"key": "author", "type": "fks", "label": OWN, "attrs": {"endpoint": "/api/authors"}},
    {"key": "day", "type": "date", "label": OWN},
    {"key": "tags", "type": "m2m", "attrs": {"endpoint": "/api/authors"}},
    {"key": "colour", "type": "color"},
    {"key": "picture", "type": "media", "label": OWN},
    {"key": "pictures", "type": "media-m2m", "label": OWN},
    {"key": "seo", "type": "seo"},
    {"key": "place", "type": "map"},
    {"key": "file", "type": "file"},
    {"key": "extra", "type": "json"},
    {"key": "strange", "type": "strange"},
]


async def kept_draft(svc):
    """What somebody typed into record 9, and never saved."""
    from svc_tui.stores.record.draft import Draft

    user = svc.auth.user.username
    keeper = svc.drafts.keeper("/api/forms/", "9", user=user)
    loaded = {"title": VALUE + " loaded", "blocks": [VALUE]}
    typed = {"title": VALUE + " typed", "blocks": [VALUE, {VALUE: VALUE}]}
    keeper.note(Draft(loaded, typed), title=VALUE, location="/forms/9")
    keeper.flush()
    keeper.close()


class Hostile(SvcApp):
    async def adopt(self, console):
        await super().adopt(console)
        svc = console.svc
        svc.router.middleware["never"] = lambda going: Block(VALUE, (VALUE,))
        svc.router.routes.append(Route("/never", page="pages:Page", middleware=("never",)))
        if state["signed in"]:
            await svc.auth.login("x", "y")
            await kept_draft(svc)

    def action_ask(self):
        from svc_tui.stores.session.confirm_store import Choice

        self.run_worker(
            self.svc.confirm.choose(
                VALUE,
                VALUE,
                (Choice("n", VALUE, "n"), Choice("x", VALUE, "x")),
                cancel="n",
                must_type=VALUE,
            )
        )

    def action_tell(self):
        for kind in ("info", "success", "warning", "error"):
            self.svc.snack.show("toast " + VALUE, kind, 0, detail=VALUE)

    async def action_go(self, location):
        await self.svc.router.push(location)

    def action_fault(self):
        async def breaks():
            raise KeyError(VALUE)

        self.run_worker(breaks())


bear_witness()
app = Hostile(
    Options(base_url="https://cms.test", title=OWN + " title"),
    resources=[
        listed("articles"),
        listed("broken"),
        listed("odd"),
        listed("gone", parent="articles"),
        Resource(
            name="forms",
            endpoint="/api/forms",
            label=OWN,
            columns=["title"],
            fields=FORM,
            languages=("en", "it"),
            preview_field="address",
        ),
    ],
    field_types={"strange": UnknownField},  # What a form shows for a type that nobody knows.
    start=json.loads(os.environ["LOCATION"]),
    transport=httpx.MockTransport(backend),
    state_dir=tempfile.mkdtemp(dir=os.environ["PLACE"]),
)
keep_stylesheets(app)
app.bind("f5", "ask")
app.bind("f6", "tell")
app.bind("f7", "fault")
app.bind("f8", "go('/never')")
app.bind("f9", "go('/no/such/page')")
app.run()
sys.exit(app.return_code or 0)
