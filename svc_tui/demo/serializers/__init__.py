"""How rows become JSON and back: one module per subject."""
