# Lower bounds of whole cells: docs/bounds.md has the proofs. Shares no code with the C++.
import bisect
import itertools
import math
from fractions import Fraction

from instances import costs


def ceil_div(a, b):
    return -(-a // b)


def whole_bound(value):
    """A sum of fractions may be a rounding error too great."""
    return max(0, math.ceil(value - 1e-6 - 1e-12 * abs(value)))


# Bounds on a part of this many cells: for whole numbers, and concave for real ones.


class HalfPerimeter:
    """Of a part whose rows' runs, or columns' runs, have at most `side` cells (Harary & Harborth)."""

    def __init__(self, side):
        self.side = side

    def whole(self, cells):
        if cells <= 0:
            return 0
        square = math.isqrt(cells - 1) + 1
        if square > self.side:
            return self.side + ceil_div(cells, self.side)
        return 2 * square - 1 if square * (square - 1) >= cells else 2 * square

    def most_cells(self, half):
        return half * half // 4 if half <= 2 * self.side else self.side * (half - self.side)

    def real(self, cells):
        if cells <= 1:
            return 2 * max(cells, 0)
        low = min(int(math.sqrt(cells)), self.side)
        return min(side + cells / side for side in (low, min(low + 1, self.side)))


class HalfSurface:
    """Of a part whose runs along the three axes have at most so many cells (Loomis & Whitney)."""

    def __init__(self, longest):
        self.sides = sorted(longest)

    def real(self, cells):
        a, b, _ = self.sides
        if cells <= 1:
            return 3 * max(cells, 0)
        if cells <= a**3:
            return 3 * cells ** (2 / 3)
        return cells / a + 2 * math.sqrt(cells * a) if cells <= a * b * b else a * b + cells / (a * b) * (a + b)

    def whole(self, cells):
        return math.ceil(self.real(cells) * (1 - 1e-9))

    def most_cells(self, half):
        return bisect.bisect_right(range(math.prod(self.sides) + 2), half, key=self.whole) - 1


class Border:
    """Cells beside so many cells of the plane (Wang & Wang)."""

    @staticmethod
    def whole(cells):
        return math.isqrt(8 * cells - 5) + 3 if cells > 0 else 0

    @staticmethod
    def most_cells(border):
        return ((border - 2) ** 2 + 4) // 8 if border >= 4 else 0

    @staticmethod
    def real(cells):
        return math.sqrt(8 * cells - 4) + 2 if cells > 1 else 4 * max(cells, 0)


class Sizes:
    """How many cells the parts have at least, all together."""

    def __init__(self, problem, loads):
        found = sorted(zip(costs.shares_of(problem, loads), costs.tolerances_of(problem, loads)))
        slack = 1 + Fraction(1, 10**9)
        self.least = [max(Fraction(0), share - slack * tolerance) for share, tolerance in found]
        self.most = [share + slack * tolerance for share, tolerance in found]
        heaviest = sorted(loads.values(), reverse=True)
        self.cells, self.total, self.greatest = len(heaviest), sum(heaviest), heaviest[0]
        self.all_have_cells = self.cells >= len(found)
        self.heaviest = None if heaviest[0] == heaviest[-1] else [0, *itertools.accumulate(heaviest)]

    def least_sum(self, cost, cells, dropped_load, largest):
        """Of `cells` kept cells of the parts with the greatest shares."""
        if self.heaviest is None:
            return self.sum_of_equal_loads(cost, cells, largest)
        first = len(self.least) - largest
        found = self.sum_in_order(cost, cells, dropped_load, first, False)
        if self.all_have_cells and cells == self.cells:
            found = max(found, self.sum_in_order(cost, cells, dropped_load, first, True))
        return found

    def sum_of_equal_loads(self, cost, cells, largest):
        dropped, first = self.cells - cells, len(self.least) - largest
        sum_, given, least, others, steps = 0, 0, 0, 0, []
        for part, (low, high) in enumerate(zip(self.least, self.most)):
            low = max(math.ceil(low / self.greatest), 1 if self.all_have_cells else 0)
            high = max(low, math.floor(high / self.greatest))
            if part < first:
                others += high
                continue
            least += low
            hull = self.hull(cost, min(max(low - dropped, 0), cells), min(high, cells))
            given += hull[0][0]
            sum_ += hull[0][1]
            steps += [((value - before) / (more - fewer), more - fewer)
                      for (fewer, before), (more, value) in itertools.pairwise(hull)]
        missing = (cells if first == 0 else max(least - dropped, cells - others)) - given
        for slope, more in sorted(steps):
            if missing <= 0:
                break
            sum_ += slope * min(more, missing)
            missing -= more
        return sum_

    @staticmethod
    def hull(cost, low, high):
        """The lower convex hull of the costs from `low` to `high` cells."""
        hull, value = [], cost.whole(low)
        while True:
            point = min(high, cost.most_cells(value)), value
            while len(hull) > 1 and ((hull[-1][1] - hull[-2][1]) * (point[0] - hull[-2][0])
                                     >= (point[1] - hull[-2][1]) * (hull[-1][0] - hull[-2][0])):
                hull.pop()
            hull.append(point)
            if point[0] == high:
                return hull
            value = cost.whole(point[0] + 1)

    def sum_in_order(self, cost, cells, dropped_load, first, with_one):
        """The parts take the heaviest cells, ascending."""
        beyond = max(sum(self.most) - self.total, 0)
        width, least, before, sum_ = 0, 0, 0, 0
        for part in range(first, len(self.least)):
            if with_one and self.least[part] < self.greatest:
                sum_ += cost.real(1)
                cells -= 1
                continue
            width += self.most[part] - self.least[part]
            least += self.least[part]
            now = self.fewest_cells(least + max(0, width - beyond) - dropped_load)
            now = cells if first == 0 and part + 1 == len(self.least) else min(now, cells)
            sum_ += cost.real(max(now - before, 0))
            before = max(now, before)
        return sum_

    def fewest_cells(self, load):
        if load <= 0:
            return 0
        above = bisect.bisect_left(self.heaviest, load)
        if above == len(self.heaviest):
            return self.cells
        before = self.heaviest[above - 1]
        return above - 1 + float(load - before) / float(self.heaviest[above] - before)


# Kept cells.


def axes_of(sides):
    return (0, 1, 2) if sides[0] > 1 else (1, 2)


def run_cores(active, sides):
    """(kept cells, dropped load, runs, most kept cells of a run of each axis)"""
    axes = axes_of(sides)
    runs, axis_of, run_of = [], [], {axis: {} for axis in axes}  # `runs` are their cells
    for axis in axes:
        for cell in active:
            before = cell[:axis] + (cell[axis] - 1,) + cell[axis + 1:]
            if before not in active:
                runs.append([])
                axis_of.append(axis)
            run_of[axis][cell] = run_of[axis][before] if before in active else len(runs) - 1
            runs[run_of[axis][cell]].append(cell)
    kept, counts, dropped, least = set(active), [len(run) for run in runs], 0, 1
    while 2 * len(kept) >= len(active):
        longest = [max(count for count, own in zip(counts, axis_of) if own == axis) for axis in axes]
        yield len(kept), dropped, sum(1 for count in counts if count), longest
        least += max(1, least // 8)
        short = [run for run, count in enumerate(counts) if 0 < count < least]
        while short:
            for cell in runs[short.pop()]:
                if cell not in kept:
                    continue
                kept.remove(cell)
                dropped += active[cell]
                for axis in axes:
                    run = run_of[axis][cell]
                    if counts[run] == least:
                        short.append(run)
                    counts[run] -= 1


def coast_cores(active):
    """In the plane: (kept cells, dropped load, coast)"""
    kept, dropped = dict.fromkeys(active), 0

    def beside(cell):
        return costs.beside(cell, costs.FACES[2:])

    def kept_beside(cell):
        return sum(1 for other in beside(cell) if other in kept)

    def fall_without(cell):
        fall = -1 if kept_beside(cell) else 0
        for other in beside(cell):
            if other not in active:
                fall += 1
            elif other not in kept and kept_beside(other) == 1:
                fall += 1
        return fall

    coast = sum(1 for cell in active for other in beside(cell) if other not in active)
    yield len(kept), 0, coast
    for least in (3, 2, 1):
        has_dropped = True
        while has_dropped:
            has_dropped = False
            for cell in list(kept):
                fall = fall_without(cell)
                if fall >= least:
                    del kept[cell]
                    dropped += active[cell]
                    coast -= fall
                    has_dropped = True
        yield len(kept), dropped, coast


def sea_loads(loads):
    """Descending."""
    active, found = dict(loads), []
    while active:
        open_cells, load = [next(iter(active))], 0
        load += active.pop(open_cells[0])
        while open_cells:
            for other in costs.beside(open_cells.pop()):
                if other in active:
                    load += active.pop(other)
                    open_cells.append(other)
        found.append(load)
    return sorted(found, reverse=True)


def fewest_for(amounts, wanted):
    sums = itertools.accumulate(amounts)
    return 0 if wanted <= 0 else 1 + sum(1 for _ in itertools.takewhile(lambda sum_: sum_ < wanted, sums))


def sea_bounds(sizes, loads):
    """Of edges, and of pairs of neighbours."""
    seas = sea_loads(loads)
    parts_of_seas = [fewest_for(reversed(sizes.most), sea) for sea in seas]
    fewest = 1 if sizes.all_have_cells else 0
    seas_of_parts = [max(fewest, fewest_for(seas, load)) for load in sizes.least]
    pairs = max(parts_of_seas) - 1
    if sizes.all_have_cells:
        pairs = max(pairs, len(sizes.least) - len(seas) + max(seas_of_parts) - 1)
    return max(pairs, sum(parts_of_seas) - len(seas), sum(seas_of_parts) - len(seas)), pairs


# Connected parts of an array without loads: the saving by contact with its sides.


class Contact:
    def __init__(self, sizes, rows, columns):
        cells = rows * columns
        self.lines, self.perimeter = (rows, columns), 2 * (rows + columns)
        parts = [(max(1, math.ceil(low)), min(max(1, math.floor(high)), cells)) for low, high in zip(sizes.least, sizes.most)]
        self.parts = sorted(parts, key=lambda part: -part[1])

    def volume(self, largest):
        return max(0, max(math.ceil(self.at(step / 32, self.parts[:largest]) - 1e-6) for step in range(33)))

    def busiest(self):
        largest = [2**k for k in range(len(self.parts).bit_length()) if 2**k < len(self.parts)] + [len(self.parts)]
        own = max(min(corner(low), self.across(high, 0), self.at_the_end(low, high, 0)) for low, high in self.parts)
        return max(max(ceil_div(self.volume(q), q) for q in largest), math.floor(own))

    def at(self, price, parts):
        limit, places, saved, ends, sum_ = parts[0][1], 4, 0, [0, 0], 0
        for low, high in parts:
            inside = min(beside_one_side(low, price), self.across(high, price))
            while limit > 0 and low < behind(limit):
                limit = behind(limit) - 1
                places += 4
            contact = max(Border.whole(low) - corner(low), 2)
            gain = inside - corner(low) - price * contact
            if places and gain > 0:
                places -= 1
                saved += gain
            ends.append(max(0, inside - self.at_the_end(low, high, price)))
            sum_ += inside
        return sum_ - saved - sum(sorted(ends)[-2:]) - price * self.perimeter

    def across(self, high, price):
        return min((2 * lines + 2 * price for lines in self.lines if high >= lines), default=math.inf)

    def at_the_end(self, low, high, price):
        rows, columns = self.lines
        least = min((lines for lines in self.lines if high >= lines), default=math.inf)
        if high >= rows + columns - 1 and low < rows * columns:
            others = rows * columns - min(high, rows * columns - 1)
            least = min(least, math.ceil(math.sqrt(others)))
        return least + 3 * price


def corner(cells):
    return ceil_div(Border.whole(4 * cells), 4)


def beside_one_side(cells, price):
    mirrored = ceil_div(Border.whole(2 * cells), 2)
    return min(Border.whole(cells), min(max(Border.whole(cells + (run - 1) ** 2 // 4) - run, mirrored) + price * run
                                        for run in range(1, 4 * math.isqrt(cells) + 8)))


def first_that(low, high, holds):
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def behind(cells):
    """The least size of a part outwards in a corner from which on a part of `cells` behind it saves nothing."""
    def received(inner):
        return corner(cells + inner) + first_that(0, inner, lambda lines: lines >= corner(inner - lines))

    return first_that(0, cells, lambda inner: received(inner) >= Border.whole(cells))


def bound(problem, loads):
    """Of the objective; what moves is not in it."""
    sizes, sides = Sizes(problem, loads), costs.sides_of(problem)
    parts, objective, in_space = len(sizes.least), problem.get("objective", "total"), sides[0] > 1
    cores = list(run_cores(loads, sides))
    sea_edges, pairs = sea_bounds(sizes, loads)

    def by_runs(largest):
        return whole_bound(max(sizes.least_sum(HalfSurface(longest) if in_space else HalfPerimeter(min(longest)), cells,
                                               dropped, largest) - runs for cells, dropped, runs, longest in cores))

    if objective == "total":
        return max(by_runs(parts), sea_edges) + problem.get("latency", 0) * pairs
    coasts = [] if in_space else list(coast_cores(loads))

    def received(largest):
        faces = by_runs(largest)
        by_coasts = [sizes.least_sum(Border, cells, dropped, largest) - coast for cells, dropped, coast in coasts]
        return max([ceil_div(2 * faces, 3) if in_space else faces, *map(whole_bound, by_coasts)])

    volume, busiest = max(received(parts), 2 * sea_edges), 0
    is_whole = not {"loads", "depths"} & set(problem) and not problem.get("mask") and not in_space
    if is_whole and problem.get("connected", "yes") == "yes" and parts > 1 and sizes.all_have_cells:
        contact = Contact(sizes, *sides[1:])
        volume = max(volume, contact.volume(parts))
        busiest = contact.busiest()
        if problem.get("stencil", 5) == 9:
            volume = max(volume, 2 * by_runs(parts))
    if objective == "volume":
        return volume
    some = [2**k for k in range(parts.bit_length()) if 2**k < parts]
    return max([busiest, ceil_div(volume, parts), *(ceil_div(received(q), q) for q in some)])
