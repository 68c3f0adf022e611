// One program whose distribution is asked for, and the answer.
#pragma once

#include <string>

#include "algorithms/graphs/graph_algorithm.hpp"
#include "algorithms/own_algorithm.hpp"
#include "sim/programs/program_graph.hpp"

namespace apportion::problems {

/// A program and how its distribution is to be found.
struct ProgramQuestion {
  std::string algorithm = "best";  ///< any of the graphs' family, with options
  Program program;
  CostModel model;
  OwnAlgorithms<GraphAlgorithm> own = {};  ///< that `algorithm` may name as well
};

struct ProgramAnswer {
  std::string algorithm = {};  ///< canonical name
  ProgramGraph built = {};
  Labelling labels = {};  ///< a candidate for each node
  double cost = 0;
  double static_cost = 0;  ///< of the best common distribution
  double lower_bound = 0;  ///< of all labellings
  bool proven_optimal = false;
};

/// Builds the graph and labels it. InputError for a program that cannot be, or an unknown algorithm.
[[nodiscard]] ProgramAnswer solve(const ProgramQuestion& question);

}  // namespace apportion::problems
