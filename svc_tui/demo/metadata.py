"""What OPTIONS tells."""

from __future__ import annotations

from rest_framework.metadata import SimpleMetadata


class DescribedFields(SimpleMetadata):
    """REST framework's description."""
