"""The description of the package for a registry, where the files beside README.md are not there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

WORDS = r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]"
HERE = r"\((?!https?:|mailto:|#)[^)\s]+\)"
PICTURES = re.compile(rf"^(?:\|? ?!{WORDS}{HERE})+.*\n", re.MULTILINE)
NO_ROWS = re.compile(r"^\| \| \|\n\|---\|---\|\n\n.*pictures.*\n", re.MULTILINE)
LINK = re.compile(WORDS + HERE)


class ReadmeOfARegistry(MetadataHookInterface):
    """Leaves out pictures, and keeps only the words of links, that lead into the repository."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the description to the metadata."""
        text = (Path(self.root) / "README.md").read_text("utf-8")
        words = LINK.sub(r"\1", NO_ROWS.sub("", PICTURES.sub("", text)))
        metadata["readme"] = {"content-type": "text/markdown", "text": words}
