"""The terminal: its signals, its input, and the text that is sent to it."""
