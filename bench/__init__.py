"""Measures the console against floors of the same run: `python -m bench`."""
