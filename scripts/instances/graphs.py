# Alignment-distribution graphs, sharding graphs and programs. `draws` are Draws.

import itertools

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


def tied(draws, layers, operations, strategies, slack):
    """Few decisions and many times: in all layers an operation has the strategy that it has in the first, through
    aliases. Dividing an operation takes less memory and more communication. The limit is `slack` percent above the peak
    of the least usages."""
    template = []
    for k in range(operations):
        alias = k > 0 and draws.chance(35)
        count = template[-1]["count"] if alias else draws.whole(3, strategies)
        volume = draws.whole(1, 15) << draws.whole(4, 10)
        order = draws.order(count)
        shifts = ([template[-1]["shifts"][order.index(s)] for s in range(count)] if alias
                  else [0] + [draws.whole(1, 4) for _ in range(count - 1)])
        work = draws.whole(1, 4)
        template.append({
            "count": count, "alias": order if alias else None, "volume": volume, "shifts": shifts,
            "costs": [0] * count if alias else [volume * (work * shift + draws.whole(0, 3)) // 4 for shift in shifts],
            "usages": [volume >> shift for shift in shifts],
            "kept": not alias and draws.chance(40), "bound": draws.chance(60),
            "parameter": not alias and draws.chance(25),
            "reads": draws.whole(max(0, k - 12), k - 2) if k > 2 and draws.chance(40) else None})
    sections = Sections(draws, template, layers)
    return {"problem": limited(sections.nodes, sections.edges, slack) | {"name": "tied"}}


class Sections:
    """The forward and the backward pass over equal layers of a template, whose layers are tied to the first."""

    def __init__(self, draws, template, layers):
        self.draws, self.template = draws, template
        self.steps = layers * len(template)
        self.nodes, self.edges, self.matrices, self.before = [], [], {}, {}
        self.forward = []
        for step in range(self.steps):
            self.add_forward(step)
        self.last = None
        for step in reversed(range(self.steps)):
            self.add_backward(step)

    def node(self, kind, k, interval):
        """A node, tied to that of the layer that was added before."""
        now = self.template[k]
        self.nodes.append((interval, now["costs"], now["usages"]))
        here = len(self.nodes) - 1
        if (kind, k) in self.before:
            self.edge(self.before[kind, k], here, self.follow(range(now["count"])))
        self.before[kind, k] = here
        return here

    def edge(self, first, second, costs):
        self.edges.append(([first, second], costs))

    @staticmethod
    def follow(order):
        return [0 if s == t else FORBIDDEN for s in order for t in range(len(order))]

    def matrix(self, kind, first, second):
        """What it costs to turn the result of one operation into what another reads; 0 for a quarter of the pairs."""
        if (kind, first, second) not in self.matrices:
            volume = self.template[first]["volume"]
            size = self.template[first]["count"] * self.template[second]["count"]
            self.matrices[kind, first, second] = [0 if self.draws.chance(25) else volume * self.draws.whole(1, 16) // 8
                                                  for _ in range(size)]
        return self.matrices[kind, first, second]

    def add_forward(self, step):
        count = len(self.template)
        k = step % count
        now = self.template[k]
        here = self.node("forward", k, [step, 2 * self.steps - step if now["kept"] else step + 2])
        self.forward.append(here)
        if now["alias"]:
            self.edge(self.forward[-2], here, self.follow(now["alias"]))
        elif step:
            self.edge(self.forward[-2], here, self.matrix("forward", (k - 1) % count, k))
        if now["reads"] is not None:
            self.edge(self.forward[step - k + now["reads"]], here, self.matrix("reads", now["reads"], k))
        if now["parameter"]:
            self.edge(self.node("parameter", k, [0, 2 * self.steps]), here, self.matrix("parameter", k, k))

    def add_backward(self, step):
        count = len(self.template)
        k = step % count
        time = 2 * self.steps - step - 1
        here = self.node("backward", k, [time, time + 2])
        self.edge(self.forward[step], here, self.follow(range(self.template[k]["count"])) if self.template[k]["bound"]
                  else self.matrix("pair", k, k))
        if self.last is not None:
            self.edge(self.last, here, self.matrix("backward", (k + 1) % count, k))
        self.last = here


def clusters(draws, clusters, operations, strategies, slack):
    """Soft clusters: in a cluster to differ from the others costs about what an operation gains by its own layout, so that
    many answers are nearly tied and clusters change as a whole. A third of the results is kept for a pass back."""
    shifts = [0] + [draws.whole(1, 4) for _ in range(strategies - 1)]
    apart = [[0 if s == t else draws.whole(2, 10) for t in range(strategies)] for s in range(strategies)]
    steps = clusters * operations
    nodes, edges = [], []

    def edge(first, second, volume):
        edges.append(([first, second], [volume * apart[s][t] // 8 for s in range(strategies) for t in range(strategies)]))

    for cluster in range(clusters):
        volume = 64 * draws.whole(8, 15)
        work = draws.whole(0, 2)
        for k in range(operations):
            here = len(nodes)
            until = 2 * steps - here if draws.chance(33) else here + 2
            nodes.append(([here, until], [volume * (work * shift + draws.whole(0, 16)) // 16 for shift in shifts],
                          [volume >> shift for shift in shifts]))
            if here:
                edge(here - 1, here, volume if k else volume // 8)
            if k > 1:
                edge(here - draws.whole(2, k), here, volume)
            if cluster and draws.chance(15):
                edge(here - draws.whole(k + 1, k + operations), here, volume // 8)
    return {"problem": limited(nodes, edges, slack) | {"name": "clusters"}}


def limited(nodes, edges, slack):
    """The graph with a limit `slack` percent above the peak of the least usages."""
    used = [0] * (1 + max(end for (_, end), _, _ in nodes))
    for (begin, end), _, usages in nodes:
        used[begin] += min(usages)
        used[end] -= min(usages)
    return {"nodes": {"intervals": [n[0] for n in nodes], "costs": [n[1] for n in nodes], "usages": [n[2] for n in nodes]},
            "edges": {"nodes": [e[0] for e in edges], "costs": [e[1] for e in edges]},
            "usage_limit": max(itertools.accumulate(used)) * (100 + slack) // 100}


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
