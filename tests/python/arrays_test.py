# Arrays divided in this process: the right answer, or an ApportionError. NumPy must be there; xarray is used where it is.
import contextlib
import importlib.util
import io
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

try:
    import numpy as np
except ImportError:
    print("NumPy is not installed")
    sys.exit(77)

import apportion
from apportion import _core, divisions

LOADS = np.arange(24.0).reshape(4, 6)  # the first cell is left out
SPEEDS = [3, 1, 2]
QUICK = "BEST[effort=quick]"  # in space the default takes a second
needs_cells = unittest.skipUnless(hasattr(_core, "cells"), "whole cells are not built in")


def by_the_program(*words):
    finished = subprocess.run([os.environ["APPORTION"], *words], capture_output=True, check=True, encoding="utf-8")
    return finished.stdout


@needs_cells
class Cells(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_they_are_divided_as_by_the_program(self):
        np.save(self.folder / "loads.npy", LOADS)
        problem = ["cells", "--loads", str(self.folder / "loads.npy"), "--weights", "3,1,2", "--algorithm", "RCB"]
        division = apportion.cells(LOADS, SPEEDS, algorithm="RCB")
        answer = json.loads(by_the_program("solve", *problem, "--format", "json"))
        self.assertEqual("RCB", division.algorithm)
        self.assertEqual(answer["rectangles"], division.rectangles)
        self.assertEqual({key: answer[key] for key in division.costs}, division.costs)
        by_the_program("solve", *problem, "-o", str(self.folder / "owners.npy"))
        np.testing.assert_array_equal(np.load(self.folder / "owners.npy"), division.owners)
        plan = json.loads(by_the_program("solve", *problem, "--format", "plan", "--depth", "2", "--corners"))
        self.assertEqual(plan, apportion.plan(division, depth=2, corners=True))
        self.assertEqual(by_the_program("draw", *problem, "--format", "svg").strip(), apportion.draw(division).strip())

    def test_sides_are_enough(self):
        division = apportion.cells(rows=4, columns=5, speeds=np.array([1, 1], dtype=np.float32))
        self.assertEqual((4, 5), division.owners.shape)
        self.assertEqual(5, division.costs["boundary"])
        huge = apportion.cells(rows=10**9, columns=10**6, speeds=[1, 1], algorithm="RCB")
        with self.assertRaisesRegex(apportion.ApportionError, "too many to be visited"):
            huge.owners

    def test_masks_leave_cells_out(self):
        mask = np.ones((4, 6), dtype=bool)
        mask[1:3, 2] = False
        for division in (apportion.cells(speeds=SPEEDS, mask=mask), apportion.cells(mask.astype("i2"), SPEEDS)):
            np.testing.assert_array_equal(mask, division.owners >= 0)
        both = apportion.cells(LOADS, SPEEDS, mask=mask)
        np.testing.assert_array_equal(mask & (LOADS > 0), both.owners >= 0)

    def test_owners_are_an_array_that_stays(self):
        owners = apportion.cells(LOADS, SPEEDS).owners
        self.assertEqual(np.int32, owners.dtype)
        with self.assertRaises(ValueError):
            owners[0, 0] = 7
        with self.assertRaises(ValueError):
            owners.flags.writeable = True

    def test_all_who_had_the_cells_may_have_left(self):
        for method in ("refined", "renamed"):
            algorithm = f"BEST[rebalancing={method}]"
            division = apportion.cells(rows=2, columns=2, speeds=[1, 1], previous=[[2, 2], [-1, 2]], first_owner=0,
                                       algorithm=algorithm)
            self.assertEqual([2, 2], np.bincount(division.owners.ravel()).tolist())

    def test_machines_are_lists(self):
        plan = apportion.plan(apportion.cells(LOADS, [[1, 1], 2]))
        self.assertEqual(3, plan["processors"])


@needs_cells
class Layers(unittest.TestCase):
    """Arrays of three dimensions: layers, rows, columns."""

    loads = np.arange(60.0).reshape(3, 4, 5) % 7  # some cells are left out

    def test_they_are_divided_as_by_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            file, owners = os.path.join(folder, "loads.npy"), os.path.join(folder, "owners.npy")
            np.save(file, self.loads)
            problem = ["cells", "--loads", file, "--weights", "3,1,2", "--algorithm", QUICK]
            division = apportion.cells(self.loads, SPEEDS, algorithm=QUICK)
            answer = json.loads(by_the_program("solve", *problem))
            self.assertEqual(answer["rectangles"], division.rectangles)
            self.assertEqual({key: answer[key] for key in division.costs}, division.costs)
            by_the_program("solve", *problem, "-o", owners)
            np.testing.assert_array_equal(np.load(owners), division.owners)
            np.testing.assert_array_equal(self.loads > 0, division.owners >= 0)
            plan = json.loads(by_the_program("solve", *problem, "--format", "plan", "--depth", "2"))
            self.assertEqual(plan, apportion.plan(division, depth=2))
            self.assertEqual(3, plan["layers"])
            self.assertIn("; z = 1<", apportion.draw(division))
            self.assertEqual(by_the_program("draw", *problem).strip(), division.draw(format="text").strip())

    def test_forms_and_sides(self):
        expected = apportion.cells(self.loads, SPEEDS, algorithm=QUICK).owners
        for form in (np.asfortranarray(self.loads), self.loads.astype("u1"), self.loads.tolist()):
            np.testing.assert_array_equal(expected, apportion.cells(form, SPEEDS, algorithm=QUICK).owners)
        small = apportion.cells(layers=2, rows=3, columns=4, speeds=SPEEDS, algorithm=QUICK)
        self.assertEqual((2, 3, 4), small.owners.shape)
        masked = apportion.cells(speeds=SPEEDS, mask=self.loads > 3, algorithm=QUICK)
        np.testing.assert_array_equal(self.loads > 3, masked.owners >= 0)
        depths = np.array([[1, 2], [0, 3]])
        division = apportion.cells(layers=3, depths=depths, speeds=[1, 1], algorithm=QUICK)
        np.testing.assert_array_equal(np.arange(3)[:, None, None] < depths, division.owners >= 0)
        flat = apportion.cells(LOADS[None], SPEEDS)  # one layer is an array without layers
        np.testing.assert_array_equal(apportion.cells(LOADS, SPEEDS).owners, flat.owners)

    def test_divisions_that_there_are(self):
        own = apportion.cells(self.loads, SPEEDS, algorithm=QUICK)
        given = apportion.evaluate(own.owners, SPEEDS, loads=self.loads)
        self.assertEqual({**own.costs, "fill": given.costs["fill"]}, given.costs)
        self.assertEqual(apportion.plan(own), apportion.plan(own.owners))
        again = apportion.cells(self.loads, [3, 1, 1], previous=own.owners, migration_price=1, algorithm=QUICK)
        self.assertGreater(again.costs["moved"], 0)
        listed = apportion.evaluate(own.owners.ravel(), SPEEDS, loads=self.loads)
        np.testing.assert_array_equal(own.owners, listed.owners)

    def test_they_do_not_mix_with_rows_and_columns(self):
        for said, call in (
            ("layers is 3, but the mask has 1 layers|layers is 3, but the mask has no third axis",
             lambda: apportion.cells(self.loads, SPEEDS, mask=self.loads[0])),
            ("layers is 2, but the array of loads has 3 layers", lambda: apportion.cells(self.loads, SPEEDS, layers=2)),
            ("layers is 4, but the array of loads has no third axis", lambda: apportion.cells(LOADS, SPEEDS, layers=4)),
            ("owners has the owners of 3 x 4 x 5 cells; the array has 4 x 6",
             lambda: apportion.evaluate(np.zeros((3, 4, 5)), SPEEDS, loads=LOADS)),
            ("at most 100000000 cells", lambda: apportion.cells(np.broadcast_to(1.0, (2000, 2000, 2500)), SPEEDS)),
        ):  # fmt: skip
            with self.subTest(said), self.assertRaisesRegex(apportion.ApportionError, said):
                call()


@needs_cells
class TheFormOfArrays(unittest.TestCase):
    def test_contiguous_doubles_are_not_copied(self):
        self.assertTrue(np.shares_memory(LOADS, divisions._doubles("loads", LOADS)))
        # The extension takes nothing that it would have to copy.
        for other in (LOADS.astype(np.float32), np.asfortranarray(LOADS), LOADS[:, ::2]):
            with self.assertRaises(TypeError):
                _core.cells('{"weights": [1]}', other, None, None)

    def test_every_form_has_the_same_answer(self):
        padded = np.zeros(8 * LOADS.size + 1, dtype=np.uint8)
        unaligned = padded[1:].view(np.float64).reshape(LOADS.shape)
        unaligned[:] = LOADS
        read_only = LOADS.copy()
        read_only.flags.writeable = False
        forms = [
            np.asfortranarray(LOADS), LOADS[::-1], LOADS[:, ::2], LOADS.astype(">f8"), LOADS.astype("f4"),
            LOADS.astype("u1"), LOADS.astype("i8"), LOADS.astype(np.longdouble), LOADS.astype(np.float16),
            LOADS > 3, LOADS.tolist(), unaligned, read_only, np.broadcast_to(LOADS[1], (5, 6)),
        ]  # fmt: skip
        for form in forms:
            doubles = np.array(form, dtype=np.float64, order="C")
            expected = apportion.cells(doubles, SPEEDS, algorithm="RCB").owners
            np.testing.assert_array_equal(expected, apportion.cells(form, SPEEDS, algorithm="RCB").owners)

    def test_what_is_masked_is_left_out(self):
        for kind in (np.float64, np.int16):
            masked = np.ma.masked_greater(LOADS.astype(kind), 20)
            self.assertTrue((apportion.cells(masked, SPEEDS).owners[3, 3:] == -1).all())
        owners = np.ma.masked_equal([[0, 0, 9], [1, 1, 9]], 9)
        self.assertEqual(4, (apportion.evaluate(owners, mask=owners < 2).owners >= 0).sum())

    def test_other_threads_run_meanwhile(self):
        loads = np.ones((2000, 2000))
        solving = threading.Thread(target=apportion.cells, args=(loads, np.ones(100)), kwargs={"algorithm": "JAG-M"})
        solving.start()
        turns = 0
        while solving.is_alive():
            turns += 1
            time.sleep(0.001)
        self.assertGreater(turns, 10)

    def test_nothing_of_an_array_is_kept(self):
        loads = LOADS.copy()
        division = apportion.cells(loads, SPEEDS, algorithm="RCB")
        expected = apportion.cells(LOADS, SPEEDS, algorithm="RCB")
        loads[:] = np.nan
        np.testing.assert_array_equal(expected.owners, division.owners)
        self.assertEqual(apportion.draw(expected), apportion.draw(division))
        self.assertEqual(apportion.plan(expected), apportion.plan(division))


class OtherDivisions(unittest.TestCase):
    @needs_cells
    def test_their_costs_are_those_of_the_same_division(self):
        own = apportion.cells(LOADS, SPEEDS)
        given = apportion.evaluate(own.owners, SPEEDS, loads=LOADS)
        self.assertEqual("owners", given.algorithm)
        self.assertEqual({**own.costs, "fill": given.costs["fill"]}, given.costs)
        np.testing.assert_array_equal(own.owners, given.owners)
        self.assertEqual(apportion.plan(own), apportion.plan(given))

    @needs_cells
    def test_owners_may_be_a_list(self):
        owners = np.array([[0, 0, 1], [0, 1, 1]])
        given = apportion.evaluate(owners.ravel(), rows=2, columns=3)
        np.testing.assert_array_equal(owners, given.owners)
        self.assertEqual(apportion.plan(owners), apportion.plan(given))

    def test_rectangles(self):
        division = apportion.rectangles(100, 80, SPEEDS, algorithm="XY2")
        for area, part in zip([4000, 8000 / 6, 8000 / 3], division.rectangles):
            self.assertAlmostEqual(area, part["rows"] * part["columns"])
        for needs_cells in (lambda: division.owners, lambda: apportion.plan(division)):
            with self.assertRaisesRegex(apportion.ApportionError, "whole=True"):
                needs_cells()
        whole = apportion.rectangles(100, 80, SPEEDS, whole=True)
        self.assertEqual((100, 80), whole.owners.shape)
        self.assertEqual(3, len(apportion.plan(whole)["ranks"]))

    @needs_cells
    def test_jupyter_shows_divisions_and_drawings(self):
        division = apportion.cells(LOADS, SPEEDS, algorithm="RCB")
        self.assertTrue(division._repr_svg_().startswith("<svg"))
        self.assertEqual(division._repr_svg_(), apportion.draw(division)._repr_svg_())
        self.assertIsNone(apportion.draw(division, format="text")._repr_svg_())
        self.assertRegex(repr(division), "^<RCB on 4 x 6 cells: [^\n]*>$")


@needs_cells
class BadInput(unittest.TestCase):
    def test_it_is_refused_in_one_line(self):
        cells, evaluate, plan = apportion.cells, apportion.evaluate, apportion.plan
        owners = cells(rows=4, columns=6, speeds=SPEEDS).owners
        for said, call in (
            ("loads: the load of row 0, column 1 is -1;", lambda: cells(-LOADS, SPEEDS)),
            ("loads: the load of row 0, column 0 is nan;", lambda: cells(LOADS * np.nan, SPEEDS)),
            ("loads: the load of row 0, column 2 is inf;", lambda: cells(LOADS.astype(np.longdouble) * 1e308, SPEEDS)),
            ("loads: all cells have load 0", lambda: cells(0 * LOADS, SPEEDS)),
            ("loads: the array has the shape .0, 5.; there is no cell", lambda: cells(np.zeros((0, 5)), SPEEDS)),
            (r"loads: the array has the shape \(6,\)", lambda: cells(LOADS[0], SPEEDS)),
            (r"loads: the array has the shape \(1, 1, 4, 6\)", lambda: cells(LOADS[None, None], SPEEDS)),
            ("loads: the array is of the type complex128", lambda: cells(LOADS.astype(complex), SPEEDS)),
            ("loads: the array is of the type object", lambda: cells(np.array([[None]]), SPEEDS)),
            ("loads: the array is of the type <U9", lambda: cells("loads.npy", SPEEDS)),
            ("loads: the array is of the type datetime64", lambda: cells(LOADS.astype("M8[s]"), SPEEDS)),
            ("ValueError", lambda: cells([[1, 2], [3]], SPEEDS)),
            ("rows is 4, but the mask has 3 rows", lambda: cells(LOADS, SPEEDS, mask=np.ones((3, 6)))),
            ("mask: all cells have load 0", lambda: cells(LOADS, SPEEDS, mask=LOADS < 0)),
            ("rows is 7, but the array of loads has 4", lambda: cells(LOADS, SPEEDS, rows=7)),
            ("rows is missing", lambda: cells(speeds=SPEEDS)),
            ("weights is missing", lambda: cells(LOADS)),
            ("the list of weights is empty", lambda: cells(LOADS, [])),
            ("weight 1 is -1;", lambda: cells(LOADS, [1, -1])),
            ("ValueError", lambda: cells(LOADS, [1, np.nan])),
            ("the argument 'speeds'", lambda: cells(LOADS, weights=SPEEDS)),
            ("TypeError", lambda: cells(LOADS, object())),
            ("^unknown algorithm 'RCC'; did you mean RCB", lambda: cells(LOADS, SPEEDS, algorithm="RCC")),
            ("unknown key 'lodas'", lambda: cells(LOADS, SPEEDS, lodas=1)),
            ("seed is -1", lambda: cells(LOADS, SPEEDS, seed=-1)),
            ("owners: row 0, column 0 has the owner 1.8", lambda: evaluate(np.full((2, 2), 2**64 - 1, np.uint64))),
            ("owners: row 0, column 0 has the owner 0.5", lambda: evaluate(0.5 + 0 * LOADS)),
            ("owners: row 0, column 0 has the owner nan", lambda: evaluate(np.nan * LOADS)),
            ("owners: no cell has an owner", lambda: evaluate(np.full((2, 2), -1))),
            ("owners: cells belong to processors 1 to 3, .* --first-owner 1", lambda: evaluate(owners + 1, SPEEDS)),
            ("owners has the owners of 4 x 5 cells", lambda: evaluate(owners[:, :5], SPEEDS, loads=LOADS)),
            ("takes no algorithm", lambda: evaluate(owners, SPEEDS, algorithm="RCB")),
            ("the depth of a stencil is 0", lambda: plan(owners, depth=0)),
            ("the depth of a stencil is", lambda: plan(owners, depth=10**30)),
            ("TypeError", lambda: plan(owners, depth=1.5)),
            ("owners: the array has the shape", lambda: plan(3)),
            ("unknown format 'png'", lambda: apportion.draw(cells(LOADS, SPEEDS), format="png")),
            ("draw.. takes a division", lambda: apportion.draw(owners)),
            ("rows is a JSON string", lambda: apportion.rectangles("a", 3, SPEEDS)),
        ):
            with self.subTest(said), self.assertRaisesRegex(apportion.ApportionError, said) as refused:
                call()
            self.assertEqual(2, refused.exception.status)
            self.assertNotIn("\n", str(refused.exception))


# Arrays of every form that is none of cells, each with a part of what is said of it.
NO_CELLS = (
    (r"the shape \(0, 4\); there is no cell", np.zeros((0, 4))),
    (r"the shape \(4, 0\); there is no cell", np.zeros((4, 0))),
    (r"there is no cell", np.zeros((2**40, 0))),
    (r"there is no cell", []),
    (r"the shape \(\); it must have rows and columns", np.zeros(())),
    (r"the shape \(1, 1, 1, 1\); it must have rows and columns", np.zeros((1, 1, 1, 1))),
    (r"the shape \(2, 0, 3\); there is no cell", np.zeros((2, 0, 3))),
    (r"at most 100000000 cells are taken", np.broadcast_to(1.0, (2**20, 2**20))),
    (r"at most 100000000 cells are taken", np.broadcast_to(True, (10**4, 10**4 + 1))),
    (r"of the type complex128", np.ones((4, 6), dtype=complex)),
    (r"of the type object", np.full((4, 6), None)),
    (r"of the type datetime64", np.ones((4, 6), dtype="M8[s]")),
    (r"of the type timedelta64", np.ones((4, 6), dtype="m8[s]")),
    (r"of the type \|?S1", np.full((4, 6), b"1")),
    (r"of the type \[\('a', '<f8'\)\]", np.ones((4, 6), dtype=[("a", "f8")])),
    (r"is -?nan;|the owner nan;", np.full((4, 6), np.nan)),
    (r"is inf;|the owner inf;", np.full((4, 6), np.inf)),
)


@needs_cells
class ArraysWithoutCells(unittest.TestCase):
    def expect_refusal(self, said, call):
        with self.assertRaisesRegex(apportion.ApportionError, said) as refused:
            call()
        self.assertEqual(2, refused.exception.status)
        self.assertNotIn("\n", str(refused.exception))

    def test_every_entry_refuses_them(self):
        ones = np.ones((4, 6))
        owners = np.zeros((4, 6), dtype=int)
        for said, array in NO_CELLS:
            for name, call in (
                ("loads", lambda: apportion.cells(array, SPEEDS)),
                ("mask", lambda: apportion.cells(ones, SPEEDS, mask=array)),
                ("owners", lambda: apportion.evaluate(array, SPEEDS)),
                ("loads", lambda: apportion.evaluate(owners, loads=array)),
                ("mask", lambda: apportion.evaluate(owners, mask=array)),
                ("owners", lambda: apportion.plan(array)),
            ):
                if name == "owners" and isinstance(array, list):
                    said = r"the shape \(0,\); there is no cell"
                elif isinstance(array, list):
                    said = r"the shape \(0,\); it must have rows and columns"
                with self.subTest(name=name, said=said):
                    self.expect_refusal(f"{name}: .*({said})", call)
            with self.subTest(what="draw", said=said):
                self.expect_refusal("draw.. takes a division", lambda: apportion.draw(array))

    def test_the_extension_refuses_them_itself(self):
        for shape in ((0, 4), (4, 0), (2**40, 0), (0,), (), (1, 1, 1, 1), (2, 0, 3), (0, 2, 3)):
            for place in range(3):
                given = [None, None, None]
                given[place] = np.zeros(shape)
                with self.subTest(shape=shape, place=place):
                    self.expect_refusal("has no cell|must have rows and columns",
                                        lambda: _core.cells('{"weights":[1]}', *given))

    def test_lists_of_owners_need_sides(self):
        self.expect_refusal("rows is missing", lambda: apportion.evaluate(np.zeros(12)))
        self.expect_refusal("rows is missing", lambda: apportion.plan(np.zeros(12)))
        self.expect_refusal("owners has 5 owners; the array has 2 x 3", lambda: apportion.evaluate(
            np.zeros(5), rows=2, columns=3))
        mask = np.array([[1, 1, 0], [1, 0, 1]])
        given = apportion.evaluate([0, 1, 1, 0], mask=mask)
        np.testing.assert_array_equal([[0, 1, -1], [1, -1, 0]], given.owners)

    def test_cells_without_an_owner_are_left_out(self):
        mask = np.ones((4, 6), dtype=bool)
        mask[1:3, 2] = False
        own = apportion.cells(LOADS, SPEEDS, mask=mask)
        for again in (
            apportion.evaluate(own.owners, SPEEDS, loads=LOADS),
            apportion.evaluate(own.owners, SPEEDS, loads=LOADS, mask=mask),
        ):
            np.testing.assert_array_equal(own.owners, again.owners)
            self.assertEqual(own.costs["total"], again.costs["total"])
            self.assertEqual(own.costs["imbalance"], again.costs["imbalance"])
        self.expect_refusal("has no owner", lambda: apportion.evaluate(own.owners, SPEEDS, mask=LOADS > -1))

    def test_other_arguments(self):
        for said, call in (
            ("the list of weights is empty", lambda: apportion.cells(LOADS, np.zeros(0))),
            ("too large; at most 1000000", lambda: apportion.cells(LOADS, np.broadcast_to(1.0, (2**40,)))),
            ("weights", lambda: apportion.cells(LOADS, np.zeros(()))),
            ("", lambda: apportion.cells(LOADS, np.ones((2, 2, 2)) * np.nan)),
            ("TypeError", lambda: apportion.cells(LOADS, np.ones(3, dtype=complex))),
            ("TypeError", lambda: apportion.cells(LOADS, np.ones(3, dtype="M8[s]"))),
            ("TypeError", lambda: apportion.cells(LOADS, np.array([object()]))),
            ("rows", lambda: apportion.cells(rows=np.zeros(0), columns=2, speeds=SPEEDS)),
            ("rows", lambda: apportion.rectangles(np.zeros((2, 2)), 2, SPEEDS)),
            ("ValueError", lambda: apportion.rectangles(np.inf, 2, SPEEDS)),
            ("too large", lambda: apportion.rectangles(np.broadcast_to(1.0, (2**40,)), 2, SPEEDS)),
        ):
            with self.subTest(said):
                self.expect_refusal(said, call)


@needs_cells
class Signals(unittest.TestCase):
    def expect_stopped(self, call):
        sent = []

        def send():
            sent.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

        timer = threading.Timer(0.5, send)
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            call()
        answered = time.monotonic()
        self.assertEqual(1, len(sent), "the call was over before the signal")
        self.assertLess(answered - sent[0], 10)  # a hundredth of a second in most calls, but machines may be busy
        busy = time.process_time()
        time.sleep(0.5)
        self.assertLess(time.process_time() - busy, 0.1, "the work goes on")
        self.assertEqual("RCB", apportion.cells(LOADS, SPEEDS, algorithm="RCB").algorithm)

    def test_ctrl_c_stops_a_search_for_cells(self):  # of a minute
        loads = np.random.default_rng(1).uniform(0.5, 1.5, (1500, 1500))
        self.expect_stopped(lambda: apportion.cells(loads, np.arange(1.0, 101)))

    def test_whatever_a_handler_raises_is_raised(self):
        class OutOfTime(Exception):
            pass

        def handler(number, frame):
            raise OutOfTime()

        before = signal.signal(signal.SIGALRM, handler)
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with self.assertRaises(OutOfTime):
            apportion.cells(np.ones((1500, 1500)), np.arange(1.0, 101))


def examples_of(page):
    text = (pathlib.Path(__file__).parents[2] / "docs" / page).read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


@needs_cells
class TheDocumentation(unittest.TestCase):
    def test_the_installation_page(self):
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(examples_of("install.md")[0], {})
        self.assertRegex(printed.getvalue(), r"^\d+ [012] 3\n$")

    @unittest.skipIf(importlib.util.find_spec("xarray") is None, "xarray is not installed")
    @unittest.skipIf(importlib.util.find_spec("netCDF4") is None, "netCDF4 is not installed")
    def test_a_plan_of_netcdf_in_ten_lines(self):
        import xarray

        lines = next(part for part in examples_of("use-in-a-program.md") if "import xarray" in part).splitlines()
        self.assertLessEqual(len(lines), 10)
        depth = 1000.0 + np.arange(600.0).reshape(20, 30)
        depth[5:9, 10:20] = np.nan
        here = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            self.addCleanup(os.chdir, here)
            os.chdir(folder)
            xarray.Dataset({"depth": (("lat", "lon"), depth)}).to_netcdf("ocean.nc")
            with contextlib.redirect_stdout(io.StringIO()):
                exec("\n".join(lines), {})
            plan = json.loads(pathlib.Path("plan.json").read_text())
            kept = xarray.open_dataset("divided.nc")["owner"].load()
            os.chdir(here)
        self.assertEqual(600 - 40, sum(rank["cells"] for rank in plan["ranks"]))
        np.testing.assert_array_equal(np.isnan(depth), kept == -1)


if __name__ == "__main__":
    unittest.main()
