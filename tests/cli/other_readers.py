# Reads a division as another program does and prints its owners as CSV; exit status 77 where that is not installed.
#   other_readers.py npy|pgm|asc|petsc|meep FILE ROWS COLUMNS
# petsc is called by mpiexec with a process for each processor, of which the first prints.
import glob
import os
import re
import subprocess
import sys


def lines(owners):
    return "".join(",".join(str(int(owner)) for owner in row) + "\n" for row in owners)


def npy(file):
    import numpy

    owners = numpy.load(file)
    assert owners.dtype == numpy.int32
    return lines(owners)


def asc(file):
    import numpy

    return lines(numpy.loadtxt(file, skiprows=6, dtype=int, ndmin=2))


def pgm(file):
    """By ImageMagick, which makes the greatest grey 255."""
    words = subprocess.run(["convert", file, "-compress", "none", "pgm:-"], check=True, capture_output=True)
    numbers = [int(word) for word in words.stdout.split()[1:]]
    with open(file, "rb") as header:
        greatest = int(header.read().split()[3])
    columns, scale = numbers[0], numbers[2]
    greys = [round(number * greatest / scale) - 1 for number in numbers[3:]]
    return lines(greys[i : i + columns] for i in range(0, len(greys), columns))


def petsc(file):
    """The ranges that PETSc gives each process of a DMDA with these lx and ly."""
    # Where Debian has it; only its development package makes it an ordinary one.
    sys.path += glob.glob("/usr/lib/petscdir/*/*-real/lib/python3/dist-packages")
    from petsc4py import PETSc

    with open(file, encoding="utf-8") as text:
        header = text.read()
    lists = {
        name: [int(word) for word in words.split(",")]
        for name, words in re.findall(r"(lx|ly|processor)\[\d+\] = \{(.*?)\}", header)
    }
    sizes = {name: int(number) for name, number in re.findall(r"\b([MNmn]) = (\d+)", header)}
    grid = PETSc.DMDA().create(
        dim=2,
        sizes=(sizes["M"], sizes["N"]),
        proc_sizes=(sizes["m"], sizes["n"]),
        ownership_ranges=(lists["lx"], lists["ly"]),
        stencil_width=1,
        comm=PETSc.COMM_WORLD,
    )
    ranges = PETSc.COMM_WORLD.tompi4py().gather(grid.getRanges())
    if ranges is None:
        return ""
    owners = [[-1] * sizes["M"] for _ in range(sizes["N"])]
    for rank, ((left, right), (top, bottom)) in enumerate(ranges):
        for row in range(top, bottom):
            for column in range(left, right):
                owners[row][column] = lists["processor"][rank]
    return lines(owners)


def meep(file, rows, columns):
    """Down the tree from the middle of each cell."""
    import meep as mp

    names = {}
    with open(file, encoding="utf-8") as text:
        exec(text.read(), names)  # what a script of a user's imports
    tree = names["chunk_layout"](resolution=2)

    def owner(node, x, y):
        while node.proc_id is None:
            place = x if node.split_dir == mp.X else y
            node = node.left if place < node.split_pos else node.right
        return node.proc_id

    return lines(
        [owner(tree, (column + 0.5 - columns / 2) / 2, (row + 0.5 - rows / 2) / 2) for column in range(columns)]
        for row in range(rows)
    )


reader, name, height, width = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
try:
    found = meep(name, height, width) if reader == "meep" else globals()[reader](name)
except (ImportError, FileNotFoundError):
    sys.exit(77)
if found:
    print("owners\n" + found, end="", flush=True)
# Meep would have a last word, as it had a first.
if reader == "meep":
    os._exit(0)
