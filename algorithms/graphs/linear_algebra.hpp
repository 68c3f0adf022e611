// Eigenvectors and singular vectors of small dense matrices: the only place that uses Eigen.
#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/graphs/flow.hpp"

namespace apportion {

/// Dense eigenproblems with more vertices are refused: they need O(n^2) memory and O(n^3) time.
inline constexpr std::size_t largest_dense_problem = 3000;

/// The eigenvector of the second smallest eigenvalue of the Laplacian of a connected graph of `vertices` >= 2, of unit
/// infinity norm, its first component of greatest magnitude positive. If that eigenvalue is multiple, one of its
/// vectors. Section 1.2 and 3.3.
[[nodiscard]] std::vector<double> fiedler_vector(std::size_t vertices, const std::vector<CutEdge>& edges);

/// A rows x columns matrix, column by column.
struct Matrix {
  std::size_t rows = 0;
  std::vector<double> values;

  [[nodiscard]] std::size_t columns() const { return values.size() / rows; }
};

/// The right singular vector of the greatest singular value (rank 0) or of the next one (rank 1), of unit infinity
/// norm, its first component of greatest magnitude positive. Empty if the singular value is 0 up to rounding, since the
/// vector is then arbitrary.
[[nodiscard]] std::vector<double> right_singular_vector(const Matrix& matrix, std::size_t rank);

}  // namespace apportion
