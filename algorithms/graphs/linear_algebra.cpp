// Fiedler vectors by the symmetric eigensolver, singular vectors by the two-sided Jacobi method.
#include "algorithms/graphs/linear_algebra.hpp"

// These warnings concern Eigen's code, not ours.
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <Eigen/Dense>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace apportion {
namespace {

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

std::vector<double> rescaled(const Eigen::VectorXd& vector) {
  Eigen::Index greatest = 0;
  const double norm = vector.cwiseAbs().maxCoeff(&greatest);
  const double scale = vector[greatest] < 0 ? -norm : norm;
  std::vector<double> result;
  for (const double value : vector) result.push_back(value / scale);
  return result;
}

}  // namespace

std::vector<double> fiedler_vector(std::size_t vertices, const std::vector<CutEdge>& edges) {
  Eigen::MatrixXd laplacian = Eigen::MatrixXd::Zero(index(vertices), index(vertices));
  for (const CutEdge& edge : edges) {
    const Eigen::Index u = index(edge.u);
    const Eigen::Index v = index(edge.v);
    laplacian(u, u) += edge.capacity;
    laplacian(v, v) += edge.capacity;
    laplacian(u, v) -= edge.capacity;
    laplacian(v, u) -= edge.capacity;
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(laplacian);
  return rescaled(solver.eigenvectors().col(1));
}

std::vector<double> right_singular_vector(const Matrix& matrix, std::size_t rank) {
  const Eigen::Index at = index(rank);
  const Eigen::Map<const Eigen::MatrixXd> values(matrix.values.data(), index(matrix.rows), index(matrix.columns()));
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(values, Eigen::ComputeThinV);
  constexpr double rounding = 1e-12;
  if (at >= svd.singularValues().size() || !(svd.singularValues()[at] > rounding * values.norm())) return {};
  return rescaled(svd.matrixV().col(at));
}

}  // namespace apportion
