# Alignment-distribution graphs, sharding graphs and programs. `draws` are Draws.

FORBIDDEN = 10**18


def labelled(draws, nodes, edges, candidates, rho):
    names = [f"d{k}" for k in range(candidates)]
    return {"rho": rho, "candidates": names, "nodes": [{"cost": cost} for cost in nodes],
            "edges": [[u, v, weight] for (u, v), weight in sorted(edges.items())]}


def drawn_costs(draws, count, candidates):
    return [[draws.whole(1, 100) for _ in range(candidates)] for _ in range(count)]


def mesh(draws, rows, columns, candidates, rho):
    """Nodes in a mesh, with costs and weights of their own."""
    edges = {}
    for k in range(rows * columns):
        if (k + 1) % columns:
            edges[k, k + 1] = draws.whole(1, 10)
        if k + columns < rows * columns:
            edges[k, k + columns] = draws.whole(1, 10)
    return labelled(draws, drawn_costs(draws, rows * columns, candidates), edges, candidates, rho)


def scattered(draws, nodes, degree, candidates, rho):
    """A chain, and edges between any two nodes."""
    edges = {(k, k + 1): draws.whole(1, 10) for k in range(nodes - 1)}
    while len(edges) < nodes * degree // 2:
        u, v = draws.whole(0, nodes - 1), draws.whole(0, nodes - 1)
        if u != v:
            edges[min(u, v), max(u, v)] = draws.whole(1, 10)
    return labelled(draws, drawn_costs(draws, nodes, candidates), edges, candidates, rho)


def phases(draws, phases, length, candidates, rho):
    """A program in phases: all operations of a phase are cheap under the same few candidates, and read earlier ones."""
    nodes, edges = [], {}
    for phase in range(phases):
        liked = {draws.whole(0, candidates - 1) for _ in range(2)}
        for k in range(length):
            size = 2 ** draws.whole(0, 6)
            nodes.append([size * draws.whole(2, 6) if d in liked else size * draws.whole(6, 24)
                          for d in range(candidates)])
            here = phase * length + k
            for _ in range(draws.whole(1, 2) if here else 0):
                edges[max(0, here - draws.whole(1, length)), here] = size
            if here:
                edges[here - 1, here] = size
    return labelled(draws, nodes, edges, candidates, rho)


def layers(draws, layers, operations, strategies, slack=10):
    """A network of equal layers, forwards and backwards: aliases permute strategies, parameters stay in memory, and the
    limit is `slack` percent above the peak of the least usages; -1: no limit."""
    template = []
    for k in range(operations):
        volume = draws.whole(1, 15) << draws.whole(4, 10)
        alias = k > 0 and draws.chance(35)
        count = template[-1]["count"] if alias else draws.whole(2, strategies)
        parts = [1] + [2 ** draws.whole(1, 3) for _ in range(count - 1)]
        template.append({
            "count": count, "alias": draws.order(count) if alias else None,
            "costs": [0] * count if alias else [volume * draws.whole(2, 9) // parts[s] for s in range(count)],
            "usages": [0] * count if alias else [volume // parts[s] for s in range(count)],
            "volume": volume, "kept": draws.chance(60), "bound": draws.chance(60),
            "parameter": not alias and draws.chance(35)})
    matrices = {}

    def matrix(kind, k, first, second):
        if (kind, k) not in matrices:
            size = template[k]["volume"]
            matrices[kind, k] = [0 if draws.chance(25) else size * draws.whole(1, 16) // 8
                                 for _ in range(first * second)]
        return matrices[kind, k]

    steps = layers * operations
    nodes, edges = [], []

    def node(interval, k):
        nodes.append((interval, template[k]["costs"], template[k]["usages"]))
        return len(nodes) - 1

    def follow(count, order):
        return [0 if order[s] == t else FORBIDDEN for s in range(count) for t in range(count)]

    forward = []
    for step in range(steps):
        k = step % operations
        now = template[k]
        end = 2 * steps - step if now["kept"] else step + 2
        forward.append(node([step, end], k))
        if step:
            before = template[(step - 1) % operations]["count"]
            edges.append(([forward[-2], forward[-1]],
                          follow(now["count"], now["alias"]) if now["alias"]
                          else matrix("forward", k, before, now["count"])))
        if now["parameter"]:
            kept = node([0, 2 * steps], k)
            edges.append(([kept, forward[-1]], matrix("parameter", k, now["count"], now["count"])))
    last = None
    for step in reversed(range(steps)):
        k = step % operations
        now = template[k]
        time = 2 * steps - step - 1
        here = node([time, time + 2], k)
        edges.append(([forward[step], here], follow(now["count"], range(now["count"])) if now["bound"]
                      else matrix("pair", k, now["count"], now["count"])))
        if last is not None:
            after = template[(step + 1) % operations]["count"]
            edges.append(([last, here], matrix("backward", k, after, now["count"])))
        last = here
    problem = {"name": "layers",
               "nodes": {"intervals": [n[0] for n in nodes], "costs": [n[1] for n in nodes],
                         "usages": [n[2] for n in nodes]},
               "edges": {"nodes": [e[0] for e in edges], "costs": [e[1] for e in edges]}}
    if slack >= 0:
        used = [0] * (2 * steps + 2)
        for (begin, end), _, usages in nodes:
            for time in range(begin, end):
                used[time] += min(usages)
        problem["usage_limit"] = max(used) * (100 + slack) // 100
    return {"problem": problem}


def sweeps(draws, phases, processors, n, rank=2, rho="1/16"):
    """A program of phases on one array: stencils, sweeps along a dimension, and triangular updates."""
    objects = {"A": {"axes": [{"extent": "n"} for _ in range(rank)]}}
    index = [f"I{d}" for d in range(1, rank + 1)]
    for d in range(1, rank + 1):
        objects[f"line {d}"] = {
            "axes": [{"dimension": e, "extent": "n"} for e in range(1, rank + 1) if e != d],
            "positions": [{"dimension": d, "cell": f"{index[d - 1]} - 1"}]}
        objects[f"rest {d}"] = {
            "axes": [{"extent": f"n - {index[d - 1]}", "offset": index[d - 1]} if e == d else {"extent": "n"}
                     for e in range(1, rank + 1)]}
    nodes, edges = [{"name": "start", "object": "A"}], []
    for phase in range(phases):
        d = draws.whole(1, rank)
        kind = ("stencil", "sweep", "update")[draws.whole(0, 2)]
        name = f"{phase + 1} {kind} {d}"
        time = draws.whole(1, 10)
        loop = [{"index": index[d - 1], "from": 1, "to": "n - 1" if kind == "update" else "n"}]
        if kind == "stencil":
            nodes.append({"name": name, "object": "A", "time": time})
            by = [1 if e == d else 0 for e in range(1, rank + 1)]
            edges.append({"from": nodes[-2]["name"], "to": name, "realignment": {"kind": "shift", "by": by}})
        elif kind == "sweep":
            nodes.append({"name": name, "object": f"line {d}", "loops": loop, "time": time})
            edges.append({"from": nodes[-2]["name"], "to": name, "data": n ** rank})
        else:
            nodes.append({"name": name, "object": f"rest {d}", "loops": loop, "time": time})
            edges.append({"from": nodes[-2]["name"], "to": name, "data": n ** rank})
        if phase > 1 and draws.chance(40):
            edges.append({"from": nodes[draws.whole(0, phase - 1)]["name"], "to": name, "data": n ** rank})
    above, below = rho.split("/")
    return {"name": "sweeps", "rank": rank, "processors": processors, "parameters": {"n": n},
            "machine": {"rho": int(above) / int(below)}, "objects": objects, "nodes": nodes, "edges": edges}
