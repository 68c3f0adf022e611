#!/usr/bin/env python3
"""convert_database_test.py PROGRAM SOURCE: a database of the previous schema is refused with the command that converts
it, and converted with all of its numbers, to the bit."""
import os
import pathlib
import random
import sqlite3
import subprocess
import sys
import tempfile

PROGRAM, SOURCE = (pathlib.Path(word).absolute() for word in sys.argv[1:])
KEPT, METRICS, POINTS, SAMPLES = 1, 2, 3, 23
NUMBERS = """
SELECT p.coordinates, a.name, u.chunk, u.samples, k.name, {count}, m.mean, m.m2, {least}, {most}
FROM unit AS u JOIN moment AS m ON m.unit_id = u.id JOIN metric AS k ON k.id = m.metric_id
JOIN point AS p ON p.id = u.point_id JOIN algorithm AS a ON a.id = u.algorithm_id ORDER BY 1, 2, 3, 5"""
VALUES = """
SELECT p.coordinates, a.name, s.sample, k.name, s.value FROM unit AS u JOIN {sample} AS s ON s.unit_id = u.id
JOIN metric AS k ON k.id = s.metric_id JOIN point AS p ON p.id = u.point_id JOIN algorithm AS a ON a.id = u.algorithm_id
ORDER BY 1, 2, 3, 4"""
OTHERS = ("SELECT * FROM experiment", "SELECT count, mean, m2, min, max FROM summary ORDER BY 1, 2, 3",
          "SELECT uuid, command, outcome FROM run", "SELECT median_seconds, measured FROM timing",
          "SELECT sample, message FROM failure", "SELECT file, text, written FROM sweep_text")


def moments(values):
    """Count, mean, sum of squared deviations and extremes, by Welford's recurrence as the program has it."""
    mean = squares = 0.0
    for count, value in enumerate(values, 1):
        before = value - mean
        mean += before / count
        squares += before * (value - mean)
    return len(values), mean, squares, min(values), max(values)


def make_old(file):
    """A database of schema 3: at the first point samples are kept; at the last one every value is the same."""
    dice = random.Random(3)
    database = sqlite3.connect(file)
    database.executescript((SOURCE / "tests/scripts/schema3.sql").read_text())
    add = lambda table, *row: database.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
    add("experiment", 1, "sweeps/old", 7, "revision 1", 100, '["columns"]')
    add("sweep_text", 1, "old.ini", "family = rectangles\n", "2026-01-01T00:00:00Z")
    add("run", 1, "5f0c", "apportion run old.ini", "0", "c", "", "", "cpu", 2, 2, "2026-01-01T00:00:00Z", None, "finished")
    for metric in range(1, METRICS + 1):
        add("metric", metric, 1, f"metric{metric}", "Metric", "", "less", 1, metric)
    add("algorithm", 1, "XY2", 1, "", 0)
    for point in range(1, POINTS + 1):
        add("point", point, 1, f'{{"columns":{1000 * point}}}')
        add("unit", point, point, 1, 0, SAMPLES, 1)
        add("timing", point, point, 1, 1, 0.1 * point, 0.1, 0.4, 3)
        for metric in range(1, METRICS + 1):
            values = [0.1 if point == POINTS else dice.uniform(-1e6, 1e6) for _ in range(SAMPLES)]
            add("moment", point, metric, *moments(values))
            add("summary", point, 1, metric, *moments(values))
            for sample, value in enumerate(values if point == KEPT else []):
                add("sample", point, sample, metric, value)
    add("unit", POINTS + 1, POINTS, 1, 1, SAMPLES, 1)
    add("failure", POINTS + 1, 101, "no answer")
    database.execute(f"PRAGMA application_id = {0x4170706F}")
    database.execute("PRAGMA user_version = 3")
    database.commit()
    database.close()


def rows(file, *statements):
    database = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    found = [[tuple(float.hex(value) if isinstance(value, float) else value for value in row)
              for row in database.execute(statement)] for statement in statements]
    database.close()
    return found


def call(*words):
    return subprocess.run(words, capture_output=True, text=True, check=False, env=os.environ | {"APPORTION": str(PROGRAM)})


def main():
    with tempfile.TemporaryDirectory() as folder:
        old, new = pathlib.Path(folder) / "old.sqlite", pathlib.Path(folder) / "new.sqlite"
        make_old(old)
        before = old.read_bytes()
        refusal = call(PROGRAM, "status", old)
        assert refusal.returncode == 2 and f"`scripts/convert-database {old} NEW`" in refusal.stderr, refusal
        convert = SOURCE / "scripts/convert-database"
        done = call(convert, old, new)
        assert done.returncode == 0, done
        assert old.read_bytes() == before, "the old database was changed"
        assert rows(old, NUMBERS.format(count="m.count", least="m.min", most="m.max"), VALUES.format(sample="sample"),
                    *OTHERS) == rows(new, NUMBERS.format(count="u.samples", least="coalesce(m.min, m.mean)",
                                                         most="coalesce(m.max, m.mean)"),
                                     VALUES.format(sample="sample_value"), *OTHERS)
        assert call(PROGRAM, "verify", new).returncode == 0
        for wrong in ((old, new), (pathlib.Path(folder) / "none.sqlite", new), (old,)):
            assert call(convert, *wrong).returncode != 0, wrong
        digest, later = call(PROGRAM, "digest", new).stdout, pathlib.Path(folder) / "later.sqlite"
        with sqlite3.connect(new) as database:  # as another build makes it
            database.executescript("DROP VIEW failures; CREATE VIEW failures AS SELECT 1 AS a")
        refusal = call(PROGRAM, "status", new)
        assert refusal.returncode == 2 and "(`scripts/convert-database`)" in refusal.stderr, refusal
        assert call(convert, new, later).returncode == 0
        assert call(PROGRAM, "digest", later).stdout == digest


if __name__ == "__main__":
    try:
        main()
    except AssertionError as error:
        sys.exit(f"FAILED: {error}")
