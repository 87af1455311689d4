"""Stores of the session: account, preferences, tasks, toasts, questions, discovery."""
