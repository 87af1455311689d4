"""What is known of the terminal, and what is sent to it."""
