"""Apportion from Python: problems solved and drawn, experiments run, and results as pandas tables.

With NumPy, arrays are divided in this process:

    import apportion
    division = apportion.cells(loads, speeds=[3, 1, 2])        # loads[row, column], 0 where there is nothing to do
    division.owners, division.costs                            # a NumPy array and a dict
    plan = apportion.plan(division, depth=2)                   # what neighbours send each other
    apportion.draw(division)                                   # a picture in Jupyter
    apportion.evaluate(owners, speeds=[3, 1, 2], loads=loads)  # what any other division costs
    apportion.rectangles(1000, 1000, speeds=[3, 1, 2], whole=True)

By the program, without NumPy:

    answer = apportion.solve("rectangles", rows=1000, columns=1000, weights=[3, 1, 2])
    svg = apportion.draw("rectangles", rows=1000, columns=1000, weights=[3, 1, 2], algorithm=["XY2", "BEST"])
    apportion.run("kaddoura/grid", samples=5, set={"processors": [4, 7], "columns": 1000}, db="results.sqlite")
    table = apportion.view("kaddoura_grid", db="results.sqlite")

The second group is done by the program `apportion`, which is looked for on the PATH. The environment variable APPORTION
names another one, and so does the argument `executable` of a function, which takes precedence over the variable.

Options are those of the command line (`apportion help solve`), with _ for -. True gives a switch; False and None leave
an option out. view() and query() need another package, pandas.
"""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import sqlite3
import subprocess
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping, Sequence

from apportion._errors import ApportionError, _failures_are_ours, _shortened
from apportion.divisions import Division, Drawing, cells, evaluate, plan, rectangles

if TYPE_CHECKING:
    import pandas

__all__ = [
    "ApportionError",
    "Division",
    "Drawing",
    "cells",
    "draw",
    "evaluate",
    "plan",
    "query",
    "rectangles",
    "run",
    "solve",
    "solve_batch",
    "view",
    "views",
]

# Where the program puts its results unless `db` names another file, in the current folder.
DEFAULT_DATABASE = "results/out/apportion.sqlite"


@_failures_are_ours()
def solve(family: str, *, executable: str | None = None, **options: Any) -> Any:
    """Solves one problem of a family, such as "rectangles", and returns the answer, a dict as docs/answers.md has it.

    Where `algorithm` is a list, has commas, or is "all", the answer is a list of such dicts, the best first.
    """
    algorithm = options.get("algorithm") or ""
    several = not isinstance(algorithm, str) or algorithm == "all" or "," in _without_brackets(algorithm)
    if "," in _without_brackets(_spelled(algorithm)) or algorithm == "all":
        options.setdefault("format", "json")
    answers = _answers(_finished(executable, "solve", family, **options))
    return answers if several else answers[0]


@_failures_are_ours()
def solve_batch(
    family: str, problems: Iterable[Mapping[str, Any]], *, executable: str | None = None
) -> list[dict[str, Any]]:
    """Solves many problems, dicts as docs/answers.md has them, by one call of the program.

    The answers have the order of the problems. That to a problem which is refused has the keys "error" and "line".
    """
    lines = [json.dumps(problem, allow_nan=False) for problem in problems]
    finished = _run_program(executable, ["solve", family, "--batch", "-"], "".join(line + "\n" for line in lines))
    refused_as_a_whole = finished.returncode not in (0, 1) or finished.stdout.count("\n") != len(lines)
    if refused_as_a_whole:
        raise _error(finished)
    return _answers(finished) if lines else []


@_failures_are_ours()
def draw(what: str | Division, *, executable: str | None = None, **options: Any) -> Drawing:
    """The picture of a division, or of the solution of a family's problem, as SVG, which Jupyter shows.

    With format="text" it is text. Of a family's problem `algorithm` may name several, which are drawn side by side.
    """
    if isinstance(what, Division):
        return what.draw(**options)
    if not isinstance(what, str):
        raise ApportionError(f"draw() takes a division or the name of a family, and no {type(what).__name__}", 2)
    if "output" not in options:
        options.setdefault("format", "svg")
    return Drawing(_output(executable, "draw", what, **options))


@_failures_are_ours()
def run(*words: str, executable: str | None = None, **options: Any) -> str:
    """Runs experiments, all of a paper, or sweep files into a database; what it has already is not solved again.

    Returns what the program reports at the end; with dry_run=True what there is to do.
    """
    finished = _finished(executable, "run", *words, **options)
    return finished.stdout or "".join(finished.stderr.splitlines()[-1:])


@_failures_are_ours()
def view(name: str, db: str | os.PathLike[str] = DEFAULT_DATABASE) -> pandas.DataFrame:
    """All rows of one of the views of a database, such as "kaddoura_grid", as a pandas.DataFrame."""
    existing = views(db)
    if name not in existing:
        raise ApportionError(f"{db} has no view '{_shortened(str(name))}'; there are {', '.join(existing)}", 2)
    return query(f'SELECT * FROM "{name}"', db)


@_failures_are_ours()
def views(db: str | os.PathLike[str] = DEFAULT_DATABASE) -> list[str]:
    """The names of the views of a database; docs/results-format.md lists their columns."""
    with _reading(db) as connection:
        rows = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'view' AND name NOT LIKE '%/%' ORDER BY name"
        )
        return [name for (name,) in rows]


@_failures_are_ours()
def query(
    sql: str,
    db: str | os.PathLike[str] = DEFAULT_DATABASE,
    parameters: Sequence[Any] | Mapping[str, Any] | None = None,
) -> pandas.DataFrame:
    """The answer to a query on a database as a pandas.DataFrame. The program opens it first, and refuses what it
    did not make; nothing is written."""
    import pandas

    with _reading(db) as connection:
        _output(None, "show", sql="SELECT 1", db=db)
        # Not by pandas.read_sql_query: after an error its cursor keeps the database open, and files beside it.
        with contextlib.closing(connection.execute(sql, parameters or ())) as cursor:
            columns = [name for name, *_ in cursor.description or ()]
            return pandas.DataFrame.from_records(cursor, columns=columns, coerce_float=True)


@contextlib.contextmanager
def _reading(db: str | os.PathLike[str]) -> Iterator[sqlite3.Connection]:
    file = pathlib.Path(db)
    if not file.exists():
        raise ApportionError(f"{file}: there is no such database; run() makes one", 2)
    # Only a process that may write removes the files that reading makes beside the database.
    with contextlib.closing(sqlite3.connect(file.resolve().as_uri() + "?mode=rw", uri=True)) as connection:
        connection.execute("PRAGMA query_only = ON")
        yield connection


def _without_brackets(text: str) -> str:
    """A list of algorithms without their options, which may have commas of their own."""
    kept, depth = [], 0
    for letter in text:
        depth += letter == "["
        if depth == 0:
            kept.append(letter)
        depth -= letter == "]"
    return "".join(kept)


def _spelled(value: Any) -> str:
    if not isinstance(value, (str, os.PathLike)) and isinstance(value, Iterable):
        entries = list(value)
        if any(isinstance(entry, (list, tuple)) for entry in entries):
            return json.dumps(entries)
        return ",".join(map(str, entries))
    return str(value)


def _arguments(options: Mapping[str, Any]) -> list[str]:
    arguments = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            arguments.append(option)
        elif isinstance(value, Mapping):
            arguments += [f"{option}={axis}={_spelled(values)}" for axis, values in value.items()]
        else:
            arguments.append(f"{option}={_spelled(value)}")
    return arguments


def _output(executable: str | None, command: str, *words: str, **options: Any) -> str:
    return _finished(executable, command, *words, **options).stdout


def _finished(
    executable: str | None, command: str, *words: str, **options: Any
) -> subprocess.CompletedProcess[str]:
    finished = _run_program(executable, [command, *map(str, words), *_arguments(options)])
    if finished.returncode != 0:
        raise _error(finished)
    return finished


def _run_program(
    executable: str | None, arguments: list[str], lines: str = ""
) -> subprocess.CompletedProcess[str]:
    program = executable or os.environ.get("APPORTION") or "apportion"
    try:
        return subprocess.run(
            [program, *arguments], input=lines, capture_output=True, encoding="utf-8", errors="replace", check=False
        )
    except (FileNotFoundError, PermissionError) as error:
        message = f"{program}: {error.strerror}; install apportion, or name the program in the variable APPORTION"
        raise ApportionError(message, 127) from None


def _answers(finished: subprocess.CompletedProcess[str]) -> list[Any]:
    try:
        answers = [json.loads(line) for line in finished.stdout.splitlines()]
    except ValueError:
        answers = []
    if not answers or not all(isinstance(answer, dict) for answer in answers):
        written = _shortened(finished.stdout.strip()) or "nothing"
        raise ApportionError(f"{finished.args[0]} wrote no answer in JSON, but {written}", 1)
    return answers


def _error(finished: subprocess.CompletedProcess[str]) -> ApportionError:
    own = [line[len("apportion: ") :] for line in finished.stderr.splitlines() if line.startswith("apportion: ")]
    message = "\n".join(own) or finished.stderr.strip() or f"apportion ended with exit status {finished.returncode}"
    return ApportionError(message, finished.returncode)
