"""The built-in dialects by name."""

from __future__ import annotations

from collections.abc import Mapping

BUILT_IN: Mapping[str, str] = {
    "rest": "svc_tui.api.dialects:REST",
    "camomilla": "svc_tui.api.dialects.camomilla:CAMOMILLA",
}
"""The place of each, as `module:object`; a dialect is imported when it is used."""

ADVICE = "`--dialect camomilla` for the CMS, `--dialect rest` for others"
"""The advice about dialects at the end of an error."""
