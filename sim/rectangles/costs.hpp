// Costs of a decomposition: Acost, Bcost, internal edges, total and lower bounds, all from its geometry.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/rectangles/decomposition.hpp"

namespace apportion {

// acost, bcost and internal_edges treat coordinates within `tolerance` as equal; the default is
// coincidence_tolerance(). For whole coordinates, which are exact, use 0.5. All three require rectangles with sides of
// at least twice the tolerance, which require_accurate() (sim/rectangles/decomposition.hpp) ensures. If parts have
// several rectangles, all three follow from boundaries() (sim/rectangles/adjacency.hpp).

/// Length of the inner boundary, between different parts: sum of half perimeters - (m + n) if all parts are rectangles.
/// Kaddoura et al., Section 2.
[[nodiscard]] double acost(const Decomposition& decomposition, std::optional<double> tolerance = std::nullopt);

/// Acost with wraparound: Acost + the length along which opposite sides of the array belong to different parts.
/// For rectangles that is m + n - the widths of the parts that span the whole height - the heights of the parts
/// that span the whole width (two parallel outer edges of one part need no communication). Section 2, Figures 4 to
/// 8.
[[nodiscard]] double bcost(const Decomposition& decomposition, std::optional<double> tolerance = std::nullopt);

/// Pairs of parts that share a boundary longer than the tolerance. For rectangles: V_i + p - 1 by Euler's formula, V_i
/// = distinct corner points not on the outer boundary (a crossing of two cuts is one point). Section 5, equation (1).
/// Corners within the tolerance are one point: so short a boundary is a crossing that rounding has pulled apart. O(p
/// log p).
[[nodiscard]] std::int64_t internal_edges(const Decomposition& decomposition,
                                          std::optional<double> tolerance = std::nullopt);

/// Acost + latency * internal edges. Section 5.
[[nodiscard]] double total_cost(double acost, std::int64_t internal_edges, double latency);

/// The shapes of parts to which a lower bound applies.
enum class Shapes : std::uint8_t {
  rectangles,  ///< one rectangle per part
  any,
};

/// Shapes::rectangles if every part of the decomposition is one rectangle.
[[nodiscard]] Shapes shapes_of(const Decomposition& decomposition);

/// A lower bound on the Acost of every decomposition with parts of these shapes in proportion to the cluster's speeds,
/// for p >= 2: sum phi(a_i) - (m + n), where a part of area a m n has at least the half perimeter phi(a) = 2 sqrt(a m
/// n) if a n <= m, else m + a n, m being the shorter side. phi is concave, so that this holds for parts of several
/// pieces as well. For rectangles the greater of this and m: either two parts lie along every line parallel to a side,
/// or one part spans the array, and then so does its inner side. 0 for p = 1.
[[nodiscard]] double acost_lower_bound(const Extent& extent, const Cluster& cluster,
                                       Shapes shapes = Shapes::rectangles);

/// acost_lower_bound + latency * (p - 1): p parts of any shape of a connected array have at least p - 1 internal
/// edges.
[[nodiscard]] double total_lower_bound(const RectangleProblem& problem, Shapes shapes = Shapes::rectangles);

}  // namespace apportion
