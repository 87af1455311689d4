"""Every verb with every flag against the demo and the CMS, as one story with its exit codes.

`test_every_flag_is_in_the_story` compares the story with the parser: a flag that nothing here
names fails it.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from svc_tui.cli.arguments import command_line
from svc_tui.cli.exits import REFUSED
from svc_tui.config.paths import config_dir
from tests.cli.runs import Done, svc_tui
from tests.cli.test_sign_in import sign_in

CONSOLE = """\
[svc]
base_url = "{url}"

[profiles.here]

[profiles.there]

[[resources]]
name = "things"
endpoint = "{endpoint}"
model = "{model}"
columns = ["{title}", "status", "{key}"]
filters = [{{ value = "status", choices = [{{ value = "draft" }}, {{ value = "{other}" }}] }}]
tab_query_param = "status"
tabs = [{{ value = "draft", text = "Drafts" }}]
draggable = true
fields = [
  {{ key = "{title}", translatable = true }}, {{ key = "{key}", required = true }},
  {{ key = "status", type = "select", attrs = {{ items = ["draft", "{other}"] }} }}, {more}
]

[[resources.actions]]
label = "Release"
inputs = [{{ key = "{title}" }}]
request = {{ method = "PATCH", path = "{{endpoint}}/{{id}}/", body = {{ status = "{other}" }} }}
"""

VIEWS = """\
[[views]]
resource = "things"
name = "urgent"
location = "/things?f_status=draft"
"""

NARROW = "--all --view urgent --tab draft --search zzzz --order -id"
CAREFUL = "--yes --profile-name here --max 9 --canary 1 --jobs 2 --rate 90 --failed again.ndjson"
PRINTED = "-o template --template '{{id}} {{state}}'"
TEXT = "--template x"
SWAP = 's/"draft"/"{other}"/'

STORY = f"""
0 login --user admin --password-stdin < admin
4 login --user admin --password-stdin < wrong
2 login --user admin --password-stdin -o json < admin          ! unrecognized
0 init {{endpoint}} --output made.toml                           ! Wrote made.toml
3 init {{endpoint}} --output made.toml                           ! already
0 init {{endpoint}} --output -                                   | {{endpoint}}
0 resources --no-count -o template --template '{{{{name}}}}'        | things
0 list things --tab draft --order -id --columns id,{{title}} --limit 2 -o csv
0 list things status:draft --view urgent --search a --all --lang it -o name | things/
0 list things --page 2 -o template --template '{{{{id}}}}'
2 list things --tab nothing                                     ! no tab nothing
0 get things 1 2 --columns id,status --lang it -o yaml           | status:
0 get things 1 -o template --template '{{{{id}}}}'               | 1
1 get things 987654                                            ! no record 987654
0 options things -o template --template '{{{{kind}}}} {{{{name}}}}' | action release
0 create things --from new.csv --dry-run --expect 2 --max 5 -o json | POST
3 create things --from new.csv --yes --expect 3
0 create things --from new.csv {CAREFUL} {PRINTED}             | ok
0 create things --set {{title}}=Nuovo --set {{key}}=flag-3 --lang it --dry-run | POST
2 create things                                                ! Create what
0 update things 1 --set {{title}}=X --lang it --dry-run -o ndjson  | PATCH
0 update things {NARROW} --set status={{other}}                   ! No record matches
3 update things {NARROW} --set status={{other}} --expect 4
1 update things --tab draft --all --set status={{other}} --max 1   ! the limit is 1.
0 update things --from changes.csv {CAREFUL} {PRINTED}          | ok
1 update things --from again.ndjson --yes                      ! is empty
2 update things --from changes.csv --all                        ! Remove the ids and --all
1 update things 987654 --set status=draft                      | There is no record
0 delete things {NARROW}                                       ! No record matches
0 delete things --from gone.csv --dry-run --expect 1 -o name    | things/
2 delete things 3                                              ! add --yes
0 delete things --from gone.csv {CAREFUL} {PRINTED}             | ok
0 move things 5 3 --dry-run --expect 1 -o json {CAREFUL} {TEXT} | "new": 3
0 move things 5 3 {CAREFUL} {PRINTED}                    | ok
0 move things 5 3                                        | already
1 move things 987654 1                                          | no record 987654
2 move things 5 0                                        ! must be at least 1
0 action things release {NARROW} --set {{title}}=Y --expect 0     ! No record matches
0 action things release 4 --dry-run -o json                     | PATCH
0 action things release 4 5 {CAREFUL} {PRINTED}                 | ok
2 action things release 4 --set nothing=1                      ! has no input nothing
0 resume --list -o template --template '{{{{run}}}}'
1 resume --discard --profile-name here                         ! There is no run to resume
1 resume nothing --failed again.ndjson --jobs 1 --rate 9 -o json  ! There is no run to resume
0 export things rows.csv --tab draft --search a --order -id --columns id,{{title}}
1 export things rows.csv                                       ! --overwrite
0 export things rows.jsonl --view urgent --overwrite
0 import things changes.csv --key {{key}} --dry-run --expect 2 -o json | PATCH
0 import things changes.csv --key {{key}} {CAREFUL} {PRINTED}
2 import things wrong.csv                                      ! is not a field
0 edit things {NARROW} --columns status                        ! No record matches
0 edit things 6 --as tsv --dry-run --expect 1 -o json {CAREFUL} --template x  ! Nothing was changed
0 pipe things {NARROW} --timeout 9 -- cat                      ! No record matches
0 pipe things 1 2 --dry-run --expect 2 {CAREFUL} -o json {TEXT} -- sed '{SWAP}' | PATCH
1 pipe things 6 --timeout 0.2 -- sleep 60
0 plan update things 8 --set status={{other}}                     > change.yaml
0 apply change.yaml --dry-run --expect 1 -o json                | PATCH
0 apply change.yaml {CAREFUL} {PRINTED}                         | ok
3 apply change.yaml --yes                                      ! Changed since
0 diff things --from here --to there --key {{key}} --columns status --search a --exit-code -o json
0 diff things --from here --to there --view urgent --tab draft --order id {PRINTED}
0 media ls --search a -o ndjson
0 media upload - --name up.txt --title Up --folder {{folder}} --expect 1 --max 2 < words
0 media download {{file}} --to . --overwrite
2 media ls --overwrite                                         ! is for media download
0 media set {{file}} --set title=T --lang it --dry-run -o json    | PATCH
0 media set --from files.csv {CAREFUL} {PRINTED}                | ok
0 media mv {{file}} {{folder}} --yes
0 media rm {{file}} --yes
{{menus}} menus ls {PRINTED}
{{menus}} menus ls main --lang en -o template --template '{{{{title}}}}' | {{entry}}
{{menus}} menus add main --set title=N --set address=/n --lang en --dry-run -o json  | {{patch}}
{{menus}} menus set main 1 --set title=X --lang it --expect 1 {CAREFUL} {PRINTED} | {{ok}}
2 menus mv main 1                                              ! its new position
0 upload up.txt --folder {{folder}} --title Up --yes --profile-name here --dry-run | POST
0 upload - --name up.txt < words                               | done
0 completion --words 2 -- svc-tui list thi
0 completion fish                                              | complete
0 history --since 1h -o template --template '{{{{n}}}} {{{{method}}}}'   | PATCH
0 history --verify                                             | The log is intact
0 undo 2 --run --dry-run                                       | DELETE
0 undo 2 --yes --profile-name here                             | deleted
1 undo 2 --yes                                                 ! was already undone
"""


@dataclass(frozen=True)
class Step:
    """A command line, how it ends, and what it says."""

    code: str
    line: str
    out: str = ""
    err: str = ""
    into: str = ""
    stdin: str = ""


def step(line: str) -> Step:
    """Read `CODE words | on stdout`, `! on stderr`, `> into a file` or `< from standard input`."""
    found: dict[str, str] = {}
    for sign, name in ((" | ", "out"), (" ! ", "err"), (" > ", "into"), (" < ", "stdin")):
        line, _, found[name] = (part.strip() for part in line.partition(sign))
    code, _, rest = line.partition(" ")
    return Step(code, rest, **found)


@dataclass(frozen=True)
class Place:
    """A backend, a folder with its console file, and the names that things have there."""

    url: str
    folder: Path
    names: dict[str, str]

    def run(self, given: Step) -> Done:
        words = shlex.split(given.line.format(**self.names))
        at = words.index("--") if "--" in words else len(words)
        config = ("--config", str(self.folder / "svc.toml"))
        words[at:at] = () if words[0] == "completion" else config
        env = {"EDITOR": "true"}
        return svc_tui(*words, cwd=self.folder, env=env, stdin=given.stdin)


DEMO = {
    "endpoint": "/api/articles", "model": "article", "title": "title", "key": "slug",
    "other": "review", "folder": "Documents", "more": "", "extra": "", "required": "",
    "menus": "1", "entry": "", "patch": "", "ok": "",
}  # fmt: skip
CMS = {
    "endpoint": "/api/models/product/", "model": "product", "title": "name", "key": "sku",
    "other": "active", "folder": "Photos", "more": '{ key = "price", required = true },',
    "extra": "--set price=1", "required": ",price",
    "menus": "0", "entry": "Contact", "patch": "PATCH", "ok": "ok",
}  # fmt: skip


@pytest.fixture(params=["demo", "cms"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    backend = request.getfixturevalue(f"fresh_{request.param}")
    names = dict(DEMO if request.param == "demo" else CMS)
    (tmp_path / "svc.toml").write_text(CONSOLE.format(url=backend.url, **names))
    config_dir().mkdir(parents=True, exist_ok=True)
    (config_dir() / "views.toml").write_text(VIEWS)
    cell, more = (",1" if names["required"] else ""), names["required"]
    rows = "".join(f"Flag {n},flag-{n}{cell}\n" for n in (1, 2))
    (tmp_path / "new.csv").write_text(f"{names['title']},{names['key']}{more}\n{rows}")
    (tmp_path / "changes.csv").write_text(f"id,{names['key']},status\n1,one,draft\n2,two,draft\n")
    (tmp_path / "gone.csv").write_text("id\n3\n")
    (tmp_path / "wrong.csv").write_text("id,nothing_like_it\n3,x\n")
    (tmp_path / "up.txt").write_text("words")
    yield Place(backend.url, tmp_path, names)


def lines() -> list[Step]:
    return [step(line) for line in STORY.strip().splitlines()]


def test_every_verb_and_flag_does_what_it_says(place: Place) -> None:
    sign_in(place, "admin")
    uploaded = place.run(step("0 media upload up.txt -o json"))
    file = str(json.loads(uploaded.out)[0]["id"])
    (place.folder / "files.csv").write_text(f"id,alt_text\n{file},Words\n")
    place.names["file"] = file
    for given in lines():
        done = place.run(given)
        said = f"{given.line}\n{done.out}{done.err}"
        names = place.names
        code = int(given.code.format(**names))
        assert done.code == code and "Traceback" not in done.err, said
        assert given.out.format(**names) in done.out and given.err.format(**names) in done.err, said
        if given.into:
            (place.folder / given.into).write_text(done.out)


@pytest.mark.parametrize(
    "line",
    [
        "create things --set {title}=x --set {key}=y {extra}",
        "update things 1 --set status=draft",
        "delete things 1 --yes",
        "action things release 1",
        "edit things 1",
        "pipe things 1 -- cat",
        "import things changes.csv --yes",
        "plan update things 1 --set status=draft",
    ],
)
def test_who_may_only_look_writes_with_no_verb(place: Place, line: str) -> None:
    sign_in(place, "viewer")
    given = step(f"{REFUSED} {line}")
    done = place.run(given)
    assert done.code == REFUSED, done.err
    assert "permission" in done.err.casefold() + done.out.casefold()
    log = json.loads(svc_tui("history", "-o", "json").out)
    assert {one["status"] for one in log} <= ({403} if "action" in line else set())
    assert place.run(step("0 list things --limit 1 -o name")).out.startswith("things/")


def test_every_flag_is_in_the_story() -> None:
    parser = command_line()
    shared = {name for action in parser._actions for name in action.option_strings}
    verbs = next(action.choices for action in parser._actions if action.dest == "command")
    assert isinstance(verbs, dict)
    told = [shlex.split(one.line) for one in lines()]
    missing = []
    for verb in dict.fromkeys(words[0] for words in told):
        for action in verbs[verb]._actions:
            names = set(action.option_strings)
            if not names or names & shared:
                continue
            if not any(words[0] == verb and names & set(words) for words in told):
                missing.append(f"{verb} {max(names, key=len)}")
    elsewhere = {
        "demo": "tests/demo", "open": "test_open.py", "logout": "test_sign_in.py",
        "whoami": "test_sign_in.py", "doctor": "test_doctor.py", "trust": "test_trust.py",
        "new": "test_new.py", "schema": "tests/config/test_schema.py",
    }  # fmt: skip
    assert missing == []
    assert set(verbs) == {words[0] for words in told} | set(elsewhere)
