"""One record: its form, languages and buttons."""
