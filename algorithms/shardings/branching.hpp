// Branch and bound on a core.
#pragma once

#include "algorithms/shardings/improvement.hpp"
#include "algorithms/shardings/subproblem.hpp"

namespace apportion::shardings {

/// Best bound first, until everything is closed or the effort ends; raises the effort's bound. Returns whether all is
/// closed: nothing better than the best answer exists.
[[nodiscard]] bool branch_and_bound(Subproblem root, Effort& effort, SearchCourse& course);

}  // namespace apportion::shardings
