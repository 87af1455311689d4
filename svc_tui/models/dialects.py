"""The built-in dialects by name; nothing else outside of `api/dialects/` knows one of them."""

from __future__ import annotations

from collections.abc import Mapping

BUILT_IN: Mapping[str, str] = {
    "rest": "svc_tui.api.dialects:REST",
    "camomilla": "svc_tui.api.dialects.camomilla:CAMOMILLA",
}
"""Where each is, as `module:object`; a dialect is imported when it is used."""

ADVICE = "`--dialect camomilla` for the CMS, `--dialect rest` for others"
"""Which one to try, for the sentence of an error."""
