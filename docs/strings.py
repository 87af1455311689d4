"""Prints every sentence and label of the program, for a copy editor: `make strings`.

Each line is `file:line: text`; the parts of f-strings stand in braces. Docstrings of commands that
`--help` prints are among them, other docstrings and style sheets are not.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "svc_tui"

LABELS = frozenset(
    {
        "Binding", "Command", "Static", "Button", "label", "Entry", "Choice", "Tool", "Chord",
        "DialogTitle", "Prompt", "ChoiceMenu", "Fact", "Face", "PublicationStep", "BulkWrite",
        "Route", "Resource", "ListColumn", "FieldDescriptor", "ask", "ask_for_text", "review",
    }
)  # fmt: skip
"""Calls whose strings are shown even where they are one word."""

NAMED = frozenset({"label", "title", "heading", "text", "confirm_text", "cancel_text", "others"})
"""Keyword arguments of the same kind, of any call."""

STYLES = frozenset({"DEFAULT_CSS", "CSS", "_HOMES"})
"""Names of style sheets and of names of code, which nobody reads on the screen."""


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of every string of a module that a user may read."""
    tree = ast.parse(path.read_text("utf-8"))
    skipped: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(id(node.value))  # Docstrings.
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(one, ast.Name) and one.id in STYLES for one in targets):
                skipped |= {id(one) for one in ast.walk(node)}
        if isinstance(node, ast.JoinedStr):
            skipped |= {id(one) for one in ast.walk(node) if one is not node}
    shown = {
        id(one)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        for one in [
            *(call.args if _name(call.func) in LABELS else ()),
            *(keyword.value for keyword in call.keywords if keyword.arg in NAMED),
        ]
    }
    for node in ast.walk(tree):
        if id(node) in skipped or not isinstance(node, ast.Constant | ast.JoinedStr):
            continue
        text = plain(node)
        if is_prose(text) or (id(node) in shown and re.fullmatch(r"[A-Z][\w…-]+", text)):
            yield node.lineno, text


def _name(function: ast.expr) -> str:
    """Return the last name of what is called."""
    return str(getattr(function, "id", "") or getattr(function, "attr", ""))


def plain(node: ast.Constant | ast.JoinedStr) -> str:
    """Return the text of a string; "" for what is none."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    parts = (
        part.value if isinstance(part, ast.Constant) else f"{{{ast.unparse(part.value)}}}"
        for part in node.values
        if isinstance(part, ast.Constant | ast.FormattedValue)
    )
    return "".join(map(str, parts))


def is_prose(text: str) -> bool:
    """Whether a text has words with a space between them, and is neither code nor a style."""
    return re.search(r"[A-Za-z]{2,}[,.;:]? +[A-Za-z{“'\"]", text) is not None and "{ " not in text


def main() -> None:
    """Print the texts of all modules."""
    for path in sorted(SOURCE.rglob("*.py")):
        for line, text in texts(path):
            words = " ".join(text.split())
            sys.stdout.write(f"{path.relative_to(SOURCE.parent)}:{line}: {words}\n")


if __name__ == "__main__":
    main()
