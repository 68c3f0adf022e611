// The question and the answer of `apportion solve programs`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "algorithms/graphs/graph_algorithm.hpp"
#include "base/files.hpp"
#include "experiments/problems/common/family.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/json.hpp"
#include "sim/programs/program.hpp"
#include "sim/programs/program_graph.hpp"

namespace apportion::problems {

/// A program, and how to find its distribution.
struct ProgramQuestion : Asked<GraphAlgorithm> {
  Program program;
  CostModel model;
};

/// A description, with these values of its parameters instead of its own. InputError if it is incomplete or
/// contradictory.
[[nodiscard]] ProgramQuestion parse_program_question(std::string_view json, const LoopIndices& given = {});

/// The graph with its labels: a candidate for each node.
struct ProgramAnswer : GraphSolution {
  std::string algorithm = {};  ///< canonical name
  ProgramGraph built = {};
};

/// Builds the graph and labels it. InputError for an invalid program, or an unknown algorithm.
[[nodiscard]] ProgramAnswer solve(const ProgramQuestion& question);

/// {"schema":1,"algorithm":…,"candidates":[{"name":…,"processors":[…],"blocks":[…]}],"nodes":[{"name":…,
/// "distribution":…,"cost":…}],"labels":[…],"cost":…,"static_cost":…,"lower_bound":…,"proven_optimal":…} in one line
/// without its end.
[[nodiscard]] std::string to_json(const ProgramAnswer& answer);

/// A sum of terms, each a whole number, an index (a letter, then letters, digits or _), or number*index; blanks may
/// separate them. InputError for anything else, and for numbers above 10^15.
[[nodiscard]] Affine parse_affine(std::string_view text);

/// The descriptions, by docs/program-format.md, of experiments/frontier/programs: the files without .json, sorted by
/// name.
[[nodiscard]] const std::vector<EmbeddedFile>& kernels();

/// The kernel of that name; InputError with the nearest names otherwise.
[[nodiscard]] const EmbeddedFile& kernel(std::string_view name);

}  // namespace apportion::problems
