// One problem of whole cells as it is asked, and its answer.
#pragma once

#include <string>
#include <vector>

#include "algorithms/cells/cell_algorithm.hpp"
#include "algorithms/own_algorithm.hpp"
#include "experiments/problems/cells/costs.hpp"

namespace apportion::problems {

struct CellQuestion {
  std::string algorithm = "BEST";  ///< with options
  CellProblem problem;
  std::vector<std::string> names = {};    ///< of the processors, where a cluster file gave them
  OwnAlgorithms<CellAlgorithm> own = {};  ///< that `algorithm` may name as well
};

struct CellAnswer {
  std::string algorithm;  ///< canonical name
  Decomposition decomposition;
  CellCosts costs;
  std::vector<std::string> names = {};  ///< those of the question
};

/// The stream of random numbers that solve() gives an algorithm of this canonical name.
[[nodiscard]] RandomStream cell_solving_stream(const std::string& algorithm);

/// Solves the question. InputError for an unknown algorithm, a problem out of range or one that the algorithm does not
/// take, and costs that overflow.
[[nodiscard]] CellAnswer solve(const CellQuestion& question);

}  // namespace apportion::problems
