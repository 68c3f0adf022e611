# The Python module against the program that APPORTION names; pandas is used where it is installed.
import contextlib
import io
import os
import pathlib
import re
import sys
import tempfile
import unittest
from unittest import mock

import apportion

try:
    import pandas
except ImportError:
    pandas = None

SQUARE = {"rows": 100, "columns": 100, "weights": [3, 1, 2]}


class Solving(unittest.TestCase):
    def test_answer_is_a_dict(self):
        answer = apportion.solve("rectangles", algorithm="HYBRID[levels=2]", **SQUARE)
        self.assertEqual("HYBRID[levels=2]", answer["algorithm"])
        self.assertEqual(3, len(answer["rectangles"]))

    def test_lists_of_lists_are_machines(self):
        nested = apportion.solve("rectangles", rows=100, columns=100, weights=[[3, 1], 2])
        self.assertEqual(3, len(nested["rectangles"]))

    def test_switches_and_what_is_left_out(self):
        whole = apportion.solve("rectangles", whole=True, latency=None, **SQUARE)
        self.assertTrue(all(part["rows"] == int(part["rows"]) for part in whole["rectangles"]))
        self.assertEqual(
            apportion.solve("rectangles", **SQUARE), apportion.solve("rectangles", whole=False, latency=None, **SQUARE)
        )

    def test_several_algorithms_are_a_list(self):
        for algorithm in ("XY2,HYBRID[levels=2]", ["XY2", "HYBRID[levels=2]"]):
            answers = apportion.solve("rectangles", algorithm=algorithm, **SQUARE)
            self.assertEqual({"XY2", "HYBRID[levels=2]"}, {answer["algorithm"] for answer in answers})
        self.assertGreater(len(apportion.solve("rectangles", algorithm="all", **SQUARE)), 10)
        self.assertEqual(1, len(apportion.solve("rectangles", algorithm=["XY2"], **SQUARE)))

    def test_batch_keeps_the_order_and_names_what_is_refused(self):
        answers = apportion.solve_batch("rectangles", [SQUARE, {"rows": -1, "columns": 1, "weights": [1]}, SQUARE])
        self.assertEqual(answers[0], answers[2])
        self.assertEqual(2, answers[1]["line"])
        self.assertEqual([], apportion.solve_batch("rectangles", []))
        with self.assertRaisesRegex(apportion.ApportionError, "rectangels"):
            apportion.solve_batch("rectangels", [SQUARE])

    def test_a_refusal_is_an_error_with_the_programs_line(self):
        with self.assertRaises(apportion.ApportionError) as refused:
            apportion.solve("rectangles", algorithm="XY3", **SQUARE)
        self.assertEqual(2, refused.exception.status)
        self.assertRegex(str(refused.exception), r"^unknown algorithm 'XY3'[^\n]*$")
        with self.assertRaisesRegex(apportion.ApportionError, "^unknown option '--no-such"):
            apportion.solve("rectangles", no_such=1, **SQUARE)

    def test_every_failure_is_an_apportion_error(self):
        recursive: list = []
        recursive.append(recursive)
        for call in (
            lambda: apportion.solve("rectangles", help=True),
            lambda: apportion.solve("rectangles", batch=os.devnull),
            lambda: apportion.solve("rectangles", rows="1\0"),
            lambda: apportion.solve("rectangles", rows="\ud800"),
            lambda: apportion.solve("rectangles", weights=[[object()]]),
            lambda: apportion.solve("rectangles", weights=recursive),
            lambda: apportion.solve("rectangles", executable="/bin/true", **SQUARE),
            lambda: apportion.solve("rectangles", executable="/bin/echo", **SQUARE),
            lambda: apportion.solve("rectangles", executable=5, **SQUARE),
            lambda: apportion.solve("rectangles", executable="/", **SQUARE),
            lambda: apportion.solve("rectangles", weights="1," * 2_000_000),
            lambda: apportion.solve_batch("rectangles", [{"latency": float("nan")}]),
            lambda: apportion.solve_batch("rectangles", [{"weights": {1}}]),
            lambda: apportion.solve_batch("rectangles", 5),
            lambda: apportion.solve_batch("rectangels", []),
            lambda: apportion.solve_batch("rectangles", [SQUARE], executable="/bin/cat"),
            lambda: apportion.solve_batch("rectangles", [SQUARE], executable="/bin/echo"),
            lambda: apportion.views(__file__),
            lambda: apportion.views("\0"),
            lambda: apportion.views(5),
        ):
            with self.assertRaises(apportion.ApportionError) as failed:
                call()
            self.assertLess(len(str(failed.exception)), 400)
        self.assertEqual(apportion.solve("rectangles", **SQUARE), apportion.solve("rectangles", algorithm=None, **SQUARE))

    def test_drawings_are_svg_or_text(self):
        self.assertTrue(apportion.draw("rectangles", **SQUARE).startswith("<"))
        self.assertNotIn("<svg", apportion.draw("rectangles", format="text", **SQUARE))


    def test_arrays_need_the_extension(self):
        with mock.patch.dict(sys.modules, {"apportion._core": None}):
            for call in (
                lambda: apportion.cells(rows=4, columns=6, speeds=[1, 1]),
                lambda: apportion.rectangles(4, 6, [1, 1]),
                lambda: apportion.plan([[0, 1]]),
            ):
                with self.assertRaisesRegex(apportion.ApportionError, "^this Python has no arrays of Apportion: "):
                    call()


class TheProgram(unittest.TestCase):
    def test_a_missing_one_is_an_error(self):
        with mock.patch.dict(os.environ, APPORTION="/nowhere/apportion"):
            with self.assertRaisesRegex(apportion.ApportionError, "/nowhere/apportion") as refused:
                apportion.solve("rectangles", **SQUARE)
        self.assertEqual(127, refused.exception.status)

    def test_the_argument_goes_before_the_variable(self):
        program = os.environ["APPORTION"]
        with mock.patch.dict(os.environ, APPORTION="/nowhere/apportion"):
            self.assertIn("rectangles", apportion.solve("rectangles", executable=program, **SQUARE))

    def test_it_is_looked_for_on_the_path(self):
        folder = os.path.dirname(os.environ["APPORTION"])
        with mock.patch.dict(os.environ, PATH=folder):
            del os.environ["APPORTION"]
            self.assertIn("rectangles", apportion.solve("rectangles", **SQUARE))


class Results(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.db = pathlib.Path(folder.name) / "results ?#%.sqlite"
        grid = {"processors": [4, 5], "columns": 1000, "latency": 0, "ratio": 2}
        self.said = apportion.run("kaddoura/grid", samples=2, set=grid, algorithms=["XY2", "TILE"], db=self.db)

    def test_a_run_says_what_it_did(self):
        self.assertRegex(self.said, "^[1-9][0-9]* results written, 0 present before$")
        self.assertIn("to do", apportion.run("kaddoura/figure16", dry_run=True, quiet=True, db=self.db))

    def test_a_failed_run_is_an_error(self):
        with self.assertRaisesRegex(apportion.ApportionError, "kaddoura/grid"):
            apportion.run("kaddoura/gird", db=self.db)

    def test_views_are_listed(self):
        self.assertIn("kaddoura_grid", apportion.views(self.db))

    def test_an_unknown_view_is_refused(self):
        with self.assertRaisesRegex(apportion.ApportionError, "kaddoura_grid"):
            apportion.view("kaddoura_gird", self.db)

    def test_a_missing_database_is_not_made(self):
        missing = self.db.with_name("missing")
        with self.assertRaisesRegex(apportion.ApportionError, "no such database"):
            apportion.views(missing)
        self.assertFalse(missing.exists())

    def test_the_default_database_is_the_programs(self):
        with contextlib.ExitStack() as here:
            here.callback(os.chdir, os.getcwd())
            os.chdir(self.db.parent)
            apportion.run("kaddoura/figure16")
            self.assertIn("kaddoura_figure16", apportion.views())

    @unittest.skipIf(pandas is None, "pandas is not installed")
    def test_views_and_queries_are_tables(self):
        table = apportion.view("kaddoura_grid", self.db)
        self.assertEqual({"XY2", "TILE"}, set(table[table.rival == ""].algorithm))
        self.assertEqual([4, 5], sorted(set(table.processors)))
        one = apportion.query("SELECT total FROM kaddoura_grid WHERE algorithm = ? AND rival = ''", self.db, ["XY2"])
        self.assertEqual(["total"], list(one.columns))
        with self.assertRaises(apportion.ApportionError):
            apportion.query("DELETE FROM unit", self.db)
        self.assertEqual([self.db.name], [file.name for file in self.db.parent.iterdir()])

    @unittest.skipIf(pandas is None, "pandas is not installed")
    def test_what_is_cut_off_is_refused(self):
        with open(self.db, "r+b") as file:
            file.truncate(4096)
        for read in (lambda: apportion.view("kaddoura_grid_chunks", self.db),
                     lambda: apportion.query("SELECT 1", self.db)):
            with self.assertRaisesRegex(apportion.ApportionError, "is damaged|is malformed"):
                read()


class TheInstallationPage(unittest.TestCase):
    def test_its_examples_work(self):
        page = pathlib.Path(__file__).parents[2] / "docs" / "install.md"
        _, plain, with_pandas = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
        with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as here:
            here.callback(os.chdir, os.getcwd())
            os.chdir(folder)
            printed = here.enter_context(contextlib.redirect_stdout(io.StringIO()))
            names: dict = {}
            exec(plain, names)
            self.assertIn("1 BEST ", printed.getvalue())
            self.assertRegex(printed.getvalue(), r"\n2 [^\n]*weights")
            self.assertIn("<svg", pathlib.Path("parts.svg").read_text(encoding="utf-8"))
            if pandas is not None:
                exec(with_pandas, names)
                self.assertIn("RecursiveBisection2", printed.getvalue())


if __name__ == "__main__":
    unittest.main()
