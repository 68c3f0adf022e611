// Divisions of a block of rows x columns x layers into a box for each processor, their costs, and lower bounds on
// these.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/cluster.hpp"

namespace apportion {

/// Lengths or coordinates along the axes: rows, columns, layers.
using Triple = std::array<double, 3>;

[[nodiscard]] double volume(const Triple& sides);
/// Half the surface of a box.
[[nodiscard]] double half_surface(const Triple& sides);

/// A box whose corner nearest to the origin is `at`.
struct Cuboid {
  Triple at{};
  Triple sides{};

  [[nodiscard]] double end(std::size_t axis) const { return at[axis] + sides[axis]; }
};

/// parts[i] is the box of processor i. The boxes tile the block.
struct BoxDivision {
  Triple extent{};
  std::vector<Cuboid> parts;
};

/// Divide the block among the processors in proportion to their speeds so that the inner surface + `latency` x pairs of
/// neighbours is least.
struct BoxProblem {
  Triple extent{};
  Cluster cluster;
  double latency = 0;
};

/// The greatest number of processors of a problem.
inline constexpr std::size_t most_boxes = 4096;

/// The volumes in proportion to the speeds.
[[nodiscard]] std::vector<double> volumes_of(const BoxProblem& problem);

/// InputError unless the sides are from 1e-60 to 1e60, the cluster is valid, there are at most most_boxes processors,
/// the latency is from 0 to 1e300, and no part would be narrower than narrowest_box() even as a cube or in a slab.
void validate(const BoxProblem& problem);

/// Two coordinates of a block are the same when they differ by at most this: 1e-9 of the sum of its sides.
[[nodiscard]] double coincidence_tolerance(const Triple& extent);
/// The least side of a part that is accepted: twice the tolerance.
[[nodiscard]] double narrowest_box(const Triple& extent);

/// InputError, which names a processor, unless the boxes, one for each processor, are inside the block, disjoint, no
/// narrower than narrowest_box() and of the right volumes within 1e-9 of the part. They then tile the block.
void require_tiling(const BoxProblem& problem, const BoxDivision& division);

/// The surface between different parts: the sum of half surfaces - that of the block.
[[nodiscard]] double inner_surface(const BoxDivision& division);
/// Pairs of parts with a common face of positive area.
[[nodiscard]] std::int64_t neighbour_pairs(const BoxDivision& division);
/// inner_surface() + latency * neighbour_pairs().
[[nodiscard]] double total_cost(const BoxProblem& problem, const BoxDivision& division);

/// The least half surface of a part of this volume, of any shape with axis-parallel faces, in a block of these
/// sides.
[[nodiscard]] double least_half_surface(double part, const Triple& extent);

/// A lower bound on the cost of every division into boxes of these volumes, slicing or not; docs/bounds.md has the
/// proofs. The p parts are connected, so that there are at least p - 1 pairs of neighbours.
[[nodiscard]] double total_lower_bound(const BoxProblem& problem);

}  // namespace apportion
