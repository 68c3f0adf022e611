// Common parts of tests of rectangle decompositions: random problems and decompositions, and slow, obvious checks.
#pragma once

#include <cstdint>
#include <ostream>
#include <string_view>

#include "algorithms/rectangles/frame.hpp"
#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion {

/// Used by rapidcheck to print a counterexample.
void showValue(const RectangleProblem& problem, std::ostream& stream);  // NOLINT(readability-identifier-naming)

}  // namespace apportion

namespace apportion::testing_support {

/// Solves with the algorithm `name` ("XY2", "HYBRID[levels=2]").
[[nodiscard]] RectangleSolution solve(std::string_view name, const RectangleProblem& problem);

/// The frame of an array divided among processors of these speeds.
[[nodiscard]] Frame frame_of(const std::vector<double>& speeds, double rows, double columns, double latency = 0);

/// Whether all rectangles tile the array: all inside, no two overlapping, areas summing to the array's; to `tolerance`
/// relative to the half perimeter (lengths) and to the area (sums). O(p^2).
[[nodiscard]] bool tiles(const Decomposition& decomposition, double tolerance = 1e-9);

/// Pairs of parts that share a boundary longer than the tolerance, or coincidence_tolerance(), by a scan of all pairs
/// of rectangles.
[[nodiscard]] std::int64_t adjacent_pairs(const Decomposition& decomposition);
[[nodiscard]] std::int64_t adjacent_pairs(const Decomposition& decomposition, double tolerance);

/// Divides the array among `parts` by random straight cuts through whole parts at multiples of 1/`grid`, so that many
/// corners coincide if `grid` is small.
[[nodiscard]] Decomposition random_guillotine(const Extent& extent, std::size_t parts, int grid, RandomStream& stream);

/// Divides an array of whole sides into `rectangles` of whole sides by random straight cuts, then distributes them
/// among `parts` of any shape, connected or not.
[[nodiscard]] Decomposition random_shapes(const Extent& extent, std::size_t rectangles, std::size_t parts,
                                          RandomStream& stream);

/// Whether the parts, one rectangle each, can be cut from the array by straight cuts through whole pieces.
[[nodiscard]] bool is_slicing(const Decomposition& decomposition);

/// Speeds in proportion to the areas of a decomposition.
[[nodiscard]] Cluster cluster_of_areas(const Decomposition& decomposition);

}  // namespace apportion::testing_support

namespace apportion {
using testing_support::cluster_of_areas;
using testing_support::random_guillotine;
using testing_support::solve;
using testing_support::tiles;
}  // namespace apportion
