"""Everything an operator can change: options, the console file, themes, paths."""
