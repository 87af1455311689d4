"""Svc: the services behind a console, a script or another app's widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from svc_tui.api.account import Account
from svc_tui.api.crud import Crud, FetchConfig
from svc_tui.api.dialects import Dialect
from svc_tui.api.errors import ApiError, Forbidden, NotSent
from svc_tui.api.given import check_given
from svc_tui.api.urls import Endpoint, query_of
from svc_tui.app.current import CurrentSvc, current_svc
from svc_tui.app.factory import (
    bindable,
    known_dialect,
    make_auth,
    make_cookie_jar,
    make_fetch,
    script_options,
    usual_state_dir,
    with_dialect_paths,
    with_options,
)
from svc_tui.app.plugins import BUILT_IN, Plugin, boot, providing
from svc_tui.app.plugins import BootError as BootError
from svc_tui.app.store_factory import (
    make_discovery_store,
    make_home_store,
    make_media_store,
    make_upload_store,
    make_write_log,
)
from svc_tui.config.errors import ConfigError, ConfigProblem
from svc_tui.config.paths import cache_dir, check_state_dir
from svc_tui.config.restricted import files_folder, is_restricted
from svc_tui.models.arguments import ListOf, Name, Sync, check_call, checks_arguments
from svc_tui.routing.resource_lookup import resource_at
from svc_tui.routing.router import Router
from svc_tui.stores.file_access import allow_only, protect
from svc_tui.stores.history.past_writes import PastWrites
from svc_tui.stores.history.write_log import WriteLog
from svc_tui.stores.record.draft_store import DISCARDED, DiscardedDraft, DraftsStore
from svc_tui.stores.record.history_store import HistoryStore, Write
from svc_tui.stores.session.auth_store import AuthStore
from svc_tui.stores.session.confirm_store import ConfirmStore
from svc_tui.stores.session.discovery_cache import DiscoveryCache
from svc_tui.stores.session.in_flight_store import InFlightStore
from svc_tui.stores.session.permissions import Permissions
from svc_tui.stores.session.preferences_store import PreferencesStore
from svc_tui.stores.session.running_work import RunningWork
from svc_tui.stores.session.snack_store import LEFT, SETTLED, SnackStore
from svc_tui.stores.session.task_store import Stoppable, Task, TaskStore, uploads_as_tasks
from svc_tui.stores.unavailable_reason import NO_PAGE
from svc_tui.text import plural

if TYPE_CHECKING:
    import httpx

    from svc_tui.api.adapter import MediaAdapter
    from svc_tui.api.auth.base import Auth
    from svc_tui.config.options import Options
    from svc_tui.models.records import UserProfile
    from svc_tui.models.resource import Resource
    from svc_tui.stores.home.home_store import HomeStore
    from svc_tui.stores.media.media_store import MediaStore
    from svc_tui.stores.media.picture_store import PictureStore
    from svc_tui.stores.record.autosaved_draft import AutosavedDraft
    from svc_tui.stores.uploads.upload_store import UploadStore

ModelT = TypeVar("ModelT")
"""A pydantic model, a dataclass or a TypedDict: the records of one endpoint."""

WRITES = ("POST", "PUT", "PATCH", "DELETE")
"""The methods that change something."""

FORGOTTEN = "This backend has changed since it was detected: restart to detect it again."

SEE_DISCARDED = "Press g k, then D to see what you discarded."

NOT_STARTED = (
    "The media library has no adapter yet: the plugin 05.uikit provides it at boot."
    " In a script, use `async with Svc(…) as svc:`; in a plugin, an order above 5"
)


@checks_arguments(
    base_url=(str, type(None)),
    state_dir=(Name, PurePath, type(None)),
    session=(str, type(None)),
    known_as=str,
    plugins=ListOf(Plugin),
    snack=(SnackStore, type(None)),
    confirm=(ConfirmStore, type(None)),
)
class Svc:
    """The services of one backend. Works without an app and without a terminal.

    The media library needs `async with` (or `start`), which runs the plugins; requests do not.

    Args:
        base_url: The address of the backend.
        options: All settings; the other arguments are those that a script needs.
        dialect: The backend's conventions, or their name.
        state_dir: The folder of sessions, drafts and preferences; without it they are in memory.
        session: `"kept"` loads and saves it, the default with a `state_dir`; `"memory"` does not.
        known_as: What drafts and changes belong to if the backend's address differs each time.
        user: The user whose kept session is used.
        auth: `TokenAuth(…)` or such; an `httpx.Auth` signs each request, without a sign-in.
        transport: The httpx transport of every request.
        plugins: The startup steps.
        snack: The store of toasts.
        confirm: The store of questions.

    Raises: ConfigError: an argument or option is wrong, or has no effect beside another one.
    """

    def __init__(
        self,
        base_url: str | None = None,
        *,
        options: Options | None = None,
        dialect: str | Dialect = "rest",
        state_dir: Path | str | None = None,
        session: Literal["memory", "kept"] | None = None,
        known_as: str = "",
        user: str | None = None,
        auth: Auth | httpx.Auth | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        plugins: Sequence[Plugin] = BUILT_IN,
        snack: SnackStore | None = None,
        confirm: ConfirmStore | None = None,
    ) -> None:
        given = script_options(base_url, options, dialect=dialect, user=user, auth=auth)
        spoken = known_dialect(given.dialect if isinstance(dialect, str) else dialect)
        self.dialect = with_options(spoken, given)
        self.config = with_dialect_paths(given, self.dialect)
        """The merged options of flags, environment and console file."""
        check_state_dir(state_dir)
        self.state_dir = Path(state_dir) if state_dir else usual_state_dir()
        protect(self.state_dir)
        if is_restricted():
            allow_only(files_folder(self.config.files_folder))
        self.snack = snack or SnackStore()
        self.confirm = confirm or ConfirmStore()
        if self.config.protect:
            self.confirm.word = self.config.profile or self.config.title
        self.activity = InFlightStore()
        """Whether a request is in flight."""
        self.host = known_as or self.config.base_url.partition("://")[2]
        """The name of the backend for its users."""
        self.address = known_as or self.config.base_url
        """The backend's address for its users; the name of one that this program started."""
        config = self.config
        kept = _keeps_session(session, state_dir)
        # A script or a host app that named no folder finds nothing of itself on the disk.
        own_files = self.state_dir if kept or state_dir else None
        preferences = own_files and own_files / "preferences.json"
        self.preferences = PreferencesStore(preferences, self._warn)
        kind = make_auth(config, self.dialect) if auth is None else bindable(auth)
        kept_at = self.state_dir if kept and kind.keeps else None
        self.jar = make_cookie_jar(config, kept_at, self._warn)
        self.fetch = make_fetch(config, self.dialect, self.jar, kind, transport)
        account = Account(self.fetch)
        account.on_misplaced = self._doubt_backend
        self.auth = AuthStore(account, self.jar)
        self.auth.subscribe(self._warn_unknown_permissions)
        self.auth.subscribe(self._clear_user_data)
        self._wrote: str | None = None
        self._not_allowed: dict[str, set[str]] = {}
        backend = known_as or str(self.fetch.base)
        found = DiscoveryCache(self.state_dir / "backends" if state_dir else None, backend)
        descriptions = cache_dir() / "openapi" if kept else None
        self.discovery = make_discovery_store(self, found, descriptions)
        self.router = Router(self.auth, login_url=config.login_url)
        self.router.left = partial(self.snack.end, LEFT)
        self.drafts = DraftsStore(
            own_files and own_files / "drafts",
            backend,
            on_warning=self._warn_long,
            on_note=self.snack.note,
        )
        self.history = HistoryStore(self._as_logged)
        self.past_writes = PastWrites(self.state_dir / "history")
        """The log of writes, including earlier sessions."""
        self.write_log: WriteLog | None = None
        """Takes each write of this session; None where nothing is kept on disk."""
        if kept:
            self.write_log = self.fetch.write_log = make_write_log(self, self._warn_long)
            self.auth.subscribe(self._read_past_writes)
        if config.wire_is_open:
            from svc_tui.app.late_wire import LateWire

            LateWire(self)
        self.source: Path | None = None
        """The console file that it was created from, if that is not the user's own."""
        self._plugins, self._started, self._closed = plugins, False, False
        self._outer: CurrentSvc | None = None
        self._provided: dict[str, Any] = {}
        self._providers: dict[str, str] = {}
        self._running = RunningWork(self.confirm, self._unfinished_uploads)
        self.exit_messages = self._running.results
        """The results of tasks that quitting stopped, one per line."""
        self.tasks = TaskStore()
        self._media: MediaStore | None = None
        self._home: HomeStore | None = None
        self._uploads: UploadStore | None = None
        self._uploaded: str | None = None
        self._pictures: PictureStore | None = None

    def _doubt_backend(self) -> None:
        """Forget what was detected about the backend, as an answer contradicts it."""
        if self.preferences.forget_backend(self.config.base_url):
            self._warn_long(FORGOTTEN)

    def _as_logged(self, write: Write) -> Write:
        """Return a write of this session, completed by its line of the log."""
        if self.write_log is None:
            return write
        write = self.write_log.note_changes(write)
        if not write.log_number:
            return write
        return self.past_writes.completed(write, self.write_log.written(write.log_number))

    def _read_past_writes(self, message: object) -> None:
        """Let undo continue past the start of the session, for the user who signed in."""
        if isinstance(message, AuthStore.SignedIn) and not self.history.state.writes:
            with suppress(OSError, ValueError):
                files = self.config.media.endpoints
                mine = self.past_writes.of_user(
                    self.address, message.user.name, without=(files.media, files.folders)
                )
                self.history.begin_with(mine)

    async def __aenter__(self) -> Svc:
        try:
            await self.start()
        except BaseException:
            await self.aclose()
            raise
        self._outer = current_svc.get(None)
        current_svc.set(CurrentSvc(self))
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        here = current_svc.get(None)
        if here is not None and here.svc is self:
            current_svc.set(self._outer or CurrentSvc())
        await self.aclose()

    async def start(self, *, held: bool = False) -> None:
        """Run the startup plugins in order; with `held`, continue if a consumer's plugin fails.

        A second call does nothing.

        Raises: BootError: it is closed.
        """
        if self._closed:
            raise BootError("This Svc(…) is closed: create another one")
        if self._started:
            return
        self._started = True
        await boot(self, self._plugins, held=held)

    async def aclose(self) -> None:
        """Stop uploads and close the connections."""
        self._closed = True
        self.discovery.close()
        self.drafts.aclose()
        if self._uploads is not None:
            await self._uploads.aclose()
        if self._pictures is not None:
            await self._pictures.aclose()
        await self.fetch.aclose()

    @property
    def busy(self) -> tuple[str, ...]:
        """The running work, one sentence each."""
        return self._running.sentences

    @contextmanager
    def doing(self, what: Callable[[], str], work: Stoppable | None = None) -> Iterator[None]:
        """Have quitting and signing out ask first, with the sentence `what`, unless it is empty.

        `work` is paused while they ask, and stopped if the answer is yes.
        """
        check_call("doing", {"what": what}, {"what": Sync})
        with self._running.doing(what, work):
            yield

    @property
    def under_way(self) -> tuple[Task, ...]:
        """Every task of this session, including uploads; the newest of each kind first."""
        return (*self.tasks.state.tasks, *uploads_as_tasks(self._uploads))

    async def confirm_end_session(self, action: str) -> bool:
        """Whether the session may end: ask the page, then the user about running tasks."""
        return await self.router.may_leave() and await self._running.confirm_end(action)

    def blocks_leaving(self) -> bool:
        """Whether unsaved changes keep a letter key from leaving; if so, show a message."""
        if not (what := self.router.unsaved):
            return False
        words = f"Not saved yet: {what}. Press Ctrl+S to save, or Esc to leave."
        if not self.snack.shows(words):
            self.snack.show(words, "warning", 6, until=(SETTLED, LEFT))
        return True

    @property
    def undo_restores_discarded(self) -> bool:
        """Whether undo restores the last discarded changes, as nothing was saved since."""
        found = self.drafts.discarded
        writes = self.history.state.writes
        return found is not None and (not writes or writes[-1].when <= found.when)

    @property
    def something_to_undo(self) -> bool:
        """Whether anything was discarded or saved, even if it can't be undone."""
        return not (self.drafts.discarded is None and self.fetch.wrote_at is None)

    async def undo_newest(self) -> None:
        """Restore the last discarded changes, unless something was saved since."""
        found, wrote_at = self.drafts.discarded, self.fetch.wrote_at
        if found is not None and (wrote_at is None or wrote_at <= found.when):
            await self.restore_last_discarded()
        else:
            words = f"Your last change can't be undone here. {self._where_listed(found)}"
            self.snack.show(words.strip(), "warning", 6)

    def _where_listed(self, discarded: DiscardedDraft | None) -> str:
        """Return how to see the last change, or what was discarded before it."""
        if discarded is not None:
            return SEE_DISCARDED
        wrote_at, writes = self.fetch.wrote_at, self.history.state.writes
        if wrote_at is None or any(one.when >= wrote_at for one in writes):
            return "Press g o to see your changes."
        # A page of a consumer sent it: only the log knows its values.
        return "" if self.write_log is None else "Run `svc-tui history` to see it."

    async def restore_last_discarded(self) -> bool:
        """Open the record whose changes were discarded last, and restore them in its form.

        Asks first on a page that has nothing to do with it, once the toast about it is gone.
        """
        if (found := self.drafts.discarded) is None:
            return False
        here = found.draft.belongs_to(self.router.state.location)
        if not here and not self.snack.shows(DISCARDED):
            words = f"{found.in_words} The form opens with it."
            question = "Restore discarded changes?"
            if not await self.confirm.ask(question, words, confirm_text="Restore"):
                return False
        return await self.bring_back(found.draft)

    async def bring_back(self, draft: AutosavedDraft) -> bool:
        """Open the record of a discarded draft, and put it into its form."""
        if not draft.location:
            self.snack.show(f"{NO_PAGE} {SEE_DISCARDED}", "warning")
            return False
        before = self.drafts.discarded
        self.drafts.bring_back(draft)
        if await self.router.push(draft.location):
            return True
        self.drafts.cancel_restore(before)
        return False

    @property
    def command_flags(self) -> tuple[str, ...]:
        """The flags that select the same backend in a command: `--profile staging`."""
        config, source = self.config, self.source
        named = (f"--config={source.absolute()}",) if source is not None else ()
        if config.profile:
            return (*named, f"--profile={config.profile}")
        return (*named, f"--url={config.base_url}")

    def _unfinished_uploads(self) -> str:
        uploading = self._uploads is not None and self._uploads.state.busy
        return "Files are still uploading and would be lost." if uploading else ""

    def cancel_uploads(self) -> None:
        """Stop running uploads."""
        if self._uploads is not None:
            self._uploads.cancel_all()

    # What plugins provide

    def provide(self, name: str, value: object) -> None:
        """Register a service under a name, once.

        Raises:
            BootError: the name is taken, or that of a built-in service.
            ConfigError: the name is no text.
        """
        check_call("provide", {"name": name}, {"name": Name})
        if not name.startswith("svc_") and name in {*vars(self), *dir(type(self))}:
            raise BootError(f"{name!r} is a built-in service; provide yours under another name")
        if name in self._provided:
            giver = self._providers[name]
            by = f" by the plugin {giver}" if giver else ""
            raise BootError(f"{name!r} is already provided{by}")
        self._provided[name] = value
        self._providers[name] = providing.get()

    def inject(self, name: str, *default: Any) -> Any:
        """Return the service that a plugin provided under this name, or else the default.

        Raises:
            LookupError: it was not provided, and there is no default; names the nearest.
            ConfigError: the name is no text.
        """
        check_call("inject", {"name": name}, {"name": Name})
        if name in self._provided or default:
            return self._provided.get(name, *default)
        from svc_tui.config.explain import nearest

        hint = "no plugin has run yet; svc.start() runs them"
        if self._provided:
            hint = nearest(str(name), self._provided, noun="names", listed="")
        raise LookupError(f'no plugin provides "{name}"; {hint}')

    @property
    def svc_media_adapter(self) -> MediaAdapter:
        """The adapter between the media store and the backend's API; `merge` into it.

        Raises:
            BootError: before `start`, as a plugin provides it.
        """
        adapter: MediaAdapter | None = self._provided.get("svc_media_adapter")
        if adapter is None:
            raise BootError(NOT_STARTED)
        return adapter

    @property
    def svc_fetch_loading(self) -> bool:
        """True while any request is in flight."""
        return self.fetch.loading

    # Derived services

    @property
    def permissions(self) -> Permissions:
        """The permissions of the signed-in user."""
        return self.auth.permissions

    @property
    def media(self) -> MediaStore:
        """The media library."""
        if self._media is None:
            self._media = make_media_store(self)
        return self._media

    @property
    def uploads(self) -> UploadStore:
        """The upload queue."""
        if self._uploads is None:
            self._uploads = make_upload_store(self)
            self._uploads.subscribe(self._tell_uploads)
            self.auth.subscribe(self._go_on_uploading)
        return self._uploads

    @property
    def opened_home(self) -> HomeStore | None:
        """The store of Home's cards; None until Home is opened."""
        return self._home

    @property
    def home(self) -> HomeStore:
        """The cards of the first page."""
        if self._home is None:
            self._home = make_home_store(self)
        return self._home

    @property
    def pictures(self) -> PictureStore:
        """The thumbnails and previews of the library's files."""
        if self._pictures is None:
            from svc_tui.stores.media.picture_store_factory import picture_store

            self._pictures = picture_store(self.fetch, self.config.media, self.preferences)
        return self._pictures

    @overload
    def crud(
        self, endpoint: str, model: None = None, config: FetchConfig | None = None
    ) -> Crud[dict[str, Any]]: ...

    @overload
    def crud(
        self, endpoint: str, model: type[ModelT], config: FetchConfig | None = None
    ) -> Crud[ModelT]: ...

    def crud(
        self, endpoint: str, model: Any = None, config: FetchConfig | None = None
    ) -> Crud[Any]:
        """A repository for one endpoint, typed by a pydantic model or by plain dicts.

        Raises: ValueError: the endpoint is on another server.
        """
        made: Crud[Any] = Crud(self.fetch, endpoint, model, config=config, dialect=self.dialect)
        made.on_not_allowed = self._note_not_allowed
        return made

    def lacks(self, resource: Resource, action: str) -> str:
        """Return why the backend cannot do this with a resource: by its declaration, its
        description or an earlier refusal; "" if it can."""
        refused = self._not_allowed.get(Endpoint.parse(resource.endpoint).collection)
        if not refused:
            return resource.lacks(action)
        known = resource.methods if resource.methods is not None else WRITES
        left = tuple(one for one in known if one not in refused)
        return resource.model_copy(update={"methods": left}).lacks(action)

    def takes_patch(self, resource: Resource) -> bool:
        """Whether a save sends changed values alone; else it sends whole records.

        The method is PATCH, or that of the dialect (`change_method`).
        """
        return resource.use_patch and self.may_send_changes(resource.endpoint)

    def takes_patch_at(self, endpoint: str) -> bool:
        """Whether a save sends changed values alone to a collection, which may be no resource's."""
        found = resource_at(self.router.routes, endpoint)
        return self.may_send_changes(endpoint) if found is None else self.takes_patch(found)

    def may_send_changes(self, endpoint: str) -> bool:
        """Whether the dialect sends changed values alone, and the backend has not refused that.

        A resource may still have whole records sent, by `use_patch`.
        """
        refused = self._not_allowed.get(Endpoint.parse(endpoint).collection, ())
        missing = self.dialect.change_method == "PATCH" and "PATCH" in refused
        return not self.dialect.saves_whole and not missing

    def _note_not_allowed(self, collection: str, method: str) -> None:
        self._not_allowed.setdefault(collection, set()).add(method)

    def has_lifecycle(self, resource: Resource) -> bool:
        """Whether a resource's records are pages that can be published."""
        if resource.lifecycle is not None:
            return resource.lifecycle and self.dialect.publication is not None
        return Endpoint.parse(resource.endpoint).collection in self.dialect.pages

    def try_secrets_on(self, endpoint: str) -> None:
        """Check keys and passwords on one row of a collection, if no address is set for that."""
        self.fetch.first_list = endpoint
        with suppress(ApiError):  # A failing hook is reported when the list is read.
            self.fetch.first_query = query_of(self.dialect.list_query(page=1, page_size=1))

    @property
    def can_sign_in_unattended(self) -> bool:
        """Whether no user is signed in, and the password is available without asking."""
        state, config = self.auth.state, self.config
        named = config.user or "username" not in self.auth.asks
        return bool(
            config.auth.finds_password and named and not state.user and not state.unreachable
        )

    async def sign_in_unattended(self, user: str | None = None) -> UserProfile:
        """Sign in with the password from the password command or the keyring.

        Raises:
            ApiError: there was no password, or the backend does not accept it.
        """
        check_given({"user": user}, user=(str, type(None)))
        if not self.config.auth.finds_password:
            raise NotSent(detail="no password command or keyring is set up, see svc.auth")
        name, config = user or self.config.user or "", self.config
        if config.auth.keyring:
            from svc_tui.api.auth.system_keyring import ask_keyring

            password = await ask_keyring(config.base_url, name)
        else:
            from svc_tui.api.auth.password_command import ask_password_command

            password = await ask_password_command(config.auth.password_command)
        return await self.auth.login(name, password)

    # Callbacks of the client

    def unauthorized(self, error: ApiError) -> None:
        """End the session after a 401."""
        if self.auth.asks:
            self.auth.expire(error)
        else:
            where = "with the argument auth"
            if self.config.from_file:
                where = "under [svc.auth] in the console file"
            words = f"The server requires signing in. Set it up {where}."
            self.snack.show(words, "error", detail=f"{error.method} {error.path}: {error.detail}")

    def forbidden(self, error: Forbidden) -> None:
        """Show a toast after a 403. The log panel has the details."""
        said = "The request was refused (CSRF check failed)" if error.csrf else "Permission denied"
        self.snack.show(said, "error", detail=f"{error.method} {error.path}: {error.detail}")

    def _tell_uploads(self, message: object) -> None:
        from svc_tui.stores.uploads.upload_store import UploadStore

        if not isinstance(message, UploadStore.Finished):
            return
        if message.words:
            self.snack.show(message.words, "success")
        if message.failed:
            said = f"{plural(message.failed, 'file was', 'files were')} not uploaded."
            self.snack.show(f"{said} See the media page for details.", "warning", 8)
        if message.unknown:
            said = plural(message.unknown, "file was", "files were")
            words = f"It is unknown whether {said} uploaded. Check the media page."
            self.snack.show(words, "warning", 8)

    def _go_on_uploading(self, message: object) -> None:
        """Resume uploads after a session ended, if the same user signs in again."""
        if isinstance(message, AuthStore.SignedOut):
            expired = message.expired and message.user is not None
            self._uploaded = message.user.name if message.user and expired else None
        elif isinstance(message, AuthStore.SignedIn):
            if message.user.name == self._uploaded:
                self.uploads.resume()
            self._uploaded = None

    def _warn_unknown_permissions(self, message: object) -> None:
        if not isinstance(message, AuthStore.SignedIn) or not message.user.unusable:
            return
        one, several = "invalid entry, which has no effect", "invalid entries, which have no effect"
        count = plural(message.user.unusable, one, several)
        said = f"Your permissions and groups contain {count}."
        self.snack.show_once(said, "warning", 8)

    def _clear_user_data(self, message: object) -> None:
        """Clear a user's undo history and pictures before another user sees them."""
        if isinstance(message, AuthStore.SignedOut) and not message.expired:
            self._clear_undo_history()
        elif isinstance(message, AuthStore.SignedIn):
            if self._wrote not in (None, message.user.name):
                self._clear_undo_history()
            self._wrote = message.user.name

    def _clear_undo_history(self) -> None:
        self.history.clear()
        self.drafts.cancel_restore(None)
        self.tasks.clear()
        if self._home is not None:
            self._home.forget()
        if self._pictures is not None:
            self._pictures.forget_all()

    def _warn_long(self, problem: str) -> None:
        self.snack.show(problem, "warning", 10)

    def _warn(self, problem: str) -> None:
        self.snack.show(problem, "warning")


def _keeps_session(session: str | None, state_dir: Path | str | None) -> bool:
    """Whether the session is loaded and saved; by default with a folder for it."""
    if session not in ("memory", "kept", None):
        words = f'session= takes "memory" or "kept", not "{session}"'
        raise ConfigError(ConfigProblem(words))
    return session == "kept" or (session is None and state_dir is not None)
