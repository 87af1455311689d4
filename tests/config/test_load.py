"""A console is made of flags, environment, file and defaults, and the nearest wins."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from svc_tui.config.errors import ConfigError
from svc_tui.config.load import Peek, find_file, load_console, peek
from svc_tui.config.options import Options
from tests.config.files import BASE, load, problem

EXAMPLE = """
[svc]
base_url       = "https://cms.example.org"
auth_login_url = "/api/auth/login"
dialect        = "rest"
title          = "Newsroom"

[svc.uikit.media]
max_image_size    = 10
permissions_model = "media"
endpoints = { media = "/api/media", folders = "/api/media-folders" }

[[resources]]
name      = "articles"
endpoint  = "/api/articles"
label     = "Articles"
icon      = "▤"
parent    = "content"
model     = "article"
lookup    = "id"
languages = ["en", "it"]
draggable = true
default_tab = "all"
columns = [
  "title",
  { key = "author.name", label = "Author" },
  { key = "status", sortable = true },
  { key = "price", format = "number", align = "right" },
  { key = "published_at", format = "datetime", sortable = true },
]
tabs    = [ { value = "", text = "All" }, { value = "draft", text = "Drafts" } ]
tab_query_param = "status"
filters = [
  { value = "category", text = "Category", multiple = true, choices = [ { value = "1", text = "News" } ] },
  { value = "author", text = "Author", endpoint = "/api/authors", item_text = "name" },
  { value = "published_at", text = "Published", datepicker = true, from_param = "published_after", to_param = "published_before" },
]
edit_fields    = [ { key = "status", type = "select", attrs = { items = ["draft", "published"] } } ]
fields         = [ { key = "title", type = "text", required = true, translatable = true } ]
sidebar_fields = [ { key = "cover", type = "media", attrs = { mime = "image/*" } } ]

  [[resources.actions]]
  label       = "Publish"
  permissions = "change"
  handle_all  = true
  request     = { method = "PATCH", path = "{endpoint}/{id}/", body = { status = "published" } }

  [[resources.actions]]
  label   = "Publish at once"
  request = { method = "POST", path = "{endpoint}/bulk_publish/", per = "selection" }

  [[resources.actions]]
  label   = "Print"
  handler = "mypackage.actions:publish"
"""  # noqa: E501


def test_the_documented_example_loads_whole(tmp_path: Path) -> None:
    console = load(tmp_path, EXAMPLE)

    (articles,) = console.resources
    assert console.options.title == "Newsroom"
    assert console.options.media.endpoints.folders == "/api/media-folders"
    assert [column.label for column in articles.columns] == [
        "Title", "Author", "Status", "Price", "Published At",
    ]  # fmt: skip
    assert articles.first_tab == ""
    assert articles.actions[0].request is not None
    assert articles.actions[0].request.body == {"status": "published"}
    assert articles.sidebar_fields[0].attrs == {"mime": "image/*"}
    assert console.warnings == ()
    assert console.source == tmp_path / "svc.toml"


def test_the_specifications_spelling_and_sections_load_the_same(tmp_path: Path) -> None:
    spec = load(
        tmp_path,
        '[svc]\nbaseUrl = "https://cms.example.org/"\n'
        '[svcCore]\nuserInfoApi = "/me"\n'
        "[svcUikit.media]\nmaxVideoSize = 7\n"
        "[camomilla]\nmediaAdapter = false\n",
    )
    ours = load(
        tmp_path,
        '[svc]\nbase_url = "https://cms.example.org"\nuser_info_api = "/me"\n'
        "[svc.uikit.media]\nmax_video_size = 7\n[camomilla]\nmedia_adapter = false\n",
    )

    assert spec.options == ours.options
    assert spec.options.media.max_video_size == 7
    assert spec.options.media.max_image_size == 10
    assert not spec.options.camomilla.media_adapter


def test_what_nobody_says_is_the_specifications_default(tmp_path: Path) -> None:
    options = load(tmp_path, BASE).options

    assert options == Options(base_url="https://cms.example.org").as_from_file()
    assert (options.auth_login_url, options.user_info_api) == (
        "/api/auth/login", "/api/profiles/me/",
    )  # fmt: skip
    assert (options.logout_url, options.login_url) == ("/api/auth/logout", "/login")
    assert (options.session_cookie, options.csrf_cookie) == ("__svc_session", "csrftoken")


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("https://cms.example.org/", "https://cms.example.org"),
        ("http://127.0.0.1:8000/admin/", "http://127.0.0.1:8000/admin"),
        ("https://[::1]:8443", "https://[::1]:8443"),
    ],
)
def test_a_base_path_stays_and_the_last_slash_goes(url: str, kept: str) -> None:
    assert Options(base_url=url).base_url == kept


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('base_url = "http://127.0.0.1:99999"', "base_url has an invalid port; use a number from"),
        ('base_url = "http://[::1"', "base_url has brackets without an IPv6 address"),
        ('base_url = "https://exa mple.org"', 'has an invalid host: "exa mple.org"'),
        ('base_url = "https://.."', 'has an invalid host: ".."'),
        ('base_url = "http://host/a b"', "base_url has a space in its path"),
        ('csrf_header = "X CSRF"', "csrf_header can only contain letters, digits and"),
        ('session_cookie = "a;b"', "session_cookie can only contain letters, digits and"),
        ('csrf_cookie = "ü"', "csrf_cookie can only contain letters, digits and"),
    ],
)
def test_what_no_request_could_be_sent_with_is_refused_at_its_line(
    tmp_path: Path, line: str, words: str
) -> None:
    found = problem(tmp_path, f"[svc]\n{line}\n")

    assert found.line == 2
    assert words in found.text and not found.text.endswith("..")


def test_a_flag_wins_over_environment_file_and_default(tmp_path: Path) -> None:
    text = BASE + 'title = "File"\npage_size = 50\n'
    environ = {"SVC_TUI_TITLE": "Environment", "SVC_TUI_PAGE_SIZE": "100"}

    def titles(**sources: object) -> tuple[str, int]:
        options = load(tmp_path, text, **sources).options
        return options.title, options.page_size

    assert titles() == ("File", 50)
    assert titles(environ=environ) == ("Environment", 100)
    assert titles(environ=environ, overrides={"title": "Flag"}) == ("Flag", 100)
    assert titles(environ=environ, overrides={"title": None}) == ("Environment", 100)


def test_the_environment_speaks_of_switches_and_addresses(tmp_path: Path) -> None:
    environ = {"SVC_TUI_URL": "https://other.example.org", "SVC_TUI_READ_ONLY": "1"}

    options = load(tmp_path, BASE, environ=environ).options

    assert (options.base_url, options.read_only) == ("https://other.example.org", True)


def test_an_empty_variable_says_nothing(tmp_path: Path) -> None:
    assert load(tmp_path, BASE, environ={"SVC_TUI_TITLE": ""}).options.title == "svc-tui"


def test_media_options_of_a_program_are_laid_over_the_files(tmp_path: Path) -> None:
    console = load(
        tmp_path,
        BASE + "[svc.uikit.media]\nmax_image_size = 3\nmax_video_size = 4\n",
        overrides={"uikit": {"media": {"max_video_size": 5}}},
    )

    assert (console.options.media.max_image_size, console.options.media.max_video_size) == (3, 5)


@pytest.mark.parametrize(
    ("sources", "sentence"),
    [
        (
            {"overrides": {"base_url": "nowhere"}},
            "--url: base_url should start with https:// or http://",
        ),
        ({"overrides": {"page_size": 0}}, "--page-size: page_size should be at least 1"),
        ({"environ": {"SVC_TUI_TIMEOUT": "soon"}}, "$SVC_TUI_TIMEOUT: timeout should be a number"),
    ],
)
def test_a_bad_flag_or_variable_is_named(
    tmp_path: Path, sources: dict[str, dict[str, str]], sentence: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, BASE, **sources)

    assert str(caught.value) == sentence


def test_a_profile_is_laid_over_the_file_and_under_the_environment(tmp_path: Path) -> None:
    text = BASE + (
        'title = "File"\nuser = "ada"\n[profiles.live]\n'
        'base_url = "https://live.example.org"\ntitle = "Live"\nprotect = true\n'
    )

    options = load(
        tmp_path, text, overrides={"profile": "live"}, environ={"SVC_TUI_TITLE": "E"}
    ).options

    assert (options.base_url, options.title, options.user) == (
        "https://live.example.org", "E", "ada",
    )  # fmt: skip
    assert (options.profile, options.protect) == ("live", True)
    assert not load(tmp_path, text).options.protect


def test_a_profile_nobody_wrote_is_told(tmp_path: Path) -> None:
    text = BASE + "[profiles.staging]\n"

    found = problem(tmp_path, text, overrides={"profile": "stagin"})

    assert found.text == 'there is no [profiles.stagin]; did you mean "staging"?'


def test_a_file_without_a_backend_says_where_to_name_it(tmp_path: Path) -> None:
    found = problem(tmp_path, '[svc]\ntitle = "x"\n')

    assert found.text == (
        'no backend is set: write base_url = "https://…" under [svc], or start with --url '
        "(base_url=… in Python)"
    )


def test_an_address_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    environ = {"SVC_TUI_CONFIG_DIR": str(tmp_path)}

    console = load_console(None, {"base_url": "https://a.example.org"}, environ=environ)

    assert (console.source, console.resources) == (None, ())
    with pytest.raises(ConfigError, match="start with --url"):
        load_console(None, environ=environ)


def test_the_file_is_looked_for_from_near_to_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    user = tmp_path / "user"
    user.mkdir()
    for path in (
        tmp_path / "a.toml",
        tmp_path / "b.toml",
        tmp_path / "svc.toml",
        user / "svc.toml",
    ):
        path.write_text(BASE)
    environ = {"SVC_TUI_CONFIG_DIR": str(user), "SVC_TUI_CONFIG": str(tmp_path / "b.toml")}

    assert find_file("a.toml", environ) == Path("a.toml")
    assert find_file(None, environ) == tmp_path / "b.toml"
    del environ["SVC_TUI_CONFIG"]
    assert find_file(None, environ) == Path("svc.toml")
    (tmp_path / "svc.toml").unlink()
    assert find_file(None, environ) == user / "svc.toml"
    (user / "svc.toml").unlink()
    assert find_file(None, environ) is None


def test_a_file_that_was_named_must_be_there() -> None:
    with pytest.raises(
        ConfigError, match="--config points to nowhere\\.toml, which does not exist"
    ):
        find_file("nowhere.toml", {})
    with pytest.raises(ConfigError, match=r"\$SVC_TUI_CONFIG points to nowhere\.toml"):
        find_file(None, {"SVC_TUI_CONFIG": "nowhere.toml"})
    with pytest.raises(ConfigError, match="does not exist"):
        find_file("~nobody-of-this-name/svc.toml", {})


def test_a_directory_cannot_be_read_as_a_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load_console(tmp_path, environ={})

    assert str(caught.value) == f"{tmp_path}: the file can't be read: Is a directory"


def test_a_file_in_another_encoding_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "svc.toml"
    file.write_bytes(BASE.encode() + 'title = "Café"\n'.encode("latin-1"))

    with pytest.raises(ConfigError) as caught:
        load_console(file, environ={})

    assert str(caught.value) == (
        f"{file}, line 3: the file is not UTF-8 text; save it as UTF-8 in your editor"
    )


def test_windows_line_ends_and_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    file = tmp_path / "svc.toml"
    file.write_bytes(b"\xef\xbb\xbf" + BASE.replace("\n", "\r\n").encode() + b"titel = 1\r\n")

    with pytest.raises(ConfigError, match="line 3") as caught:
        load_console(file, environ={})
    assert 'did you mean "title"?' in str(caught.value)


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("title = Newsroom\n", 3, 9, "strings need quotes"),
        ("title = 'a'\ntitle = 'b'\n", 4, None, "this key appears twice; keep one"),
        ("columns = [ 1,\n", 3, None, "is not closed"),
        ("title = 'open\n", 3, None, "not TOML"),
        ("a = { b = 1,\n c = 2 }\n", 3, None, "one line"),
    ],
)
def test_what_is_not_toml_is_told_with_line_and_column(
    tmp_path: Path, text: str, line: int, column: int | None, words: str
) -> None:
    found = problem(tmp_path, BASE + text)

    assert words in found.text
    assert found.line == line
    assert column is None or found.column == column


def test_a_filter_that_the_tab_always_beats_is_a_warning(tmp_path: Path) -> None:
    text = BASE + (
        '[[resources]]\nname = "a"\nendpoint = "/a"\ntab_query_param = "status"\n'
        'tabs = ["x"]\nfilters = [\n  { value = "status" },\n]\n'
    ).replace('["x"]', '[{ value = "x" }]')

    (warning,) = load(tmp_path, text).warnings

    assert "line 9" in warning
    assert "so the filter has no effect" in warning


def test_the_demos_own_file_loads_without_a_doubt() -> None:
    file = Path(__file__).parents[2] / "svc_tui/cli/demo.toml"

    console = load_console(file, {"base_url": "http://127.0.0.1:41234"}, environ={})

    assert [resource.name for resource in console.resources] == [
        "articles", "categories", "authors", "tags", "orders",
    ]  # fmt: skip
    assert {resource.parent for resource in console.resources} == {"content", "shop"}
    assert console.options.base_url == "http://127.0.0.1:41234"
    assert console.warnings == ()


def test_the_demos_articles_fit_eighty_columns() -> None:
    file = Path(__file__).parents[2] / "svc_tui/cli/demo.toml"
    articles = load_console(file, environ={}).resources[0]

    fixed = [column.width for column in articles.columns if column.width]

    assert len(articles.columns) == 5
    assert sum(fixed) + 2 * len(articles.columns) <= 80 - 20


def test_a_peek_tells_what_the_first_paint_needs(tmp_path: Path) -> None:
    file = tmp_path / "svc.toml"
    file.write_text(BASE + 'title = "News"\ntheme = "svc-light"\nascii = true\nwrong = 1\n')

    assert peek(file, environ={}) == Peek(
        "https://cms.example.org", "News", "svc-light", True, source=file
    )


def test_a_peek_into_odd_values_finds_nothing_and_complains_of_nothing(tmp_path: Path) -> None:
    file = tmp_path / "svc.toml"
    file.write_text("[svc]\nbase_url = 5\ntitle = []\nascii = 'yes'\n")
    assert peek(file, environ={}) == Peek(source=file)

    file.write_text("svc = 5\nprofiles = 3\n")
    assert peek(file, profile="x", environ={}) == Peek(source=file)


def test_a_peek_sees_the_chosen_profile(tmp_path: Path) -> None:
    file = tmp_path / "svc.toml"
    file.write_text(BASE + "[profiles.live]\nbaseUrl = 'https://live'\n")

    assert peek(file, profile="live", environ={}).base_url == "https://live"
    assert peek(file, environ={"SVC_TUI_PROFILE": "live"}).base_url == "https://live"


def test_a_peek_at_what_is_not_toml_says_so(tmp_path: Path) -> None:
    file = tmp_path / "svc.toml"
    file.write_text("title = Newsroom")

    with pytest.raises(ConfigError, match="line 1, column 9"):
        peek(file, environ={})


def test_a_peek_waits_for_neither_pydantic_nor_textual(tmp_path: Path) -> None:
    file = tmp_path / "svc.toml"
    file.write_text(BASE)
    program = (
        "import sys; from svc_tui.config.load import peek; from svc_tui.config import themes;"
        f"peek({str(file)!r}); themes.start_theme(None, (), {{}});"
        "print(sorted({'pydantic', 'textual', 'httpx'} & set(sys.modules)))"
    )

    said = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert said.stdout.strip() == "[]"


def test_every_option_can_stand_in_a_file_and_in_the_environment(tmp_path: Path) -> None:
    names = set(Options.model_fields) - {"uikit", "camomilla", "auth", "plugins", "wire"}
    texts = {
        "base_url": "https://x.example.org", "profile": "p", "dialect": "camomilla",
        "timezone": "UTC", "login_url": "/in", "timeout": "7", "page_size": "7",
            "answer_limit": "7", "answer_timeout": "7",
        "ascii": "true", "mouse": "false", "read_only": "true", "protect": "true", "home": "plain",
        "diff": "false", "frame_rate": "7", "trailing_slash": "false",
        "transport": "mine:TRANSPORT", "max_rows": "7", "history": "syslog", "edit_rows_as": "tsv",
        "restricted": "true",
        "session_cookie": "s", "csrf_cookie": "c", "csrf_header": "h",
    }  # fmt: skip
    environ = {f"SVC_TUI_{name.upper()}": texts.get(name, "/other") for name in names}

    options = load(tmp_path, BASE + "[profiles.p]\n", environ=environ).options

    plain = Options(base_url="https://cms.example.org")
    assert {name for name in names if getattr(options, name) == getattr(plain, name)} == set()
