"""A FastAPI service with SQLModel, as its tutorial writes one: heroes and teams, no accounts."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, FastAPI, HTTPException, Query
from sqlalchemy.pool import StaticPool
from sqlmodel import Field, Session, SQLModel, create_engine, func, select


class TeamBase(SQLModel):
    name: str = Field(min_length=2)


class Team(TeamBase, table=True):
    id: int | None = Field(default=None, primary_key=True)


class HeroBase(SQLModel):
    name: str = Field(min_length=2)
    age: int | None = Field(default=None, ge=0)
    team_id: int | None = Field(default=None, foreign_key="team.id")


class Hero(HeroBase, table=True):
    id: int | None = Field(default=None, primary_key=True)


class HeroUpdate(SQLModel):
    name: str | None = Field(default=None, min_length=2)
    age: int | None = Field(default=None, ge=0)
    team_id: int | None = None


engine = create_engine("sqlite://", connect_args={"check_same_thread": False}, poolclass=StaticPool)


def fill() -> None:
    """Put the rows back."""
    SQLModel.metadata.drop_all(engine)
    SQLModel.metadata.create_all(engine)
    with Session(engine) as session:
        session.add_all(Team(name=f"Team {n}") for n in range(1, 4))
        session.add_all(Hero(name=f"Hero {n:03}", age=n, team_id=n % 3 + 1) for n in range(1, 46))
        session.commit()


def open_session():
    with Session(engine) as session:
        yield session


Db = Annotated[Session, Depends(open_session)]
app = FastAPI()


@app.get("/heroes")
def list_heroes(db: Db, offset: int = 0, limit: Annotated[int, Query(le=100)] = 100) -> list[Hero]:
    return list(db.exec(select(Hero).order_by(Hero.id).offset(offset).limit(limit)))


@app.get("/heroes/{id}")
def read_hero(id: int, db: Db) -> Hero:
    return _there(db.get(Hero, id))


@app.post("/heroes", status_code=201)
def create_hero(hero: HeroBase, db: Db) -> Hero:
    return _stored(db, Hero.model_validate(hero))


@app.patch("/heroes/{id}")
def update_hero(id: int, changes: HeroUpdate, db: Db) -> Hero:
    hero = _there(db.get(Hero, id))
    hero.sqlmodel_update(changes.model_dump(exclude_unset=True))
    return _stored(db, hero)


@app.delete("/heroes/{id}")
def delete_hero(id: int, db: Db) -> dict[str, bool]:
    db.delete(_there(db.get(Hero, id)))
    db.commit()
    return {"ok": True}


@app.get("/teams/")
def list_teams(db: Db, skip: int = 0, limit: int = 100) -> dict[str, object]:
    """The shape of the full-stack template: `data` and `count`."""
    rows = db.exec(select(Team).offset(skip).limit(limit)).all()
    return {"data": rows, "count": db.exec(select(func.count()).select_from(Team)).one()}


@app.post("/teams/", status_code=201)
def create_team(team: TeamBase, db: Db) -> Team:
    return _stored(db, Team.model_validate(team))


@app.post("/_test/reset")
def reset() -> dict[str, bool]:
    fill()
    return {"ok": True}


def _there(row):
    if row is None:
        raise HTTPException(404, "Not found")
    return row


def _stored(db, row):
    db.add(row)
    db.commit()
    db.refresh(row)
    return row


fill()
