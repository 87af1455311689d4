"""Where we are, who may pass."""
