"""The options and help of the commands that list and undo past writes."""

from __future__ import annotations

from svc_tui.cli.verb_arguments import MakeCommand, add_output

HISTORY = """\
Lists every change you made in the console or with commands: when, as whom,
where, and the old and new values. Secrets are never logged. Each line has
the hash of the line before it; --verify shows where it differs.
"""

HISTORY_EXAMPLES = """\
examples:
  svc-tui history --since 2d
  svc-tui history -o ndjson | jq 'select(.method == "DELETE")'
  svc-tui history --since 1d -o csv > writes.csv
  svc-tui history --verify

"""

UNDO = """\
Undoes changes by their numbers in the history. A changed value is restored if
nobody changed it since, a deleted record is created again with a new id, and a
created one is deleted. Anything that can't be undone is listed first.
"""

UNDO_EXAMPLES = """\
examples:
  svc-tui history --since 1h
  svc-tui undo 41 --dry-run
  svc-tui undo 41 42
  svc-tui undo 57 --run                     every row of the run that 57 belongs to

"""


def add_history(command: MakeCommand) -> None:
    """Add `history` and `undo` to the command line."""
    history = command("history", "list the changes you made", HISTORY, HISTORY_EXAMPLES)
    history.set_defaults(since=None, verify=False)
    history.add_argument("--since", metavar="SPAN", help="2d, 12h, 30m, or a date: 2026-03-01")
    add_output(history)
    history.add_argument(
        "--verify", action="store_true", help="check that no line was changed, added or removed"
    )
    undo = command("undo", "undo changes", UNDO, UNDO_EXAMPLES)
    undo.set_defaults(run=False, dry_run=False, yes=False, profile_name=None)
    undo.add_argument("numbers", nargs="+", type=int, metavar="N", help="numbers from `history`")
    undo.add_argument("--run", action="store_true", help="all changes of the runs they belong to")
    undo.add_argument("--dry-run", action="store_true", help="print what it would do")
    undo.add_argument("--yes", action="store_true", help="skip confirmation")
    undo.add_argument(
        "--profile-name", metavar="NAME", help="the name of a protected profile, with --yes"
    )
