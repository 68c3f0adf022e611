# Lower bounds by formulas, and proofs short enough to repeat. Shares no code with the C++.
import itertools
import math
from fractions import Fraction

from instances import cell_bounds, costs

MOST_TABLE = 4_000  # entries of a table of elimination


def ceil_div(a, b):
    return -(-a // b)


# Rectangles.


def rectangles_formula(problem):
    """Kaddoura et al.: half perimeters of the areas; and a line of the shorter side, since one lies inside."""
    short, long = sorted((problem["rows"], problem["columns"]))
    weights = problem["weights"]
    halves = []
    for weight in weights:
        area = weight / sum(weights) * short * long
        halves.append(2 * math.sqrt(area) if area <= short * short else short + area / short)
    return max(short, math.fsum(halves) - short - long) + problem.get("latency", 0) * (len(weights) - 1)


def slicing_layouts(processors, top, left, rows, columns, weights):
    """All slicing divisions of a box among these processors."""
    if len(processors) == 1:
        yield [(processors[0], top, left, rows, columns)]
        return
    total = sum(weights[k] for k in processors)
    for size in range(1, len(processors)):
        for first in itertools.combinations(processors, size):
            rest = tuple(k for k in processors if k not in first)
            part = sum(weights[k] for k in first) / total
            for a, b in (((top, left, rows * part, columns), (top + rows * part, left, rows * (1 - part), columns)),
                         ((top, left, rows, columns * part), (top, left + columns * part, rows, columns * (1 - part)))):
                for one in slicing_layouts(first, *a, weights):
                    for two in slicing_layouts(rest, *b, weights):
                        yield one + two


def rectangles_proof(problem):
    """The optimum of up to four rectangles, all of whose layouts are slicing ones."""
    if len(problem["weights"]) > 4:
        return None
    best = math.inf
    for layout in slicing_layouts(tuple(range(len(problem["weights"]))), 0.0, 0.0, problem["rows"], problem["columns"],
                                  problem["weights"]):
        boxes = [dict(zip(("processor", "row", "column", "rows", "columns"), box)) for box in layout]
        try:
            best = min(best, costs.rectangles_cost(problem, {"rectangles": boxes})["total"])
        except costs.Refused:  # too thin
            pass
    return best


# Boxes: docs/bounds.md.


def least_sides(area, shorter):
    return 2 * math.sqrt(area) if area <= shorter * shorter else shorter + area / shorter


def least_half_surface(part, sides):
    a, b, _ = sides
    if part <= a**3:
        return 3 * part ** (2 / 3)
    return part / a + 2 * math.sqrt(part * a) if part <= a * b * b else a * b + part / (a * b) * (a + b)


def cost_of_class(part, sides, spanned, price):
    """Half surface - price x outer contact of a box that spans so many axes, at least."""
    if spanned == 0:
        return (1 - price) * least_half_surface(part, sides)
    costs_along = []
    for axis in range(3):
        b, c = sides[:axis] + sides[axis + 1:]
        if spanned == 1:
            section = part / sides[axis]
            costs_along.append((1 - 2 * price) * section + (1 - price) * sides[axis] * least_sides(section, b))
        else:
            costs_along.append((1 - price) * b * c + (1 - 2 * price) * part / (b * c) * (b + c))
    return min(costs_along)


def corner_bound(parts, sides, half, first):
    """The best price; the classes of the first part are `first`, and all have room for 8 corners."""
    best = 0
    for price in (step / 20 for step in range(11)):
        least = [0] + [math.inf] * 8
        for k, part in enumerate(parts):
            more = [math.inf] * 9
            for spanned in first if k == 0 else range(3):
                cost = cost_of_class(part, sides, spanned, price)
                for corners in range(9):
                    place = min(8, corners + 2**spanned)
                    more[place] = min(more[place], least[corners] + cost)
            least = more
        best = max(best, least[8] + (2 * price - 1) * half)
    return best


def surface_bound(parts, sides, depth=4):
    if len(parts) < 3:
        return sides[0] * sides[1] * (len(parts) - 1)
    half = sides[0] * sides[1] + sides[1] * sides[2] + sides[2] * sides[0]
    any_shapes = math.fsum(least_half_surface(part, sides) for part in parts) - half
    own = min([least_half_surface(parts[0], sides)]
              + [sides[k] * least_sides(parts[0] / sides[k], sides[0 if k else 1]) for k in range(3)])
    apart = max(own, corner_bound(parts, sides, half, (0, 1)))
    slab = corner_bound(parts, sides, half, (2,))
    if slab < apart and depth:
        slabs = []
        for k in range(3):
            others = sides[:k] + sides[k + 1:]
            left = sides[k] - parts[0] / math.prod(others)
            slabs.append(math.prod(others) + surface_bound(parts[1:], sorted([*others, left]), depth - 1))
        slab = max(slab, min(slabs))
    return max(any_shapes, min(apart, slab))


def boxes_formula(problem):
    sides, weights = sorted(problem[key] for key in ("rows", "columns", "layers")), problem["weights"]
    parts = sorted((weight / sum(weights) * math.prod(sides) for weight in weights), reverse=True)
    return surface_bound(parts, sides) + problem.get("latency", 0) * (len(weights) - 1)


# Whole cells.


def least_moved(problem, loads):
    """docs/bounds.md, "Cells that must move"."""
    parts = len(problem["weights"])
    held, new = {}, 0
    before = costs.previous_of(problem)
    for cell, load in loads.items():
        if before[cell] >= 0:
            held.setdefault(before[cell], []).append(load)
        else:
            new += 1
    heaviest = sorted(loads.values(), reverse=True)

    def fewest(cells, need):
        taken = 0
        while need > 0 and taken < len(cells):
            need -= cells[taken]
            taken += 1
        return taken

    give = sum(len(cells) for owner, cells in held.items() if owner >= parts)
    take = 0
    for k, (share, tolerance) in enumerate(zip(costs.shares_of(problem, loads), costs.tolerances_of(problem, loads))):
        cells = sorted(held.get(k, []), reverse=True)
        slack = tolerance * (1 + Fraction(1, 10**9))
        give += fewest(cells, sum(cells) - share - slack)
        take += fewest(heaviest, share - slack - sum(cells))
    return max(give, take - new, 0)


def cells_formula(problem):
    """docs/bounds.md."""
    loads = costs.loads_of(problem)
    bound = cell_bounds.bound(problem, loads)
    if "previous" in problem:
        bound += Fraction(problem.get("migration_price", 1)) * least_moved(problem, loads)
    return bound


def cells_proof(problem):
    """The optimum by trying all divisions, up to 2**24 of them."""
    loads, parts = costs.loads_of(problem), len(problem["weights"])
    if (math.prod(costs.sides_of(problem)) * math.log2(parts) > 24 or "previous" in problem
            or problem.get("objective", "total") != "total" or problem.get("latency")):
        return None
    allowed = [(share - tolerance, share + tolerance) for share, tolerance
               in zip(costs.shares_of(problem, loads), costs.tolerances_of(problem, loads))]
    cells, owners = list(loads), {}
    had = [0] * parts
    best = [math.inf]

    def place(number, edges):
        if edges >= best[0]:
            return
        if number == len(cells):
            if all(low <= load <= high for load, (low, high) in zip(had, allowed)) and all(had) \
                    and costs.torn_of(owners) == 0:
                best[0] = edges
            return
        cell = cells[number]
        load, before = loads[cell], costs.beside(cell, costs.FACES[::2])
        for k in range(parts):
            if had[k] + load > allowed[k][1]:
                continue
            more = sum(owners.get(other, k) != k for other in before)
            owners[cell] = k
            had[k] += load
            place(number + 1, edges + more)
            had[k] -= load
            del owners[cell]

    place(0, 0)
    return best[0]


# Process grids.


def grids_formula(problem):
    """The ideal time and, up to 36 processes, what blocks of 2 x 2 cells lose (sim/grids/process_grid.hpp)."""
    edges = problem["edges"]
    speeds = [costs.exact(speed) for speed in problem["performances"]]
    volume = Fraction(math.prod(problem["block"]))
    opposite = sum((a - 1) * (b - 1) for a, b in itertools.combinations(edges, 2))
    if not 0 < opposite or len(speeds) > 36:
        return volume / sum(speeds)

    def lost(a, d, b, c):
        if a * d < b * c:
            a, d, b, c = b, c, a, d
        return float((a * d - b * c) / max(a, d))

    if len(speeds) == 4 and len(edges) == 2:
        a, b, c, d = speeds
        return volume / (sum(speeds) - Fraction(min(lost(a, b, c, d), lost(a, c, b, d), lost(a, d, b, c))))
    order = range(len(speeds))
    products = sorted((speeds[i] * speeds[j], i, j) for i, j in itertools.combinations(order, 2))
    least = [[0.0] * len(speeds) for _ in order]
    for i, j in itertools.combinations(order, 2):
        least[i][j] = least[j][i] = min(lost(speeds[i], speeds[j], speeds[b], speeds[c]) for _, b, c in products
                                        if len({i, j, b, c}) == 4)
    loss = sum(sum(sorted(least[i][j] for j in order if j != i)[:opposite]) for i in order) / (4 * opposite)
    return volume / (sum(speeds) - Fraction(loss))


# Graphs.


def eliminated(costs_of_nodes, tables):
    """The least sum of node costs and tables (u, v, matrix by labels), by eliminating nodes; None if tables grow too
    large. `math.inf` forbids."""
    factors = [((v,), {(label,): cost for label, cost in enumerate(cost)}) for v, cost in enumerate(costs_of_nodes)]
    for u, v, matrix in tables:
        if u == v:
            factors.append(((u,), {(s,): matrix[s][s] for s in range(len(matrix))}))
        else:
            factors.append(((u, v), {(s, t): x for s, line in enumerate(matrix) for t, x in enumerate(line)}))
    counts = [len(cost) for cost in costs_of_nodes]
    around = {v: set() for v in range(len(counts))}
    for scope, _ in factors:
        for v in scope:
            around[v] |= set(scope) - {v}
    constant = 0
    while around:
        v = min(around, key=lambda node: (math.prod(counts[u] for u in around[node]), node))
        scope = tuple(sorted(around[v]))
        if math.prod(counts[u] for u in scope) * counts[v] > MOST_TABLE:
            return None
        mine = [factor for factor in factors if v in factor[0]]
        factors = [factor for factor in factors if v not in factor[0]]
        table = {}
        for labels in itertools.product(*(range(counts[u]) for u in scope)):
            chosen = dict(zip(scope, labels))
            best = math.inf
            for label in range(counts[v]):
                chosen[v] = label
                best = min(best, sum(values[tuple(chosen[u] for u in names)] for names, values in mine))
            table[labels] = best
        if scope:
            factors.append((scope, table))
        else:
            constant += table[()]
        for u in scope:
            around[u] |= set(scope) - {u}
            around[u].discard(v)
        del around[v]
    return constant


def graphs_formula(graph):
    return sum(min(cost) for cost in costs.graph_parts(graph)[0])


def graphs_proof(graph):
    nodes, edges = costs.graph_parts(graph)
    count = len(nodes[0])
    return eliminated(nodes, [(u, v, [[0 if s == t else price for t in range(count)] for s in range(count)])
                              for u, v, price in edges])


def shardings_formula(question):
    return sum(min(cost) for cost in question["problem"]["nodes"]["costs"])


def shardings_proof(question):
    """The optimum without regard to memory, which is a lower bound of that with it."""
    nodes, edges = question["problem"]["nodes"], question["problem"]["edges"]

    def allowed(cost):
        return math.inf if cost >= costs.FORBIDDEN else cost

    tables = []
    for (u, v), matrix in zip(edges["nodes"], edges["costs"]):
        width = len(nodes["costs"][v])
        tables.append((u, v, [list(map(allowed, matrix[s:s + width])) for s in range(0, len(matrix), width)]))
    return eliminated([list(map(allowed, cost)) for cost in nodes["costs"]], tables)


FORMULAS = {"rectangles": rectangles_formula, "boxes": boxes_formula, "cells": cells_formula, "grids": grids_formula,
            "graphs": graphs_formula, "shardings": shardings_formula, "programs": graphs_formula}
PROOFS = {"rectangles": rectangles_proof, "boxes": lambda problem: None, "cells": cells_proof, "grids": lambda problem: None,
          "graphs": graphs_proof, "shardings": shardings_proof, "programs": graphs_proof}
