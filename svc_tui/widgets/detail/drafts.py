"""All that was typed and never saved, on this machine, by whoever is signed in."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.stores.kept_draft import KeptDraft
from svc_tui.text import cut, label, plural
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.detail.compared import compared
from svc_tui.widgets.listing.cells import as_relative

NONE = "Nothing: all that you typed here was saved or discarded."


class DraftsDialog(SvcModal):
    """One line a draft, what was typed below; Enter opens the record, where it is offered."""

    DEFAULT_CSS = """
    DraftsDialog { align: center middle; }
    DraftsDialog > .dialog { width: 96%; max-width: 120; height: auto; max-height: 96%; }
    DraftsDialog OptionList { height: auto; max-height: 20vh; text-wrap: nowrap; }
    DraftsDialog OptionList { text-overflow: ellipsis; }
    DraftsDialog .values { height: auto; max-height: 40vh; margin: 1 0; }
    DraftsDialog .values > Static, DraftsDialog .hint { height: auto; }
    """

    BINDINGS = [
        Binding("d", "discard", "Discard", tooltip="Discard; asks first.", id="drafts.discard"),
        Binding("right,l", "scroll_values(1)", "Down", show=False, id="drafts.down"),
        Binding("left,h", "scroll_values(-1)", "Up", show=False, id="drafts.up"),
        Binding("q", "close", "Close", show=False, id="drafts.close"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.drafts: list[KeptDraft] = []

    def compose(self) -> ComposeResult:
        """Title, the drafts, what one of them holds, the keys."""
        with Vertical(classes="dialog"):
            yield Static("Drafts: typed and not saved", classes="title")
            yield OptionList(compact=True)
            with VerticalScroll(classes="values", can_focus=False):
                yield Static()
            keys = "Enter opens the record and offers it · d discards · ← → scroll · Esc closes"
            yield Static(label(keys), classes="hint muted")

    async def on_mount(self) -> None:
        """Read what there is."""
        await self._show()

    async def _show(self) -> None:
        user = self.svc.auth.user
        name = user.username or str(user.id) if user else ""
        self.drafts = await self.svc.drafts.all(name)
        rows = self.query_one(OptionList)
        rows.clear_options()
        rows.add_options([Option(_line(one)) for one in self.drafts] or [Option(label(NONE))])
        rows.highlighted = 0
        rows.focus()
        self._draw()

    @property
    def here(self) -> KeptDraft | None:
        """The draft under the cursor."""
        at = self.query_one(OptionList).highlighted
        return self.drafts[at] if at is not None and at < len(self.drafts) else None

    def on_option_list_option_highlighted(self) -> None:
        """Another draft: show what it holds."""
        self._draw()

    def _draw(self) -> None:
        draft = self.here
        parts = [
            label(".".join(one.steps), "bold") + Content("\n") + compared(one.loaded, one.typed)
            for one in (draft.changes if draft is not None else ())
        ]
        self.query_one(".values > Static", Static).update(Content("\n").join(parts))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter: to the record."""
        draft = self.here
        if draft is None:
            return
        if not draft.location:
            self.svc.snack.show("It is not known where this record is opened.", "warning")
            return
        self.close()
        self.go(draft.location)

    def action_discard(self) -> None:
        """Take a draft away, after a question."""
        if (draft := self.here) is not None:
            self.run_worker(self._discard(draft), group="discard", exclusive=True)

    async def _discard(self, draft: KeptDraft) -> None:
        if draft.elsewhere:
            words = "This is being typed just now: discard it where it is open."
            self.svc.snack.show(words, "warning")
            return
        what = f"{draft.title}: {plural(len(draft.changes), 'value', 'values')}."
        if await self.svc.confirm.ask(
            "Discard this draft?", what, confirm_text="Discard", dangerous=True
        ):
            await self.svc.drafts.discard(draft)
            await self._show()

    def action_scroll_values(self, by: int) -> None:
        """Through a long draft."""
        self.query_one(".values", VerticalScroll).scroll_relative(y=5 * by, animate=False)


def _line(draft: KeptDraft) -> Content:
    """Record, when, how much, and whether somebody is at it."""
    where = draft.location or f"{draft.key.endpoint} {draft.key.id}"
    words = f"{cut(draft.title, 24):<24} {cut(where, 18):<18} "
    much = plural(len(draft.changes), "value", "values")
    state = "  open now" if draft.elsewhere else ""
    return label(words) + label(
        f"{as_relative(draft.made_at.isoformat()):<8} {much}{state}", "$text-muted"
    )
