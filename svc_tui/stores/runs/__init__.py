"""Runs: many rows written one by one, each with its outcome, kept on disk until all are done."""
