# The Python module against the program that APPORTION_PROGRAM names; pandas is used where it is installed.
import os
import tempfile
import unittest

import apportion

try:
    import pandas
except ImportError:
    pandas = None

SQUARE = {"rows": 100, "columns": 100, "weights": [3, 1, 2]}


class Solving(unittest.TestCase):
    def test_answer_is_a_dict(self):
        answer = apportion.solve("rectangles", algorithm="XY2", **SQUARE)
        self.assertEqual("XY2", answer["algorithm"])
        self.assertEqual(3, len(answer["rectangles"]))

    def test_several_algorithms_are_a_list(self):
        answers = apportion.solve("rectangles", algorithm="XY2,HYBRID[levels=2]", **SQUARE)
        self.assertEqual({"XY2", "HYBRID"}, {answer["algorithm"].split("[")[0] for answer in answers})

    def test_batch_keeps_the_order_and_names_what_is_refused(self):
        answers = apportion.solve_batch("rectangles", [SQUARE, {"rows": -1, "columns": 1, "weights": [1]}, SQUARE])
        self.assertEqual(answers[0], answers[2])
        self.assertEqual(2, answers[1]["line"])

    def test_a_refusal_is_an_error_with_the_programs_message(self):
        with self.assertRaisesRegex(apportion.ApportionError, "XY2") as refused:
            apportion.solve("rectangles", algorithm="XY3", **SQUARE)
        self.assertEqual(2, refused.exception.status)

    def test_a_missing_program_is_an_error(self):
        program = os.environ["APPORTION_PROGRAM"]
        os.environ["APPORTION_PROGRAM"] = "/nowhere/apportion"
        try:
            with self.assertRaisesRegex(apportion.ApportionError, "/nowhere/apportion"):
                apportion.solve("rectangles", **SQUARE)
        finally:
            os.environ["APPORTION_PROGRAM"] = program

    def test_drawings_are_svg(self):
        self.assertTrue(apportion.draw("rectangles", **SQUARE).startswith("<"))


class Results(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.db = os.path.join(self.folder.name, "results ?#.db")
        apportion.run("kaddoura/figure16", db=self.db)

    def tearDown(self):
        self.folder.cleanup()

    def test_views_are_listed(self):
        self.assertIn("kaddoura_figure16", apportion.views(self.db))

    def test_an_unknown_view_is_refused(self):
        with self.assertRaisesRegex(ValueError, "kaddoura_figure16"):
            apportion.view("kaddoura_figure17", self.db)

    def test_a_missing_database_is_not_made(self):
        with self.assertRaises(FileNotFoundError):
            apportion.views(self.db + "x")
        self.assertFalse(os.path.exists(self.db + "x"))

    @unittest.skipIf(pandas is None, "pandas is not installed")
    def test_views_are_tables(self):
        table = apportion.view("kaddoura_figure16", self.db)
        self.assertIn("algorithm", table.columns)
        self.assertGreater(len(table), 0)


if __name__ == "__main__":
    unittest.main()
