"""Texts with a form: HTML and Markdown as source, with a picture of what they say."""
