"""HTML and Markdown: what a preview shows, and that the source stays as it is."""

from __future__ import annotations

import time
from typing import Any

import pytest
from textual.widgets import Input

from svc_tui.widgets.form.longtext import LongText
from svc_tui.widgets.form.rich.html_renderer import advice, blocks, is_allowed, rendered
from svc_tui.widgets.form.rich.markup import HTML, MARKDOWN
from svc_tui.widgets.form.rich.picture_address import lasting_address
from svc_tui.widgets.form.rich.rich_editor import Preview, one_line
from tests.console import wait_until
from tests.hostile import HOSTILE, leaks
from tests.widgets.form.form_with_draft import one_field

SOURCE = '<P CLASS=a>One  <b>two</b>\n<a href="https://x.org">three</a></P><ul><li>a<li>b</ul>'


def test_a_text_is_read_as_a_person_would():
    assert rendered(SOURCE).plain == "One two three (https://x.org)\n\n• a\n• b"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<h2>A</h2>b<br>c", "A\n\nb\nc"),
        ("<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>", "1. a\n  • b\n2. c"),
        ("<blockquote><p>a</p></blockquote>", "▌ a"),
        ("<pre>a\n  b</pre>", "a\n  b"),
        ("<table><tr><th>a</th><td>b</td></tr></table>", "a │ b"),
        ('<img src="x.png" alt="A boat">', "[image: A boat]"),
        ("a<script>alert(1)</script>b<style>p{}</style>", "ab"),
        ("</p></b>a</ul></li>", "a"),
        ("a &lt;b&gt; &amp; &#x202e;", "a <b> & ‹U+202E›"),
        ("", "Nothing to show."),
        ("   ", "Nothing to show."),
    ],
)
def test_html_becomes_text(html: str, text: str):
    shown = rendered(html).plain

    assert shown == text
    assert not leaks(shown.replace("\n", "").encode())


@pytest.mark.parametrize("value", HOSTILE.values(), ids=HOSTILE)
def test_hostile_words_are_shown_as_signs(value: str):
    shown = rendered(f"<p>{value}<a href='{value}'>x</a><img alt='{value}'></p>").plain

    assert not leaks(shown.replace("\n", "").encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize(
    "html",
    [
        "<b>" * 30_000,
        "<ul><li>" * 10_000,
        "<" * 40_000,
        "<!--" * 9_000,
        "<![" * 9_000,
        "&" * 40_000,
    ],
    ids=["bold", "lists", "brackets", "comments", "declarations", "entities"],
)
def test_a_source_made_to_choke_on_is_read_in_time(html: str):
    begun = time.process_time()

    blocks(html)
    advice(html)

    assert time.process_time() - begun < 5


@pytest.mark.parametrize(
    ("address", "allowed"),
    [
        ("https://x.org", True),
        ("HTTP://x.org", True),
        ("mailto:a@b.c", True),
        ("tel:+39", True),
        ("/page", True),
        ("page#top", True),
        ("javascript:alert(1)", False),
        (" java\nscript:alert(1)", False),
        ("data:text/html,x", False),
        ("file:///etc", False),
        ("http://[", False),
    ],
)
def test_links_may_only_lead_to_known_places(address: str, allowed: bool):
    assert is_allowed(address) is allowed


def test_what_is_commonly_dropped_is_told_and_no_more():
    said = advice('<p onclick="x()"><a href="javascript:x">a</a><script></script></p>')

    assert len(said) == 3
    assert advice(SOURCE) == []


@pytest.mark.parametrize("type", ["editor", "markdown"])
@pytest.mark.parametrize("value", [None, SOURCE, "a\u2028b\r\n", 7, {"a": 1}])
async def test_looking_at_the_preview_is_no_edit(type: str, value: Any):
    async with one_field(value, type) as it:
        await it.begin("f5", "p")
        await it.press("f5", "p")

        assert it.field.edits.take_newest() is None
        assert it.field.value is value


async def test_source_and_preview_take_turns_where_there_is_no_room_for_both():
    async with one_field(SOURCE, "editor") as it:
        await it.begin("x", "f5", "p")
        await wait_until(it.pilot, lambda: "• a" in it.text)
        assert "<li>" not in it.text
        assert isinstance(it.app.focused, Preview)

        assert it.field.begin()
        await it.press("y")
        assert it.now == f"xy{SOURCE}"
        assert "<li>" in it.text


async def test_source_and_preview_stand_beside_each_other_and_follow():
    async with one_field("<p>one</p>", "editor", size=(120, 30)) as it:
        await it.begin("f5", "p")
        area = it.app.query_one(LongText)
        assert it.app.focused is area
        await it.press("right", "right", "right", *"new ")

        words = it.field.rich.pane.query_one(".words")
        await wait_until(it.pilot, lambda: words.content.plain == "new one")
        assert "<p>new one</p>" in it.text


async def test_a_reader_sees_what_the_text_says():
    async with one_field(SOURCE, "editor", readonly=True) as it:
        assert "• a" in it.text
        assert "<li>" not in it.text


@pytest.mark.parametrize(
    ("type", "keys", "text"),
    [
        ("editor", ["b"], "<strong>ab</strong>"),
        ("editor", ["i"], "<em>ab</em>"),
        ("editor", ["u"], "<u>ab</u>"),
        ("editor", ["2"], "<h2>ab</h2>"),
        ("editor", ["minus"], "<ul>\n<li>ab</li>\n</ul>"),
        ("markdown", ["b"], "**ab**"),
        ("markdown", ["i"], "*ab*"),
        ("markdown", ["3"], "### ab"),
        ("markdown", ["number_sign"], "1. ab"),
    ],
)
async def test_tags_are_put_round_the_selection(type: str, keys: list[str], text: str):
    async with one_field("ab", type) as it:
        await it.begin("f7", "f5", *keys)

        assert it.now == text


async def test_a_tag_without_a_selection_waits_for_words():
    async with one_field("", "editor") as it:
        await it.begin("alt+b", *"hi")

        assert it.now == "<strong>hi</strong>"


async def test_a_link_asks_for_its_address_and_refuses_a_dangerous_one():
    async with one_field("ab", "editor") as it:
        await it.begin("f7", "f5", "k")
        await wait_until(it.pilot, lambda: isinstance(it.app.focused, Input))
        await it.press(*'/a"b', "enter")
        assert it.now == '<a href="/a&quot;b">ab</a>'

        await it.press("f5", "k")
        await wait_until(it.pilot, lambda: isinstance(it.app.focused, Input))
        await it.press(*"data:x", "enter")
        assert "is not a valid link" in it.app.said[-1]


async def test_advice_is_given_and_nothing_is_refused():
    async with one_field("", "editor") as it:
        it.app.query_one(LongText).load_text('<a href="javascript:x">a</a>')
        await wait_until(it.pilot, lambda: "is not a valid link" in it.text)

        kind, field = type(it.field), it.field
        assert kind.problem(field.descriptor, {}, it.now) is None


async def test_tags_in_markdown_are_text():
    async with one_field("# A\n\n<b>x</b> [l](javascript:x) &#x202e;", "markdown") as it:
        await it.begin("f5", "p")
        await wait_until(it.pilot, lambda: "<b>x</b>" in it.text)

        assert "‹U+202E›" in it.text


@pytest.mark.parametrize(("type", "suffix"), [("editor", ".html"), ("markdown", ".md")])
async def test_rich_texts_are_edited_outside_too(type: str, suffix: str):
    async with one_field("a", type) as it:
        it.app.outside = ["b"]
        await it.begin("f4")
        await it.settle()

        assert it.app.opened == [("a", suffix)]
        assert it.now == "b"


def test_a_pictures_name_and_address_never_leave_their_places():
    html = HTML.image('a"><script>.png', one_line("two\nlines <b>\x1b"))
    markdown = MARKDOWN.image("a b).png", "[odd] name")

    assert html == ('<img src="a&quot;&gt;&lt;script&gt;.png" alt="two lines &lt;b&gt;">')
    assert markdown == "![\\[odd\\] name](a%20b%29.png)"


async def test_a_preview_that_was_opened_as_a_command_closes_without_a_caret():
    async with one_field(SOURCE, "editor") as it:
        it.field.action_preview()
        await wait_until(it.pilot, lambda: isinstance(it.app.focused, Preview))
        it.field.action_preview()
        await wait_until(it.pilot, lambda: "<li>" in it.text)
        assert it.app.focused is not it.app.query_one(LongText)


async def test_a_preview_closed_after_typing_was_left_brings_no_caret_back():
    async with one_field(SOURCE, "editor") as it:
        await it.begin("x", "f5", "p")
        await wait_until(it.pilot, lambda: isinstance(it.app.focused, Preview))
        assert "Preview" in it.text
        it.app.set_focus(None)
        it.field.action_preview()
        await wait_until(it.pilot, lambda: "<li>" in it.text)
        assert it.app.focused is not it.app.query_one(LongText)
        it.field.action_preview()
        await wait_until(it.pilot, lambda: isinstance(it.app.focused, Preview))
        await it.press("p")
        await wait_until(it.pilot, lambda: "<li>" in it.text)


PLAIN = [
    ("one\n\ntwo & <strong>three</strong>", "<p>one</p>\n\n<p>two & <strong>three</strong></p>"),
    ("one\r\n \r\n\r\ntwo", "<p>one</p>\n\n<p>two</p>"),
    ('one\n\n<img src="/a.png" alt="a">', '<p>one</p>\n\n<p><img src="/a.png" alt="a"></p>'),
]
KEPT = [
    "one",
    "one\ntwo",
    "<p>one</p>\n\ntwo",
    "a\n\n<!-- b -->",
    "<b>a\n\nb</b>",
    "a\n\n<x-y>b</x-y>",
]


@pytest.mark.parametrize(("source", "sent"), PLAIN)
def test_empty_lines_of_a_plain_text_begin_paragraphs(source: str, sent: str):
    for loaded in (None, "", "<p>before</p>"):
        assert HTML.meaning(source, loaded) == sent
    assert HTML.meaning(source, "came without tags") == source


@pytest.mark.parametrize("source", KEPT)
def test_a_source_with_tags_of_blocks_or_of_one_part_is_sent_as_it_is_typed(source: str):
    assert HTML.meaning(source, None) == source


async def test_paragraphs_are_sent_shown_in_the_preview_and_explained():
    async with one_field(None, "editor") as it:
        await it.begin("a", "enter", "enter", "b")
        assert it.now == "<p>a</p>\n\n<p>b</p>"
        assert it.app.query_one(LongText).text == "a\n\nb"
        assert "An empty line begins a paragraph" in it.field.hint
        await it.press("backspace", "backspace", "backspace", "backspace")
        assert it.now is None


HERE = "http://127.0.0.1:43771"


@pytest.mark.parametrize(
    ("address", "base", "text", "written"),
    [
        (f"{HERE}/media/a.png", HERE, "", "/media/a.png"),
        ("https://a.example/media/a.png?v=1", "https://a.example", "", None),
        ("https://a.example/a.png?v=1", "https://a.example", '<img src="/b.png">', "/a.png?v=1"),
        ("https://a.example/a.png", "https://a.example", '<img src="https://c.example/b">', None),
        ("https://cdn.example/a.png", "https://a.example", '<img src="/b.png">', None),
        ("/media/a.png", HERE, "", None),
        (f"{HERE}//c.example/a.png", HERE, "", None),
    ],
)
def test_a_picture_gets_an_address_that_outlives_the_session(
    address: str, base: str, text: str, written: str | None
):
    assert lasting_address(address, base, text) == (written or address)
