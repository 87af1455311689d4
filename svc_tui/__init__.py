"""A terminal admin console, and the toolkit under it, for any REST backend."""
