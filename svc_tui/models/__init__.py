"""Words that every floor shares: plain values, no I/O."""
