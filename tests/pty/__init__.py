"""Whole programs in a pseudo-terminal: what leaves the process, and what it leaves behind."""
