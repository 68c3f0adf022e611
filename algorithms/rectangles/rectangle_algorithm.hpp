// The family of rectangle algorithms: a RectangleProblem in, a RectangleSolution out.
#pragma once

#include <cstdint>
#include <optional>

#include "algorithms/registry.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion {

/// The decompositions among which an algorithm proved its answer the cheapest.
enum class Proof : std::uint8_t {
  none,
  slicing,     ///< all slicing trees
  rectangles,  ///< all layouts of one rectangle per processor, slicing or not
};

/// A decomposition, and the costs by which the algorithm chose it. The tests compare them with the costs of the
/// geometry (sim/rectangles/costs.hpp); they differ, on purpose, only in the legacy variants.
struct RectangleSolution {
  Decomposition decomposition;
  double claimed_acost = 0;
  /// Empty if the algorithm does not consider edges.
  std::optional<std::int64_t> claimed_edges = std::nullopt;
  Proof proof = Proof::none;
};

/// solve() requires a validated problem.
using RectangleAlgorithm = Algorithm<RectangleProblem, RectangleSolution>;
using RectangleRegistry = Registry<RectangleAlgorithm>;

/// Validates the problem, then solves it. Throws InputError if the algorithm does not minimise the problem's objective,
/// and if the answer would be inaccurate: a part narrower than rounding allows, or an inexact area (require_accurate()
/// in sim/rectangles/decomposition.hpp). Only MULTILEVEL uses the grouping of a nested cluster; other algorithms treat
/// it as flat.
[[nodiscard]] inline RectangleSolution solve_rectangles(const Configured<RectangleAlgorithm>& chosen,
                                                        const RectangleProblem& problem, RandomStream& stream) {
  validate(problem);
  require_objective(chosen.algorithm->name, chosen.algorithm->objectives, problem.objective);
  RectangleSolution solution = chosen.solve(problem, stream);
  require_accurate(problem, solution.decomposition);
  return solution;
}

}  // namespace apportion
