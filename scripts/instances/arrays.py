# Problems of rectangles, boxes, cells, with layers too, and process grids. `draws` are Draws.
import math

from instances.draws import speeds


def rectangles(draws, processors, ratio, law="uniform", rows=1000, columns=1000, latency=0):
    problem = {"rows": rows, "columns": columns, "weights": speeds(draws, processors, ratio, law)}
    return problem | ({"latency": latency} if latency else {})


def boxes(draws, processors, ratio, law="uniform", rows=100, columns=100, layers=100, latency=0):
    problem = {"rows": rows, "columns": columns, "layers": layers, "weights": speeds(draws, processors, ratio, law)}
    return problem | ({"latency": latency} if latency else {})


def with_question(problem, objective="total", imbalance=0):
    """`imbalance` in thousandths."""
    if objective != "total":
        problem["objective"] = objective
    if imbalance:
        problem["imbalance"] = f"{imbalance // 10}.{imbalance % 10}%" if imbalance % 10 else f"{imbalance // 10}%"
    return problem


def full(draws, rows, columns, processors, ratio, law="uniform", layers=0, **question):
    problem = {"layers": layers} if layers else {}
    problem |= {"rows": rows, "columns": columns, "weights": speeds(draws, processors, ratio, law)}
    return with_question(problem, **question)


def noise(draws, rows, columns):
    """Value noise in whole numbers: waves of the longer side over 4, 8, 16 and 32, each half as high."""
    octaves = 4
    heights = [[0] * columns for _ in range(rows)]
    for octave in range(octaves):
        wave = max(2, max(rows, columns) >> (octave + 2))
        knots = [[draws.whole(0, 2**16) for _ in range(columns // wave + 2)] for _ in range(rows // wave + 2)]
        for r in range(rows):
            i, a = divmod(r, wave)
            for c in range(columns):
                k, b = divmod(c, wave)
                value = ((wave - a) * ((wave - b) * knots[i][k] + b * knots[i][k + 1])
                         + a * ((wave - b) * knots[i + 1][k] + b * knots[i + 1][k + 1]))
                heights[r][c] += (value << (octaves - octave)) // (wave * wave)
    return heights


def largest_sea(active):
    """The cells of the largest connected piece; the first one of equal pieces."""
    rows, columns = len(active), len(active[0])
    seen = [[False] * columns for _ in range(rows)]
    best = []
    for r in range(rows):
        for c in range(columns):
            if seen[r][c] or not active[r][c]:
                continue
            piece = [(r, c)]
            seen[r][c] = True
            for y, x in piece:
                for v, u in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
                    if 0 <= v < rows and 0 <= u < columns and active[v][u] and not seen[v][u]:
                        seen[v][u] = True
                        piece.append((v, u))
            if len(piece) > len(best):
                best = piece
    sea = [[0] * columns for _ in range(rows)]
    for r, c in best:
        sea[r][c] = 1
    return sea


def runs_of_land(sea):
    """[row, column, rows, columns] of what is left out, a run of each row."""
    runs = []
    for r, line in enumerate(sea):
        start = None
        for c, cell in enumerate(line + [1]):
            if not cell and start is None:
                start = c
            if cell and start is not None:
                runs.append([r, start, 1, c - start])
                start = None
    return runs


def coast(draws, rows, columns, processors, ratio, law="uniform", **question):
    heights = noise(draws, rows, columns)
    shore = sorted(h for line in heights for h in line)[rows * columns * 3 // 10]
    sea = largest_sea([[h >= shore for h in line] for line in heights])
    return with_question({"rows": rows, "columns": columns, "mask": runs_of_land(sea),
                          "weights": speeds(draws, processors, ratio, law)}, **question)


def islands(draws, rows, columns, processors, ratio, law="uniform", **question):
    """Five ellipses are left out."""
    active = [[True] * columns for _ in range(rows)]
    for _ in range(5):
        y, x = draws.whole(0, rows), draws.whole(0, columns)
        b, a = draws.whole(2, 1 + rows // 5), draws.whole(2, 1 + columns // 5)
        for r in range(rows):
            for c in range(columns):
                if ((r - y) * a) ** 2 + ((c - x) * b) ** 2 <= (a * b) ** 2:
                    active[r][c] = False
    return with_question({"rows": rows, "columns": columns, "mask": runs_of_land(largest_sea(active)),
                          "weights": speeds(draws, processors, ratio, law)}, **question)


def masked(draws, active, processors, ratio, law, question):
    return with_question({"rows": len(active), "columns": len(active[0]), "mask": runs_of_land(active),
                          "weights": speeds(draws, processors, ratio, law)}, **question)


def above(draws, rows, columns, active, waves):
    """Of noise with so many waves along the longer side, at least 4, the highest cells: `active` percent of them."""
    side = max(8, max(rows, columns) * 4 // waves)  # noise() has four waves: tiles of it, drawn one by one
    heights = [[] for _ in range(rows)]
    for left in range(0, columns, side):
        for top in range(0, rows, side):
            for r, line in enumerate(noise(draws, min(side, rows - top), min(side, columns - left))):
                heights[top + r] += line
    level = sorted(h for line in heights for h in line)[rows * columns * (100 - active) // 100]
    return [[h >= level for h in line] for line in heights]


def lakes(draws, rows, columns, processors, ratio, law="uniform", active=40, waves=8, **question):
    """Seas of all sizes with necks."""
    return masked(draws, above(draws, rows, columns, active, waves), processors, ratio, law, question)


def archipelago(draws, rows, columns, processors, ratio, law="uniform", rooms=6, holes=12, **question):
    """Rooms behind walls, some with doors of a few cells, all with holes in them."""
    active = [[not draws.chance(holes) for _ in range(columns)] for _ in range(rows)]
    walls = sorted({draws.whole(2, columns - 3) for _ in range(rooms // 2)})
    floors = sorted({draws.whole(2, rows - 3) for _ in range(rooms // 2)})
    for c in walls:
        for r in range(rows):
            active[r][c] = False
    for r in floors:
        active[r] = [False] * columns
    for c in walls:
        for top, bottom in zip([-1] + floors, floors + [rows]):
            if bottom - top > 3 and draws.chance(40):
                door = draws.whole(top + 1, bottom - 2)
                for r in range(door, min(door + 1 + draws.whole(0, 3), bottom)):
                    active[r][c - 1] = active[r][c] = active[r][c + 1] = True
    return masked(draws, active, processors, ratio, law, question)


def spiral(draws, rows, columns, processors, ratio, law="uniform", width=5, dams=6, **question):
    """A channel of so many cells that winds inwards between walls, with dams across it."""
    active = [[False] * columns for _ in range(rows)]
    top, left, bottom, right = 0, 0, rows, columns
    while bottom - top >= width and right - left >= width:
        for r in range(top, bottom):
            for c in range(left, right):
                inside = r - top < width or bottom - 1 - r < width or c - left < width or right - 1 - c < width
                active[r][c] = active[r][c] or inside
        # The ring opens into the next one on its left, above a wall.
        next_top, next_left, next_bottom, next_right = top + width + 1, left + width + 1, bottom - width - 1, right - width - 1
        if next_bottom - next_top >= width and next_right - next_left >= width:
            for c in range(left, left + width):
                active[next_top + width - 1][c] = False
            for r in range(next_top, next_top + width - 1):
                active[r][left + width] = True
        top, left, bottom, right = next_top, next_left, next_bottom, next_right
    for _ in range(dams):
        r, c = draws.whole(0, rows - 1), draws.whole(0, columns - 1)
        for y in range(max(0, r - width), min(rows, r + width + 1)):
            if draws.chance(97):
                active[y][c] = False
    return masked(draws, active, processors, ratio, law, question)


def shores(draws, rows, columns, processors, ratio, law="uniform", active=70, **question):
    """As `coast`, with all seas and lakes."""
    return masked(draws, above(draws, rows, columns, active, 4), processors, ratio, law, question)


def speckle(draws, rows, columns, processors, ratio, law="uniform", holes=20, **question):
    """Single cells are left out."""
    active = [[not draws.chance(holes) for _ in range(columns)] for _ in range(rows)]
    return masked(draws, active, processors, ratio, law, question)


def river(draws, rows, columns, processors, ratio, law="uniform", arms=5, width=6, **question):
    """Arms from top to bottom that wander, with a few links between them."""
    active = [[False] * columns for _ in range(rows)]
    for arm in range(arms):
        place = columns * (2 * arm + 1) // (2 * arms)
        drift = 0
        for r in range(rows):
            if draws.chance(30):
                drift = draws.whole(-1, 1)
            place = min(columns - 2, max(1, place + drift))
            half = width // 2 + draws.whole(0, 1)
            for c in range(max(0, place - half), min(columns, place + half + 1)):
                active[r][c] = True
    for _ in range(arms):
        r, c = draws.whole(0, rows - 3), draws.whole(0, columns * (arms - 1) // arms)
        for y in range(r, min(rows, r + 3)):
            for x in range(c, min(columns, c + columns // arms + 2)):
                active[y][x] = True
    return masked(draws, largest_sea(active), processors, ratio, law, question)


def comb(draws, rows, columns, processors, ratio, law="uniform", tooth=3, gap=3, back=5, **question):
    """Teeth below a back."""
    active = [[r < back or c % (tooth + gap) < tooth for c in range(columns)] for r in range(rows)]
    return masked(draws, active, processors, ratio, law, question)


def peak_loads(draws, rows, columns, count, height):
    """`height` at the nearest of the peaks, less with the distance from it, 1 at least."""
    peaks = [(draws.whole(0, rows - 1), draws.whole(0, columns - 1)) for _ in range(count)]
    width = max(rows, columns) // 8 + 1
    return [[max(1, height * width // (width + 4 * math.isqrt(min((r - y) ** 2 + (c - x) ** 2 for y, x in peaks))))
             for c in range(columns)] for r in range(rows)]


def peaks(draws, rows, columns, processors, ratio, law="uniform", **question):
    return with_question({"loads": peak_loads(draws, rows, columns, count=3, height=20),
                          "weights": speeds(draws, processors, ratio, law)}, **question)


def greatest_piece(active):
    """The greatest connected set of some cells (layer, row, column), the first one of equal ones."""
    pieces, seen = [], set()
    for first in sorted(active):
        if first in seen:
            continue
        piece = [first]
        seen.add(first)
        for z, y, x in piece:
            for cell in ((z - 1, y, x), (z + 1, y, x), (z, y - 1, x), (z, y + 1, x), (z, y, x - 1), (z, y, x + 1)):
                if cell in active and cell not in seen:
                    seen.add(cell)
                    piece.append(cell)
        pieces.append(piece)
    return set(max(pieces, key=len))


def in_space(draws, sides, load, processors, ratio, law="uniform", **question):
    """load(layer, row, column) of each cell."""
    layers, rows, columns = sides
    loads = [[[int(load(z, y, x)) for x in range(columns)] for y in range(rows)] for z in range(layers)]
    return with_question({"loads": loads, "weights": speeds(draws, processors, ratio, law), "stencil": 7}, **question)


def ball(draws, layers, rows, columns, **others):
    """The cells whose centres lie in the inscribed ellipsoid."""
    a, b, c = (layers * rows) ** 2, (layers * columns) ** 2, (rows * columns) ** 2
    limit = (layers * rows * columns) ** 2
    return in_space(draws, (layers, rows, columns),
                    lambda z, y, x: (2 * z + 1 - layers) ** 2 * c + (2 * y + 1 - rows) ** 2 * b
                    + (2 * x + 1 - columns) ** 2 * a <= limit, **others)


def rock(draws, layers, rows, columns, **others):
    """The greatest pore between spheres that leave two fifths of the cells; their radii are an eighth to a fifth of the
    longest side."""
    active = {(z, y, x) for z in range(layers) for y in range(rows) for x in range(columns)}
    wanted, longest = 2 * len(active) // 5, max(layers, rows, columns)
    while len(active) > wanted:
        z, y, x = draws.whole(0, layers - 1), draws.whole(0, rows - 1), draws.whole(0, columns - 1)
        square = draws.whole((longest // 8) ** 2, (longest // 5) ** 2)
        active -= {cell for cell in active if (cell[0] - z) ** 2 + (cell[1] - y) ** 2 + (cell[2] - x) ** 2 <= square}
    pore = greatest_piece(active)
    return in_space(draws, (layers, rows, columns), lambda *cell: cell in pore, **others)


def ocean(draws, layers, rows, columns, processors, ratio, law="uniform", **question):
    """Depths by value noise; a third of the columns of cells is land."""
    heights = noise(draws, rows, columns)
    in_order = sorted(height for line in heights for height in line)
    low, high = in_order[len(in_order) // 3], in_order[-1]
    depths = [[min(layers, 2 * (layers + 1) * max(0, height - low) // (high - low)) for height in line] for line in heights]
    sea = greatest_piece({(0, y, x) for y in range(rows) for x in range(columns) if depths[y][x]})
    depths = [[depths[y][x] if (0, y, x) in sea else 0 for x in range(columns)] for y in range(rows)]
    return with_question({"layers": layers, "depths": depths, "weights": speeds(draws, processors, ratio, law),
                          "stencil": 7}, **question)


def summits(draws, layers, rows, columns, **others):
    """1, and more by the distance to three places."""
    places = [(draws.whole(0, layers - 1), draws.whole(0, rows - 1), draws.whole(0, columns - 1)) for _ in range(3)]
    width = max(layers, rows, columns) // 5 + 1
    return in_space(draws, (layers, rows, columns), lambda z, y, x: max(1, 20 * width**2 // (width**2 + 4 * min(
        (z - c) ** 2 + (y - b) ** 2 + (x - a) ** 2 for c, b, a in places))), **others)


def strata(draws, layers, rows, columns, **others):
    """Loads of 1, 8, 2 and 5 in four layers whose surfaces are waves."""
    heights = noise(draws, rows, columns)
    highest = max(map(max, heights)) + 1
    return in_space(draws, (layers, rows, columns),
                    lambda z, y, x: (1, 8, 2, 5)[min(3, (4 * z * highest + layers * heights[y][x]) // (layers * highest))],
                    **others)


def bisected(rows, columns, weights):
    """Owners by recursive bisection: the longer side is cut between two halves of the processors."""
    owners = [[0] * columns for _ in range(rows)]
    boxes = [(0, 0, rows, columns, 0, len(weights))]
    while boxes:
        top, left, height, width, first, last = boxes.pop()
        if last - first == 1:
            for r in range(top, top + height):
                owners[r][left:left + width] = [first] * width
            continue
        middle = (first + last) // 2
        low, whole = sum(weights[first:middle]), sum(weights[first:last])
        side = max(height, width)
        cut = min(side - 1, max(1, (2 * side * low + whole) // (2 * whole)))
        if height >= width:
            boxes += [(top, left, cut, width, first, middle), (top + cut, left, height - cut, width, middle, last)]
        else:
            boxes += [(top, left, height, cut, first, middle), (top, left + cut, height, width - cut, middle, last)]
    return owners


def rebalance(draws, rows, columns, processors, ratio, change, law="uniform", price="1", **question):
    """A division for equal or given speeds, and then a change: some are `slower`, the last `leaves`, one `joins`, or
    loads appear (`drift`). The price of a moved cell is a whole number, or a fraction such as 1/4."""
    weights = speeds(draws, processors, ratio, law)
    before = bisected(rows, columns, weights[:-1] if change == "joins" else weights)
    after = list(weights)
    if change == "slower":
        for _ in range(max(1, processors // 8)):
            k = draws.whole(0, processors - 1)
            after[k] = max(1, after[k] // 2) if after[k] > 1 else after[k]
        if after == weights:
            after = [2 * w for w in after[:-1]] + [after[-1]]
    elif change == "leaves":
        after = after[:-1]
    above, _, below = price.partition("/")
    problem = {"rows": rows, "columns": columns, "weights": after, "previous": before,
               "migration_price": int(above) / int(below) if below else int(above)}
    if change == "drift":
        problem["loads"] = peak_loads(draws, rows, columns, count=2, height=4)
    return with_question(problem, **question)


def grids(draws, edges, ratio, law="uniform", block=1000):
    sides = [int(side) for side in edges.split("x")]
    return {"edges": sides, "performances": speeds(draws, math.prod(sides), ratio, law), "block": [block] * len(sides)}
