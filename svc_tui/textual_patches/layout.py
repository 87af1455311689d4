"""What Textual 8.2.8 forgets to tell widgets when it lays them out; a step of `compat` alone."""

from __future__ import annotations

from typing import Any

from textual._compositor import Compositor, CompositorMap, ReflowResult

from svc_tui.textual_patches.keys import replace

_TOLD = "_svc_told"


def tell_every_size() -> None:
    """A widget may never hear of its size: a text area stays unwrapped, or wrapped as it was.

    In all versions up to 8.2.8. Layout tells the widgets whose place differs from the one on the
    map it had; but whoever asks for a place after a scroll may have a new map drawn up, with what
    is mounted or changed by then. The layout that follows finds no difference to it.

    And such a map is drawn up after each layout too, though the layout has just made one.
    """
    reflow = Compositor.reflow

    def reflow_and_tell(self: Compositor, *details: Any) -> ReflowResult:
        told: CompositorMap = vars(self).get(_TOLD, {})
        had = self._full_map
        found = reflow(self, *details)
        self._full_map_invalidated = False
        now = vars(self)[_TOLD] = self._full_map
        if had is told:
            return found
        resized = {
            widget
            for widget, place in now.items()
            if widget in told and told[widget].region.size != place.region.size
        }
        return found._replace(
            shown=found.shown | (now.keys() - told.keys()), resized=found.resized | resized
        )

    replace(Compositor, "reflow", reflow_and_tell)
