"""PageBeneath: the page under a dialog, dimmed except for the footer with its keys."""

from __future__ import annotations

from rich.console import Console, ConsoleOptions, RenderableType
from rich.console import RenderResult as Segments
from rich.segment import Segment
from textual.errors import NoWidget
from textual.renderables.background_screen import BackgroundScreen


class PageBeneath(BackgroundScreen):
    """Leaves the footer at full contrast, unless another dialog covers it."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Segments:
        lit = self._footer_line()
        lines = Segment.split_lines(console.render(self.screen._compositor, options))
        for y, line in enumerate(lines):
            if y:
                yield Segment.line()
            yield from line if y == lit else self.process_segments(line, self.color)

    def _footer_line(self) -> int:
        """Return the line of the footer; -1 for none."""
        for footer in self.screen.app.screen_stack[0].query("SvcFooter"):
            x, y = footer.region.offset
            try:
                on_top, _ = self.screen.get_widget_at(x, y)
            except NoWidget:
                continue
            if on_top in (footer, self.screen):
                return y
        return -1


def with_footer_lit(drawn: RenderableType) -> RenderableType:
    """Return the background of a modal screen, with a legible footer."""
    if isinstance(drawn, BackgroundScreen):
        return PageBeneath(drawn.screen, drawn.color)
    return drawn
