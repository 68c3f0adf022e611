# Costs and validity of a solution, from the raw problem and the solution alone. Shares no code with the C++.
import itertools
import math
from fractions import Fraction


class Refused(Exception):
    """Why something is no solution of the problem."""


def require(condition, text):
    if not condition:
        raise Refused(text)


def whole(value, place):
    require(isinstance(value, int) and not isinstance(value, bool), f"{place} is {value!r} and no whole number")
    return value


def number(value, place):
    require(isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value),
            f"{place} is {value!r} and no number")
    return value


def listed(value, place):
    require(isinstance(value, list), f"{place} is no list")
    return value


def exact(value):
    """Whole numbers as they are, since they are added much faster."""
    return value if isinstance(value, int) else Fraction(value)


def is_close(a, b):
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b))


# Rectangles.


def boxes_of(solution, keys=("row", "column", "rows", "columns"), absent=None):
    """(processor, row, column, rows, columns) of each, or what `keys` say; `absent` is what need not be there."""
    boxes = []
    for k, box in enumerate(listed(solution.get("rectangles"), "rectangles")):
        require(isinstance(box, dict), f"rectangles[{k}] is no object")
        place = f"rectangles[{k}]"
        boxes.append((whole(box.get("processor"), place + ".processor"),
                      *(number(box.get(key, (absent or {}).get(key)), f"{place}.{key}") for key in keys)))
    return boxes


def rectangles_cost(problem, solution):
    """One rectangle for each processor, whose areas are the shares; boundaries by geometry."""
    height, width, weights = problem["rows"], problem["columns"], problem["weights"]
    boxes = boxes_of(solution)
    require(len(boxes) == len(weights), f"{len(boxes)} rectangles for {len(weights)} processors")
    require(sorted(box[0] for box in boxes) == list(range(len(weights))), "not one rectangle for each processor")
    near = 1e-9 * (height + width)
    for k, top, left, rows, columns in boxes:
        require(rows > 2 * near and columns > 2 * near, f"the rectangle of processor {k} is too thin")
        require(top > -near and left > -near and top + rows < height + near and left + columns < width + near,
                f"the rectangle of processor {k} is not inside the array")
        share = weights[k] / sum(weights) * height * width
        require(is_close(rows * columns, share), f"processor {k} has an area of {rows * columns!r}, not {share!r}")
    require(is_close(math.fsum(box[3] * box[4] for box in boxes), height * width), "the areas are not the array's")
    boxes.sort(key=lambda box: box[1])
    lengths, pairs = [], 0
    for i, (k, top, left, rows, columns) in enumerate(boxes):
        for other in boxes[i + 1:]:
            if other[1] > top + rows + near:
                break
            down = min(top + rows, other[1] + other[3]) - max(top, other[1])
            across = min(left + columns, other[2] + other[4]) - max(left, other[2])
            require(down <= near or across <= near, f"the rectangles of processors {k} and {other[0]} overlap")
            if max(down, across) > near and min(down, across) >= -near:
                lengths.append(max(down, across))
                pairs += 1
    return {"total": math.fsum(lengths) + problem.get("latency", 0) * pairs}


# Boxes.


def boxes_cost(problem, solution):
    """One box for each processor, whose volumes are the shares; common faces by geometry."""
    extent, weights = [problem[key] for key in ("rows", "columns", "layers")], problem["weights"]
    boxes = []
    for k, box in enumerate(listed(solution.get("boxes"), "boxes")):
        require(isinstance(box, dict), f"boxes[{k}] is no object")
        place = f"boxes[{k}]"
        at, sides = ([number(box.get(key), f"{place}.{key}") for key in keys]
                     for keys in (("row", "column", "layer"), ("rows", "columns", "layers")))
        boxes.append((whole(box.get("processor"), place + ".processor"), at, sides))
    require(sorted(box[0] for box in boxes) == list(range(len(weights))), "not one box for each processor")
    near = 1e-9 * sum(extent)
    for k, at, sides in boxes:
        require(all(side > 2 * near for side in sides), f"the box of processor {k} is too thin")
        require(all(a > -near and a + s < e + near for a, s, e in zip(at, sides, extent)),
                f"the box of processor {k} is not inside the block")
        share = weights[k] / sum(weights) * math.prod(extent)
        require(is_close(math.prod(sides), share), f"processor {k} has a volume of {math.prod(sides)!r}, not {share!r}")
    areas = []
    for i, (k, at, sides) in enumerate(boxes):
        for other, there, others in boxes[i + 1:]:
            common = [min(a + s, b + t) - max(a, b) for a, s, b, t in zip(at, sides, there, others)]
            require(min(common) <= near, f"the boxes of processors {k} and {other} overlap")
            least, *face = sorted(common)
            if least >= -near and face[0] > near:
                areas.append(face[0] * face[1])
    return {"total": math.fsum(areas) + problem.get("latency", 0) * len(areas)}


# Whole cells.


def sides_of(problem):
    """Layers, rows and columns; one layer in the plane."""
    loads = problem.get("loads", problem.get("depths"))
    if loads is None:
        return problem.get("layers", 1), problem["rows"], problem["columns"]
    if "depths" in problem:
        return problem["layers"], len(loads), len(loads[0])
    return (len(loads), len(loads[0]), len(loads[0][0])) if isinstance(loads[0][0], list) else (1, len(loads), len(loads[0]))


def loads_of(problem):
    """The load of each active cell (layer, row, column), in this order."""
    sides, loads = sides_of(problem), problem.get("loads")
    if loads is not None and not isinstance(loads[0][0], list):
        loads = [loads]
    if "depths" in problem:
        loads = [[[int(depth > z) for depth in line] for line in problem["depths"]] for z in range(sides[0])]
    found = {cell: loads[cell[0]][cell[1]][cell[2]] if loads else 1 for cell in itertools.product(*map(range, sides))}
    for top, left, rows, columns in problem.get("mask", []):
        for cell in itertools.product(range(sides[0]), range(top, top + rows), range(left, left + columns)):
            found[cell] = 0
    return {cell: load for cell, load in found.items() if load}


def previous_of(problem):
    """The owner of each cell until now, -1 where it is new."""
    layers = problem["previous"]
    if not isinstance(layers[0][0], list):
        layers = [layers]
    return {cell: layers[cell[0]][cell[1]][cell[2]] for cell in itertools.product(*map(range, sides_of(problem)))}


def shares_of(problem, loads):
    total = sum(loads.values())
    weights = [Fraction(weight) for weight in problem["weights"]]
    return [weight * total / sum(weights) for weight in weights]


def tolerances_of(problem, loads):
    """The greatest of a part of the share, one cell of median load, and what the heaviest cell forces on all; with what
    doubles round and, where loads are not whole, 1e-9 of it."""
    part = Fraction(problem.get("imbalance", "0%").rstrip("%")) / 100
    shares, ordered = shares_of(problem, loads), sorted(map(exact, loads.values()))
    cell = Fraction(ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2
    forced = ordered[-1] / max(shares) - 1
    rounding = 0 if all(load == int(load) for load in ordered) and sum(ordered) < 2**53 else Fraction(1, 10**9)
    widths = [max(cell, share * max(part, forced)) for share in shares]
    return [width * (1 + rounding) + (share + width) / 2**50 for share, width in zip(shares, widths)]


def owners_of(problem, solution, loads):
    """Of each active cell."""
    sides, parts = sides_of(problem), len(problem["weights"])
    owners = {}
    keys = ("layer", "row", "column", "layers", "rows", "columns")
    for box in boxes_of(solution, keys, {"layer": 0, "layers": 1} if sides[0] == 1 else None):
        k, *box = (whole(value, "a side of a rectangle") for value in box)
        begins, lengths = box[:3], box[3:]
        require(0 <= k < parts, f"processor {k} of {parts}: a solution of another problem?")
        require(min(box) >= 0 and all(b + n <= side for b, n, side in zip(begins, lengths, sides)),
                f"a rectangle of processor {k} is not inside the array")
        for cell in itertools.product(*(range(b, b + n) for b, n in zip(begins, lengths))):
            require(cell not in owners, f"a cell of processor {k} has another owner")
            owners[cell] = k
    for cell in loads:
        require(cell in owners, f"cell {', '.join(map(str, cell[sides[0] == 1:]))} has no owner")
    return {cell: owners[cell] for cell in loads}


FACES = [(-1, 0, 0), (1, 0, 0), (0, -1, 0), (0, 1, 0), (0, 0, -1), (0, 0, 1)]


def beside(cell, steps=FACES):
    return [(cell[0] + z, cell[1] + y, cell[2] + x) for z, y, x in steps]


def pieces_of(owners):
    """The number of connected pieces of all parts together."""
    seen, pieces = set(), 0
    for first in owners:
        if first in seen:
            continue
        pieces += 1
        seen.add(first)
        reached = [first]
        for cell in reached:
            for other in beside(cell):
                if other not in seen and owners.get(other) == owners[first]:
                    seen.add(other)
                    reached.append(other)
    return pieces


def torn_of(owners):
    """Pieces beyond one for each pair of a part and a sea that it has cells in."""
    sea_of, pairs = {}, set()
    for first in owners:
        if first in sea_of:
            continue
        sea_of[first] = first
        reached = [first]
        for cell in reached:
            pairs.add((first, owners[cell]))
            for other in beside(cell):
                if other in owners and other not in sea_of:
                    sea_of[other] = first
                    reached.append(other)
    return pieces_of(owners) - len(pairs)


def received(owners, parts, stencil):
    """How many cells of others each part reads."""
    steps = [step for step in itertools.product((-1, 0, 1), repeat=3) if any(step)] if stencil in (9, 27) else FACES
    counts = [0] * parts
    for cell, owner in owners.items():
        for reader in {owners.get(other, owner) for other in beside(cell, steps)} - {owner}:
            counts[reader] += 1
    return counts


def cells_cost(problem, solution):
    """Every active cell has one owner, loads are within the tolerance, no part is empty, or in pieces within a sea."""
    loads = loads_of(problem)
    owners = owners_of(problem, solution, loads)
    parts = len(problem["weights"])
    had = [0] * parts
    for cell, owner in owners.items():
        had[owner] += loads[cell]
    require(all(had), f"processor {had.index(0) if 0 in had else 0} has no cell")
    for k, (share, tolerance) in enumerate(zip(shares_of(problem, loads), tolerances_of(problem, loads))):
        require(abs(had[k] - share) <= tolerance,
                f"processor {k} has a load of {had[k]}; its share is {float(share):.6g}, give or take {float(tolerance):.6g}")
    if problem.get("connected", "yes") == "yes":
        require(torn_of(owners) == 0, "a part is in pieces within a sea")
    edges, pairs = 0, set()
    for cell, owner in owners.items():
        for other in beside(cell, FACES[1::2]):
            if owners.get(other, owner) != owner:
                edges += 1
                pairs.add((min(owner, owners[other]), max(owner, owners[other])))
    reads = received(owners, parts, problem.get("stencil", 5))
    found = {"total": edges + problem.get("latency", 0) * len(pairs), "volume": sum(reads), "busiest": max(reads)}
    if "previous" in problem:
        before = previous_of(problem)
        moved = sum(1 for cell, owner in owners.items() if before[cell] not in (owner, -1))
        price = Fraction(problem.get("migration_price", 1))
        found["cost"] = found[problem.get("objective", "total")] + price * moved
    return found


# Process grids.


def grids_cost(problem, solution):
    """The slowest process for one block; whole lengths are exact."""
    edges, block, performances = problem["edges"], problem["block"], problem["performances"]
    cells = math.prod(edges)
    mapping = listed(solution.get("mapping"), "mapping")
    require(len(mapping) == cells and sorted(mapping) == list(range(cells)),
            f"the mapping is no order of the {cells} processes")
    found = {}
    for key, name in (("rounded", "rounded_time"), ("lengths", "time")):
        lengths = listed(solution.get(key), key)
        require([len(listed(slices, key)) for slices in lengths] == edges, f"{key} are not those of a grid of {edges}")
        for slices, side in zip(lengths, block):
            take = whole if key == "rounded" else number
            require(all(take(value, key) >= 0 for value in slices), f"{key} has a slice below 0")
            exact = sum(map(Fraction, slices))
            require(exact == side if key == "rounded" else is_close(exact, side), f"{key} add up to {float(exact)}, not {side}")
        longest = Fraction(0)
        for cell in range(cells):
            volume, place = Fraction(math.prod(block[len(edges):])), cell
            for slices, edge in zip(lengths, edges):
                volume *= Fraction(slices[place % edge])
                place //= edge
            longest = max(longest, volume / Fraction(performances[mapping[cell]]))
        found[name] = longest
    return found


# Graphs.


def labels_of(solution, choices):
    labels = listed(solution.get("labels"), "labels")
    require(len(labels) == len(choices), f"{len(labels)} labels for {len(choices)} nodes: a solution of another problem?")
    for v, (label, count) in enumerate(zip(labels, choices)):
        require(0 <= whole(label, f"labels[{v}]") < count, f"labels[{v}] is {label}, and the node has {count} choices")
    return labels


def graph_parts(graph):
    """Node costs, and edges as (u, v, price where the ends differ)."""
    places = {}
    for v, node in enumerate(graph["nodes"]):
        places[node.get("name", str(v))] = v
    rho = exact(graph.get("rho", 1))
    edges = [(u if isinstance(u, int) else places[u], v if isinstance(v, int) else places[v], rho * exact(weight))
             for u, v, weight in graph["edges"]]
    return [[exact(cost) for cost in node["cost"]] for node in graph["nodes"]], edges


def graphs_cost(graph, solution):
    costs, edges = graph_parts(graph)
    labels = labels_of(solution, [len(cost) for cost in costs])
    return {"cost": sum(cost[label] for cost, label in zip(costs, labels))
            + sum(price for u, v, price in edges if labels[u] != labels[v])}


FORBIDDEN = 10**18


def shardings_cost(question, solution):
    problem = question["problem"]
    nodes, edges = problem["nodes"], problem["edges"]
    labels = labels_of(solution, [len(costs) for costs in nodes["costs"]])
    paid = [costs[label] for costs, label in zip(nodes["costs"], labels)]
    for (u, v), matrix in zip(edges["nodes"], edges["costs"]):
        paid.append(matrix[labels[u] * len(nodes["costs"][v]) + labels[v]])
    require(max(paid) < FORBIDDEN, "it takes a strategy or a pair that is forbidden")
    if "usage_limit" in problem:
        change = {}
        for (begin, end), usages, label in zip(nodes["intervals"], nodes["usages"], labels):
            if begin < end:
                change[begin] = change.get(begin, 0) + usages[label]
                change[end] = change.get(end, 0) - usages[label]
        used = 0
        for time in sorted(change):
            used += change[time]
            require(used <= problem["usage_limit"],
                    f"at time {time} it takes memory of {used}; the limit is {problem['usage_limit']}")
    return {"cost": sum(paid)}


COSTS = {"rectangles": rectangles_cost, "boxes": boxes_cost, "cells": cells_cost, "grids": grids_cost, "graphs": graphs_cost,
         "shardings": shardings_cost, "programs": graphs_cost}
