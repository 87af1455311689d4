"""Every kind of mistake in a console file is told in a sentence, at its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic.alias_generators import to_snake

import svc_tui
from svc_tui.config.errors import ConfigError
from svc_tui.models.dialects import BUILT_IN
from svc_tui.models.field_types import every_attr
from tests.config.files import BASE, load, problem, problems

ARTICLES = BASE + '[[resources]]\nname = "articles"\nendpoint = "/api/articles"\n'
"""Five lines; what is added begins on the sixth."""


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        (
            '[svc]\nbase_url = "https://a.b"\ndialct = "rest"\n', 3,
            '[svc]: unknown key "dialct"; did you mean "dialect"?',
        ),
        (
            BASE + '[[resource]]\nname = "a"\n', 3,
            'unknown key "resource"; did you mean "resources"?',
        ),
        (
            'base_url = "https://a.b"\n', 1,
            'unknown key "base_url"; it belongs in [svc]',
        ),
        (
            BASE + 'kind = "api_key"\n', 3,
            '[svc]: unknown key "kind"; it belongs in [svc.auth]',
        ),
        (
            BASE + '[[svc.resources]]\nname = "a"\nendpoint = "/api/a"\n', 3,
            '"resources" stands on its own, as [[resources]], not under [svc]',
        ),
        (
            ARTICLES + "[resources.keys]\nquit = 'x'\n", 6,
            '"keys" stands on its own, as [keys], not under resource "articles"',
        ),
        (
            BASE + "[media]\nmax_image_size = 1\n", 3,
            'unknown key "media"; it belongs in [svc_uikit]',
        ),
        (
            BASE + "[auth]\nkind = 'api_key'\n", 3,
            'unknown key "auth"; it belongs in [svc]',
        ),
        (
            BASE + "[svc.uikit]\nzzz = 1\n", 4,
            '[svc.uikit]: unknown key "zzz"; the keys here are form, languages, media, menus',
        ),
        (
            BASE + "[svcUikit.media]\nmax_image_siz = 1\n", 4,
            '[svcUikit.media]: unknown key "max_image_siz"; did you mean "max_image_size"?',
        ),
        (
            ARTICLES + 'colums = ["title"]\n', 6,
            'resource "articles": unknown key "colums"; did you mean "columns"?',
        ),
        (
            ARTICLES + 'columns = [\n  "title",\n  { key = "price", formt = "money" },\n]\n', 8,
            'resource "articles", column "price": unknown key "formt"; did you mean "format"?',
        ),
        (
            ARTICLES + "[[resources.actions]]\nlabel = 'Go'\nhandler = 'go'\n", 8,
            'resource "articles", action "Go": handler should look like module:name',
        ),
        (
            BASE + '[[resources]]\nname = "tags"\n', 3,
            'resource "tags" has no endpoint; add endpoint = …',
        ),
        (
            BASE + '[[resources]]\nendpoint = "/api/tags"\n', 3,
            "resource 1 has no name; add name = …",
        ),
        (
            ARTICLES + 'permissions = { modle = "article" }\n', 6,
            'resource "articles", permissions: unknown key "modle"; did you mean "model"?',
        ),
        (
            ARTICLES + "permissions = 5\n", 6,
            'resource "articles": permissions should be a table or a list in [ ], not a number',
        ),
        (
            ARTICLES + "searchable = [1]\n", 6,
            'resource "articles": searchable should be true or false, not a list',
        ),
        (
            ARTICLES + 'columns = "title"\n', 6,
            'resource "articles": columns should be a list in [ ], not a string',
        ),
        (
            ARTICLES + 'columns = [\n  "title",\n  5,\n]\n', 8,
            'resource "articles": column 2 should be a table, not a number',
        ),
        (
            ARTICLES + 'readonly = "yes"\n', 6,
            'resource "articles": readonly should be true or false, not a string',
        ),
        (
            BASE + "timeout = 'soon'\n", 3,
            "[svc]: timeout should be a number, not a string",
        ),
        (
            BASE + "page_size = 2.5\n", 3,
            '[svc]: page_size should be a whole number or "fit"',
        ),
        (
            BASE + 'page_size = "all"\n', 3,
            '[svc]: page_size should be a whole number or "fit"',
        ),
        (
            ARTICLES + "page_size = 0\n", 6,
            'resource "articles": page_size should be at least 1',
        ),
        (
            BASE + "title = 2024-01-01\n", 3,
            "[svc]: title should be text in quotes, not a date or time",
        ),
        (
            ARTICLES + 'columns = [{ key = "a", format = "nmber" }]\n', 6,
            'resource "articles", column "a": format = "nmber" is not valid; '
            'did you mean "number"?',
        ),
        (
            BASE + 'dialect = "grpc"\n', 3,
            f'[svc]: dialect is "grpc"; use {", ".join(BUILT_IN)}, or module:object',
        ),
        (
            BASE + "dialect = 1\n", 3,
            "[svc]: dialect should be text in quotes, not a number",
        ),
        (
            ARTICLES + "sidebar_cols = 12\n", 6,
            'resource "articles": sidebar_cols should be at most 11',
        ),
        (
            BASE + "timeout = 0\n", 3,
            "[svc]: timeout should be more than 0",
        ),
        (
            ARTICLES + 'lookup = ""\n', 6,
            'resource "articles": lookup should not be empty',
        ),
        (
            BASE + 'login_url = "login"\n', 3,
            "[svc]: login_url should start with /",
        ),
        (
            BASE + 'timezone = "Rome"\n', 3,
            "[svc]: timezone is not a time zone; write one such as Europe/Rome or UTC",
        ),
        (
            ARTICLES + '\n[[resources]]\nname = "articles"\nendpoint = "/x"\n', 8,
            'the name "articles" is used by an entry above; choose another',
        ),
        (
            BASE + '[[groups]]\nname = "shop"\n[[resources]]\nendpoint = "/x"\nname = "shop"\n', 7,
            'the name "shop" is used by an entry above; choose another',
        ),
        (
            ARTICLES + 'parent = "articles"\n', 6,
            "articles > articles contain each other; remove one parent",
        ),
        (
            ARTICLES + 'columns = [\n  "title",\n  "id",\n  "title",\n]\n', 9,
            'resource "articles" has two columns with key = "title"; keep one of them',
        ),
        (
            ARTICLES + 'default_tab = "drafts"\n', 6,
            'resource "articles" has default_tab = "drafts", '
            "which is not one of its tabs",
        ),
        (
            ARTICLES + 'fields = [\n  { key = "a", validate = "x" },\n]\n', 7,
            'resource "articles", field "a": validate can only be set in Python; '
            "in a file, use when = { … } for conditions",
        ),
        (
            ARTICLES + 'fields = [{ key = "a", when = { b = { matches = "(" } } }]\n', 6,
            'resource "articles", field "a", when.b: matches is not a regular expression '
            "(missing ), unterminated subpattern at position 0)",
        ),
        (
            ARTICLES + '[[resources.actions]]\nlabel = "Go"\n[resources.actions.request]\n'
            'path = "{endpoint}/go/"\n', 8,
            'resource "articles", action "Go", request needs {id} in its path, as it is sent '
            'for each row; or add per = "selection"',
        ),
        (
            ARTICLES + '[[resources.actions]]\nlabel = "Go"\n'
            'request = { path = "{endpoint}/go/", per = "selection" }\n'
            'inputs = [\n  { key = "why" },\n  { key = "ids" },\n]\n', 11,
            'resource "articles", action "Go" has the input "ids", but the request '
            "sends the selection under this key; choose another key",
        ),
    ],
)  # fmt: skip
def test_a_mistake_is_told_at_its_line(
    tmp_path: Path, text: str, line: int | None, sentence: str
) -> None:
    found = problem(tmp_path, text)

    assert (found.text, found.line) == (sentence, line)
    assert str(found) == f"{tmp_path / 'svc.toml'}, line {line}: {sentence}"


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("cms.example.org", "should start with https:// or http://"),
        ("ftp://cms.example.org", "should start with https:// or http://"),
        ("https://", "has no host; write it as in https://cms.example.org"),
        (
            "https://cms.example.org/?a=1",
            "should end with the path; remove ? or # and what follows",
        ),
    ],
)
def test_an_address_that_cannot_be_is_told(tmp_path: Path, url: str, sentence: str) -> None:
    found = problem(tmp_path, f'[svc]\nbase_url = "{url}"\n')

    assert (found.text, found.line) == (f"[svc]: base_url {sentence}", 2)


def test_a_password_in_the_address_is_refused_and_never_repeated(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, '[svc]\nbase_url = "https://ada:lovelace@cms.example.org"\n')

    assert "sign in with --user" in str(caught.value)
    assert "lovelace" not in str(caught.value)
    assert caught.value.__cause__ is None and caught.value.__suppress_context__


def test_all_problems_are_told_at_once_from_top_to_bottom(tmp_path: Path) -> None:
    found = problems(tmp_path, ARTICLES + 'colums = []\nlokup = "id"\nsticky = "perhaps"\n')

    assert [one.line for one in found] == [6, 7, 8]


def test_ten_problems_are_shown_and_the_others_counted(tmp_path: Path) -> None:
    text = BASE + "".join(f"wrong_{number} = 1\n" for number in range(13))

    with pytest.raises(ConfigError) as caught:
        load(tmp_path, text)

    lines = str(caught.value).splitlines()
    assert len(lines) == 11
    assert lines[-1] == "… and 3 more."
    assert len(caught.value.problems) == 13


def test_one_option_under_two_sections_names_both_places(tmp_path: Path) -> None:
    found = problem(tmp_path, BASE + 'auth_login_url = "/a"\n\n[svcCore]\nauthLoginUrl = "/b"\n')

    assert found.line == 6
    assert found.text == (
        "auth_login_url is set in [svc] (line 3) and differently in [svcCore]; keep one of them"
    )


def test_media_options_under_two_sections_name_both_places(tmp_path: Path) -> None:
    found = problem(
        tmp_path,
        BASE + "[svc.uikit.media]\nmax_image_size = 5\n[svcUikit.media]\nmax_image_size = 6\n",
    )

    assert found.line == 6
    assert "[svc.uikit.media] (line 4)" in found.text
    assert "[svcUikit.media]" in found.text


def test_one_option_twice_with_one_value_is_no_problem(tmp_path: Path) -> None:
    console = load(tmp_path, BASE + 'logout_url = "/x"\n[svcCore]\nlogout_url = "/x"\n')

    assert console.options.logout_url == "/x"


def test_one_key_in_two_spellings_is_told(tmp_path: Path) -> None:
    found = problem(tmp_path, BASE + 'login_url = "/a"\nloginUrl = "/b"\n')

    assert found.text == "[svc]: login_url is written in two ways; keep one"
    assert found.line == 3


def test_what_a_terminal_would_obey_is_shown_instead(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, BASE + '"a\\u001b]0;owned\\u0007\\n\\u202e" = 1\n')

    assert str(caught.value).isprintable()
    assert "␛]0;owned␇⏎‹U+202E›" in str(caught.value)


@pytest.mark.parametrize(
    ("lines", "line", "words"),
    [
        (
            'fields = [\n  { key = "title" },\n'
            '  { key = "status", type = "select", attrs = { itmes = ["a"] } },\n]',
            8,
            'resource "articles", field "status", attrs: unknown key "itmes" is ignored; '
            'did you mean "items"?',
        ),
        (
            'edit_fields = [{ key = "price", type = "number", attrs = { maxx = 3 } }]',
            6,
            'resource "articles", quick edit field "price", attrs: unknown key "maxx" is ignored; '
            'did you mean "max"?',
        ),
        (
            'fields = [{ key = "body", type = "repeater", fields = '
            '[{ key = "text", attrs = { maxLenght = 3 } }] }]',
            6,
            'resource "articles", field "body", field "text", attrs: unknown key "maxLenght" is '
            'ignored; did you mean "max_length"?',
        ),
    ],
)
def test_a_setting_that_no_field_of_the_type_reads_is_told_with_its_line(
    tmp_path: Path, lines: str, line: int, words: str
) -> None:
    console = load(tmp_path, ARTICLES + lines)

    assert console.warnings == (f"{tmp_path / 'svc.toml'}, line {line}: {words}",)


def test_settings_of_all_fields_of_a_type_are_looked_at_too(tmp_path: Path) -> None:
    more = "[svc.uikit.form.attrs]\ntextarea = { rowz = 8 }\ntextaera = { rows = 8 }\n"
    found = load(tmp_path, BASE + more).warnings

    assert [one.partition(": ")[2] for one in found] == [
        '[svc.uikit.form.attrs.textarea]: unknown key "rowz" is ignored; did you mean "rows"?',
        'attrs of the unknown field type "textaera"; did you mean "textarea"?',
    ]


def test_settings_in_camel_case_and_those_of_types_of_ones_own_are_left_alone(
    tmp_path: Path,
) -> None:
    fields = 'fields = [{ key = "a", attrs = { maxLength = 3 } },'
    fields += ' { key = "b", type = "hologram", attrs = { depth = 3 } }]'

    assert load(tmp_path, ARTICLES + fields).warnings == ()


@pytest.mark.parametrize("place", ["templates", "attrs = { templates", "attrs.templates"])
def test_a_slip_in_a_template_is_told_at_its_field(tmp_path: Path, place: str) -> None:
    end = " }" if "{" in place else ""
    fields = f'[[resources.fields]]\nkey = "body"\ntype = "repeater"\n{place} = '
    fields += f'{{ quote = [{{ key = "text", lable = "x" }}] }}{end}'

    found = problem(tmp_path, ARTICLES + fields)

    assert (found.line, found.text) == (
        9,
        'resource "articles", field "body", template "quote", field "text": '
        'unknown key "lable"; did you mean "label"?',
    )


def test_every_setting_that_a_field_reads_is_known() -> None:
    """A setting that a widget reads and the table lacks would be called unknown."""
    read = re.compile(r'attrs(?:\.get\(|\[)"(\w+)"')
    root = Path(svc_tui.__file__).parent
    record = root / "stores" / "record"
    places = [*(root / "widgets" / "form").rglob("*.py"), root / "stores/record/duplicating.py"]
    places += [record / "repeater_items.py", record / "number_parser.py"]
    found = {to_snake(name) for path in places for name in read.findall(path.read_text("utf-8"))}

    assert len(found) > 30
    assert found <= every_attr()
