"""How many files and connections this program may have open, which the machine decides."""

from __future__ import annotations

import sys


def room_for(wanted: int) -> int:
    """Ask for so many open files and return how many there may be, which is less where the machine allows no more."""
    if sys.platform == "win32":
        return wanted  # no such limit there
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    except (OSError, ValueError):  # macOS refuses more than its kernel has, whatever the limit says
        return soft
    return allowed
