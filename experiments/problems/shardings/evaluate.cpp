// Costs and memory of labels, added up strategy by strategy and time by time.
#include "experiments/problems/shardings/evaluate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

#include "base/files.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/shardings/proof_file.hpp"
#include "experiments/problems/shardings/proof_replay.hpp"
#include "experiments/problems/shardings/sharding_file.hpp"
#include "experiments/problems/shardings/solve.hpp"

namespace apportion::problems {
namespace {

void add(std::int64_t value, RecomputedSums& sums) {
  sums.cost += value;
  if (value >= forbidden_cost) ++sums.forbidden;
}

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

// Exit status 1 for a proof that does not hold: the problem is fine.
Evaluation evaluate_certificate(const ShardingGraph& graph, const std::string& file) {
  ProofReader reader(file);
  ProofReplay replay(graph);
  CertificateRecord record;
  ProvenFacts facts;
  std::int64_t records = 1;
  try {
    for (; reader.next(record); ++records) replay.take(record);
    facts = replay.facts();
  } catch (const InputError& error) {
    return {error_json(error.what(), records), false};
  }
  --records;
  const bool is_infeasible = facts.is_complete && !facts.cost;
  return {
      fmt::format(
          R"({{"schema":1,"cost":{},"lower_bound":{},"proven_optimal":{},"proven_infeasible":{},"records":{}}})",
          facts.cost ? fmt::format("{}", *facts.cost) : "null",
          is_infeasible ? "null" : fmt::format("{}", facts.lower_bound), facts.is_optimal(), is_infeasible, records),
      true};
}

}  // namespace

RecomputedSums recomputed_sums(const ShardingGraph& graph, const Sharding& sharding) {
  RecomputedSums sums;
  for (std::size_t v = 0; v < graph.size(); ++v) add(graph.costs[graph.nodes[v].first + sharding[v]], sums);
  for (const ShardingEdge& edge : graph.edges) {
    const ShardingMatrix& matrix = graph.matrices[edge.matrix];
    add(matrix.costs[std::size_t{sharding[edge.u]} * matrix.columns + sharding[edge.v]], sums);
  }
  WideWhole memory = 0;
  for (const auto& [time, change] : changes_of_memory(graph, sharding)) {
    memory += change;
    sums.peak = std::max(sums.peak, memory);
  }
  return sums;
}

const std::vector<Field>& evaluated_sharding_fields() {
  static const std::vector<Field> all = {
      field_named(sharding_fields(), "problem"),
      field_of(FieldKind::json, "labels", "FILE|LIST", "a strategy for each node: [0,0,2,1,0], or what solve printed")
          .must_be_given("labels"),
      field_of(FieldKind::file, "certificate", "FILE", "a proof that solve wrote, which is replayed")
          .must_be_given("certificate")};
  return all;
}

Evaluation evaluate_shardings(const FieldValues& given) {
  const ShardingGraph graph = sharding_graph(given["problem"]);
  if (given.has("certificate")) return evaluate_certificate(graph, given.text("certificate"));
  const RecomputedSums sums = recomputed_sums(graph, given_labels(graph, given["labels"]));
  const std::string limit = graph.usage_limit ? fmt::to_string(*graph.usage_limit) : "null";
  return {fmt::format(R"({{"schema":1,"cost":{},"peak":{},"limit":{},"forbidden":{},"allowed":{}}})", sums.cost,
                      sums.peak, limit, sums.forbidden, sums.is_allowed(graph)),
          sums.is_allowed(graph)};
}

}  // namespace apportion::problems
