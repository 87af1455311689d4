"""Piccolo's API with FastAPI, as its documentation has it: `FastAPIWrapper` around a table."""

from __future__ import annotations

import tempfile
from pathlib import Path

from fastapi import FastAPI
from piccolo.columns import Boolean, Integer, Varchar
from piccolo.engine.sqlite import SQLiteEngine
from piccolo.table import Table
from piccolo_api.crud.endpoints import PiccoloCRUD
from piccolo_api.fastapi.endpoints import FastAPIWrapper

FOLDER = tempfile.TemporaryDirectory()
DB = SQLiteEngine(path=str(Path(FOLDER.name) / "data.sqlite"))


class Task(Table, db=DB):
    name = Varchar(length=60)
    minutes = Integer(default=15)
    done = Boolean(default=False)


Task.create_table(if_not_exists=True).run_sync()
Task.insert(*(Task(name=f"Task {n:02}", minutes=n) for n in range(1, 46))).run_sync()

app = FastAPI()
FastAPIWrapper(
    "/api/task/", fastapi_app=app, piccolo_crud=PiccoloCRUD(Task, read_only=False, page_size=20)
)
