import json, sys
for line in sys.stdin:
    request = json.loads(line)
    rows, columns, weights = (request["problem"][key] for key in ("rows", "columns", "weights"))
    rectangles, column = [], 0
    for processor, weight in enumerate(weights):
        width = columns * weight / sum(weights)
        rectangles.append({"processor": processor, "row": 0, "column": column, "rows": rows, "columns": width})
        column += width
    print(json.dumps({"id": request["id"], "answer": {"rectangles": rectangles}}), flush=True)
