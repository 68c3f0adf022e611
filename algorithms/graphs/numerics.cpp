// Fiedler vectors by the symmetric eigensolver, singular vectors by the two-sided Jacobi method, and minimisation by
// NLopt's SLSQP.
#include "algorithms/graphs/numerics.hpp"

#include <nlopt.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

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

double call(unsigned n, const double* x, double* gradient, void* function) {
  const std::vector<double> point(x, x + n);
  std::vector<double> slope(n);
  const double value = (*static_cast<const SmoothFunction*>(function))(point, slope);
  if (gradient != nullptr) std::copy(slope.begin(), slope.end(), gradient);
  return value;
}

// The C interface returns the pointer unchanged.
// NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast)
void* as_data(const SmoothFunction& function) { return const_cast<SmoothFunction*>(&function); }

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

SmoothMinimum minimise(const SmoothFunction& objective, const std::vector<SmoothFunction>& constraints,
                       std::vector<double> start) {
  constexpr double tolerance = 1e-8;
  const std::unique_ptr<nlopt_opt_s, void (*)(nlopt_opt)> problem(
      nlopt_create(NLOPT_LD_SLSQP, static_cast<unsigned>(start.size())), nlopt_destroy);
  nlopt_set_min_objective(problem.get(), call, as_data(objective));
  for (const SmoothFunction& constraint : constraints)
    nlopt_add_equality_constraint(problem.get(), call, as_data(constraint), tolerance);
  nlopt_set_xtol_rel(problem.get(), tolerance);
  nlopt_set_maxeval(problem.get(), 1000);
  SmoothMinimum minimum{std::move(start)};
  double value = 0;
  nlopt_optimize(problem.get(), minimum.x.data(), &value);
  minimum.evaluations = nlopt_get_numevals(problem.get());
  // SLSQP of NLopt 2.7.1 reports success at infeasible points too.
  std::vector<double> unused(minimum.x.size());
  minimum.feasible = std::ranges::all_of(
      constraints, [&](const SmoothFunction& constraint) { return std::abs(constraint(minimum.x, unused)) <= 1e-6; });
  return minimum;
}

}  // namespace apportion
