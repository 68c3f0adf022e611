// The question and the answer of `apportion solve programs`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "algorithms/graphs/graph_algorithm.hpp"
#include "algorithms/own_algorithm.hpp"
#include "experiments/problems/common/fields.hpp"
#include "sim/programs/program_graph.hpp"

namespace apportion::problems {

/// A program and how its distribution is to be found.
struct ProgramQuestion {
  std::string algorithm = "best";  ///< any of the graphs' family, with options
  Program program;
  CostModel model;
  OwnAlgorithms<GraphAlgorithm> own = {};  ///< that `algorithm` may name as well
  std::uint64_t seed = default_seed;       ///< of randomised algorithms
};

/// The fields of a problem.
[[nodiscard]] const std::vector<Field>& program_fields();

/// The question that these values describe. InputError where they do not describe one.
[[nodiscard]] ProgramQuestion program_question(const FieldValues& given);
/// A description with values of its parameters, instead of those that it gives them, with the same errors.
[[nodiscard]] ProgramQuestion parse_program_question(std::string_view json, const LoopIndices& given = {});

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

/// {"schema":1,"algorithm":…,"candidates":[{"name":…,"processors":[…],"blocks":[…]}],"nodes":[{"name":…,
/// "distribution":…,"cost":…}],"labels":[…],"cost":…,"static_cost":…,"lower_bound":…,"proven_optimal":…} in one line
/// without its end.
[[nodiscard]] std::string to_json(const ProgramAnswer& answer);

}  // namespace apportion::problems
