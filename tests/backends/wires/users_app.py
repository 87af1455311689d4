"""fastapi-users as its documentation sets it up, with a token and with a cookie, beside articles.

Signing in is form-encoded, at `/auth/jwt/login` and `/auth/cookie/login`. Articles are an array
that is cut at 20; the collection of tags ends with a slash, its records do not. The accounts are
`ada@example.org`, a superuser, and `bob@example.org`; passwords are the part before the @.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import Depends, FastAPI, HTTPException, Query, Request
from fastapi_users import BaseUserManager, FastAPIUsers, UUIDIDMixin, schemas
from fastapi_users.authentication import (
    AuthenticationBackend,
    BearerTransport,
    CookieTransport,
    JWTStrategy,
)
from fastapi_users.db import SQLAlchemyUserDatabase
from fastapi_users_db_sqlalchemy import SQLAlchemyBaseUserTableUUID
from pydantic import BaseModel, Field
from sqlalchemy.ext.asyncio import async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.pool import StaticPool

SECRET = {"key": "a key for tests on the loopback, which protects nothing"}
SEEN: Counter[str] = Counter()


class Base(DeclarativeBase):
    pass


class User(SQLAlchemyBaseUserTableUUID, Base):
    pass


engine = create_async_engine("sqlite+aiosqlite://", poolclass=StaticPool)
sessions = async_sessionmaker(engine, expire_on_commit=False)


class Users(UUIDIDMixin, BaseUserManager[User, uuid.UUID]):
    reset_password_token_secret = "reset"
    verification_token_secret = "verify"


async def user_db() -> AsyncIterator[SQLAlchemyUserDatabase]:
    async with sessions() as session:
        yield SQLAlchemyUserDatabase(session, User)


async def user_manager(db: Annotated[object, Depends(user_db)]) -> AsyncIterator[Users]:
    yield Users(db)


def strategy() -> JWTStrategy:
    return JWTStrategy(secret=SECRET["key"], lifetime_seconds=3600)


jwt = AuthenticationBackend("jwt", BearerTransport(tokenUrl="auth/jwt/login"), strategy)
cookie = AuthenticationBackend("cookie", CookieTransport(cookie_secure=False), strategy)
users = FastAPIUsers[User, uuid.UUID](user_manager, [jwt, cookie])
signed_in = [Depends(users.current_user(active=True))]


class UserRead(schemas.BaseUser[uuid.UUID]):
    pass


class UserUpdate(schemas.BaseUserUpdate):
    pass


class ArticleIn(BaseModel):
    title: str = Field(min_length=3, max_length=60)
    status: str = Field(default="draft", pattern="^(draft|published)$")
    words: int = Field(default=0, ge=0)


class ArticleChanges(BaseModel):
    title: str | None = Field(default=None, min_length=3, max_length=60)
    status: str | None = Field(default=None, pattern="^(draft|published)$")
    words: int | None = Field(default=None, ge=0)


class Article(ArticleIn):
    id: int


class TagIn(BaseModel):
    name: str = Field(min_length=2)


class Tag(TagIn):
    id: int


ARTICLES: dict[int, Article] = {}
TAGS: dict[int, Tag] = {}


async def restore() -> None:
    """Put accounts and rows back; tokens that were made stay good."""
    async with engine.begin() as connection:
        await connection.run_sync(Base.metadata.drop_all)
        await connection.run_sync(Base.metadata.create_all)
    async with sessions() as session:
        manager = Users(SQLAlchemyUserDatabase(session, User))
        for name in ("ada", "bob"):
            made = schemas.BaseUserCreate(
                email=f"{name}@example.org", password=name, is_superuser=name == "ada"
            )
            await manager.create(made)
    ARTICLES.clear()
    TAGS.clear()
    ARTICLES.update((n, Article(id=n, title=f"Article {n:02}", words=n * 10)) for n in range(1, 32))
    TAGS.update((n, Tag(id=n, name=f"Tag {n}")) for n in range(1, 4))
    SEEN.clear()


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    await restore()
    yield


app = FastAPI(title="Newsroom", lifespan=lifespan)
app.include_router(users.get_auth_router(jwt), prefix="/auth/jwt", tags=["auth"])
app.include_router(users.get_auth_router(cookie), prefix="/auth/cookie", tags=["auth"])
app.include_router(users.get_users_router(UserRead, UserUpdate), prefix="/users", tags=["users"])


@app.middleware("http")
async def count(request: Request, answer):
    if not request.url.path.startswith("/_test/"):
        SEEN[f"{request.method} {request.url.path}"] += 1
    return await answer(request)


@app.get("/articles", dependencies=signed_in, tags=["articles"])
async def list_articles(
    skip: Annotated[int, Query(ge=0)] = 0, limit: Annotated[int, Query(le=20)] = 20
) -> list[Article]:
    return list(ARTICLES.values())[skip : skip + limit]


@app.post("/articles", status_code=201, dependencies=signed_in, tags=["articles"])
async def create_article(sent: ArticleIn) -> Article:
    made = Article(id=max(ARTICLES, default=0) + 1, **sent.model_dump())
    ARTICLES[made.id] = made
    return made


@app.get("/articles/{id}", dependencies=signed_in, tags=["articles"])
async def read_article(id: int) -> Article:
    return _there(ARTICLES, id)


@app.patch("/articles/{id}", dependencies=signed_in, tags=["articles"])
async def update_article(id: int, sent: ArticleChanges) -> Article:
    changed = _there(ARTICLES, id).model_copy(update=sent.model_dump(exclude_unset=True))
    ARTICLES[id] = changed
    return changed


@app.delete("/articles/{id}", status_code=204, response_model=None, dependencies=signed_in)
async def delete_article(id: int) -> None:
    _there(ARTICLES, id)
    del ARTICLES[id]


@app.get("/tags/", dependencies=signed_in, tags=["tags"])
async def list_tags() -> list[Tag]:
    return list(TAGS.values())


@app.get("/tags/{id}", dependencies=signed_in, tags=["tags"])
async def read_tag(id: int) -> Tag:
    return _there(TAGS, id)


@app.put("/tags/{id}", dependencies=signed_in, tags=["tags"])
async def update_tag(id: int, sent: TagIn) -> Tag:
    _there(TAGS, id)
    TAGS[id] = Tag(id=id, **sent.model_dump())
    return TAGS[id]


@app.get("/private/openapi.json", dependencies=signed_in, include_in_schema=False)
async def private_description() -> dict[str, object]:
    return app.openapi()


@app.post("/_test/{wish}", include_in_schema=False)
async def steer(wish: str, request: Request) -> dict[str, object]:
    """Do what a test asks for."""
    if wish == "reset":
        await restore()
    elif wish == "end-sessions":
        SECRET["key"] = f"another {uuid.uuid4()}, as long as the one before it was"
    return {"seen": dict(SEEN)}


def _there(rows, id: int):
    if id not in rows:
        raise HTTPException(404, "Not found")
    return rows[id]
