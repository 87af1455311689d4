"""The floors: the smallest Textual programs with the same widgets, started as scripts."""
