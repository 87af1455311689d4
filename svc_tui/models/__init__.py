"""Plain values that every layer shares, without I/O."""
