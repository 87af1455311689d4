"""Remember, decide, and say so."""
