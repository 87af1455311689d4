"""Values: samples of interleaved rounds, and the figures taken from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

Sample = Mapping[str, float]
"""The figures of one round of one program, by their names."""


@dataclass
class Rounds:
    """The samples of several programs, in the order in which the rounds were run."""

    samples: dict[str, list[Sample]] = field(default_factory=dict)

    def median(self, program: str, figure: str) -> float:
        """The median of a figure over the rounds."""
        return median(sample[figure] for sample in self.samples[program])

    def ratio(self, program: str, floor: str, figure: str, of: str | None = None) -> float:
        """The median of what a program took over what the floor took in the same round."""
        pairs = zip(self.samples[program], self.samples[floor], strict=True)
        return median(one[figure] / base[of or figure] for one, base in pairs)

    def __len__(self) -> int:
        return min(map(len, self.samples.values()), default=0)


def interleave(
    programs: Mapping[str, Callable[[], Sample]], rounds: int, warm_up: int = 1
) -> Rounds:
    """Run every program once a round, the order turned each round; warm-ups are dropped."""
    result = Rounds({name: [] for name in programs})
    for number in range(rounds + warm_up):
        for name in turned(list(programs), number):
            sample = programs[name]()
            if number >= warm_up:
                result.samples[name].append(sample)
    return result


def turned(names: Sequence[str], by: int) -> list[str]:
    """The same names, beginning with another one."""
    at = by % len(names) if names else 0
    return [*names[at:], *names[:at]]


def percentile(values: Sequence[float], percent: float) -> float:
    """The value below which so many percent lie, between two values by their distance."""
    ordered = sorted(values)
    place = (len(ordered) - 1) * percent / 100
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
