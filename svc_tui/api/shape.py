"""Validate rows with a model, if a collection has one."""

from __future__ import annotations

from types import GenericAlias
from typing import TYPE_CHECKING, Any

from svc_tui.api.responses import bad_answer
from svc_tui.models.arguments import given_words, refused_call

if TYPE_CHECKING:
    import httpx


NO_MODEL = "model should be a pydantic model, a dataclass or a TypedDict"
"""The beginning of the message about an unsupported model."""


class Shape:
    """A type that rows must fit; a row that does not raises `InvalidResponse` with its name."""

    def __init__(self, model: type[Any]) -> None:
        # Imported here, as a console without models never needs pydantic.
        from pydantic import PydanticUserError, TypeAdapter

        try:
            self._one = TypeAdapter(model)
            rows: Any = GenericAlias(list, model)
            self._many: TypeAdapter[Any] = TypeAdapter(rows)
        except PydanticUserError:
            words = f"{NO_MODEL}, not {given_words(model)}"
            raise refused_call("crud", words) from None

    def one(self, row: object, response: httpx.Response) -> Any:
        """Return one record as the model."""
        return self._valid(self._one, row, response)

    def many(self, rows: list[Any], response: httpx.Response) -> list[Any]:
        """Return the rows of a page as models."""
        return list(self._valid(self._many, rows, response))

    def _valid(self, adapter: Any, value: object, response: httpx.Response) -> Any:
        from pydantic import ValidationError

        try:
            return adapter.validate_python(value)
        except ValidationError as error:
            # Without the values, which may be private.
            first = error.errors(include_url=False, include_context=False, include_input=False)[0]
            where = ".".join(map(str, first["loc"])) or "the record"
            raise bad_answer(response, f"{where}: {first['msg']}") from None
