// Nonlinear minimisation by NLopt's SLSQP.
#include "algorithms/graphs/nonlinear.hpp"

#include <nlopt.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace apportion {
namespace {

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
