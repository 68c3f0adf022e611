#!/usr/bin/env python3
# What scripts/verify-instances has to refuse.
"""Spoils copies of the collection in one place each: scripts/verify-instances has to refuse them by name."""
import csv
import functools
import gzip
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
INSTANCES = os.path.join(ROOT, "instances")
VERIFIER = os.path.join(ROOT, "scripts", "verify-instances")
GRAPHS = "problems/programs.graphs.jsonl"


def solutions_of(row):
    return f"solutions/{row['family']}.jsonl"


def line_of(folder, file, name):
    path = os.path.join(folder, file)
    packed = not os.path.exists(path) and os.path.exists(path + ".gz")
    with gzip.open(path + ".gz", "rt") if packed else open(path, encoding="utf-8") as lines:
        return next((line for line in lines if line.startswith(f'{{"name":"{name}",')), None)


@functools.cache
def small_collection():
    """Of one small problem of each family, and a second one where there is: the index's rows, and the files' texts."""
    rows, files = [], {}
    with open(os.path.join(INSTANCES, "index.csv"), newline="", encoding="utf-8") as file:
        index = list(csv.DictReader(file))
    for row in index:
        file = f"problems/{row['family']}.jsonl"
        if sum(other["family"] == row["family"] for other in rows) > 1:
            continue
        line = line_of(INSTANCES, file, row["name"])
        if line is None or len(line) > 5000:
            continue
        rows.append(row)
        for each in (file, solutions_of(row), *([GRAPHS] if row["family"] == "programs" else [])):
            files[each] = files.get(each, "") + line_of(INSTANCES, each, row["name"])
    return rows, files


class SpoiledCollection(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = self.temporary.name
        rows, files = small_collection()
        self.rows = [dict(row) for row in rows]
        for file, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(self.folder, file)), exist_ok=True)
            with open(os.path.join(self.folder, file), "w", encoding="utf-8") as written:
                written.write(text)
        self.first = {}
        for row in self.rows:
            self.first.setdefault(row["family"], row)

    def put(self, file, name, line):
        """Replaces the line of this name, or adds it; without a line it goes."""
        path = os.path.join(self.folder, file)
        with open(path, encoding="utf-8") as old:
            lines = [other for other in old if not other.startswith(f'{{"name":"{name}",')]
        with open(path, "w", encoding="utf-8") as new:
            new.writelines(lines + ([line] if line else []))

    def verified(self):
        with open(os.path.join(self.folder, "index.csv"), "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(self.rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(self.rows)
        return self.run_verifier()

    def run_verifier(self):
        return subprocess.run([VERIFIER, "--small", "--instances", self.folder], capture_output=True, text=True, check=False)

    def assert_refused(self, name, text, done=None):
        done = done or self.verified()
        self.assertEqual(done.returncode, 1, done.stdout)
        lines = done.stderr.splitlines()
        self.assertEqual(len(lines), 1, done.stderr)
        self.assertIn(name, lines[0])
        self.assertIn(text, lines[0])

    def edit(self, file, name, change):
        """Changes what a line holds."""
        line = json.loads(line_of(self.folder, file, name))
        change(next(value for member, value in line.items() if member != "name"))
        self.put(file, name, json.dumps(line, separators=(",", ":")) + "\n")

    def test_what_is_whole_passes(self):
        done = self.verified()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(set(self.first), {"rectangles", "boxes", "cells", "grids", "graphs", "shardings", "programs"})

    def test_a_spoiled_value_of_every_family(self):
        for row in self.first.values():
            kept = dict(row)
            with self.subTest(row["name"]):
                row["value"] = str(float(row["value"]) - 1)
                row["bound"], row["status"] = "", "open"
                self.assert_refused(row["name"], f"not {row['value']}")
            row.update(kept)

    def test_a_solution_of_another_problem(self):
        for family, row in self.first.items():
            other = [r for r in self.rows if r["family"] == family and r is not row]
            if not other:
                continue
            with self.subTest(row["name"]):
                file = solutions_of(row)
                kept = line_of(self.folder, file, row["name"])
                taken = line_of(self.folder, file, other[0]["name"]).replace(other[0]["name"], row["name"], 1)
                self.put(file, row["name"], taken)
                done = self.verified()
                self.assertEqual(done.returncode, 1)
                self.assertIn(f"{row['name']}: ", done.stderr)
                self.put(file, row["name"], kept)

    def test_a_bound_above_the_value(self):
        row = self.first["cells"]
        row["bound"], row["status"], row["bound_by"] = str(int(row["value"]) + 1), "open", "formula"
        self.assert_refused(row["name"], "lies above the value")

    def test_an_optimum_without_a_proof(self):
        row = self.first["graphs"]
        row["bound"], row["status"] = "0", "optimal"
        self.assert_refused(row["name"], "it is called optimal")

    def test_a_changed_problem(self):
        row = self.first["grids"]
        self.edit("problems/grids.jsonl", row["name"], lambda problem: problem["block"].reverse() or problem["performances"].reverse())
        self.assert_refused(row["name"], "the checksum")

    def test_a_label_that_there_is_not(self):
        row = self.first["shardings"]
        self.edit(solutions_of(row), row["name"], lambda solution: solution["labels"].__setitem__(0, 10**6))
        self.assert_refused(row["name"], "is no solution: labels[0] is 1000000")

    def test_a_missing_solution(self):
        row = self.first["rectangles"]
        self.put(solutions_of(row), row["name"], None)
        self.assert_refused(row["name"], "there is no line with this solution")

    def test_names_twice_and_what_no_index_names(self):
        self.rows.append(dict(self.rows[0]))
        self.assert_refused(self.rows[0]["name"], "the index has it twice")
        self.rows.pop()
        self.put("solutions/cells.jsonl", "more", '{"name":"more","solution":{}}\n')
        self.assert_refused("more", "which is no problem of the index")
        self.put("solutions/cells.jsonl", "more", None)
        with open(os.path.join(self.folder, "more.json"), "w", encoding="utf-8") as file:
            file.write("{}")
        self.assert_refused("more.json", "belongs to no problem")

    def test_what_a_killed_update_leaves_is_completed(self):
        row = self.first["cells"]
        row["value"], row["bound"], row["status"] = str(int(row["value"]) + 1), "", "open"
        self.assert_refused(row["name"], f"not {row['value']}")
        found = {"revision": 1, "seed": 1, "date": "2026-01-31", "proven": False}
        self.edit(solutions_of(row), row["name"], lambda solution: solution.__setitem__("found", found))
        with open(os.path.join(self.folder, ".index.csv.0123456789abcdef.partial"), "w", encoding="utf-8"):
            pass
        done = self.verified()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn(f"{row['name']}: the solution is better than in the index", done.stdout)

    def test_a_damaged_index(self):
        self.verified()
        path = os.path.join(self.folder, "index.csv")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for damaged, place in ((text.replace("bound", "bounds", 1), "line 1"), (text.rsplit(",", 3)[0] + "\n", "fields for"),
                               ("", "line 1")):
            with self.subTest(place), open(path, "w", encoding="utf-8") as file:
                file.write(damaged)
                file.flush()
                self.assert_refused("index.csv", place, self.run_verifier())


class Formulas(unittest.TestCase):
    def bound(self, **problem):
        sys.path.insert(0, os.path.join(ROOT, "scripts"))
        from instances import bounds
        return bounds.cells_formula({"imbalance": "0%", **problem})

    def test_parts_in_seas_apart_need_no_boundary(self):
        apart = {"rows": 1, "columns": 3, "loads": [[1, 0, 1]], "weights": [1, 1], "latency": 5}
        self.assertEqual(self.bound(**apart), 0)
        self.assertEqual(self.bound(objective="volume", **apart), 0)
        self.assertEqual(self.bound(objective="busiest", **apart), 0)

    def test_parts_in_one_sea_border_on_each_other(self):
        together = {"rows": 1, "columns": 3, "loads": [[1, 1, 1]], "weights": [1, 1, 1], "latency": 5}
        self.assertEqual(self.bound(**together), 2 + 2 * 5)
        self.assertEqual(self.bound(objective="volume", **together), 4)
        self.assertEqual(self.bound(objective="busiest", **together), 2)

    def least_costs(self, problem, costs):
        """Of each objective, among all divisions whose parts have a cell and are within the tolerance ("no"), and among
        those of them whose parts are connected ("yes")."""
        loads, parts = costs.loads_of(problem), len(problem["weights"])
        allowed = list(zip(costs.shares_of(problem, loads), costs.tolerances_of(problem, loads)))
        least = {}
        for divided in itertools.product(range(parts), repeat=len(loads)):
            owners, had = dict(zip(loads, divided)), [0] * parts
            for cell, owner in owners.items():
                had[owner] += loads[cell]
            if not all(had) or any(abs(load - share) > tolerance for load, (share, tolerance) in zip(had, allowed)):
                continue
            edges = sum(owners.get(other, owner) != owner for cell, owner in owners.items()
                        for other in costs.beside(cell, costs.FACES[1::2]))
            reads = costs.received(owners, parts, problem["stencil"])
            for connected in ("no",) if costs.torn_of(owners) else ("no", "yes"):
                for objective, cost in (("total", edges), ("volume", sum(reads)), ("busiest", max(reads))):
                    least[objective, connected] = min(cost, least.get((objective, connected), cost))
        return least

    def test_no_division_of_a_small_array_is_below(self):
        sys.path.insert(0, os.path.join(ROOT, "scripts"))
        from instances import costs
        draw, met = random.Random(1), 0
        for _ in range(30):
            rows, columns = draw.choice([(2, 4), (3, 3), (1, 7)])
            land, heavy = draw.choice([0, .3]), draw.choice([1, 3, 8])
            loads = [[draw.choice([1, 1, heavy]) if draw.random() >= land else 0 for _ in range(columns)] for _ in range(rows)]
            problem = {"loads": loads, "weights": draw.choice([[1, 1], [5, 1], [1, 1, 1], [4, 2, 1]]),
                       "imbalance": draw.choice(["0%", "30%"]), "stencil": draw.choice([5, 9])}
            if sum(map(bool, sum(loads, []))) < len(problem["weights"]):
                continue
            for (objective, connected), least in self.least_costs(problem, costs).items():
                bound = self.bound(**{**problem, "objective": objective, "connected": connected})
                self.assertLessEqual(bound, least, problem)
                met += bound == least
        self.assertGreater(met, 60)


if __name__ == "__main__":
    sys.exit(unittest.main())
