"""A field type of one's own: stars that + and - give and take."""

from typing import Any

from textual.app import App, ComposeResult, RenderResult
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from svc_tui import Draft, FieldDescriptor, FieldRegistry, SvcField, SvcForm, default_registry

MOST = 5


class Stars(Widget, can_focus=True):
    """The line to type into."""

    DEFAULT_CSS = "Stars { height: 1; }"
    BINDINGS = [
        Binding("plus,right", "give(1)", "One more", id="stars.more"),
        Binding("minus,left", "give(-1)", "One less", id="stars.less"),
    ]

    count: reactive[int] = reactive(0)

    class Given(Message):
        """The number of stars changed."""

    def render(self) -> RenderResult:
        return Content("★" * self.count + "☆" * (MOST - self.count))

    def action_give(self, by: int) -> None:
        self.count = max(0, min(self.count + by, MOST))
        self.post_message(self.Given())


class StarsField(SvcField):
    """A field says how its editor is made, filled and read; the form does the rest."""

    ATTRS = frozenset({"least"})  # Another name in `attrs` is told with the nearest one.

    def make_editor(self) -> Stars:
        stars = Stars()
        stars.set_reactive(Stars.count, self.value if isinstance(self.value, int) else 0)
        return stars

    def put(self, value: Any) -> None:
        self.query_one(Stars).count = value

    def content(self) -> int:
        return self.query_one(Stars).count

    def on_stars_given(self) -> None:
        self.edited()

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Any, value: Any) -> str | None:
        least = attrs.get("least", 1)
        return None if (value or 0) >= least else f"At least {least} of {MOST} stars."


REGISTRY: FieldRegistry = default_registry().extend({"stars": StarsField})


class Rated(App[None]):
    """A form with such a field; a console takes the same registry as `SvcDetail(registry=…)`."""

    def __init__(self) -> None:
        super().__init__()
        self.draft = Draft.of({"name": "Harbour", "rating": 2})

    def compose(self) -> ComposeResult:
        fields = [FieldDescriptor(key="name"), FieldDescriptor(key="rating", type="stars")]
        yield SvcForm(fields, self.draft, registry=REGISTRY)

    def on_svc_field_edited(self, event: SvcField.Edited) -> None:
        form = self.query_one(SvcForm)
        for path, value in form.write(self.draft, event).items():
            self.draft = self.draft.edited(path, value)
        event.field.edits.newest = None
        form.show(self.draft, {}, None)


if __name__ == "__main__":
    Rated().run()
