"""Arrays that NumPy holds, divided in this process by the extension apportion._core.

Arrays of loads and masks have a row for each row of cells, or layers of such rows. C-contiguous float64, in the machine's byte order, is used
where it is, without a copy; everything else, Fortran order and views with gaps among it, is copied into that form
first. What a masked array masks is left out. While a call runs other threads go on; they must not write to its arrays.
Ctrl-C, or another signal whose handler raises, stops the call: the exception comes as soon as the work has ended, mostly
within a second; what goes on within METIS, Scotch and Zoltan is waited for. A program of yours is killed.
"""

from __future__ import annotations

import functools
import json
import operator
import os
from typing import TYPE_CHECKING, Any

from apportion._errors import ApportionError, _failures_are_ours

if TYPE_CHECKING:
    import numpy
    from numpy.typing import ArrayLike, NDArray

    from apportion import _core

    Array = NDArray[numpy.float64]


MOST_CELLS = 10**8  # of an array whose cells are looked at one by one
MOST_NUMBERS = 10**6  # speeds, or numbers in another option


class Drawing(str):
    """A picture, mostly an SVG document as text, which Jupyter shows."""

    def _repr_svg_(self) -> str | None:
        return str(self) if "<svg" in self else None


class Division:
    """A division of an array: what cells(), rectangles() and evaluate() return.

    algorithm   the canonical name of the algorithm; "owners" of a division that was given
    costs       a dict as docs/answers.md has it: "boundary", "neighbours", "total", "imbalance", ...
    rectangles  a list of dicts: "processor", "row", "column", "rows", "columns"; with layers boxes, "layer" and "layers"
    names       of the processors, where a cluster file gave them; otherwise empty
    """

    def __init__(self, core: _core.Division):
        answer = json.loads(core.answer)
        del answer["schema"]
        self._core = core
        self.algorithm: str = answer.pop("algorithm")
        self.rectangles: list[dict[str, float]] = answer.pop("rectangles")
        self.names: list[str] = answer.pop("names", [])
        self.costs: dict[str, Any] = answer

    def __repr__(self) -> str:
        return f"<{self._core.title}>"

    @functools.cached_property
    @_failures_are_ours()
    def owners(self) -> NDArray[numpy.int32]:
        """The processor of each cell, -1 where it is nobody's, as an array that cannot be written to."""
        return self._core.owners()

    @_failures_are_ours()
    def plan(self, *, depth: int = 1, corners: bool = False) -> dict[str, Any]:
        """See plan()."""
        most = 2**62  # what the extension takes, and refuses
        return json.loads(self._core.plan(max(-most, min(operator.index(depth), most)), bool(corners)))

    @_failures_are_ours()
    def draw(self, *, format: str = "svg") -> Drawing:
        """The division as a picture or, with format="text", in characters."""
        if format not in ("svg", "text"):
            raise ApportionError(f"unknown format '{format}'; there are svg and text", 2)
        return Drawing(self._core.picture(format))

    def _repr_svg_(self) -> str:
        return self.draw()


@_failures_are_ours()
def cells(
    loads: ArrayLike | None = None, speeds: ArrayLike | None = None, *, mask: ArrayLike | None = None, **options: Any
) -> Division:
    """Divides an array of whole cells among processors of these speeds.

    loads   a number for each cell, 0 leaving it out, of the shape (rows, columns) or (layers, rows, columns); without
            loads and mask, rows=M and columns=N, and layers=L, say how many cells
    speeds  relative, of each processor; nested lists are machines; or cluster="FILE" instead
    mask    cells are left out where it is 0 or False

    Options are those of `apportion solve cells`: algorithm="RCB", latency=5, seed=1, ... Loads and a mask together are
    multiplied in a copy; see apportion.divisions for what else is copied.
    """
    return _divided(options, speeds, loads=loads, mask=mask)


@_failures_are_ours()
def evaluate(
    owners: ArrayLike,
    speeds: ArrayLike | None = None,
    *,
    loads: ArrayLike | None = None,
    mask: ArrayLike | None = None,
    **options: Any,
) -> Division:
    """What a division costs that somebody else made. The arguments are those of cells(), and

    owners  the processor of each cell from 0 on, -1 where it is left out, as masked ones are; or a list, row by row, of
            all cells or of those that loads and mask leave in, where these, or rows and columns, say how many cells a
            row has. It is copied. With a mask only the cells that it leaves out may have -1.

    Without speeds as many equal processors as the owners name. The costs have "fill" as well.
    """
    if "algorithm" in options:
        raise ApportionError("evaluate() takes no algorithm; ask cells() for the division of one", 2)
    return _divided({"owners": "owners", **options}, speeds, loads=loads, mask=mask, owners=owners)


@_failures_are_ours()
def rectangles(rows: float, columns: float, speeds: ArrayLike | None = None, **options: Any) -> Division:
    """Divides an array of equal elements into rectangles, whose areas are exactly as the speeds.

    With whole=True they are rounded to whole rows and columns; only then has the division owners and plans. Options are
    those of `apportion solve rectangles`.
    """
    return Division(_core_of_this_build().rectangles(_as_json({"rows": rows, "columns": columns, **options}, speeds)))


@_failures_are_ours()
def plan(division: Division | ArrayLike, *, depth: int = 1, corners: bool = False) -> dict[str, Any]:
    """Which cells each processor has, and what it exchanges with its neighbours before a sweep of a stencil.

    A dict as docs/use-in-a-program.md describes it, of a division or of an array of owners. The stencil reads the cells
    up to `depth` away in the row and the column and, with corners, in the square around.
    """
    if not isinstance(division, Division):
        division = evaluate(division)
    return division.plan(depth=depth, corners=corners)


def _divided(options: dict[str, Any], speeds: ArrayLike | None, **arrays: ArrayLike | None) -> Division:
    core = _core_of_this_build()
    given = {name: None if array is None else _doubles(name, array) for name, array in arrays.items()}
    return Division(core.cells(_as_json(options, speeds), given["loads"], given["mask"], given.get("owners")))


def _core_of_this_build() -> Any:
    try:
        import numpy  # noqa: F401  without it the extension would not say what is missing
        from apportion import _core
    except ImportError as error:
        reason = "NumPy is not installed" if error.name == "numpy" else "it was built without pybind11"
        raise ApportionError(f"this Python has no arrays of Apportion: {reason} ({error})", 1) from None
    return _core


def _doubles(name: str, values: ArrayLike) -> Array:
    import numpy

    array = numpy.asanyarray(values) if numpy.ma.isMaskedArray(values) else numpy.asarray(values)
    if array.dtype.kind not in "buif":
        raise ApportionError(f"{name}: the array is of the type {array.dtype}; it must have numbers or truth values", 2)
    is_list = name == "owners" and array.ndim == 1
    if array.ndim not in (2, 3) and not is_list:
        must = "it must have rows and columns, or layers of these"
        raise ApportionError(f"{name}: the array has the shape {array.shape}; {must}", 2)
    # Before it is copied: an array that numpy.broadcast_to() made may have any size without any memory.
    if not 0 < array.size <= MOST_CELLS:
        limits = "there is no cell" if array.size == 0 else f"at most {MOST_CELLS} cells are taken"
        raise ApportionError(f"{name}: the array has the shape {array.shape}; {limits}", 2)
    if numpy.ma.isMaskedArray(array):
        array = array.astype(numpy.float64).filled(-1 if name == "owners" else 0)
    with numpy.errstate(over="ignore"):  # infinities are refused
        return numpy.require(array, numpy.float64, ["C_CONTIGUOUS", "ALIGNED"])


def _as_json(options: dict[str, Any], speeds: ArrayLike | None) -> str:
    if "weights" in options:
        raise ApportionError("the weights of processors are the argument 'speeds' here", 2)
    said = {**options, "weights": speeds}
    kept = {key: value for key, value in said.items() if value is not None and value is not False}
    return json.dumps(kept, default=_plain, allow_nan=False)


def _plain(value: Any) -> Any:
    """NumPy's numbers and arrays, and paths, as JSON has them."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "tolist"):
        if getattr(value, "size", 0) > MOST_NUMBERS:
            raise ValueError(f"an array of {value.size} numbers is too large; at most {MOST_NUMBERS} are taken")
        return value.tolist()
    raise TypeError(f"an object of the type {type(value).__name__} is no number, text or list")
