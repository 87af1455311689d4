"""Replace a consumer's widget or page that fails by a mark, or a page that says so."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from typing import Any

from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget

from svc_tui.models.foreign_code import is_foreign, log_failure
from svc_tui.screens.error_pages import FailedPage
from svc_tui.screens.login import LoginOverlay, LoginPage
from svc_tui.screens.page import SvcPage
from svc_tui.textual_patches import hooks
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.form import SvcForm
from svc_tui.widgets.slots import (
    FailureMark,
    foreign_places,
    tell_failure,
    words_of_backend,
)


class ForeignWidgets:
    """Handles the errors of foreign widgets in an app.

    The traceback tells which widget failed: the innermost method of a widget from a slot, or of a
    class that is not ours. So one rule covers composing, mounting, drawing and handling.
    """

    def __init__(self, app: Any) -> None:
        self._app = app

    def hold(
        self, error: BaseException, *, keep_page: bool = False, keep_login: bool = False
    ) -> bool:
        """Replace the foreign widget that failed; False if no widget failed.

        With `keep_page`, for a failed handler or worker, a page stays. A sign-in stays only with
        `keep_login`: without its failed handler the user could not sign in.
        """
        found = next(_foreign_widgets(error), None)
        if found is not None:
            signs_in = isinstance(found[0], LoginPage | LoginOverlay)
            self._hold_at(*found, error, keep_login if signs_in else keep_page)
        return found is not None

    def hold_gone(self, error: BaseException) -> bool:
        """Report the error of a foreign widget that is being removed; False if no widget failed."""
        found = next(_foreign_widgets(error), None)
        if found is not None and log_failure(found[1], error):
            tell_failure(found[1], words_of_backend(error))
        return found is not None

    def hold_in(self, widget: Widget, error: BaseException) -> None:
        """Replace this foreign widget, or the slot's widget around it."""
        if (found := foreign_around(widget)) is not None:
            self._hold_at(*found, error, keep_page=False)

    def _hold_at(self, widget: Widget, place: str, error: BaseException, keep_page: bool) -> None:
        is_new = log_failure(place, error)
        said = words_of_backend(error)
        if not isinstance(widget, Screen):
            self._replace(widget, place)
            if said:
                tell_failure(place, said)
        elif keep_page:
            tell_failure(place, said)
        elif is_new or widget is self._app.screen:
            self._app.call_later(self._replace_page, widget, place, said)

    def _replace(self, widget: Widget, place: str) -> None:
        if widget.display:
            widget.display = False
            self._app.call_later(self._put_mark, widget, place)

    async def _put_mark(self, widget: Widget, place: str) -> None:
        parent = widget.parent
        if isinstance(parent, Widget) and parent.is_attached:
            form = next((one for one in widget.ancestors if isinstance(one, SvcForm)), None)
            if isinstance(widget, SvcField) and form is not None and widget in form.fields:
                await form.replace_failed(widget, place)
            else:
                await parent.mount(FailureMark(place), after=widget)
                await widget.remove()
            hooks.lay_out_again(parent.screen)

    async def _replace_page(self, page: Screen[None], place: str, said: str = "") -> None:
        if page is not self._app.screen:
            return
        app = self._app
        if isinstance(page, LoginPage):  # Without one, the user could not sign in.
            await app.show_page(app.pages.sign_in(app.greeting, page.visit, built_in=True))
            tell_failure("component login", said)
        elif isinstance(page, SvcPage):
            await app.show_page(FailedPage(page.visit, place, said))
        else:
            tell_failure(place, said)
            page.dismiss()
            if isinstance(page, LoginOverlay):
                app.signing_in.open_over_page(app.pages.make_built_in, page.user)


def _foreign_widgets(error: BaseException) -> Iterator[tuple[Widget, str]]:
    """Yield the foreign widgets whose methods raised, the innermost first, and their places."""
    for one in (error.__cause__, error):
        frames = list(traceback.walk_tb(one.__traceback__)) if one is not None else []
        for frame, _ in reversed(frames):
            node = frame.f_locals.get("self")
            if isinstance(node, Timer):  # A function that it calls may not be a method.
                node = hooks.target_of(node)
            if isinstance(node, Widget) and (found := foreign_around(node)) is not None:
                yield found


def foreign_around(node: Widget) -> tuple[Widget, str] | None:
    """Return the slot's widget around a widget, else the widget or page of a foreign class."""
    try:
        around = [one for one in node.ancestors_with_self if isinstance(one, Widget)]
    except AttributeError:  # Its constructor failed, or calls no super().__init__().
        return None
    given = next((one for one in around if one in foreign_places), None)
    if given is not None:
        return given, foreign_places[given]
    foreign = [one for one in around if is_foreign(type(one))]
    for one in foreign:
        if isinstance(one, SvcField):
            return one, f"field {one.descriptor.key}"
    return (foreign[0], type(foreign[0]).__name__) if foreign else None
