// Simulated annealing of a division by the problem's objective itself.
#pragma once

#include <cstdint>

#include "algorithms/cells/mesh.hpp"
#include "algorithms/cells/mesh_refinement.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

struct ObjectiveAnnealingSettings {
  double heat = 0.5;       ///< at the beginning, in units of the objective
  double last_heat = 0.1;  ///< at the end
  std::int64_t moves = 0;  ///< tried
  double excess = 0.6;     ///< price of the load of a mean cell outside of a window, in units of the objective
  double sides = 0;        ///< price of a side, of elements sent
  Attachment attachment = {};
};

/// Annealing by the problem's objective itself, with latency and load_limits(), on a mesh of cells: a random cell at
/// a boundary goes to a part beside it. Parts do not fall into more pieces where the problem asks for connected ones,
/// nor beyond their memory. What stays is the best state on the way: of least load outside of these, then of
/// least cost; the one before if none is better.
template <class Mesh>
void anneal_objective(MeshDivision<Mesh>& division, const CellProblem& problem,
                      const ObjectiveAnnealingSettings& settings, RandomStream& stream);

}  // namespace apportion
