"""`python -m tests.backends.fast [accounts]`: a FastAPI server whose description tells it all.

As FastAPI projects have it: no API root, no OPTIONS, no slash at the end of addresses, and
`/openapi.json`. With `accounts`, each request needs the token of `POST /token`; the only account is
`ada`, with the same password. `GET /_test/requests` names the requests so far.
"""

from __future__ import annotations

import json
import socket
import sys
import threading
from datetime import date
from enum import StrEnum
from typing import Annotated, Any

import uvicorn
from fastapi import Depends, FastAPI, HTTPException, Query, Request, Response
from fastapi.security import OAuth2PasswordBearer
from pydantic import BaseModel, Field

from tests.backends.process import ServerProcess, end_with_stdin


class FastProcess(ServerProcess):
    """The server as a child process."""

    def __init__(self, *wishes: str) -> None:
        super().__init__(sys.executable, "-m", "tests.backends.fast", *wishes)


class Status(StrEnum):
    """The states of an article."""

    draft = "draft"
    published = "published"


class AuthorIn(BaseModel):
    """An author as it is sent."""

    name: str = Field(max_length=60)


class Author(AuthorIn):
    """An author."""

    id: int


class ArticleIn(BaseModel):
    """An article as it is sent."""

    title: str = Field(max_length=80, description="Shown above the text.")
    body: str = Field("", max_length=4000)
    status: Status = Status.draft
    author_id: int | None = None
    published_on: date | None = None
    featured: bool = False


class ArticleChanges(BaseModel):
    """Changes of an article."""

    title: str | None = Field(None, max_length=80)
    body: str | None = Field(None, max_length=4000)
    status: Status | None = None
    author_id: int | None = None
    published_on: date | None = None
    featured: bool | None = None


class Article(ArticleIn):
    """An article."""

    id: int
    words: int = 0


class Articles(BaseModel):
    """A page of articles."""

    count: int
    results: list[Article]


AUTHORS = {n: Author(id=n, name=name) for n, name in enumerate(("Ada", "Grace", "Edsger"), 1)}
ARTICLES = {
    n: Article(id=n, title=f"Article {n}", author_id=1 + n % 3,
               status=Status.published if n % 2 else Status.draft)
    for n in range(1, 31)
}  # fmt: skip
REQUESTS: list[str] = []

app = FastAPI(title="Newsroom")


@app.middleware("http")
async def note(request: Request, answer: Any) -> Response:
    """Write down what is asked."""
    if not request.url.path.startswith("/_test"):
        REQUESTS.append(f"{request.method} {request.url.path}")
    found: Response = await answer(request)
    return found


def nobody() -> None:
    """Let everybody in."""


def known(token: Annotated[str, Depends(OAuth2PasswordBearer("token"))]) -> None:
    """Let in who has the token."""
    if token != "ada-token":
        raise HTTPException(401)


door = [Depends(known if "accounts" in sys.argv else nobody)]


@app.get("/articles", tags=["Stories"], dependencies=door)
def list_articles(
    page: int = 1,
    page_size: int = 20,
    search: str = "",
    status: Status | None = None,
    author_id: int | None = None,
) -> Articles:
    """List articles."""
    rows = [
        one for one in ARTICLES.values()
        if search.lower() in one.title.lower()
        and status in (None, one.status) and author_id in (None, one.author_id)
    ]  # fmt: skip
    return Articles(count=len(rows), results=rows[(page - 1) * page_size : page * page_size])


@app.post("/articles", status_code=201, tags=["Stories"], dependencies=door)
def create_article(sent: ArticleIn) -> Article:
    """Make an article."""
    made = Article(id=max(ARTICLES) + 1, **sent.model_dump())
    ARTICLES[made.id] = made
    return made


@app.get("/articles/{article_id}", tags=["Stories"], dependencies=door)
def read_article(article_id: int) -> Article:
    """Return an article."""
    if article_id not in ARTICLES:
        raise HTTPException(404)
    return ARTICLES[article_id]


@app.patch("/articles/{article_id}", tags=["Stories"], dependencies=door)
def change_article(article_id: int, sent: ArticleChanges) -> Article:
    """Change an article."""
    changed = read_article(article_id).model_copy(update=sent.model_dump(exclude_unset=True))
    ARTICLES[article_id] = changed
    return changed


@app.get("/authors", dependencies=door)
def list_authors(page: int = 1, page_size: int = 20, search: str = "") -> list[Author]:
    """List authors."""
    rows = [one for one in AUTHORS.values() if search.lower() in one.name.lower()]
    return rows[(page - 1) * page_size : page * page_size]


@app.get("/authors/{author_id}", dependencies=door)
def read_author(author_id: int) -> Author:
    """Return an author."""
    return AUTHORS[author_id]


@app.put("/authors/{author_id}", dependencies=door)
def change_author(author_id: int, sent: AuthorIn) -> Author:
    """Change an author."""
    AUTHORS[author_id] = Author(id=author_id, **sent.model_dump())
    return AUTHORS[author_id]


@app.get("/health")
def health() -> dict[str, str]:
    """Say that all is well."""
    return {"status": "ok"}


if "accounts" in sys.argv:
    from urllib.parse import parse_qs

    @app.post("/token")
    async def token(request: Request) -> dict[str, str]:
        """Sign in."""
        sent = parse_qs((await request.body()).decode())
        if sent.get("username") != ["ada"] or sent.get("password") != ["ada"]:
            raise HTTPException(401)
        return {"access_token": "ada-token", "token_type": "bearer"}


@app.get("/_test/requests", include_in_schema=False)
def requests(clear: Annotated[bool, Query()] = False) -> list[str]:
    """Return the requests so far."""
    found = list(REQUESTS)
    if clear:
        REQUESTS.clear()
    return found


def main() -> None:
    """Serve on a free port until stdin ends."""
    threading.Thread(target=end_with_stdin, daemon=True).start()
    here = socket.create_server(("127.0.0.1", 0))
    print(json.dumps({"url": f"http://127.0.0.1:{here.getsockname()[1]}"}), flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level="critical")).run(sockets=[here])


if __name__ == "__main__":
    main()
