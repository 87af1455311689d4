"""The doctor's checks of the backend: its addresses, the session, and each resource."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from svc_tui.api.adapter import MediaAdapter
from svc_tui.api.dialects import REST, recognizable_dialects
from svc_tui.api.errors import ApiError, Forbidden, OtherUser, Unauthorized, Unreachable
from svc_tui.api.responses import parsed, raise_for_status, read_page
from svc_tui.app.auth_detection import auth_lines, suggested_auth
from svc_tui.app.dialect_detection import recognitions, recognized_dialect
from svc_tui.cli.findings import Findings, Fix
from svc_tui.config.explain import nearest
from svc_tui.introspect.paging import WORDS
from svc_tui.models.dotted_path import value_at
from svc_tui.models.media import Explorer
from svc_tui.stores.listing.filter_probe import FilterProbe
from svc_tui.text import plural

if TYPE_CHECKING:
    from svc_tui.api.dialects import Dialect
    from svc_tui.api.fetch import SvcFetch
    from svc_tui.app.context import Svc
    from svc_tui.config.options import Options
    from svc_tui.introspect.discovered import DiscoveryResponses
    from svc_tui.models.records import UserProfile
    from svc_tui.models.resource import Resource

AT_ONCE = 3
"""Maximum number of resources checked at once."""

SLOW = 1.0
"""Seconds from which a response feels slow."""

LOOPBACK = ("127.0.0.1", "localhost", "::1")


class BackendCheck:
    """Runs checks in order; an unreachable backend ends them."""

    def __init__(self, svc: Svc, findings: Findings) -> None:
        self._svc = svc
        self._say = findings
        self._asked_in_vain = False
        """Whether the user is unknown, as the profile is not at its address."""
        self._no_sign_in = False

    async def all(self, resources: Sequence[Resource]) -> None:
        """Everything, as far as it can be reached."""
        try:
            user = await self._reach()
        except Unreachable as error:
            self._say.bad("backend", str(error))
            return
        await self._dialect()
        await self._addresses()
        if self._asked_in_vain:
            return
        self._session(user)
        if user is None:
            return
        await self._resources(resources)
        await self._media()
        self._slashes()

    # Reaching it

    async def _reach(self) -> UserProfile | None:
        """Check that the backend answers, and who is signed in. Raises Unreachable."""
        svc, profile = self._svc, self._svc.fetch.auth.profile_path
        self._transport()
        try:
            svc.jar.load(svc.config.user)
        except ApiError as refused:
            self._say.bad("session", str(refused))
        await svc.fetch.open()
        started = perf_counter()
        if not profile:
            return await self._reach_without_profile(started)
        try:
            await self._sign_in_unattended()
            user = await svc.auth.fetch_user()
        except Unreachable:
            raise
        except OtherUser as refused:
            self._latency(started)
            self._say.bad("session", str(refused))
            return None
        except (Unauthorized, Forbidden):
            self._latency(started)
            self._answers("The profile endpoint", profile)
            return None
        except ApiError as error:
            self._latency(started)
            name = "user_info_api" if profile == svc.config.user_info_api else "auth.profile"
            self._say.bad("backend", f"{name}: {error.what()}")
            self._asked_in_vain = True
            return None
        self._latency(started)
        self._answers("The profile endpoint", profile)
        return user

    async def _reach_without_profile(self, started: float) -> UserProfile | None:
        """Request the address itself if there is no profile; raises Unreachable."""
        svc = self._svc
        await svc.fetch("GET", "/", raw=True)
        self._latency(started)
        await self._sign_in_unattended()
        if svc.auth.asks and not svc.jar.has_session:
            return None
        return await svc.auth.fetch_user()

    async def _sign_in_unattended(self) -> None:
        """Try the password command, if there is one and no session is saved."""
        if self._svc.jar.has_session or not self._svc.can_sign_in_unattended:
            return
        try:
            await self._svc.sign_in_unattended()
        except Unreachable:
            raise
        except ApiError as error:
            self._say.bad("session", str(error))

    def _transport(self) -> None:
        parts = urlsplit(self._svc.config.base_url)
        if parts.scheme == "http" and parts.hostname not in LOOPBACK:
            self._say.doubt("backend", "The address uses http://: passwords are sent unencrypted.")

    def _latency(self, started: float) -> None:
        seconds, base = perf_counter() - started, self._svc.config.base_url
        secure = " over TLS with a trusted certificate" if base.startswith("https") else ""
        words = f"{base} responds{secure}, in {seconds * 1000:.0f} ms."
        say = self._say.doubt if seconds > SLOW else self._say.good
        say("backend", words, base_url=base, ms=round(seconds * 1000))

    def _answers(self, what: str, address: str) -> None:
        self._say.good("backend", f"{what} responds at {address}.")

    async def _dialect(self) -> None:
        """Compare the dialect it looks like with the configured one."""
        said, known = self._svc.config.dialect, {one.name: one for one in recognizable_dialects()}
        answers = await recognitions(self._svc.fetch)
        looks = recognized_dialect(answers)
        facts = {"dialect": said, "looks_like": looks}
        unclear = [name for name, is_it in answers.items() if is_it is None]
        if looks in known and not answers.get(said) and said in (REST.name, *known):
            tell = self._say.doubt if said == REST.name else self._say.bad
            spoken = "plain REST" if said == REST.name else f'"{said}"'
            tell(
                "backend",
                f"This looks like {known[looks].called}, but the dialect is {spoken}: write "
                f'dialect = "{looks}" under [svc].',
                [Fix(("dialect",), looks)],
                **facts,
            )
        elif said in known and answers[said] is False:
            self._unrecognized(known[said], facts)
        elif doubted := [known[name] for name in unclear if said in (name, REST.name)]:
            for one in doubted:
                words = f"{one.sign} can't be read, so it is unclear whether this is {one.called}."
                self._say.doubt("backend", words)
        else:
            self._say.good("backend", f"The dialect is {said}.", **facts)
        await self._wire()

    def _unrecognized(self, dialect: Dialect, facts: Mapping[str, Any]) -> None:
        """Report that nothing shows the configured dialect; bad if not even its profile does."""
        said, rest = f'The dialect is "{dialect.name}", but', f'write dialect = "{REST.name}".'
        if self._asked_in_vain:
            words = f"{said} neither {dialect.sign} nor the profile shows {dialect.called}: {rest}"
            self._say.bad("backend", words, [Fix(("dialect",), REST.name)], **facts)
        else:
            words = f"{said} {dialect.sign} does not show {dialect.called}."
            self._say.doubt("backend", f"{words} For another backend, {rest}", **facts)

    async def _wire(self) -> None:
        """Report the parameters of lists, and where each is from."""
        from svc_tui.app.described_options import wire_with

        config, discovery = self._svc.config, self._svc.discovery
        try:
            found = discovery.description.current or await discovery.description.load()
        except ApiError:
            found = None
        suggestion = found.wire if found else None
        wire, described = config.wire, wire_with(suggestion, None) if suggestion else None
        for key in wire.model_fields_set if wire else ():
            value = getattr(wire, key)
            ours = described is not None and getattr(described, key) == value
            source = "as in the OpenAPI document" if ours else "as in the console file"
            self._say.good("backend", f"{_as_toml(key, value)}, {source}.", wire=key)
        fitting = suggestion.dialect if suggestion else ""
        if fitting and fitting == config.dialect:
            words = f'dialect = "{fitting}", as in the OpenAPI document.'
            self._say.good("backend", words)
        if differing := suggestion.differing if suggestion else ():
            words = f"In the OpenAPI document, lists differ in {', '.join(differing)}"
            self._say.doubt("backend", f"{words}, so each list is checked separately.")

    async def _addresses(self) -> None:
        """Check the addresses to sign in and out with OPTIONS.

        Without the session: some backends sign out on any request to that address.
        """
        config, anonymous = self._svc.config, self._svc.fetch.with_own_session()
        try:
            for name, address in sign_in_addresses(config):
                await self._address(anonymous, name, address)
            if self._no_sign_in and config.auth.kind == "session":
                await self._suggest_auth()
        finally:
            await anonymous.aclose()

    async def _suggest_auth(self) -> None:
        """Report which other sign-in the backend seems to have."""
        if auth := await suggested_auth(self._svc.fetch):
            lines = ", ".join(auth_lines(auth))
            words = (
                f"The backend seems to use another sign-in method. Write {lines} under [svc.auth]."
            )
            fixes = [Fix(("auth", key), value) for key, value in auth.items()]
            self._say.doubt("backend", words, fixes)

    async def _address(self, anonymous: SvcFetch, name: str, address: str) -> None:
        try:
            response = await anonymous("OPTIONS", address, hooks=False)
        except (Unauthorized, Forbidden):
            self._answers(name, address)
            return
        except ApiError as error:
            self._say.bad("backend", f"{name}: {error.what()}")
            return
        # A 501 is about OPTIONS, which not every server supports, not about the address.
        missing = response.status_code in (404, 410)
        if missing or (response.status_code >= 500 and response.status_code != 501):
            self._no_sign_in = self._no_sign_in or name == "auth_login_url"
            self._say.bad(
                "backend",
                f"{name} is {address}, which returns {response.status_code}. Set the correct "
                f"address under {'[svc.auth]' if name.startswith('auth.') else '[svc]'}.",
            )
        else:
            self._answers(name, address)

    # Who

    def _session(self, user: UserProfile | None) -> None:
        svc = self._svc
        if user is None:
            kept = svc.jar.user
            why = f"The session saved for {kept} was rejected" if kept else "Not signed in"
            self._say.signed_out(f"{why}: run `svc-tui login`.")
            return
        groups = f" ({', '.join(user.groups)})" if user.groups else ""
        who, held = f"{user.name}{groups}", len(user.permissions)
        said = f"Signed in as {who}, with {plural(held, 'permission', 'permissions')}."
        if user.is_superuser:
            said = f"Signed in as {who}, a superuser with all permissions."
        elif user.rights_unknown:
            said = f"Signed in as {who}. The backend doesn't report permissions."
        if not svc.auth.asks:
            self._say.good("session", "No sign-in is used; the backend decides what is allowed.")
            return
        self._say.good(
            "session",
            said,
            user=user.name,
            groups=list(user.groups),
            rights=len(user.permissions),
            superuser=user.is_superuser,
        )
        if user.unusable:
            count = plural(user.unusable, "invalid entry is", "invalid entries are")
            self._say.doubt("session", f"Permissions: {count} ignored.")
        if svc.config.auth.kind in ("session", "form"):
            self._csrf(svc.config.csrf_cookie)

    def _csrf(self, cookie: str) -> None:
        if self._svc.jar.csrf is None:
            words = f"The cookie {cookie} is missing, so a generated token is sent with changes. "
            self._say.doubt("session", f"{words}Some backends refuse it.")
        else:
            self._say.good("session", f"The cookie {cookie} is set.")

    # What

    async def _resources(self, declared: Sequence[Resource]) -> None:
        """Check each resource of the file; without any, those of the backend."""
        resources = declared or await self._found()
        turns = asyncio.Semaphore(AT_ONCE)

        async def look(resource: Resource) -> Findings:
            async with turns:
                found = Findings()
                await self._resource(resource, found)
                return found

        for found in await asyncio.gather(*(look(one) for one in resources)):
            self._say.found.extend(found.found)
        reported = {one.sentence for one in self._say.found}
        problem = self._svc.discovery.description.problem
        if problem and problem not in reported and not self._svc.discovery.state.broken:
            self._say.doubt("resources", problem)

    async def _found(self) -> Sequence[Resource]:
        from svc_tui.app.route_loader import resources_of

        try:
            collections = await self._svc.discovery.find()
        except ApiError as error:
            self._say.bad("resources", str(error))
            return ()
        state = self._svc.discovery.state
        if problem := state.problem or state.missing:
            say = self._say.bad if state.broken else self._say.doubt
            say("resources", problem)
        if not collections:
            return ()
        names = ", ".join(one.name for one in collections)
        self._say.good("resources", f"The backend lists {len(collections)} collections: {names}.")
        return resources_of(collections)

    async def _resource(self, resource: Resource, say: Findings) -> None:
        try:
            answers = await self._svc.discovery.reader.answers(resource, opening=True)
        except (ApiError, ValueError) as error:
            say.bad("resources", f"{resource.name}: {error}", resource=resource.name)
            return
        facts = {"resource": resource.name, "endpoint": resource.endpoint}
        if answers.problem:
            say.bad("resources", f"{resource.name}: {answers.problem}", **facts)
            return
        schema = "It describes its fields."
        if not answers.metadata:
            schema = "It does not support OPTIONS."
        paging = WORDS.get(answers.paging or "page", "unknown")
        count = plural(answers.count, "record", "records")
        some = "at least " if answers.at_least else ""
        say.good(
            "resources",
            f"{resource.name}: {resource.endpoint} has {some}{count} (paging: {paging}). {schema}",
            **facts,
            count=answers.count,
            paging=answers.paging,
            options=answers.metadata is not None,
        )
        self._columns(resource, answers.rows, say)
        self._opening(resource, answers, say)
        self._fields(resource, answers, say)
        self._rights(resource, say)
        await self._filters(resource, answers.count, say)
        if answers.paging in ("offset", "cursor") and resource.columns and not resource.pagination:
            say.doubt(
                "resources",
                f'{resource.name}: write pagination = "{answers.paging}", so that a page opened '
                "directly needs only one request.",
                [Fix(("pagination",), answers.paging, resource.name)],
                **facts,
            )

    def _columns(self, resource: Resource, rows: Sequence[Any], say: Findings) -> None:
        """Report columns, a title and the lookup that no row of the sample has."""
        records = [row for row in rows if isinstance(row, dict)]
        if not records:
            return
        missing = [one.key for one in resource.columns if not _is_in(records, one.key)]
        if missing:
            keys = ", ".join(str(key) for key in list(records[0])[:12])
            say.doubt(
                "resources",
                f"{resource.name}: no row has {', '.join(missing)}; rows have {keys}.",
                resource=resource.name,
                missing=missing,
            )
        title = resource.title_field
        if title and not _is_in(records, title):
            hint = nearest(title, {str(key) for row in records for key in row}, noun="keys")
            say.doubt(
                "resources",
                f'{resource.name}: no row has the title_field "{title}"; {hint}',
                resource=resource.name,
                missing=[title],
            )
        open_to_guesses = "lookup" not in resource.model_fields_set
        guessed = open_to_guesses and _lookups(resource, records)
        if not _is_in(records, resource.lookup) and not guessed:
            say.bad(
                "resources",
                f'{resource.name}: no row has the lookup "{resource.lookup}", so none can be '
                "opened: set another lookup.",
                resource=resource.name,
            )

    def _opening(self, resource: Resource, answers: DiscoveryResponses, say: Findings) -> None:
        """Check whether a row is found at the address that the console builds for it."""
        from svc_tui.app.route_loader import needs_discovery

        keys = _lookups(resource, answers.rows)
        if "lookup" in resource.model_fields_set and resource.lookup not in keys:
            return  # Already reported: no row has it.
        if answers.unopened:
            tried = " or ".join(keys)
            say.bad(
                "resources",
                f"{resource.name}: its first row can't be opened by its {tried}: the backend "
                "returns 404. Its records may not have their own addresses.",
                resource=resource.name,
            )
        elif answers.lookup and answers.lookup != resource.lookup:
            found = f"{resource.name}: records are opened by their {answers.lookup}"
            if "lookup" not in resource.model_fields_set and needs_discovery(resource):
                say.good("resources", f"{found}.", resource=resource.name)
            else:
                say.bad(
                    "resources",
                    f'{found}, not by {resource.lookup}: write lookup = "{answers.lookup}".',
                    [Fix(("lookup",), answers.lookup, resource.name)],
                    resource=resource.name,
                )

    def _fields(self, resource: Resource, answers: DiscoveryResponses, say: Findings) -> None:
        """Report fields that the backend does not have, if it lists its fields."""
        declared = _declared_keys(answers)
        if not declared:
            return
        rows = [row for row in answers.rows if isinstance(row, dict)]
        known = declared | {str(key) for row in rows for key in row}
        fields = (*resource.fields, *resource.sidebar_fields, *resource.edit_fields)
        named = [(one.key, "") for one in fields]
        for action in resource.actions:
            named += [(key, f", which `changes` of {action.label} sets") for key in action.changes]
        for key, where in named:
            if key.partition(".")[0] not in known:
                hint = nearest(key, known, noun="fields")
                say.doubt(
                    "resources",
                    f'{resource.name}: the backend has no field "{key}"{where}; {hint}',
                    resource=resource.name,
                    missing=[key],
                )

    def _rights(self, resource: Resource, say: Findings) -> None:
        """Report a model that none of the user's permissions has: its pages will not open."""
        user = self._svc.auth.user
        if user is None or user.is_superuser or not resource.model:
            return
        verbs = ("view", "add", "change", "delete")
        if not any(f"{verb}_{resource.model}" in user.permissions for verb in verbs):
            say.doubt(
                "resources",
                f'{resource.name}: you have no permissions for the model "{resource.model}". '
                "If you should have some, check the model's name.",
                resource=resource.name,
                model=resource.model,
            )

    async def _filters(self, resource: Resource, count: int, say: Findings) -> None:
        """Report declared filters that the backend ignores, returning all records."""
        if count < 2 or not resource.filters:
            return
        trial = FilterProbe(self._svc.fetch, self._svc.dialect, resource.endpoint, count)
        effects = await asyncio.gather(*(trial.is_effective(one) for one in resource.filters))
        ignored = [
            one.value for one, works in zip(resource.filters, effects, strict=True) if not works
        ]
        if ignored:
            noun = "filter" if len(ignored) == 1 else "filters"
            say.doubt(
                "resources",
                f"{resource.name}: the backend ignores the {noun} {', '.join(ignored)} "
                "and returns all records.",
                resource=resource.name,
                ignored=ignored,
            )

    async def _media(self) -> None:
        """Check the two collections of the media library."""
        endpoints = self._svc.config.media.endpoints
        if self._svc.dialect.media_api is not None:
            return await self._own_library(endpoints.media)
        for name, address in (("media", endpoints.media), ("folders", endpoints.folders)):
            path = f"/{address.strip('/')}/"
            params = {key: str(one) for key, one in
                      self._svc.dialect.list_params(page=1, page_size=1).items()}  # fmt: skip
            try:
                response = raise_for_status(
                    await self._svc.fetch("GET", path, params=params, hooks=False)
                )
                self._check_media(name, response, params)
            except ApiError as error:
                said = f"{name}: {error.what()} The media page will not work."
                self._say.doubt("media", said, endpoint=address)
            else:
                self._say.good(
                    "media", f"The {name} endpoint responds at {address}.", endpoint=address
                )

    def _check_media(self, name: str, response: Any, params: dict[str, str]) -> None:
        """Folders answer as the explorer does, media as a list; raises `InvalidResponse`."""
        if name == "media":
            read_page(response, params)
        else:
            adapter = MediaAdapter()
            self._svc.dialect.adapt_media(adapter)
            parsed(response, lambda body: Explorer.parse(adapter.parse_root_response(body)))

    def _slashes(self) -> None:
        """Report that each first request is redirected because of a slash."""
        slashes = self._svc.fetch.slashes
        wrong = [path for path, slash in slashes.learnt.items() if slash != slashes.trailing]
        if not wrong:
            return
        path = wrong[0].rstrip("/") + "/" * slashes.trailing
        there, setting = ("without", "false") if slashes.trailing else ("with", "true")
        self._say.doubt(
            "backend",
            f"{path} redirects to the address {there} the trailing slash: "
            f"set trailing_slash = {setting} under [svc].",
            [Fix(("trailing_slash",), not slashes.trailing)],
        )

    async def _own_library(self, address: str) -> None:
        """Check the media library of a dialect that has its own."""
        try:
            found = await self._svc.media.api.explorer()
        except ApiError as error:
            words = f"media: {error.what()} The media page will not work."
            self._say.doubt("media", words, endpoint=address)
        else:
            files = plural(found.count or 0, "file", "files")
            self._say.good(
                "media", f"The media library responds at {address}: {files}.", endpoint=address
            )


def _as_toml(key: str, value: Any) -> str:
    """Return a key of `[svc.wire]` as it is written in a console file."""
    from svc_tui.config.toml import toml_value
    from svc_tui.models.base import Declaration

    if isinstance(value, Declaration):
        value = value.model_dump(mode="json", exclude_unset=True)
    return f"{key} = {toml_value(value)}"


def sign_in_addresses(config: Options) -> list[tuple[str, str]]:
    """Return the addresses to sign in and out, each with the name of its setting."""
    auth = config.auth
    if auth.kind == "session":
        login = auth.login.path if auth.login else config.auth_login_url
        logout = auth.logout.path if auth.logout else config.logout_url
        return [("auth_login_url", login), ("logout_url", logout)]
    calls = {"login": auth.login, "refresh": auth.refresh, "logout": auth.logout}
    return [(f"auth.{name}", call.path) for name, call in calls.items() if call]


def _is_in(records: Sequence[dict[str, Any]], key: str) -> bool:
    """Whether any row has this key; for an object that is null, its parts count as present."""
    head = key.partition(".")[0]
    if "." in key and any(head in row and row[head] is None for row in records):
        return True
    return any(key in row or value_at(row, key) is not None for row in records)


def _declared_keys(answers: DiscoveryResponses) -> set[str]:
    """The fields that a collection and one of its records report."""
    found: set[str] = set()
    for metadata in filter(None, (answers.metadata, answers.item)):
        for fields in metadata.actions.values():
            found |= {str(key) for key in fields}
        schema = metadata.extra.get("schema")
        properties = schema.get("properties") if isinstance(schema, dict) else None
        found |= {str(key) for key in properties or ()}
    if answers.told is not None:
        found |= {one.key for one in answers.told.fields}
    return found


def _lookups(resource: Resource, rows: Sequence[Any]) -> Sequence[str]:
    """The keys that may be in the address of a record."""
    from svc_tui.introspect.discovered import lookups_in

    return lookups_in(resource, rows)
