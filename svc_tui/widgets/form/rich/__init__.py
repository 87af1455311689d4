"""Formatted text: HTML and Markdown as source, with a preview."""
