"""Serializers, one module per subject."""
