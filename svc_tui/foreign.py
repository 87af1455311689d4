"""Code that others wrote: slots, handlers, validators, plugins, middleware, dialects."""

from __future__ import annotations

FAILURES = (Exception, SystemExit, KeyboardInterrupt)
"""What such code may raise where it fails. `sys.exit()` in a library of theirs ends neither the
console nor what somebody typed into it, so it counts as any other error."""
