# The index of the collection, read strictly.
import csv
import os

from instances.costs import Refused

COLUMNS = ("name,family,size,processors,ratio,generator,sha256,metric,value,method,options,revision,seed,"
           "bound,bound_by,status,date").split(",")


def read_index(folder):
    path = os.path.join(folder, "index.csv")
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.reader(file)
        header = next(reader, [])
        if header != COLUMNS:
            raise Refused(f"{path}, line 1: the columns are not {','.join(COLUMNS)}")
        rows = []
        for line in reader:
            if len(line) != len(COLUMNS):
                raise Refused(f"{path}, line {reader.line_num}: {len(line)} fields for {len(COLUMNS)} columns")
            rows.append(dict(zip(COLUMNS, line)))
    return rows
