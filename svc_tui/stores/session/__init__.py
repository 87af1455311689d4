"""What a signed-in user has: account, preferences, tasks, messages."""
