// The fields of graph problems: a graph is one JSON object, in a file or in the line itself.
#include "experiments/problems/graphs/fields.hpp"

#include "experiments/problems/common/solving.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/graphs/solve.hpp"
#include "experiments/problems/problem_family.hpp"

namespace apportion::problems {
namespace {

std::vector<std::string> algorithms() { return names_of(registered_algorithms<GraphAlgorithm>("graphs")); }

Field part_field(const std::string& name, const std::string& what, bool required, FieldKind kind) {
  return {.name = name, .kind = kind, .what = what, .required = required, .place = FieldPlace::key};
}

std::vector<Field> fields() {
  return {algorithm_field(GraphQuestion{}.algorithm, "algorithm1-cc or optimal", algorithms),
          external_field(),
          {.name = "graph",
           .kind = FieldKind::file,
           .value = "FILE|-",
           .what = "the graph as JSON; - is standard input",
           .required = true,
           .place = FieldPlace::option},
          {.name = "rho",
           .kind = FieldKind::real,
           .value = "R",
           .what = "cost of redistributing a data item",
           .least = 0,
           .most = 1e12,
           .note = "instead of the graph's",
           .role = engine::AxisRole::applied,
           .on_axis = "1"},
          part_field("name", "a name of the graph", false, FieldKind::text),
          part_field("candidates", "names of the distributions", true, FieldKind::json),
          part_field("nodes", "a name and a cost for each candidate", true, FieldKind::json),
          part_field("edges", "[node, node, weight]", true, FieldKind::json),
          seed_field()};
}

}  // namespace

const std::vector<Field>& graph_fields() {
  static const std::vector<Field> all = fields();
  return all;
}

}  // namespace apportion::problems
