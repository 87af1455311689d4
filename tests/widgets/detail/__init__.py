"""The parts of a detail page."""
