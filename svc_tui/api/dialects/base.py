"""The hooks of a dialect; unset ones default to plain REST."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Protocol

from svc_tui.api.errors import ApiError, guard_part
from svc_tui.api.urls import check_made_query
from svc_tui.models.arguments import (
    OneOf,
    check_values,
    checks_arguments,
    checks_fields,
    given_words,
    refused_arguments,
    wrong_count,
)
from svc_tui.models.foreign_code import GuardedCall, is_foreign_call, log_failure

if TYPE_CHECKING:
    from datetime import datetime

    from svc_tui.api.adapter import MediaAdapter
    from svc_tui.api.fetch import SvcFetch
    from svc_tui.api.multipart import MultipartStyle
    from svc_tui.models.records import PaginatedList, ResourceMetadata
    from svc_tui.models.wire import Wire

ByPath = Mapping[str, list[str]]
"""Messages by dotted path."""


@checks_arguments()
@dataclass(frozen=True)
class Exchange:
    """A request and its response, for hooks."""

    method: str
    path: str
    """The path of the collection."""
    id: Any = None
    """The id of the record; None for a list, and for a record to be created."""
    query: Mapping[str, Any] = field(default_factory=dict)
    """The query of the request, as it was sent."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """The headers of the answer, in lower case; empty before it arrives."""
    memory: dict[str, Any] = field(default_factory=dict)
    """State that hooks keep for this collection, as long as this backend is open."""


@dataclass(frozen=True)
class DescribedList:
    """A list as an OpenAPI description has it; what it lacks is empty."""

    path: str
    parameters: frozenset[str] = frozenset()
    """The names of its query parameters."""
    kinds: frozenset[str] = frozenset()
    """The media types of its answer."""
    envelope: frozenset[str] = frozenset()
    """The keys around its rows."""


class Span(tuple[str, ...]):
    """First and last day of a filter, if one parameter has both."""


class Adapter(Protocol):
    """Requests a page of a collection, a `Crud`, for a `ListQuery`.

    With `ignored(crud, query)`, it finds out itself which filters the backend ignores, and says so
    in the page's note. With `selecting(crud, query)`, it returns the parameters that select all
    matching rows, if they differ from the query's own.
    """

    async def ask(self, crud: Any, query: Any) -> PaginatedList[Any]:
        """Return one page; raises kinds of `ApiError`."""


@dataclass(frozen=True)
class StepRequest:
    """The request of a publication step."""

    method: str
    path: str
    body: dict[str, Any]


class Publication(Protocol):
    """Records that are published by language, in drafts, with revisions.

    The four steps return why nothing was done, or "".
    """

    async def publish(self, crud: Any, id: str, lang: str, moment: datetime | None = None) -> str:
        """Publish a record with its draft."""

    async def unpublish(self, crud: Any, id: str, lang: str, moment: datetime | None = None) -> str:
        """Unpublish a record."""

    async def schedule(self, crud: Any, id: str, lang: str, moment: datetime | None = None) -> str:
        """Schedule the publication of a record."""

    async def discard_draft(
        self, crud: Any, id: str, lang: str, moment: datetime | None = None
    ) -> str:
        """Delete the draft of a record."""

    def request_of(
        self, step: str, crud: Any, id: str, lang: str, moment: datetime | None = None
    ) -> StepRequest:
        """Return the request of a step, named like its method; sends nothing."""

    async def preview(self, crud: Any, id: str, lang: str) -> Mapping[str, Any]:
        """Return a record as it would be published, with `status` and `has_draft`."""

    async def save_draft(self, crud: Any, id: str, changes: Mapping[str, Any], lang: str) -> None:
        """Save changes as a draft; values without a language go with `lang`."""

    async def revisions(self, crud: Any, id: str) -> Any:
        """Return the revisions of a record, the newest first."""

    async def revert(self, crud: Any, id: str, revision: int) -> None:
        """Restore a revision."""


@checks_fields
@dataclass(frozen=True)
class Capabilities:
    """Features of a backend that change what the console sends, tries or shows."""

    certain_filters: bool = False
    """Filters by spans of days and by several choices have one wording that is known to work, so
    they are offered without having been tried."""
    packs_menu_errors: bool = False
    """A refused menu leaves its good entries out, so positions in messages are not those sent."""
    translates_media: bool = False
    """Files have text by language, as described by the library's OPTIONS."""
    hides_missing_folders: bool = False
    """A missing media folder is answered like an empty one."""
    stores_folder_cycles: bool = False
    """A media folder that is moved into itself would be stored, and lost."""
    completes_uploads_late: bool = False
    """Size and thumbnail of a new file are only known when it is read again."""
    shrinks_pictures: bool = False
    """Large pictures are scaled down during the upload."""


def rest_list_params(
    *,
    page: int | None = None,
    page_size: int | None = None,
    search: str = "",
    ordering: Sequence[str] | str = (),
    filters: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the query of a list in plain REST, without empty values."""
    asked = {
        **(filters or {}),
        "page": page,
        "page_size": page_size,
        "search": search,
        "ordering": ordering if isinstance(ordering, str) else ",".join(ordering),
    }
    return {key: value for key, value in asked.items() if value not in (None, "", [], ())}


def no_op(adapter: Any) -> None:
    """Leave the media adapter as it is."""


def unchanged(value: Any) -> Any:
    """Return the value as it is."""
    return value


_ONE_OF = {
    "change_method": OneOf(("PATCH", "PUT", "POST")),
    "logout_method": OneOf(("GET", "POST")),
    "multipart": OneOf(("flat", "envelope", "apart")),
}
"""The words that these may be."""

_NAMED = {
    "list_params": ("page", "page_size", "search", "ordering", "filters"),
    "media_api": ("media_endpoint", "folders_endpoint", "dialect"),
}
"""What hooks are called with by name."""

_CALLED_WITH: Mapping[str, tuple[str, ...]] = {
    "recognize": ("fetch",),
    "root_answer": ("answer",),
    "profile_answer": ("answer",),
    "metadata_answer": ("answer",),
    "model_at": ("path",),
    "list_answer": ("answer",),
    "list_adapter": ("columns",),
    "read_list": ("answer", "exchange"),
    "record_answer": ("answer",),
    "read_record": ("record", "exchange"),
    "write_record": ("values", "exchange"),
    "from_wire": ("record",),
    "to_wire": ("values", "metadata"),
    "multipart_style": ("metadata",),
    "accessor_of": ("metadata",),
    "forbidden": ("detail", "exchange"),
    "error_keys": ("messages",),
    "errors_by_language": ("messages", "metadata"),
    "media_api": ("fetch", "adapter"),
    "adapt_media": ("adapter",),
    "describes": ("lists", "wire"),
}
"""What each hook is called with."""

_SHORT = {"list_answer": "read_list", "from_wire": "read_record", "to_wire": "write_record"}
"""The hooks without an `Exchange`, and those with one, which go first."""


@checks_fields
@dataclass(frozen=True)
class Dialect:
    """A family of backends by its differences; every hook defaults to plain REST."""

    name: str
    called: str = "the backend"
    """The name of such a backend in messages."""
    recognize: Callable[[SvcFetch], Awaitable[bool | None]] | None = None
    """Whether the backend behind a client, with a session or without, is certainly of this kind.
    False: its answer does not show that (401, 403 and 404 are answers, too), which is remembered.
    None: it can't be reached, fails or asks to wait, so it is asked again at the next start.
    `is_shown_by` (`recognition.py`) does this. Only dialects in `RECOGNIZABLE` are looked for."""
    sign: str = ""
    """The address that `recognize` asks."""
    capabilities: Capabilities = Capabilities()

    # Addresses, sign-in
    auth: Mapping[str, Any] = field(default_factory=dict)
    """The keys of `[svc.auth]` where a console file has none of `kind` and `login`."""
    auth_login_url: str = "/api/auth/login"
    user_info_api: str = "/api/profiles/me/"
    logout_url: str = "/api/auth/logout"
    logout_method: str = "POST"
    session_cookie: str = "__svc_session"
    csrf_cookie: str = "csrftoken"
    csrf_header: str = "X-CSRFToken"
    """Names of the cookies and the CSRF header; those in a console file override them."""
    rewrites: Mapping[str, str] = field(default_factory=dict)
    """Paths of plain REST that are elsewhere on such a backend."""
    roots: tuple[str, ...] = ()
    """Paths that list the collections; without any the usual ones are tried."""
    root_answer: Callable[[Any], Any] = unchanged
    """Takes the JSON of a root; returns an object with the address of each collection by name."""
    trailing_slash: bool | None = None
    """Whether addresses end with a slash, where a console file does not say."""
    follows_slashes: bool = True
    """Whether a redirect of a change is followed that differs in a slash at the end only."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Headers of every request; credentials belong to `auth`."""
    content_type: str = ""
    """The type of values that are sent as JSON, where it is another."""
    profile_answer: Callable[[Any], Any] = unchanged
    """Takes the JSON of the profile; returns it with the specification's keys."""
    metadata_answer: Callable[[Any], Any] = unchanged
    """Takes the JSON of an OPTIONS; returns it as the specification has it: `actions` and such."""
    wire: Wire | None = None
    """What a backend differs in, as data; it sets the hooks that are not given. Those that are
    given go first, and stay if `replace` gives the dialect another wire."""
    own_profile: str = ""
    """The permission to change one's own record; "" where a backend has no way to do it."""
    model_at: Callable[[str], str | None] | None = None
    """Takes a collection's path; returns the model that its permissions are named after."""

    # Lists
    list_params: Callable[..., dict[str, Any]] = rest_list_params
    """Takes `page`, `page_size`, `search`, `ordering`, `filters`; returns query params."""
    list_answer: Callable[[Any], Any] = unchanged
    """Takes the JSON of a list; returns an array, `results` with `count` or `next` (the address or
    the token of the next page), or `items` with `paginator`."""
    list_adapter: Callable[[Sequence[str]], Adapter] | None = None
    """Takes the dotted paths of the columns that are shown, none for all; returns what asks for
    pages, in place of one that finds out by itself how the backend turns pages."""

    read_list: Callable[[Any, Exchange], Any] | None = None
    """The same as `list_answer`, with the query and the answer's headers at hand; goes first."""

    # Records
    record_params: Mapping[str, str] = field(default_factory=dict)
    """The query of a request for one record."""
    lookup: str = "id"
    """The key by which a record is opened, where a resource does not say."""
    record_answer: Callable[[Any], Any] = unchanged
    """Takes the JSON of an answer about one record; returns the record."""
    read_record: Callable[[Any, Exchange], Any] | None = None
    """The same as `from_wire` with the request and its answer at hand; goes first."""
    write_record: Callable[[Any, Exchange], Any] | None = None
    """The same as `to_wire` with the request at hand; goes first."""
    learns_from_rows: bool = False
    """Whether `write_record` needs what `read_record` keeps of a row: one is read before the first
    write."""
    saves_whole: bool = False
    """Whether changes are sent as whole records, by PUT."""
    change_method: str = "PATCH"
    """The method that sends changed values alone."""
    from_wire: Callable[[Any], Any] = unchanged
    """Takes a record of an answer, or a row of a list; returns it as forms and columns name it."""
    to_wire: Callable[[Any, ResourceMetadata | None], Any] | None = None
    """Takes the values of a write and the collection's metadata; returns what is sent."""
    multipart: MultipartStyle = "flat"
    """The encoding of a request with files."""
    multipart_style: Callable[[ResourceMetadata | None], MultipartStyle] | None = None
    """Takes a collection's metadata; returns how files of its records are sent, where that is not
    as those of the media library are."""
    needs_metadata: bool = False
    """Whether the two hooks above are handed the metadata: it is asked for (OPTIONS) once, before
    the first write. Else they get None."""
    place_fields: tuple[str, ...] = ()
    """Fields that order rows, and that a PUT without them sends to the end."""
    accessor_of: Callable[[Mapping[str, Any]], str] | None = None
    """Takes a collection's metadata; returns the key of its texts by language, where sites may
    choose one. None: `translations`, everywhere."""

    # Errors
    error_paths: tuple[str, str] = ("", "")
    """Dotted paths of the messages by field and of the sentence about the whole, where a refusal
    has another shape than those that are known."""
    success_path: str | None = None
    """The dotted path of what is false, or `error` or `fail`, in an answer that refuses a change
    with a status of success. None looks at `ok`, `success` and `error` of answers that are not the
    record; "" takes the status alone."""
    forbidden: Callable[[str, Exchange], str] | None = None
    """Takes the detail of a 403 and its request; returns a message for the user."""
    error_keys: Callable[[ByPath], ByPath] = unchanged
    """Takes messages by the backend's own keys; returns them by the dotted paths of fields."""
    errors_by_language: Callable[[ByPath, ResourceMetadata | None], ByPath] | None = None
    """Takes messages and the collection's metadata; returns those about a text of one language by
    its path in forms, `translations.<language>.<field>`."""

    # Media
    media_endpoint: str = "/api/media"
    folders_endpoint: str = "/api/media-folders"
    media_api: Callable[..., Any] | None = None
    """Returns the object that makes the requests of a media library whose folders do not list their
    files; takes the fetch, the media adapter, `media_endpoint`, `folders_endpoint`, `dialect`."""
    adapt_media: Callable[[MediaAdapter], None] = no_op
    """Merges the wording of the media library into its adapter."""
    base_texts_are_main: bool = False
    """Whether texts of a file that name no language are those of the main language."""

    # Pages and menus
    publication: Publication | None = None
    """The publishing of records; None for a backend without it."""
    pages: frozenset[str] = frozenset()
    """Collections whose records are published."""
    menus: str = ""
    """The collection of navigation menus; "" where a backend has none."""

    # Descriptions
    describes: Callable[[Sequence[DescribedList], Mapping[str, Any]], bool] | None = None
    """Whether an OpenAPI description is of such a backend: takes its lists, at least one, and the
    keys of `[svc.wire]` on which they agree. Only dialects in `WIRES` are looked for."""

    _set_by_wire: Mapping[str, Any] | None = field(default=None, repr=False, compare=False)
    """The hooks that the wire has set, by name, so that `replace` can tell them from given ones."""

    def __post_init__(self) -> None:
        """Keep functions by others from ending the program; refuse those that can't be called.

        Hooks that are not given are set by the wire.
        """
        check_values(type(self), {name: getattr(self, name) for name in _ONE_OF}, _ONE_OF)
        for one in fields(self):
            call = getattr(self, one.name)
            if callable(call) and is_foreign_call(call):
                args, named = _CALLED_WITH.get(one.name, ()), _NAMED.get(one.name, ())
                if why := wrong_count(call, *args, keywords=named):
                    said = f"{one.name} has the wrong parameters: {why}"
                    raise refused_arguments(type(self), said)
                object.__setattr__(self, one.name, GuardedCall(call))
        if self.wire is not None:
            self._set_hooks_of(self.wire)
        elif self._set_by_wire:
            self._drop_hooks_of_wire(self._set_by_wire)

    def _drop_hooks_of_wire(self, set_by_wire: Mapping[str, Any]) -> None:
        """Forget the hooks of a wire that `replace` has taken away."""
        plain = Dialect(self.name)
        dropped = [name for name, hook in set_by_wire.items() if getattr(self, name) is hook]
        for name, hook in [(name, getattr(plain, name)) for name in dropped]:
            object.__setattr__(self, name, hook)
        object.__setattr__(self, "_set_by_wire", None)

    def _set_hooks_of(self, wire: Wire) -> None:
        """Set the hooks of a wire, but for those that were given, and for longer forms of them."""
        from svc_tui.api.dialects.wire import hooks_of  # It imports this module.

        plain, before = Dialect(self.name), self._set_by_wire

        def is_given(name: str) -> bool:
            value = getattr(self, name)
            if before is None:
                return bool(value != getattr(plain, name))
            return name not in before or value is not before[name]

        hooks = hooks_of(wire)
        for short, long in _SHORT.items():
            if getattr(self, short) != getattr(plain, short):
                hooks[long] = None
        hooks = {name: hook for name, hook in hooks.items() if not is_given(name)}
        for name, hook in {**hooks, "_set_by_wire": hooks}.items():
            object.__setattr__(self, name, hook)

    def params_of(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """Return the query of a list from combined params and filters."""
        own = ("page", "page_size", "search", "ordering")
        canonical = {key: params[key] for key in own if params.get(key) is not None}
        filters = {key: value for key, value in params.items() if key not in own}
        return self.list_query(**canonical, filters=filters)

    def list_query(self, **asked: Any) -> dict[str, Any]:
        """Return the query of a list.

        Raises:
            PartFailed: the program's own `list_params` failed.
        """
        if not isinstance(self.list_params, GuardedCall):
            return self.list_params(**asked)
        with guard_part("hook list_params of the dialect"):
            found: dict[str, Any] = self.list_params(**asked)
            check_made_query(found)
            return found

    @property
    def reads_unchanged(self) -> bool:
        """Whether records stay as the backend sends them."""
        return self.from_wire is unchanged and self.read_record is None

    def list_of(self, body: Any, exchange: Exchange) -> Any:
        """Return the JSON of a list in a known format."""
        if self.read_list is not None:
            return self.read_list(body, exchange)
        return self.list_answer(body)

    def record_in(self, body: Any) -> Any:
        """Return the record of an answer.

        Raises:
            ValueError: the hook can't find it.
        """
        try:
            return self.record_answer(body)
        except ApiError:
            raise
        except Exception as error:
            raise self._failure("record_answer", "find the record", error) from error

    def decode(self, record: Any, exchange: Exchange | None = None) -> Any:
        """Return a record as the hooks decode it; anything but an object is returned as it is.

        Raises:
            ValueError: the hook can't read it.
        """
        if not isinstance(record, Mapping):
            return record
        hook = "from_wire" if self.read_record is None else "read_record"
        try:
            if self.read_record is not None:
                found = self.read_record(record, exchange or Exchange("GET", ""))
            else:
                found = self.from_wire(record)
            if not isinstance(found, Mapping):
                raise TypeError(f"it should return an object, not {given_words(found)}")
            return found
        except ApiError:
            raise
        except Exception as error:
            raise self._failure(hook, "read the record", error) from error

    def encode(
        self,
        values: Any,
        metadata: ResourceMetadata | None = None,
        exchange: Exchange | None = None,
    ) -> Any:
        """Return the values of a write as the hooks encode them.

        Raises: ValueError: the hook can't encode them.
        """
        if self.to_wire is None and self.write_record is None:
            return values
        hook = "to_wire" if self.write_record is None else "write_record"
        try:
            if self.write_record is not None:
                found = self.write_record(values, exchange or Exchange("POST", ""))
            else:
                found = values if self.to_wire is None else self.to_wire(values, metadata)
            if found is None:
                raise TypeError("it should return the values to send, not None")
            return found
        except ApiError:
            raise
        except Exception as error:
            raise self._failure(hook, "encode these values", error) from error

    def style_of(self, metadata: ResourceMetadata | None) -> MultipartStyle:
        """Return how files of a collection's records are sent."""
        return self.multipart if self.multipart_style is None else self.multipart_style(metadata)

    def _failure(self, hook: str, action: str, error: Exception) -> ValueError:
        """Return the error about a failed hook; if the program supplied it, it is also logged."""
        why = f"the dialect can't {action} ({type(error).__name__})"
        if isinstance(getattr(self, hook), GuardedCall):
            log_failure(f"hook {hook} of the dialect", error)
            why += f": its hook {hook} failed, see :log"
        return ValueError(why)
