// Eigenvectors and singular vectors of small dense matrices, and smooth minimisation under equality constraints: the
// only place that uses Eigen and NLopt.
#pragma once

#include <cstddef>
#include <functional>
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

/// A function of x that also writes its gradient, which has the size of x.
using SmoothFunction = std::function<double(const std::vector<double>& x, std::vector<double>& gradient)>;

struct SmoothMinimum {
  std::vector<double> x;
  bool feasible = false;  ///< every constraint is 0 within 1e-6, independently of the library's report
  int evaluations = 0;    ///< evaluations of the objective
};

/// A local minimum of `objective` where all `constraints` are 0, by sequential quadratic programming (SLSQP) from
/// `start`; ends after 1000 evaluations at the latest. The functions must not throw.
[[nodiscard]] SmoothMinimum minimise(const SmoothFunction& objective, const std::vector<SmoothFunction>& constraints,
                                     std::vector<double> start);

}  // namespace apportion
