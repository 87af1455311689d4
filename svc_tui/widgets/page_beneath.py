"""PageBeneath: the page under a dialog, dimmed except for the footer with its keys."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rich.console import Console, ConsoleOptions, RenderableType
from rich.console import RenderResult as Segments
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.errors import NoWidget
from textual.renderables.background_screen import BackgroundScreen


class PageBeneath(BackgroundScreen):
    """Leaves the footer at full contrast, unless another dialog covers it."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Segments:
        lit = self._footer_line()
        for y, line in enumerate(self.screen._compositor.render_strips()):
            if y:
                yield Segment.line()
            yield from line if y == lit else _dimmed(line, self.color)

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


def _dimmed(line: Iterable[Segment], color: Color) -> Iterable[Segment]:
    for text, style, control in line:
        bare = None if style is None else style.clear_meta_and_links()
        yield Segment(text, style if control else _dimmed_style(bare, color), control)


@lru_cache(2048)
def _dimmed_style(style: Style | None, color: Color) -> Style | None:
    """Return a style as Textual dims it; a page has few styles and hundreds of segments."""
    (segment,) = BackgroundScreen.process_segments([Segment("", style)], color)
    return segment.style


def with_footer_lit(drawn: RenderableType) -> RenderableType:
    """Return the background of a modal screen, with a legible footer."""
    if isinstance(drawn, BackgroundScreen):
        return PageBeneath(drawn.screen, drawn.color)
    return drawn
