// Graph problems and their answers as JSON: the contract of `apportion solve graphs`.
#pragma once

#include <string>
#include <string_view>

#include "experiments/problems/graphs/question.hpp"
#include "experiments/problems/json.hpp"

namespace apportion::problems {

/// The graph of an object with "candidates", "nodes", "edges" and, where the defaults do not do, "name" and "rho";
/// other keys are not looked at. Parallel edges stay as they are. Throws InputError that names the place.
[[nodiscard]] AlignmentGraph read_graph(const JsonReader& object);

/// {"name":…,"rho":…,"candidates":[…],"nodes":[{"name":…,"cost":[…]}…],"edges":[[u,v,w]…]} in one line without its end;
/// read_graph() gives the same graph again.
[[nodiscard]] std::string to_json(const AlignmentGraph& graph);

/// The graph and "algorithm" of one JSON object, validated, its parallel edges added up. Throws InputError for
/// malformed JSON, unknown, repeated or missing keys, values of the wrong kind, and everything that validate() refuses.
[[nodiscard]] GraphQuestion parse_graph_question(std::string_view json);

/// {"schema":1,"algorithm":…,"labels":[…],"cost":…,"static_cost":…,"lower_bound":…,"proven_optimal":…} in one line
/// without its end.
[[nodiscard]] std::string to_json(const GraphAnswer& answer);

}  // namespace apportion::problems
