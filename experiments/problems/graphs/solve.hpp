// The question and the answer of `apportion solve graphs`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "algorithms/graphs/graph_algorithm.hpp"
#include "experiments/problems/common/family.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/quantities.hpp"

namespace apportion::problems {

/// One graph and how it is to be labelled.
struct GraphQuestion : Asked<GraphAlgorithm> {
  AlignmentGraph graph;
  std::size_t merged_edges = 0;  ///< that were added to others with the same ends
};

/// The fields of a problem; `rho` is also an axis.
[[nodiscard]] const std::vector<Field>& graph_fields();

/// The question that these values describe: the graph validated, its parallel edges added up. InputError where they
/// describe no graph, and for everything that validate() refuses.
[[nodiscard]] GraphQuestion graph_question(const FieldValues& given);
/// The same from one line of JSON, with the same errors.
[[nodiscard]] GraphQuestion parse_graph_question(std::string_view json);

struct GraphAnswer {
  std::string algorithm;  ///< canonical name
  GraphSolution solution;
  std::optional<double> optimum = std::nullopt;  ///< the least cost, where a study needs it
};

/// What is measured of answers, each quantity once, in the order of the members in JSON.
using GraphQuantity = Quantity<GraphAlgorithm, GraphAnswer>;
[[nodiscard]] const std::vector<GraphQuantity>& graph_quantities();

/// Throws InputError for an unknown algorithm and a graph too large for it.
[[nodiscard]] GraphAnswer solve(const GraphQuestion& question);

/// The graph of an object with "candidates", "nodes", "edges" and, where they differ from the defaults, "name" and
/// "rho"; other keys are not looked at. Parallel edges stay as they are. Throws InputError that names the place.
[[nodiscard]] AlignmentGraph read_graph(const JsonReader& object);

/// {"name":…,"rho":…,"candidates":[…],"nodes":[{"name":…,"cost":[…]}…],"edges":[[u,v,w]…]} in one line without its end;
/// read_graph() gives the same graph again.
[[nodiscard]] std::string to_json(const AlignmentGraph& graph);

/// {"schema":1,"algorithm":…,"labels":[…],MEMBERS} in one line without its end; the members are those of
/// graph_quantities().
[[nodiscard]] std::string to_json(const GraphAnswer& answer);

}  // namespace apportion::problems
