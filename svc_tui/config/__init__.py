"""What an operator may change: options, the console file, themes, paths."""
