# Jacobi sweeps by the plan of `apportion solve cells ... --per-rank DIR`: a process for each of its files.
#   mpiexec -n P python3 jacobi_by_plan.py DIR SWEEPS     exit status 1 where a cell is not, to the bit, what one
#                                                         process computes
import json
import sys

import numpy as np
from mpi4py import MPI


def sweep(field, active):
    """The mean of the neighbours along all axes in every active cell; what is outside, and what is nobody's, is 0."""
    wide = np.pad(field, 1)
    middle = [slice(1, -1)] * field.ndim
    total = np.zeros(field.shape)
    for axis in range(field.ndim):
        for side in (slice(None, -2), slice(2, None)):
            total = total + wide[tuple(middle[:axis] + [side] + middle[axis + 1 :])]
    return np.where(active, total / (2 * field.ndim), field)


def main():
    world = MPI.COMM_WORLD
    folder, sweeps = sys.argv[1], int(sys.argv[2])
    with open(f"{folder}/rank-{world.rank}.json", encoding="utf-8") as file:
        plan = json.load(file)
    shape = tuple(plan[side] for side in ("layers", "rows", "columns") if side in plan)
    window = plan["window"]
    begins = window[::2]

    def place(box):
        return tuple(slice(box[2 * k] - begin, box[2 * k + 1] - begin) for k, begin in enumerate(begins))

    here = tuple(slice(begin, end) for begin, end in zip(window[::2], window[1::2]))
    indices = np.mgrid[here]
    own = np.zeros(indices[0].shape, bool)
    for box in plan["boxes"]:
        own[place(box)] = True
    field = np.where(own, np.sin(np.tensordot([11.0, 7.0, 1.0][-len(shape) :], indices, 1)) + 2, 0.0)

    def exchange():
        messages = []
        for other in plan["neighbours"]:
            values = np.concatenate([field[place(box)].ravel() for box in other["send"]])
            messages.append(world.Isend(values, other["rank"]))
        for other in plan["neighbours"]:
            values = np.empty(other["receive_cells"])
            world.Recv(values, other["rank"])
            for box in other["receive"]:
                part = field[place(box)]
                part[...] = values[: part.size].reshape(part.shape)
                values = values[part.size :]
        MPI.Request.Waitall(messages)

    def gathered():
        """The whole array at rank 0. Every cell has one owner, so that the sums are exact."""
        part, whole = np.zeros(shape), np.zeros(shape)
        part[here] = np.where(own, field, 0.0)
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
        print(f"{plan['processors']} processes, {sweeps} sweeps of {' x '.join(map(str, shape))} cells: {answer}")
    sys.exit(0 if is_same else 1)


main()
