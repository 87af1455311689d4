"""A list of objects, each with a small form of its own."""
