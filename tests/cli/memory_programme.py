# Shares within memory against a linear programme, on all small clusters of three processors: what is done soonest, and,
# where the memory holds too little, which processor should have more.
#   memory_programme.py APPORTION
import itertools
import json
import subprocess
import sys

try:
    from scipy.optimize import linprog
except ImportError:
    sys.exit(77)

ROWS, COLUMNS = 3, 4
ELEMENTS = ROWS * COLUMNS


def least_time(cluster):
    """The least time in which all elements are done: its variables are the sizes, then the time."""
    size = len(cluster)
    per_speed = [[float(i == k) for k in range(size)] + [-float(speed)] for i, (speed, _) in enumerate(cluster)]
    found = linprog(
        [0] * size + [1],
        A_ub=per_speed,
        b_ub=[0] * size,
        A_eq=[[1] * size + [0]],
        b_eq=[ELEMENTS],
        bounds=[(0, memory) for _, memory in cluster] + [(0, None)],
    )
    return found.fun if found.status == 0 else None


def differs(cluster, answer):
    if "error" not in answer:
        areas = [0.0] * len(cluster)
        for part in answer["rectangles"]:
            areas[part["processor"]] += part["rows"] * part["columns"]
        if any(memory is not None and area > memory * (1 + 1e-9) for area, (_, memory) in zip(areas, cluster)):
            return "beyond memory"
        time = max(area / speed for area, (speed, _) in zip(areas, cluster))
        least = least_time(cluster)
        return None if least is not None and abs(time - least) <= 1e-7 * least else f"{time} for {least}"
    lacking = ELEMENTS - sum(memory for _, memory in cluster)
    times = []
    for helped in range(len(cluster)):
        more = [(speed, memory + lacking * (i == helped)) for i, (speed, memory) in enumerate(cluster)]
        times.append(least_time(more))
    names = [f"p{i}" for i, time in enumerate(times) if time <= min(times) * (1 + 1e-7)]
    expected = [
        f"the memory holds {ELEMENTS - lacking} of {ELEMENTS} cells: {lacking} lacking, "
        f"and more memory would help most on {name}"
        for name in names
    ]
    return None if answer["error"] in expected else answer["error"]


pairs = list(itertools.product((1, 2, 5), (1, 3, 6, None)))
clusters = list(itertools.combinations_with_replacement(pairs, 3))
lines = ""
for number, cluster in enumerate(clusters):
    with open(f"{number}.csv", "w", encoding="utf-8") as file:
        file.write("name,speed,memory[cells]\n")
        file.writelines(f"p{i},{speed},{memory or ''}\n" for i, (speed, memory) in enumerate(cluster))
    lines += json.dumps({"rows": ROWS, "columns": COLUMNS, "cluster": f"{number}.csv", "algorithm": "XY2"}) + "\n"
answers = subprocess.run(
    [sys.argv[1], "solve", "rectangles", "--batch", "-"], input=lines, stdout=subprocess.PIPE, check=False, text=True
).stdout.splitlines()
wrong = [(cluster, problem) for cluster, line in zip(clusters, answers) if (problem := differs(cluster, json.loads(line)))]
for cluster, problem in wrong[:5]:
    print(cluster, problem)
print(f"{len(answers)} clusters, {len(wrong)} differ")
