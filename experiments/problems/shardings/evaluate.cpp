// Costs and memory of labels, added up strategy by strategy and time by time.
#include "experiments/problems/shardings/evaluate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "base/files.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/shardings/sharding_file.hpp"
#include "experiments/problems/shardings/solve.hpp"

namespace apportion::problems {
namespace {

struct Sums {
  WideWhole cost = 0;
  std::int64_t forbidden = 0;  // strategies and pairs
  WideWhole peak = 0;

  void add(std::int64_t value) {
    cost += value;
    if (value >= forbidden_cost) ++forbidden;
  }
};

// Memory that is taken or given back at a time.
std::map<std::int64_t, WideWhole> changes_of_memory(const ShardingGraph& graph, const Sharding& sharding) {
  std::map<std::int64_t, WideWhole> changes;
  for (std::size_t v = 0; v < graph.size(); ++v) {
    const ShardingNode& node = graph.nodes[v];
    if (node.from == node.to) continue;
    const WideWhole usage = graph.usages[node.first + sharding[v]];
    changes[node.from] += usage;
    changes[node.to] -= usage;
  }
  return changes;
}

Sums sums_of(const ShardingGraph& graph, const Sharding& sharding) {
  Sums sums;
  for (std::size_t v = 0; v < graph.size(); ++v) sums.add(graph.costs[graph.nodes[v].first + sharding[v]]);
  for (const ShardingEdge& edge : graph.edges) {
    const ShardingMatrix& matrix = graph.matrices[edge.matrix];
    sums.add(matrix.costs[std::size_t{sharding[edge.u]} * matrix.columns + sharding[edge.v]]);
  }
  WideWhole memory = 0;
  for (const auto& [time, change] : changes_of_memory(graph, sharding)) {
    memory += change;
    sums.peak = std::max(sums.peak, memory);
  }
  return sums;
}

// A list, or an answer that has one.
Sharding labels_in(const ShardingGraph& graph, const Json& value, const std::string& place) {
  if (!value.is_object()) return sharding_in(graph, JsonReader(value, place));
  if (!value.contains("labels") || value["labels"].is_null()) throw InputError("the answer has no labels");
  return sharding_in(graph, JsonReader(value["labels"], "labels"));
}

Sharding given_labels(const ShardingGraph& graph, const JsonReader& labels) {
  if (!labels.json().is_string()) return labels_in(graph, labels.json(), labels.place());
  return parsed_input(labels.text(),
                      [&graph](std::string_view text) { return labels_in(graph, parse_json(text), "labels"); });
}

}  // namespace

const std::vector<Field>& evaluated_sharding_fields() {
  static const std::vector<Field> all = {
      field_named(sharding_fields(), "problem"),
      field_of(FieldKind::json, "labels", "FILE|LIST", "a strategy for each node: [0,0,2,1,0], or what solve printed")
          .must_be_given()};
  return all;
}

Evaluation evaluate_shardings(const FieldValues& given) {
  const ShardingGraph graph = sharding_graph(given["problem"]);
  const Sums sums = sums_of(graph, given_labels(graph, given["labels"]));
  const bool is_allowed = sums.forbidden == 0 && (!graph.usage_limit || sums.peak <= *graph.usage_limit);
  const std::string limit = graph.usage_limit ? fmt::to_string(*graph.usage_limit) : "null";
  return {fmt::format(R"({{"schema":1,"cost":{},"peak":{},"limit":{},"forbidden":{},"allowed":{}}})", sums.cost,
                      sums.peak, limit, sums.forbidden, is_allowed),
          is_allowed};
}

}  // namespace apportion::problems
