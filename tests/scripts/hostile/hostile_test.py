#!/usr/bin/env python3
"""hostile_test.py PROGRAM: databases, folders and sweep files that a stranger may have prepared, each read by every
command that takes one. Fails where a file outside the working folder is made, changed or removed, where a command runs
what the stranger wrote, ends by a signal or takes long, and where a refusal is more than one line."""
import hashlib
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile

PROGRAM = pathlib.Path(sys.argv[1]).absolute()
SECONDS = 30

SWEEP = """family = rectangles
algorithms = RecursiveBisection2, XY2
processors = 4
samples = 3
[exhibit.costs]
title = Costs
sql = SELECT processors, algorithm, total FROM sweeps_mine WHERE seed = :seed
row = processors
column = algorithm
values = total:1
"""


def content(path):
    """What is at a path: kind, target of a link, or bytes."""
    if path.is_symlink():
        return "link", os.readlink(path)
    return ("file", hashlib.sha256(path.read_bytes()).hexdigest()) if path.is_file() else ("other", path.stat().st_mode)


class Place:
    """A working folder, `inside`, and beside it what may not change."""

    def __init__(self, root):
        self.inside = root / "inside"
        self.outside = root / "outside"
        for folder in (self.inside, self.inside / "tmp", self.outside, root / "home"):
            folder.mkdir()
        self.canary = self.outside / "canary"
        self.canary.write_text("untouched\n")
        self.root = root

    def around(self):
        return {path: content(path) for path in self.root.rglob("*") if self.inside not in (path, *path.parents)}

    def call(self, *words, refused=None):
        """Runs the program within `inside`; its status, with the lines of its errors."""
        before = self.around()
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.root / "home"), "TMPDIR": str(self.inside / "tmp")}
        with subprocess.Popen([PROGRAM, *map(str, words)], cwd=self.inside, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True) as process:
            try:
                errors = process.communicate(timeout=SECONDS)[1].decode(errors="replace")
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                raise AssertionError("took too long") from None
        assert process.returncode in (0, 1, 2), f"status {process.returncode}: {errors}"
        assert self.around() == before, "a file outside the folder was made, changed or removed"
        assert process.returncode == 0 or errors.strip(), "no word about what is wrong"
        assert refused is None or refused in errors, f"not refused by name ({refused}): {errors}"
        return process.returncode


def sql(file, *statements):
    with sqlite3.connect(file) as database:
        for statement in statements:
            database.execute(statement)
    database.close()


def doctored(file, *rows):
    """Writes rows of the schema as no statement could: (type, name, table, sql), in place of one of that name."""
    database = sqlite3.connect(file, isolation_level=None)
    database.execute("PRAGMA writable_schema = ON")
    for kind, name, table, text in rows:
        page = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,)).fetchone()
        database.execute("DELETE FROM sqlite_schema WHERE name = ?", (name,))
        database.execute("INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)",
                         (kind, name, table, page[0] if page else 0, text))
    database.close()


def table_of(file, name):
    database = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    text = database.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (name,)).fetchone()[0]
    database.close()
    return text


def with_column(file, table, column):
    """The table's own text with one more column, or another constraint."""
    text = table_of(file, table)
    end = text.index("(") + 1
    return text[:end] + column + ", " + text[end:]


def databases(place, good):
    """Name, the file, and what its refusal names, if it must be refused."""

    def made(name):
        folder = place.inside / name
        folder.mkdir()
        shutil.copy(good, folder / "a.sqlite")
        return folder / "a.sqlite"

    copy = place.outside / "copy.sqlite"
    tail = f"; COMMIT; VACUUM INTO '{copy}'; ATTACH '{copy}' AS c; CREATE TABLE c.t (a)"

    file = made("foreign-view-with-a-tail")
    doctored(file, ("view", "v", "v", "CREATE VIEW v AS SELECT 1" + tail))
    yield file, None

    file = made("own-view-with-a-tail")
    doctored(file, ("view", "sweeps_mine", "sweeps_mine", table_of(file, "sweeps_mine") + tail))
    yield file, "sweeps_mine"

    file = made("own-view-under-another-name")
    doctored(file, ("view", "sweeps_mine", "sweeps_mine", "CREATE VIEW other AS SELECT 1 AS total" + tail))
    yield file, "sweeps_mine"

    file = made("general-view-replaced")
    sql(file, "DROP VIEW measurements", "CREATE VIEW measurements AS SELECT 1 AS mean")
    yield file, "measurements"

    file = made("table-in-the-place-of-a-view")
    sql(file, "DROP VIEW runs", "CREATE TABLE runs (command)")
    yield file, "runs"

    file = made("trigger")
    sql(file, "CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM unit; END")
    yield file, "trigger t"

    file = made("trigger-on-a-view")
    sql(file, "CREATE TRIGGER t INSTEAD OF DELETE ON runs BEGIN DELETE FROM unit; END")
    yield file, "trigger t"

    file = made("virtual-table")
    sql(file, "CREATE VIRTUAL TABLE x USING fts5 (a)")
    yield file, "table x"

    file = made("own-table-made-virtual")
    doctored(file, ("table", "published", "published",
                    f"CREATE VIRTUAL TABLE published USING csv (filename = '{place.canary}')"))
    yield file, "published"

    file = made("generated-column")
    doctored(file, ("table", "run", "run", with_column(file, "run", f"x AS (load_extension('{place.canary}'))")))
    yield file, "run"

    file = made("check")
    doctored(file, ("table", "unit", "unit", with_column(file, "unit", "x CHECK (writefile('../outside/x', x))")))
    yield file, "unit"

    file = made("index-of-an-expression")
    sql(file, "CREATE INDEX mine ON unit (abs(samples)) WHERE samples > 0")
    yield file, None

    file = made("index-replaced")
    sql(file, "DROP INDEX timing_of_point", "CREATE INDEX timing_of_point ON timing (run_id)")
    yield file, "timing_of_point"

    file = made("names")
    sql(file, "UPDATE experiment SET name = '../../outside/$(touch ../outside/x)'",
        "UPDATE algorithm SET name = name || '`touch ../outside/x`'",
        "UPDATE metric SET name = name || '\";DROP TABLE unit;--'")
    yield file, None

    file = made("axes")
    sql(file, """UPDATE experiment SET axes = '["x\\", 1); VACUUM INTO ''../outside/x''; --"]'""")
    yield file, None

    file = made("text-of-a-sweep")
    sql(file, f"UPDATE sweep_text SET file = '../outside/mine.ini', text = '{program_sweep(place)}'")
    yield file, None

    file = made("log-is-a-link")
    (file.parent / "a.sqlite-wal").symlink_to(place.canary)
    yield file, "a.sqlite-wal"

    file = made("journal-is-a-link")
    (file.parent / "a.sqlite-journal").symlink_to(place.canary)
    yield file, "a.sqlite-journal"

    file = made("link")
    file.unlink()
    file.symlink_to(place.canary)
    yield file, "another kind of file"

    file = made("pipe")
    file.unlink()
    os.mkfifo(file)
    yield file, "a device or a pipe"


def program_sweep(place):
    return (SWEEP + f"[algorithm.OWN]\ncommand = touch {place.outside}/ran\n").replace("'", "''")


def commands(file):
    """Those that read a database."""
    yield from (("status", file), ("verify", file), ("digest", file),
                ("show", "sweeps/mine", "--db", file), ("show", "kaddoura/table1", "--db", file),
                ("show", "--sql", "SELECT * FROM v", "--db", file), ("show", "means", "--of", "mine.ini", "--db", file),
                ("report", "--db", file, "-o", file.parent / "report.html"), ("export", "--db", file, "-o", file.parent),
                ("compare", file, file), ("merge", file.parent / "out.sqlite", file),
                ("run", "mine.ini", "--quiet", "--db", file),
                ("forget", "sweeps/mine", "--db", file))


def check_databases(place, good):
    for file, refused in databases(place, good):
        statuses = []
        for words in commands(file):
            try:
                statuses.append(place.call(*words, refused=refused))
            except AssertionError as error:
                raise AssertionError(f"{file.parent.name}: {words[0]}: {error}") from None
        print(f"{file.parent.name:32} {' '.join(map(str, statuses))}")


def check_sweeps(place, good):
    copy = place.outside / "copy.sqlite"
    for number, statement in enumerate((f"ATTACH '{copy}' AS c", f"VACUUM INTO '{copy}'", "PRAGMA journal_mode = DELETE",
                                        f"SELECT writefile('{copy}', 'x')", f"SELECT load_extension('{place.canary}')",
                                        f"SELECT 1; ATTACH '{copy}' AS c", "DELETE FROM unit")):
        file = place.inside / f"sql-{number}.ini"
        file.write_text(SWEEP + f"[exhibit.own]\nsql = {statement}\nrow = a\n")
        for words in (("run", file, "--quiet", "--db", good), ("show", file, "--db", good),
                      ("report", file, "--db", good, "-o", "report.html"), ("describe", file)):
            assert place.call(*words) in (1, 2), f"{statement}: {words[0]}"
    for name, text in (("name", "name = ../../outside/x\n" + SWEEP), ("program", program_sweep(place))):
        file = place.inside / f"{name}.ini"
        file.write_text(text)
        for words in (("describe", file), ("show", file, "--db", good), ("export", "--db", good, "-o", place.inside)):
            place.call(*words)


def check_folders(place, good):
    # An earlier export wrote these: `export` replaces what its list names.
    folder = place.inside / "exported"
    folder.mkdir()
    (folder / "apportion-export.txt").write_text(f"../../outside/canary\n{place.canary}\n")
    place.call("export", "--db", good, "-o", folder)
    # A page that is a link of others' making.
    for name in ("report.html.partial", "tidy.csv.partial"):
        (place.inside / name).symlink_to(place.canary)
    place.call("report", "--db", good, "-o", "report.html")
    # A paper whose texts lie elsewhere.
    paper = place.inside / "paper"
    paper.mkdir()
    (paper / "paper.ini").write_text("title = Mine\n")
    (paper / "printed.csv").symlink_to(place.canary)
    for words in (("run", paper, "--db", good), ("describe", paper), ("show", paper, "--db", good)):
        place.call(*words)


def main():
    with tempfile.TemporaryDirectory() as folder:
        place = Place(pathlib.Path(folder))
        (place.inside / "mine.ini").write_text(SWEEP)
        good = place.inside / "good.sqlite"
        assert place.call("run", "mine.ini", "--quiet", "--db", good) == 0
        check_databases(place, good)
        check_sweeps(place, good)
        check_folders(place, good)
    print("nothing outside was made, changed or removed")


if __name__ == "__main__":
    try:
        main()
    except AssertionError as error:
        sys.exit(f"FAILED: {error}")
