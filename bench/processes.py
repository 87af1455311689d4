"""Facts of the kernel about a running process and its children."""

from __future__ import annotations

import time
from pathlib import Path

PROC = Path("/proc")


def family(pid: int) -> list[int]:
    """A process and all that it started, as far as they live."""
    found, children = [pid], PROC / str(pid) / "task" / str(pid) / "children"
    try:
        for child in children.read_text().split():
            found.extend(family(int(child)))
    except OSError:
        pass
    return found


def cpu_seconds(pid: int) -> float:
    """Processor time of a process tree so far, all threads, also those that have ended."""
    return sum(_clock(member) for member in family(pid))


def peak_megabytes(pid: int) -> float:
    """The most memory that each of a process tree ever had resident, added up."""
    return sum(_status(member, "VmHWM") for member in family(pid)) / 1024


def resident_megabytes(pid: int) -> float:
    """Return the resident memory of a process tree."""
    return sum(_status(member, "VmRSS") for member in family(pid)) / 1024


def _clock(pid: int) -> float:
    """The kernel's own clock of a process: exact, where /proc/stat counts in steps of 10 ms."""
    try:
        return time.clock_gettime((~pid << 3) | 2)
    except OSError:
        return 0.0


def _status(pid: int, name: str) -> float:
    """A figure in kB of /proc/<pid>/status."""
    try:
        lines = (PROC / str(pid) / "status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((float(line.split()[1]) for line in lines if line.startswith(f"{name}:")), 0.0)
