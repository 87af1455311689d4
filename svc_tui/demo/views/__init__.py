"""Views, one module per subject."""
