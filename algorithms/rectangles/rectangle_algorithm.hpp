// The family of rectangle algorithms: a RectangleProblem in, a RectangleSolution out.
#pragma once

#include <cstdint>
#include <optional>

#include "algorithms/registry.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion {

/// Among which decompositions no cheaper one exists, where an algorithm proved that.
enum class Proof : std::uint8_t {
  none,
  slicing,     ///< all slicing trees
  rectangles,  ///< all layouts of one rectangle per processor, slicing or not
};

/// A decomposition, and the costs by which the algorithm chose it, as it claims them. The tests hold the claimed
/// costs against those of the geometry (sim/rectangles/costs.hpp); they differ on purpose in the legacy variants alone.
struct RectangleSolution {
  Decomposition decomposition;
  double claimed_acost = 0;
  /// Absent where the algorithm does not look at edges.
  std::optional<std::int64_t> claimed_edges = std::nullopt;
  Proof proof = Proof::none;
};

/// solve() may assume a validated problem.
using RectangleAlgorithm = Algorithm<RectangleProblem, RectangleSolution>;
using RectangleRegistry = Registry<RectangleAlgorithm>;

/// Validates the problem, then solves it. Throws InputError if the algorithm does not minimise the problem's objective,
/// and where the answer would not be accurate: a part narrower than rounding allows, or an area that is not exact
/// (require_accurate() in sim/rectangles/decomposition.hpp). The grouping of a nested cluster is information that only
/// MULTILEVEL uses; the other algorithms divide among its processors as if it were flat.
[[nodiscard]] RectangleSolution solve_rectangles(const Configured<RectangleAlgorithm>& chosen,
                                                 const RectangleProblem& problem, RandomStream& stream);

}  // namespace apportion
