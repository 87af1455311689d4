"""What answers: one module per subject."""
