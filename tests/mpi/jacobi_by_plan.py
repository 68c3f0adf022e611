# Jacobi sweeps by the plan of `apportion solve cells ... --per-rank DIR`: a process for each of its files.
#   mpiexec -n P python3 jacobi_by_plan.py DIR SWEEPS     exit status 1 where a cell is not, to the bit, what one
#                                                         process computes
import json
import sys

import numpy as np
from mpi4py import MPI


def sweep(field, active):
    """The mean of the four neighbours in every active cell; what is outside, and what is nobody's, is 0."""
    wide = np.pad(field, 1)
    mean = (wide[:-2, 1:-1] + wide[2:, 1:-1] + wide[1:-1, :-2] + wide[1:-1, 2:]) / 4
    return np.where(active, mean, field)


def main():
    world = MPI.COMM_WORLD
    folder, sweeps = sys.argv[1], int(sys.argv[2])
    with open(f"{folder}/rank-{world.rank}.json", encoding="utf-8") as file:
        plan = json.load(file)
    shape = plan["rows"], plan["columns"]
    top, bottom, left, right = plan["window"]

    def place(box):
        return slice(box[0] - top, box[1] - top), slice(box[2] - left, box[3] - left)

    rows, columns = np.mgrid[top:bottom, left:right]
    own = np.zeros(rows.shape, bool)
    for box in plan["boxes"]:
        own[place(box)] = True
    field = np.where(own, np.sin(7.0 * rows + columns) + 2, 0.0)

    def exchange():
        messages = []
        for other in plan["neighbours"]:
            values = np.concatenate([field[place(box)].ravel() for box in other["send"]])
            messages.append(world.Isend(values, other["rank"]))
        for other in plan["neighbours"]:
            values = np.empty(other["receive_cells"])
            world.Recv(values, other["rank"])
            for box in other["receive"]:
                cells = (box[1] - box[0]) * (box[3] - box[2])
                field[place(box)] = values[:cells].reshape(box[1] - box[0], box[3] - box[2])
                values = values[cells:]
        MPI.Request.Waitall(messages)

    def gathered():
        """The whole array at rank 0. Every cell has one owner, so that the sums are exact."""
        part, whole = np.zeros(shape), np.zeros(shape)
        part[top:bottom, left:right] = np.where(own, field, 0.0)
        world.Reduce(part, whole)
        return whole

    alone = gathered()
    active = alone != 0
    for _ in range(sweeps):
        exchange()
        field = sweep(field, own)
        alone = sweep(alone, active)
    together = gathered()
    is_same = world.bcast(alone.tobytes() == together.tobytes() if world.rank == 0 else None)
    if world.rank == 0:
        answer = "the answer of one process" if is_same else "another answer"
        print(f"{plan['processors']} processes, {sweeps} sweeps of {shape[0]} x {shape[1]} cells: {answer}")
    sys.exit(0 if is_same else 1)


main()
