"""Convert a Swagger 2.0 description to OpenAPI 3, so that the rest handles one format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from svc_tui.introspect.openapi.paths import mapping
from svc_tui.introspect.schema import Schema

METHODS = ("get", "put", "post", "delete", "options", "head", "patch")

OF_A_PARAMETER = frozenset({"name", "in", "description", "required", "allowEmptyValue", "$ref"})
"""Keys of a parameter that stay next to its schema in OpenAPI 3."""

MOST_REFERENCES = 8
"""Maximum number of references to follow in a row."""

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"


def as_openapi3(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a Swagger 2.0 document as OpenAPI 3, without broken parts.

    Its definitions stay where they are, so that references into them still lead there.
    """
    return _Conversion(document).document()


class _Conversion:
    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root
        self._schema = Schema(root)

    def document(self) -> dict[str, Any]:
        root = self._root
        found = {key: value for key, value in root.items() if key != "swagger"}
        found["openapi"] = "3.0.3"
        found["servers"] = [{"url": root["basePath"]}] if root.get("basePath") else []
        schemes = mapping(root.get("securityDefinitions"))
        found["components"] = {
            "schemas": mapping(root.get("definitions")),
            "securitySchemes": {name: _security(mapping(one)) for name, one in schemes.items()},
        }
        answers = mapping(root.get("responses"))
        produced = _kinds(root.get("produces"))
        found["responses"] = {name: self._answer(one, produced) for name, one in answers.items()}
        paths = mapping(root.get("paths"))
        found["paths"] = {path: self._path(mapping(one)) for path, one in paths.items()}
        return found

    def _path(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        shared = list(self._parameters(raw))
        found: dict[str, Any] = {
            method: self._operation(raw[method], shared)
            for method in METHODS
            if isinstance(raw.get(method), Mapping)
        }
        return found

    def _operation(self, raw: Mapping[str, Any], shared: list[Mapping[str, Any]]) -> dict[str, Any]:
        listed = (*shared, *self._parameters(raw))
        every = {(str(one.get("name")), str(one.get("in"))): one for one in listed}
        found = dict(raw)
        found["parameters"] = [
            _parameter(one) for one in every.values() if one.get("in") not in ("body", "formData")
        ]
        consumed = _kinds(raw.get("consumes"), self._root.get("consumes"))
        produced = _kinds(raw.get("produces"), self._root.get("produces"))
        if content := _body(every.values(), consumed):
            found["requestBody"] = {"content": content}
        answers = mapping(raw.get("responses"))
        found["responses"] = {name: self._answer(one, produced) for name, one in answers.items()}
        return found

    def _parameters(self, raw: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        listed = raw.get("parameters")
        for one in listed if isinstance(listed, list) else ():
            for _ in range(MOST_REFERENCES):
                if not isinstance(one, Mapping) or not isinstance(one.get("$ref"), str):
                    break
                one = self._schema.target(one["$ref"])
            if isinstance(one, Mapping):
                yield one

    def _answer(self, raw: object, produced: list[str]) -> Mapping[str, Any]:
        """Return a response; one that is a reference leads to a converted one."""
        answer = mapping(raw)
        schema = answer.get("schema")
        return {**answer, "content": _content(produced, schema)} if schema is not None else answer


def _parameter(raw: Mapping[str, Any]) -> dict[str, Any]:
    found = {key: value for key, value in raw.items() if key in OF_A_PARAMETER}
    found["schema"] = _schema_of(raw)
    if raw.get("type") == "array":
        found["explode"] = raw.get("collectionFormat") == "multi"
    return found


def _schema_of(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a parameter says about its value, as an OpenAPI 3 schema."""
    facts = {key: value for key, value in raw.items() if key not in OF_A_PARAMETER}
    return {**facts, "type": "string", "format": "binary"} if raw.get("type") == "file" else facts


def _body(parameters: Any, consumed: list[str]) -> dict[str, Any]:
    """Return the content of a request from its body, or from the fields of its form."""
    fields: dict[str, Any] = {}
    required = []
    for one in parameters:
        if one.get("in") == "body":
            return _content(consumed, one.get("schema"))
        name = one.get("name")
        if one.get("in") == "formData" and isinstance(name, str):
            fields[name] = {**_schema_of(one), "description": one.get("description")}
            required += [name] if one.get("required") is True else []
    if not fields:
        return {}
    kinds = [kind for kind in consumed if kind in (FORM, MULTIPART)] or [FORM]
    return _content(kinds, {"type": "object", "properties": fields, "required": required})


def _content(kinds: list[str], schema: object) -> dict[str, Any]:
    return {kind: {"schema": schema} for kind in kinds}


def _kinds(*said: object) -> list[str]:
    """Return the first list of media types; without any, JSON."""
    for one in said:
        if isinstance(one, list) and (kinds := [kind for kind in one if isinstance(kind, str)]):
            return kinds
    return [JSON]


def _security(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    if raw.get("type") == "basic":
        return {"type": "http", "scheme": "basic"}
    if raw.get("type") == "oauth2":
        return {"type": "oauth2", "flows": {str(raw.get("flow")): raw}}
    return raw
