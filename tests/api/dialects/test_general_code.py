"""General code asks a dialect's hooks and capabilities; it never has a dialect's name in it."""

from __future__ import annotations

from pathlib import Path

import svc_tui

PACKAGE = Path(svc_tui.__file__).parent

KNOWS = {
    "api/dialects/camomilla",  # The dialect itself.
    "cms/",  # The package of that CMS's own parts.
    "models/dialects.py",  # The table of built-in dialects.
    "app/context.py",  # These read `[camomilla]`, a table of the console file.
    "app/factory.py",
    "app/plugins.py",
    "cli/init.py",
    "config/merge.py",
    "config/options.py",
    "cli/arguments.py",  # The help of `--dialect`.
}


def test_a_dialect_is_named_only_where_it_is_found():
    found = {
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        if "camomilla" in path.read_text("utf-8").lower()
    }
    strangers = {path for path in found if not any(path.startswith(one) for one in KNOWS)}
    assert strangers == set()


def test_nothing_compares_a_dialect_by_name():
    asks = ("dialect.name ==", "dialect.name in", "dialect is REST", "dialect == ")
    found = {
        str(path.relative_to(PACKAGE)): one
        for path in PACKAGE.rglob("*.py")
        for one in asks
        if one in path.read_text("utf-8")
    }
    # The app asks whether the dialect that it found out is the one that it began with.
    assert set(found) <= {"app/boot.py"}
