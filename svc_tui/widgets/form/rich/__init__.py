"""Formatted texts: HTML and Markdown as source, with a preview."""
