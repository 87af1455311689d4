"""The terminal, asked before anything is drawn."""
