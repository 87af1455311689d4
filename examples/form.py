"""A form without any backend: groups, columns, and a field that follows another one."""

from textual.app import App, ComposeResult

from svc_tui import Draft, FieldDescriptor, SvcField, SvcForm


def slug(model: dict[str, str], val: str) -> dict[str, str]:
    return {"slug": "-".join(val.lower().split())}


FIELDS = [
    FieldDescriptor(key="title", on_change=slug, group="Names"),
    FieldDescriptor(key="slug", group="Names"),
    FieldDescriptor(key="price", type="number", cols=6),
    FieldDescriptor(key="currency", cols=6, when={"price": {"greater_than": 0}}),
]


class Form(App[None]):
    draft = Draft.of({"title": ""})

    def compose(self) -> ComposeResult:
        yield SvcForm(FIELDS, self.draft)

    def on_svc_field_edited(self, event: SvcField.Edited) -> None:
        form, event.field.edits.newest = self.query_one(SvcForm), None
        for path, value in form.write(self.draft, event).items():
            self.draft = self.draft.edited(path, value)
        form.show(self.draft, {}, None)


if __name__ == "__main__":
    Form().run()
