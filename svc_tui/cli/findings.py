"""Findings of `svc-tui doctor`: a verdict and a sentence each, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from svc_tui.cli.exits import ERROR, NOT_SIGNED_IN, OK
from svc_tui.text import clean, plural

Verdict = Literal["good", "doubt", "bad"]

SIGNS: Mapping[Verdict, str] = {"good": "✓", "doubt": "!", "bad": "✗"}
PLAIN_SIGNS: Mapping[Verdict, str] = {"good": "+", "doubt": "!", "bad": "x"}
"""For terminals and files that only support ASCII."""


@dataclass(frozen=True)
class Fix:
    """A key of the console file, and the value that would fix a finding."""

    place: tuple[str, ...]
    """The path of an option under `[svc]`, or of a key of the resource."""
    value: Any
    resource: str = ""
    """The name of the resource that has the key; "" for an option."""


@dataclass(frozen=True)
class Finding:
    """A checked fact."""

    area: str
    verdict: Verdict
    sentence: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    """Data for programs; never a secret."""
    signed_out: bool = False
    """Whether signing in would fix it."""
    fixes: tuple[Fix, ...] = ()
    """The changes to the console file that would fix it."""


@dataclass
class Findings:
    """Everything found so far, in order."""

    found: list[Finding] = field(default_factory=list)

    def good(self, area: str, sentence: str, **facts: Any) -> None:
        """Report what works."""
        self.found.append(Finding(area, "good", sentence, facts))

    def doubt(self, area: str, sentence: str, fixes: Sequence[Fix] = (), /, **facts: Any) -> None:
        """Report what works but should be looked at."""
        self.found.append(Finding(area, "doubt", sentence, facts, fixes=tuple(fixes)))

    def bad(self, area: str, sentence: str, fixes: Sequence[Fix] = (), /, **facts: Any) -> None:
        """Report what does not work."""
        self.found.append(Finding(area, "bad", sentence, facts, fixes=tuple(fixes)))

    def signed_out(self, sentence: str) -> None:
        """Report that no session is kept."""
        self.found.append(Finding("session", "bad", sentence, {}, signed_out=True))

    @property
    def exit_code(self) -> int:
        """0 if nothing is broken, 4 if only a sign-in is missing, else 1."""
        bad = [one for one in self.found if one.verdict == "bad"]
        if not bad:
            return OK
        return NOT_SIGNED_IN if all(one.signed_out for one in bad) else ERROR


def as_text(findings: Sequence[Finding], *, plain: bool = False) -> str:
    """A heading per area, a line per finding, and the sum."""
    signs = PLAIN_SIGNS if plain else SIGNS
    lines: list[str] = []
    area = ""
    for one in findings:
        if one.area != area:
            lines += [*([""] if lines else []), one.area]
            area = one.area
        line = f"  {signs[one.verdict]} {clean(one.sentence)}"
        lines.append(line.encode("ascii", "replace").decode() if plain else line)
    return "\n".join([*lines, "", _sum(findings)])


def _sum(findings: Iterable[Finding]) -> str:
    verdicts = [one.verdict for one in findings]
    bad, doubts = verdicts.count("bad"), verdicts.count("doubt")
    if not bad and not doubts:
        return "Everything works."
    parts = [plural(bad, "problem", "problems")] * bool(bad)
    parts += [plural(doubts, "warning", "warnings")] * bool(doubts)
    return f"{' and '.join(parts)} found."


def as_json(findings: Findings) -> str:
    """For programs; in ASCII, so that nothing in it acts on a terminal."""
    checks = [
        {"area": one.area, "verdict": one.verdict, "sentence": one.sentence, **one.facts}
        for one in findings.found
    ]
    return json.dumps({"exit_code": findings.exit_code, "checks": checks}, indent=2, default=str)
