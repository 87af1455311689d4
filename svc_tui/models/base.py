"""The base of every declaration: the spelling of its keys, and strict checks."""

from __future__ import annotations

import re
from inspect import Parameter, Signature, cleandoc
from textwrap import fill
from typing import TYPE_CHECKING, Any, get_args

from annotated_types import MinLen
from pydantic import BaseModel, ConfigDict, ValidationError, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError, PydanticKnownError

_LANGUAGE_PREFIX = re.compile(r"^translations\.[^.]+\.")
_SNAKE_STEP = re.compile(r"_([a-z])")
_WORD_BREAKS = re.compile(r"[_.\-\s]+|(?<=[a-z\d]{2})(?=[A-Z][a-z])")


def camel(name: str) -> str:
    """Return the specification's spelling of a key: `edit_fields` is `editFields`."""
    return _SNAKE_STEP.sub(lambda step: step[1].upper(), name)


def label_from(key: str) -> str:
    """Return a label for a declaration that gives only a key.

    `translations.it.short_title`, `short-title` and `shortTitle` all become `Short Title`.
    """
    words = _WORD_BREAKS.split(_LANGUAGE_PREFIX.sub("", key))
    return " ".join(word[:1].upper() + word[1:] for word in words if word)


def checked_path(key: str) -> str:
    """Return the key of a field or column; raises ValueError if a segment is empty."""
    if not all(key.split(".")):
        raise ValueError('has an empty step; a path looks like "seo.title"')
    return key


WORDS = "words"
"""The key of a validation's context that has texts read as numbers and booleans."""


def _why_converted(annotation: Any, value: object, *, words: bool) -> Exception | None:
    """Return the error about a value that would become another one; None if it stays what it is.

    `words` are texts that are read as numbers and booleans.
    """
    kinds = {*(get_args(annotation) or (annotation,))} - {type(None)}
    if isinstance(value, bytes):
        return ValueError("should not be bytes")
    if isinstance(value, bool):
        is_number = kinds & {int, float} and bool not in kinds
        return ValueError(f"should be a number, not {value}") if is_number else None
    if isinstance(value, str) and not words:
        if kinds == {int}:
            return PydanticKnownError("int_type")
        if kinds == {float}:
            return PydanticKnownError("float_type")
    if kinds == {bool} and isinstance(value, int | float if words else int | float | str):
        return PydanticKnownError("bool_type")
    return None


class _Arguments:
    """The arguments of a declaration by their names in Python, for `help()` and completion."""

    def __get__(self, _: object, kind: type[Declaration]) -> Signature:
        found = []
        for name, field in kind.model_fields.items():
            default = ... if field.default_factory is not None else field.default
            found.append(
                Parameter(
                    name.rstrip("_"),
                    Parameter.KEYWORD_ONLY,
                    default=Parameter.empty if field.is_required() else default,
                    annotation=field.annotation,
                )
            )
        return Signature(found)


class _Documentation:
    """The docstring of a declaration with its arguments, for `help()`; computed when needed.

    Editors read the source, where the docstring of an argument is below its name.
    """

    def __init__(self, said: str) -> None:
        self.said = said

    def __get__(self, _: object, kind: type[Declaration]) -> str:
        from svc_tui.config.schema import field_docstrings

        docstrings: dict[str, str] = {}
        for base in reversed(kind.__mro__):
            if base is not Declaration and issubclass(base, Declaration):
                docstrings |= field_docstrings(base)
        lines = [
            fill(f"{name.rstrip('_')}: {docstrings[name]}", 96, initial_indent="    ",
                 subsequent_indent="        ", break_long_words=False, break_on_hyphens=False)
            for name in kind.model_fields
            if name in docstrings
        ]  # fmt: skip
        return "\n".join([cleandoc(self.said), "", "Args:", *lines]) if lines else self.said


class Declaration(BaseModel):
    """Something a console file or a program declares: frozen, and strict about its keys.

    Keys are snake_case; the specification's camelCase spelling of each is read as well.

    Raises:
        ConfigError: an argument is unknown, missing or wrong; lists all, with the nearest names.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        alias_generator=camel,
        populate_by_name=True,
        field_title_generator=lambda name, _: label_from(name),
        # Validators are built when first used: most declarations are only parts of another one.
        defer_build=True,
        # An address with a password must not appear in an error message.
        hide_input_in_errors=True,
    )

    __signature__ = _Arguments()

    @field_validator("*", mode="before")
    @classmethod
    def _is_not_converted(cls, value: Any, info: ValidationInfo) -> Any:
        """Refuse what would become another value, and blanks where a text should not be empty."""
        field = cls.model_fields[info.field_name or ""]
        words = bool((info.context or {}).get(WORDS))
        if error := _why_converted(field.annotation, value, words=words):
            raise error
        is_blank = isinstance(value, str) and value.isspace()
        if is_blank and any(isinstance(rule, MinLen) for rule in field.metadata):
            raise ValueError("should not be empty")
        return value

    if not TYPE_CHECKING:

        def __init__(self, /, *given: Any, **named: Any) -> None:
            try:
                if given:
                    raise TypeError
                super().__init__(**named)
            except (TypeError, ValidationError) as error:
                # Imported here: it is imported by what this is the base of.
                from svc_tui.config.explain import refused

                raise refused(type(self), named, error) from None

        # Pydantic's name for an `__init__` that only validates: nested declarations are validated
        # without it, so that all problems are reported at once.
        __init__.__pydantic_base_init__ = True

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        """Add the arguments to the docstring."""
        if said := vars(cls).get("__doc__"):
            cls.__doc__ = _Documentation(said)  # type: ignore[assignment]  # It returns a `str`.

    @classmethod
    def __pydantic_on_complete__(cls) -> None:
        """Restore the arguments, which pydantic spells in camelCase."""
        cls.__signature__ = _Arguments()


def error_at(text: str, *place: str | int) -> PydanticCustomError:
    """Return an error of a model's validator about one of its parts, so that it can be shown."""
    return PydanticCustomError("wrong_at", "{text}", {"text": text, "place": place})
