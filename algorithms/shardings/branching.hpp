// Branch and bound on a tightened core.
#pragma once

#include "algorithms/shardings/effort.hpp"
#include "algorithms/shardings/tightening.hpp"

namespace apportion::shardings {

/// Best bound first, until everything is closed or the effort ends; raises the effort's bound. Returns whether all is
/// closed: nothing better than the best answer exists.
bool branch_and_bound(Subproblem root, Effort& effort);

}  // namespace apportion::shardings
