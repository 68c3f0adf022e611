// Program descriptions and their answers as JSON: docs/program-format.md, the contract of `apportion solve program`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sim/programs/program_graph.hpp"

namespace apportion::families {

/// A program and how its distribution is to be found.
struct ProgramQuestion {
  std::string algorithm = "algorithm1-cc";  ///< any of the graphs' family, with options
  Program program;
  CostModel model;
};

struct ProgramAnswer {
  std::string algorithm = {};  ///< canonical name
  ProgramGraph built = {};
  Labelling labels = {};  ///< a candidate a node
  double cost = 0;
  double static_cost = 0;  ///< of the best common distribution
  double lower_bound = 0;  ///< of all labellings
  bool proven_optimal = false;
};

/// Reads a description; InputError that names the place for all that the format does not allow.
[[nodiscard]] ProgramQuestion parse_program_question(std::string_view json);

/// Builds the graph and labels it. InputError for a program that cannot be, or an unknown algorithm.
[[nodiscard]] ProgramAnswer solve(const ProgramQuestion& question);

/// {"schema":1,"algorithm":…,"candidates":[{"name":…,"processors":[…],"blocks":[…]}],"nodes":[{"name":…,
/// "distribution":…,"cost":…}],"labels":[…],"cost":…,"static_cost":…,"lower_bound":…,"proven_optimal":…} in one line
/// without its end.
[[nodiscard]] std::string to_json(const ProgramAnswer& answer);

}  // namespace apportion::families
