"""Runs: many rows written one by one, each with its result, saved on disk until finished."""
