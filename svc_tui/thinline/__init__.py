"""Send only what changed on the screen to the terminal."""
