"""What is drawn; every part usable alone."""
