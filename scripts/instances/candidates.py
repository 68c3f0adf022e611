# What the collection is chosen from.
import itertools
import math
import re

MOST_CELLS = 10_000  # whatever is asked of larger arrays takes too long to choose by
MOST_NODES = 1000  # of sharding graphs, likewise
# Taken in any case, since nothing smaller says how methods grow.
LARGE = {"cells-full-200x300-p200-r8-total", "cells-full-200x300-p1000-r1-total", "cells-coast-150x200-p128-r64-total",
         "cells-coast-300x200-p256-r8-volume", "cells-islands-150x200-p128-r8-busiest",
         "cells-islands-300x400-p1000-r1-total", "cells-peaks-300x200-p256-r1-total",
         "cells-peaks-300x400-p1000-r8-volume", "cells-space-rock-32-p27-r8-total", "cells-space-ocean-32-p27-r8-volume",
         "cells-space-full-32-p27-r1-total", "shardings-l100-o12-s10-1", "shardings-l200-o16-s10-2"}
# Sharding graphs that are taken in any case: with few decisions, many times and memory that binds, each of which was
# chosen by its sizes after reductions; and soft clusters. (layers, operations, strategies, slack, seed)
TIED = ((8, 160, 14, 5, 5), (8, 160, 14, 6, 3), (8, 160, 14, 6, 4), (8, 160, 14, 8, 4), (8, 160, 14, 12, 6),
        (8, 240, 14, 6, 4), (8, 240, 14, 8, 4), (16, 160, 14, 6, 3), (16, 160, 14, 8, 4), (32, 160, 12, 6, 7))
CLUSTERS = ((20, 12, 12, 10, 5), (20, 12, 20, 6, 1), (40, 12, 16, 6, 2))
LAWS = ("uniform", "skewed", "powers", "two", "one")


def candidates():
    """(name, family, size, processors, ratio, generator) for each."""
    found = {}

    def add(family, stem, size, processors, ratio, generator, /, **arguments):
        arguments = {key: value for key, value in arguments.items() if value is not None}
        name = re.sub(r"-+", "-", stem.lower().replace("_", "-").replace("/", "-"))
        text = f"{generator}({','.join(f'{key}={value}' for key, value in arguments.items())})"
        if name in found:
            raise ValueError(f"two candidates are called {name}")
        found[name] = {"name": name, "family": family, "size": size, "processors": processors, "ratio": ratio,
                       "file": f"{family}/{name}.json", "generator": text}

    def law_of(ratio, number):
        return "equal" if ratio == 1 else LAWS[number % len(LAWS)]

    numbers = itertools.count()
    # Rectangles.
    for p in (4, 5, 6, 7, 8, 10, 12, 16, 20, 24, 32, 50, 64, 100, 200, 500, 1000):
        for ratio, columns, latency in ((1, 1000, 0), (2, 1000, 0), (8, 1000, 0), (8, 3000, 50), (64, 1000, 0),
                                        (64, 10000, 0), (512, 1000, 0), (512, 3000, 50), (16, 2000, 0)):
            if (p > 200 and (ratio in (2, 16) or latency)) or (ratio == 1 and columns > 1000):
                continue
            law = law_of(ratio, next(numbers))
            shape = {1000: "square", 2000: "double", 3000: "wide", 10000: "long"}[columns]
            add("rectangles", f"rectangles-p{p}-r{ratio}-{shape}-{law}", f"1000x{columns}", p, ratio, "rectangles",
                processors=p, ratio=ratio, law=law, columns=columns if columns != 1000 else None,
                latency=latency or None, seed=p + ratio)
    # Whole cells: full arrays.
    for rows, columns, p in ((3, 4, 4), (4, 4, 4), (8, 8, 4), (10, 10, 5), (12, 20, 8), (20, 20, 7), (20, 30, 16),
                             (30, 30, 10), (40, 60, 24), (50, 50, 50), (60, 90, 32), (100, 100, 64), (100, 150, 100),
                             (200, 300, 200), (200, 300, 1000)):
        for ratio, objective, imbalance in ((1, "total", 0), (2, "volume", 0), (8, "total", 20), (8, "busiest", 10),
                                            (64, "volume", 30), (512, "total", 0)):
            if rows * columns < p * 5 and ratio > 2 or (ratio > 8 and rows * columns < 20 * p):
                continue
            law = law_of(ratio, next(numbers))
            add("cells", f"cells-full-{rows}x{columns}-p{p}-r{ratio}-{objective}", f"{rows}x{columns}", p, ratio, "full",
                rows=rows, columns=columns, processors=p, ratio=ratio, law=law,
                objective=objective if objective != "total" else None, imbalance=imbalance or None, seed=p)
    # Masks and loads.
    for kind in ("coast", "islands", "peaks"):
        for rows, columns, p in ((12, 16, 4), (20, 30, 6), (30, 40, 12), (40, 60, 16), (50, 80, 32), (90, 120, 64),
                                 (150, 200, 128), (300, 200, 256), (300, 400, 1000)):
            for ratio, objective, imbalance in ((1, "total", 30), (8, "volume", 20), (64, "total", 50),
                                                (8, "busiest", 50)):
                if ratio == 64 and p > rows * columns // 40:
                    continue
                law = law_of(ratio, next(numbers))
                add("cells", f"cells-{kind}-{rows}x{columns}-p{p}-r{ratio}-{objective}", f"{rows}x{columns}", p, ratio,
                    kind, rows=rows, columns=columns, processors=p, ratio=ratio, law=law,
                    objective=objective if objective != "total" else None, imbalance=imbalance, seed=p)
    # Masks with several seas, and ragged ones.
    for kind, rows, columns, p, ratio, objective, imbalance, more in (
            ("lakes", 45, 90, 3, 8, "total", 1, {"active": 40, "waves": 8}),
            ("lakes", 60, 80, 12, 64, "total", 10, {"active": 50, "waves": 12}),
            ("archipelago", 50, 60, 5, 8, "total", 10, {"rooms": 6, "holes": 12}),
            ("archipelago", 60, 90, 20, 1, "total", 30, {"rooms": 4, "holes": 5}),
            ("spiral", 40, 60, 4, 64, "total", 0, {"width": 5, "dams": 8}),
            ("spiral", 50, 50, 12, 8, "volume", 10, {"width": 4, "dams": 6}),
            ("shores", 40, 60, 6, 8, "total", 10, {"active": 50}),
            ("shores", 60, 60, 8, 64, "busiest", 30, {"active": 60}),
            ("speckle", 40, 60, 4, 8, "volume", 0, {"holes": 20}),
            ("speckle", 60, 60, 16, 1, "total", 10, {"holes": 30}),
            ("river", 60, 60, 12, 8, "volume", 10, {"arms": 5, "width": 6}),
            ("comb", 40, 63, 3, 1, "volume", 0, {"tooth": 3, "gap": 3})):
        add("cells", f"cells-{kind}-{rows}x{columns}-p{p}-r{ratio}-{objective}", f"{rows}x{columns}", p, ratio, kind,
            rows=rows, columns=columns, processors=p, ratio=ratio, law=law_of(ratio, p),
            objective=objective if objective != "total" else None, imbalance=imbalance or None, seed=p, **more)
    # New divisions near previous ones.
    for rows, columns, p in ((12, 16, 4), (20, 30, 8), (40, 60, 16), (60, 60, 36), (100, 150, 64)):
        for change, ratio, price in (("slower", 2, "1"), ("leaves", 1, "1/4"), ("joins", 8, "1/2"), ("drift", 1, "1"),
                                     ("slower", 16, "1/8"), ("drift", 8, "1/16")):
            add("cells", f"cells-{change}-{rows}x{columns}-p{p}-r{ratio}", f"{rows}x{columns}", p, ratio, "rebalance",
                rows=rows, columns=columns, processors=p, ratio=ratio, change=change,
                law=law_of(ratio, next(numbers)), price=price, imbalance=30, seed=p)
    # Arrays with layers.
    in_space = itertools.count()
    for kind in ("full", "ball", "rock", "ocean", "summits", "strata"):
        for side, p in ((2, 2), (6, 4), (10, 8), (16, 12), (20, 27), (32, 27)):
            for ratio, objective, imbalance in ((1, "total", 30), (8, "total", 10), (8, "volume", 30)):
                if side == 2 and (objective != "total" or kind not in ("full", "ball", "summits")):
                    continue
                add("cells", f"cells-space-{kind}-{side}-p{p}-r{ratio}-{objective}", f"{side}x{side}x{side}", p, ratio,
                    kind, layers=side, rows=side, columns=side, processors=p, ratio=ratio,
                    law=law_of(ratio, next(in_space)), objective=objective if objective != "total" else None,
                    imbalance=imbalance, seed=p)
    # Boxes.
    blocks = itertools.count()
    for p in (4, 6, 8, 12, 16, 27, 32, 48, 64, 100, 200):
        for ratio, shape, latency in ((1, "cube", 0), (8, "cube", 0), (8, "double", 50), (64, "flat", 0),
                                      (64, "cube", 100), (512, "double", 0), (512, "cube", 0), (8, "flat", 200)):
            columns, layers = {"cube": (100, 100), "double": (200, 400), "flat": (1000, 1000)}[shape]
            law = law_of(ratio, next(blocks))
            add("boxes", f"boxes-p{p}-r{ratio}-{shape}-{law}", f"100x{columns}x{layers}", p, ratio, "boxes",
                processors=p, ratio=ratio, law=law, columns=columns, layers=layers, latency=latency or None,
                seed=p + ratio)
    # Process grids.
    for edges in ("2x2", "2x3", "2x4", "3x3", "2x6", "3x4", "4x4", "4x8", "6x6", "8x8", "5x20", "10x10", "16x16",
                  "10x50", "3x3x3", "2x4x8"):
        p = 1
        for edge in edges.split("x"):
            p *= int(edge)
        for ratio in (2, 8, 32, 128, 512):
            if p == 4 and ratio in (8, 128):
                continue
            law = law_of(ratio, next(numbers))
            block = 100 if p <= 16 else 1000
            add("grids", f"grids-{edges}-r{ratio}-{law}", edges, p, ratio, "grids", edges=edges, ratio=ratio, law=law,
                block=block, seed=p)
    # Alignment-distribution graphs.
    for rows, columns, k in ((3, 3, 3), (4, 5, 4), (6, 6, 6), (8, 8, 10), (10, 10, 5), (12, 15, 12), (20, 20, 8)):
        for rho in (1, 3, 8):
            add("graphs", f"graphs-mesh-{rows}x{columns}-k{k}-rho{rho}", rows * columns, "", "", "mesh", rows=rows,
                columns=columns, candidates=k, rho=rho, seed=rows)
    for nodes, degree, k in ((10, 3, 3), (20, 4, 5), (40, 4, 8), (60, 6, 6), (100, 4, 10), (150, 6, 20), (300, 4, 12)):
        for rho in (2, 4, 8):
            add("graphs", f"graphs-scattered-{nodes}-k{k}-rho{rho}", nodes, "", "", "scattered", nodes=nodes,
                degree=degree, candidates=k, rho=rho, seed=nodes)
    for count, length, k in ((3, 4, 3), (4, 6, 5), (6, 8, 8), (8, 12, 12), (12, 20, 20)):
        for rho in (1, 4, 12, 30):
            add("graphs", f"graphs-phases-{count}x{length}-k{k}-rho{rho}", count * length, "", "", "phases",
                phases=count, length=length, candidates=k, rho=rho, seed=count)
    # Sharding graphs.
    for deep, operations, strategies in ((1, 4, 4), (2, 5, 6), (3, 6, 8), (4, 8, 10), (8, 8, 12), (12, 10, 12),
                                         (20, 10, 16), (40, 12, 16), (100, 12, 16), (200, 16, 20)):
        for slack, seed in ((10, 1), (10, 2), (10, 3), (3, 4), (30, 5), (-1, 6)):
            limit = {-1: "free"}.get(slack, f"s{slack}")
            add("shardings", f"shardings-l{deep}-o{operations}-{limit}-{seed}", deep * operations, "", "", "layers",
                layers=deep, operations=operations, strategies=strategies, slack=slack, seed=seed)
    for kind, shapes, parts in (("tied", TIED, "layers"), ("clusters", CLUSTERS, "clusters")):
        for count, operations, strategies, slack, seed in shapes:
            add("shardings", f"shardings-{kind}-{count}x{operations}-k{strategies}-s{slack}-{seed}", count * operations, "",
                "", kind, **{parts: count}, operations=operations, strategies=strategies, slack=slack, seed=seed)
    # Programs.
    for count, p, n, rank in ((4, 4, 32, 2), (6, 16, 64, 2), (8, 16, 128, 2), (12, 64, 256, 2), (16, 36, 180, 2),
                              (24, 256, 512, 2), (6, 8, 32, 3), (10, 64, 64, 3)):
        for rho, seed in (("1/16", 1), ("1/4", 2), ("1/1", 3), ("4/1", 4), ("1/2", 5)):
            add("programs", f"programs-{count}-p{p}-n{n}-d{rank}-{seed}", count, p, "", "sweeps", phases=count,
                processors=p, n=n, rank=rank, rho=rho, seed=seed)
    return [row for row in found.values() if is_taken(row) or not is_large(row)]


def is_taken(row):
    """Whether it is in the collection whatever the methods say of it."""
    return row["name"] in LARGE or row["generator"].startswith(("tied(", "clusters("))


def is_large(row):
    if row["family"] == "shardings":
        return row["size"] > MOST_NODES
    return row["family"] == "cells" and math.prod(map(int, row["size"].split("x"))) > MOST_CELLS
