# Reads a division as another program does and prints its owners as CSV; exit status 77 where that is not installed.
#   other_readers.py npy|pgm|asc|vti|petsc|meep FILE ROWS COLUMNS [LAYERS]
# With layers the rows of all follow each other.
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
    return lines(owners.reshape(-1, owners.shape[-1]))


def vti(file):
    """An image of VTK with one array of cells as appended raw data, whose begin is behind the first underscore."""
    import xml.etree.ElementTree

    import numpy

    with open(file, "rb") as all_of_it:
        text = all_of_it.read()
    begin = text.index(b"_", text.index(b"<AppendedData")) + 1
    end = text.rindex(b"</AppendedData>")
    header = xml.etree.ElementTree.fromstring(text[:begin] + text[end:])
    assert header.attrib == dict(
        type="ImageData", version="1.0", byte_order="LittleEndian", header_type="UInt32"
    ), header.attrib
    image = header.find("ImageData")
    piece = image.find("Piece")
    extent = [int(word) for word in image.attrib["WholeExtent"].split()]
    assert piece.attrib["Extent"] == image.attrib["WholeExtent"]
    array = piece.find("CellData/DataArray")
    assert array.attrib == dict(type="Int32", Name="owner", format="appended", offset="0"), array.attrib
    sides = [max(extent[2 * axis + 1] - extent[2 * axis], 1) for axis in range(3)]  # x, y, z
    size = int(numpy.frombuffer(text, "<u4", 1, begin)[0])
    assert size == 4 * sides[0] * sides[1] * sides[2]
    assert text[begin + 4 + size : end].strip() == b""
    return lines(numpy.frombuffer(text, "<i4", size // 4, begin + 4).reshape(-1, sides[0]))


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
        for name, words in re.findall(r"(lx|ly|lz|processor)\[\d+\] = \{(.*?)\}", header)
    }
    sizes = {name: int(number) for name, number in re.findall(r"\b([MNPmnp]) = (\d+)", header)}
    axes = 3 if "P" in sizes else 2
    whole = [sizes[name] for name in "MNP"[:axes]]
    grid = PETSc.DMDA().create(
        dim=axes,
        sizes=whole,
        proc_sizes=[sizes[name] for name in "mnp"[:axes]],
        ownership_ranges=[lists[name] for name in ("lx", "ly", "lz")[:axes]],
        stencil_width=1,
        comm=PETSc.COMM_WORLD,
    )
    ranges = PETSc.COMM_WORLD.tompi4py().gather(grid.getRanges())
    if ranges is None:
        return ""
    whole += [1] * (3 - axes)
    owners = [[-1] * whole[0] for _ in range(whole[1] * whole[2])]
    for rank, (columns, rows, *more) in enumerate(ranges):
        for layer in range(*(more[0] if more else (0, 1))):
            for row in range(*rows):
                for column in range(*columns):
                    owners[layer * whole[1] + row][column] = lists["processor"][rank]
    return lines(owners)


def meep(file, rows, columns, layers):
    """Down the tree from the middle of each cell."""
    import meep as mp

    names = {}
    with open(file, encoding="utf-8") as text:
        exec(text.read(), names)  # what a script of a user's imports
    tree = names["chunk_layout"](resolution=2)

    def owner(node, place):
        while node.proc_id is None:
            node = node.left if place[node.split_dir] < node.split_pos else node.right
        return node.proc_id

    def middle(cell, sides):
        return (cell + 0.5 - sides / 2) / 2

    return lines(
        [
            owner(tree, {mp.X: middle(column, columns), mp.Y: middle(row, rows), mp.Z: middle(layer, layers)})
            for column in range(columns)
        ]
        for layer in range(layers)
        for row in range(rows)
    )


reader, name, height, width = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
depth = int(sys.argv[5]) if len(sys.argv) > 5 else 1
try:
    found = meep(name, height, width, depth) if reader == "meep" else globals()[reader](name)
except (ImportError, FileNotFoundError):
    sys.exit(77)
if found:
    print("owners\n" + found, end="", flush=True)
# Meep would have a last word, as it had a first.
if reader == "meep":
    os._exit(0)
