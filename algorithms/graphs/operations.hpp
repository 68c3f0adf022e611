// How many floating-point operations the numerical kernels are taken to need.
#pragma once

#include <cstdint>

#include "algorithms/graphs/subgraph.hpp"

namespace apportion {

// Formulas of Golub & Van Loan, Matrix Computations, for the algorithms used; libraries do not count. They make the
// counts of one program comparable with each other, and with other programs by magnitude.

/// All eigenvectors of a symmetric n x n matrix: 9 n^3.
[[nodiscard]] inline std::int64_t eigen_flops(std::size_t n) { return static_cast<std::int64_t>(9 * n * n * n); }

/// Singular values and right singular vectors of a rows x columns matrix: 4 a b^2 + 8 b^3, b the shorter side.
[[nodiscard]] inline std::int64_t svd_flops(std::size_t rows, std::size_t columns) {
  const std::size_t a = rows > columns ? rows : columns;
  const std::size_t b = rows > columns ? columns : rows;
  return static_cast<std::int64_t>(4 * a * b * b + 8 * b * b * b);
}

/// The continuous objective (3) or (4): four operations a node cost and an edge.
[[nodiscard]] inline std::int64_t continuous_flops(const Subgraph& subgraph) {
  return static_cast<std::int64_t>(4 * subgraph.size() * subgraph.candidates + 4 * subgraph.edges.size());
}

/// One step of successive quadratic programming in n variables: a least-squares problem of n x n, 4/3 n^3.
[[nodiscard]] inline std::int64_t quadratic_step_flops(std::size_t n) {
  return static_cast<std::int64_t>(4 * n * n * n / 3);
}

}  // namespace apportion
