"""Worklists: one record after another, until none is left."""
