// Smooth minimisation under equality constraints: the only place that uses NLopt.
#pragma once

#include <functional>
#include <vector>

namespace apportion {

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
