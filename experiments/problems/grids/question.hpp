// One grid problem as it is asked, and its answer.
#pragma once

#include <string>
#include <vector>

#include "algorithms/grids/grid_algorithm.hpp"
#include "algorithms/own_algorithm.hpp"

namespace apportion::problems {

/// One grid problem and how it is to be solved.
struct GridQuestion {
  std::string algorithm = "best";  ///< with options, as in proposed[mapping=NAT]
  GridProblem problem;
  std::vector<std::string> names = {};    ///< of the processes, where a cluster file gave them
  OwnAlgorithms<GridAlgorithm> own = {};  ///< that `algorithm` may name as well
};

struct GridAnswer {
  std::string algorithm;  ///< canonical name
  GridSolution solution = {};
  double ideal_time = 0;
  double lower_bound = 0;  ///< the time where it is proven to be the least, otherwise arranged_lower_bound()
  std::vector<std::string> names = {};  ///< those of the question
};

/// Throws InputError for an unknown algorithm and a problem out of range.
[[nodiscard]] GridAnswer solve(const GridQuestion& question);

}  // namespace apportion::problems
