"""Apportion from Python: problems solved and drawn, experiments run, and results as pandas tables.

    import apportion
    answer = apportion.solve("rectangles", rows=1000, columns=1000, weights=[3, 1, 2])
    svg = apportion.draw("rectangles", rows=1000, columns=1000, weights=[3, 1, 2], algorithm="XY2,BEST")
    apportion.run("kaddoura/grid", samples=5, db="results.db")
    table = apportion.view("kaddoura_grid", db="results.db")

Everything is done by the program `apportion`, which is looked for on the PATH; the environment variable
APPORTION_PROGRAM names another one. Options are those of the command line, with _ for -: True gives a flag, False and
None leave an option out, lists are spelled as JSON. What the program refuses is an ApportionError with its message.
Only view() and query() need another package, pandas.
"""

import json
import os
import pathlib
import sqlite3
import subprocess

__all__ = ["ApportionError", "draw", "query", "run", "solve", "solve_batch", "view", "views"]

DEFAULT_DATABASE = "results/out/results.db"


class ApportionError(Exception):
    """What the program printed on standard error, and its exit status: 1 failed, 2 bad input, 130 interrupted."""

    def __init__(self, message, status):
        super().__init__(message)
        self.status = status


def solve(family, **options):
    """One problem of a family: the answer as `apportion solve` prints it, as a dict; of several algorithms a list."""
    if _compares(options):
        options.setdefault("format", "json")
    answers = [json.loads(line) for line in _output("solve", family, **options).splitlines()]
    return answers if _compares(options) else answers[0]


def solve_batch(family, problems):
    """Many problems, each a dict as `apportion solve --batch` takes it: a list of their answers in this order. A problem
    that the program refuses has an answer with the keys "error" and "line"."""
    lines = "".join(json.dumps(problem, allow_nan=False) + "\n" for problem in problems)
    finished = _run_program(["solve", family, "--batch", "-"], lines)
    answers = [json.loads(line) for line in finished.stdout.splitlines()]
    if len(answers) != len(problems):
        raise _error(finished)
    return answers


def draw(family, **options):
    """The picture of a solution, or of several side by side, as SVG; with format="text" as text."""
    options.setdefault("format", "svg")
    return _output("draw", family, **options)


def run(*words, **options):
    """Runs experiments, papers or sweep files as `apportion run` does, and returns what it printed."""
    return _output("run", *words, **options)


def view(name, db=DEFAULT_DATABASE):
    """All rows of one of the database's views, such as "kaddoura_grid", as a pandas.DataFrame."""
    if name not in views(db):
        raise ValueError(f"{db} has no view {name!r}; there are {', '.join(views(db))}")
    return query('SELECT * FROM "' + name + '"', db)


def views(db=DEFAULT_DATABASE):
    """The names of the database's views."""
    with _reading(db) as connection:
        rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'view' ORDER BY name")
        return [name for (name,) in rows]


def query(sql, db=DEFAULT_DATABASE, parameters=None):
    """The answer to a query on the database as a pandas.DataFrame. The database is opened for reading only."""
    import pandas

    with _reading(db) as connection:
        return pandas.read_sql_query(sql, connection, params=parameters)


class _reading:
    """A connection that cannot write, closed at the end of a `with` block."""

    def __init__(self, db):
        if not os.path.exists(db):
            raise FileNotFoundError(f"{db}: there is no such database; run() makes one")
        self._connection = sqlite3.connect(pathlib.Path(db).resolve().as_uri() + "?mode=ro", uri=True)

    def __enter__(self):
        return self._connection

    def __exit__(self, *_):
        self._connection.close()


def _compares(options):
    algorithm = str(options.get("algorithm", ""))
    depth = 0
    for letter in algorithm:
        depth += {"[": 1, "]": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            return True
    return algorithm == "all"


def _output(command, *words, **options):
    finished = _run_program([command, *map(str, words), *_arguments(options)])
    if finished.returncode != 0:
        raise _error(finished)
    return finished.stdout


def _arguments(options):
    arguments = []
    for name, value in options.items():
        if value is None or value is False:
            continue
        arguments.append("--" + name.replace("_", "-"))
        if value is not True:
            arguments.append(json.dumps(value) if isinstance(value, (list, tuple, dict)) else str(value))
    return arguments


def _run_program(arguments, lines=""):
    program = os.environ.get("APPORTION_PROGRAM", "apportion")
    try:
        return subprocess.run([program, *arguments], input=lines, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        message = f"the program {program!r} was not found; install it, or name it in APPORTION_PROGRAM"
        raise ApportionError(message, 127) from None


def _error(finished):
    message = finished.stderr.strip() or f"apportion ended with exit status {finished.returncode}"
    return ApportionError(message, finished.returncode)
