"""The version of Textual, found without reading its metadata."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import pytest
import textual

from svc_tui.thinline.textual_version import textual_version


def test_it_is_the_one_that_the_metadata_names() -> None:
    assert textual_version() == version("textual")


@pytest.fixture(autouse=True)
def _nobody_asked_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual keeps what it once read; another test may have had it read."""
    monkeypatch.delitem(vars(textual), "__version__", raising=False)


@pytest.mark.parametrize("folders", [(), ("textual-1.0.dist-info", "textual-2.0.dist-info")])
def test_the_metadata_is_asked_where_no_one_folder_tells(
    folders: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (*folders, "textual"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(textual, "__file__", str(tmp_path / "textual" / "__init__.py"))

    assert textual_version() == version("textual")


def test_one_folder_beside_the_package_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("textual-7.6.5.dist-info", "textual_image-1.0.dist-info", "textual"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(textual, "__file__", str(tmp_path / "textual" / "__init__.py"))

    assert textual_version() == "7.6.5"
