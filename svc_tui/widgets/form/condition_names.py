"""Report conditions on values that neither a form nor its record has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from svc_tui.config.explain import closest
from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import MISSING, get_path
from svc_tui.text import clean


def unknown_conditions(
    fields: Sequence[FieldDescriptor], record: Mapping[str, Any]
) -> Iterator[str]:
    """Yield a sentence for each condition on a value that does not exist.

    One that asks whether something is there may well name what is not.
    """
    keys = {one.key for one in fields} | {one.key.partition(".")[0] for one in fields}
    for one in fields:
        for conditions in (one.when, one.when_any, one.when_not):
            for path, matcher in conditions.items():
                if path in keys or path.partition(".")[0] in keys:
                    continue
                if matcher.or_absent or matcher.empty is not None:
                    continue
                if get_path(record, path, MISSING) is MISSING:
                    near = closest(path, sorted({*keys, *map(str, record)}))
                    hint = f". Did you mean “{clean(near)}”?" if near else "."
                    said = f"refers to “{clean(path)}”, which the record does not have{hint}"
                    yield f"The condition of the field “{clean(one.key)}” {said}"
