"""The options and help of what looks at past writes, and takes them back."""

from __future__ import annotations

from svc_tui.cli.verb_arguments import MakeCommand, add_output

HISTORY = """\
Lists every write that the console and the commands made for you: when, as whom,
where, which values, old and new. Secrets are never logged. Each line carries
the hash of the one before it; --verify says where that does not hold.
"""

HISTORY_EXAMPLES = """\
examples:
  svc-tui history --since 2d
  svc-tui history -o ndjson | jq 'select(.method == "DELETE")'
  svc-tui history --since 1d -o csv > writes.csv
  svc-tui history --verify

"""

UNDO = """\
Takes writes back by their numbers in the history: a change is written back where
nobody changed it since, a deleted record is created again with a new id, and a
created one is deleted. What can't be undone is said before anything is sent.
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
    history = command("history", "what was written from here", HISTORY, HISTORY_EXAMPLES)
    history.set_defaults(since=None, verify=False)
    history.add_argument("--since", metavar="SPAN", help="2d, 12h, 30m, or a date: 2026-03-01")
    add_output(history)
    history.add_argument(
        "--verify", action="store_true", help="check that no line was changed, added or removed"
    )
    undo = command("undo", "take writes back", UNDO, UNDO_EXAMPLES)
    undo.set_defaults(run=False, dry_run=False, yes=False, profile_name=None)
    undo.add_argument("numbers", nargs="+", type=int, metavar="N", help="as `history` names them")
    undo.add_argument(
        "--run", action="store_true", help="all writes of the runs that they belong to"
    )
    undo.add_argument("--dry-run", action="store_true", help="print what it would do")
    undo.add_argument("--yes", action="store_true", help="do it without a question")
    undo.add_argument(
        "--profile-name", metavar="NAME", help="the name of a protected profile, with --yes"
    )
