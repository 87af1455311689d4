"""Check what a program passes to the calls of a collection and of the media library."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from svc_tui.api.errors import WrongArgument
from svc_tui.api.multipart import UploadFile, as_file, plain
from svc_tui.api.urls import segment
from svc_tui.models.arguments import TOKEN, given_words, misfits
from svc_tui.models.records import Id

ORDERING = 'ordering should be "title", "-title" or a list of these'

CALLBACK = (Callable, type(None))
"""The kind of a function that may be left out."""


def check_given(given: Mapping[str, Any], **kinds: Any) -> None:
    """Raise `WrongArgument` for arguments that are of the wrong kind."""
    if problems := misfits(given, kinds):
        raise WrongArgument("; ".join(problems))


def check_params(params: Mapping[str, Any]) -> None:
    """Raise `WrongArgument` for the order of a list that is none."""
    order = params.get("ordering")
    names = order if isinstance(order, list | tuple) else [order]
    if order is not None and not all(isinstance(one, str) for one in names):
        wrong = next(one for one in names if not isinstance(one, str))
        raise WrongArgument(f"{ORDERING}, not {given_words(wrong)}")


def record_values(data: Any) -> dict[str, Any]:
    """Return the values of a record that is to be sent; raises `WrongArgument` if it is none."""
    if isinstance(data, Mapping):
        return dict(data)
    found = None if isinstance(data, type) else plain(data)
    if not isinstance(found, Mapping):
        words = "the record should be a dict or a pydantic model"
        hint = "; make a call for each record" if isinstance(data, list | tuple) else ""
        raise WrongArgument(f"{words}, not {given_words(data)}{hint}")
    return dict(found)


def check_request(method: object, path: object) -> None:
    """Raise `WrongArgument` for a request without a method and a path."""
    check_given({"method": method, "path": path}, method=str, path=str)
    if not TOKEN.fullmatch(str(method)):
        raise WrongArgument(f'method should be an HTTP method such as "POST", not "{method}"')


def check_place(id: Id | None) -> None:
    """Raise `BadId` for what is no id of a folder; None is the root."""
    if id is not None:
        segment(id)


def check_folder(values: Mapping[str, Any]) -> None:
    """Raise `WrongArgument` for what is no value of a folder, `BadId` for a parent that is none."""
    for unknown in values.keys() - {"name", "parent"}:
        raise WrongArgument(f'a folder has no "{unknown}", only name and parent')
    check_given(values, name=str)
    check_place(values.get("parent"))


def check_file(file: object) -> None:
    """Raise `WrongArgument` for what can't be uploaded."""
    if isinstance(file, str):
        raise WrongArgument(f'file should be a path, not a string: Path("{file}")')
    if isinstance(file, bytes | bytearray):
        raise WrongArgument("file should be a path or an open file, not bytes: io.BytesIO(…)")
    if isinstance(file, io.TextIOBase):
        raise WrongArgument("file is opened as text; open it in binary mode")
    if as_file(file) is None or isinstance(file, type):
        words = "file should be a path, an open file or UploadFile(…)"
        raise WrongArgument(f"{words}, not {given_words(file)}")
    if isinstance(file, UploadFile) and not isinstance(file.source, Path):
        check_file(file.source)
