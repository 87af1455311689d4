"""The scripts of the guides, run by bash on the demo backend."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

from svc_tui.cli.exits import CONFLICT, OK
from tests.backends.demo import DemoProcess
from tests.cli.runs import ROOT, svc_tui
from tests.cli.test_sign_in import sign_in
from tests.preloaded import write_program


def scripts(name: str) -> list[str]:
    """The scripts of a guide."""
    text = (ROOT / "docs" / "how-to" / f"{name}.md").read_text("utf-8")
    return re.findall(r"^```bash\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def run(script: str, demo: DemoProcess | None, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a script without a terminal, with `svc-tui` where a shell finds it.

    Without a demo, a console file in the folder names the backend.
    """
    programs = folder / "bin"
    programs.mkdir(exist_ok=True)
    write_program(programs / "svc-tui", "-m", "svc_tui")
    env = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PATH": f"{programs}:{os.environ['PATH']}",
        **({"SVC_TUI_URL": demo.url} if demo is not None else {}),
        "PASSWORD": "admin",
    }
    return subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        start_new_session=True,
    )


def test_the_guide_for_scripts_works_line_by_line(fresh_demo: DemoProcess, tmp_path: Path) -> None:
    script = "set -e -o pipefail\n" + "\n".join(scripts("scripting"))
    done = run(script, fresh_demo, tmp_path)
    assert done.returncode == OK, done.stdout + done.stderr
    drafts = (tmp_path / "drafts.ndjson").read_text().splitlines()
    assert {json.loads(line)["status"] for line in drafts} == {"draft"}
    results = [json.loads(line) for line in (tmp_path / "results.ndjson").read_text().splitlines()]
    assert results and {one["state"] for one in results} == {"ok"}
    record = json.loads(svc_tui("get", "tags", "1", "-o", "json", "--url", fresh_demo.url).out)
    assert record["name"] == "Harbour"


def test_the_nightly_job_runs_without_a_terminal(
    fresh_demo: DemoProcess, tmp_path: Path, own_places: Path
) -> None:
    [script] = scripts("cron")
    (own_places / ".password").write_text("admin\n")
    done = run(script, fresh_demo, tmp_path)
    assert (done.returncode, done.stdout) == (OK, ""), done.stdout + done.stderr
    state = own_places / "nightly"
    written = (state / "results.ndjson").read_text().splitlines()
    assert written and (state / "again.ndjson").read_text() == ""
    sign_in(fresh_demo, "admin")
    left = svc_tui("list", "articles", "status:review", "-o", "name", "--url", fresh_demo.url)
    assert left.out == ""


def test_ten_articles_move_in_review_and_one_goes_back_the_next_day(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "how-to" / "staging.md").read_text("utf-8")
    [file] = re.findall(r"^```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    seeing, planning, applying, undoing = scripts("staging")

    def step(script: str) -> str:
        done = run(f"set -e -o pipefail\n{script}", None, tmp_path)
        assert done.returncode == OK, done.stdout + done.stderr
        return done.stdout

    def titles(profile: str) -> dict[str, str]:
        keys = ("--columns", "slug,title", "-o", "ndjson")
        found = step(f"svc-tui list articles --all {' '.join(keys)} --profile {profile}")
        return {one["slug"]: one["title"] for one in map(json.loads, found.splitlines())}

    with (
        DemoProcess(tmp_path / "one", rows=40) as staging,
        DemoProcess(tmp_path / "two", rows=40) as live,
    ):
        file = file.replace("https://staging.example.org", staging.url)
        (tmp_path / "svc.toml").write_text(file.replace("https://cms.example.org", live.url))
        change = "svc-tui update articles --profile staging --yes"
        step(
            f"echo admin | svc-tui login --profile staging --password-stdin\n"
            f"{change} 11 12 13 14 15 16 17 18 19 --set summary='As the editors agreed.'\n"
            f"{change} 20 --set title='Ferry timetable'\n"
        )
        assert "10 differences" in run(seeing, None, tmp_path).stderr
        before = titles("live")
        assert step(planning).splitlines()[-1] == "10"
        assert titles("live") == before
        step(applying)
        moved = titles("live")
        assert moved == titles("staging") and len(set(moved.items()) - set(before.items())) == 1
        [(_, title)] = set(before.items()) - set(moved.items())
        assert f": {title}: restored." in step(undoing)
        assert titles("live") == before
        left = "svc-tui diff articles --from staging --to live --key slug -o ndjson"
        [other] = step(f"{left} --columns title,summary,status").splitlines()
        assert json.loads(other)["path"] == "title"
        again = run("svc-tui apply change.yaml --profile live --yes", None, tmp_path)
        assert again.returncode == CONFLICT and "Changed since the plan was made" in again.stderr
