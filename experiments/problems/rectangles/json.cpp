// Parsing of rectangle problems, and printing of their answers.
#include "experiments/problems/rectangles/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/problems/json.hpp"
#include "experiments/problems/options.hpp"

namespace apportion::problems {
namespace {

Machine machine_of(const Json& value, std::vector<double>& speeds) {
  if (!value.is_array()) {
    speeds.push_back(JsonReader(value, fmt::format("weight {}", speeds.size())).number());
    return {};
  }
  if (value.empty()) throw InputError("weights have an empty list in them; a machine needs at least one processor");
  Machine machine;
  machine.parts.reserve(value.size());
  for (const Json& part : value) machine.parts.push_back(machine_of(part, speeds));
  return machine;
}

// The weights of a machine's processors, from number `next` on: 0.5, or [0.25,[0.1,0.1]] for machines within it.
std::string nested_weights(const Machine& machine, const Cluster& cluster, std::size_t& next) {
  if (machine.is_processor()) return fmt::format("{}", cluster.speeds.at(next++));
  std::string text;
  for (const Machine& part : machine.parts) text += (text.empty() ? "" : ",") + nested_weights(part, cluster, next);
  return "[" + text + "]";
}

}  // namespace

Cluster cluster_of(const JsonReader& weights) {
  if (!weights.json().is_array()) weights.refuse("a list of numbers, or of such lists");
  Cluster cluster;
  if (weights.json().empty()) return cluster;
  cluster.machine = machine_of(weights.json(), cluster.speeds);
  const std::vector<Machine>& parts = cluster.machine.parts;
  if (std::ranges::all_of(parts, [](const Machine& part) { return part.is_processor(); })) cluster.machine = {};
  return cluster;
}

std::string weights_json(const Cluster& cluster) {
  std::size_t next = 0;
  return cluster.is_flat() ? fmt::format("[{}]", fmt::join(cluster.speeds, ","))
                           : nested_weights(cluster.machine, cluster, next);
}

RectangleQuestion parse_rectangle_question(std::string_view json) {
  const Json value = parse_json(json);
  const JsonReader problem(value);
  problem.require_keys({"rows", "columns", "weights"},
                       {"algorithm", "latency", "whole", "network", "startup", "element_seconds", "objective"});
  RectangleQuestion question;
  question.problem = {{problem["rows"].number(), problem["columns"].number()},
                      cluster_of(problem["weights"]),
                      problem.has("latency") ? problem["latency"].number() : 0};
  if (problem.has("algorithm")) question.algorithm = problem["algorithm"].name();
  if (problem.has("whole")) question.whole = problem["whole"].flag();
  question.network = network_of(problem, question.problem.cluster.size());
  if (question.network) question.problem.latency = question.network->latency;
  if (problem.has("objective")) question.objective = parse_objective(problem["objective"].text());
  if (!problem.has("algorithm") && !problem.has("objective")) want_fastest(question);
  return question;
}

Cluster parse_weights(std::string_view text) {
  text = trimmed(text);
  if (!text.starts_with('[')) return {listed_numbers("weight", text), {}};
  const Json value = parse_json(text);
  return cluster_of(JsonReader(value, "weights"));
}

std::string names_json(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ",") + json_string(name);
  return "[" + text + "]";
}

std::string to_json(const RectangleProblem& problem) {
  return fmt::format(R"({{"rows":{},"columns":{},"weights":{},"latency":{}}})", problem.extent.rows,
                     problem.extent.columns, weights_json(problem.cluster), problem.latency);
}

void add_rectangles(const Decomposition& decomposition, fmt::memory_buffer& text) {
  const auto out = std::back_inserter(text);
  const auto add = [out](std::size_t processor, const Rect& rect) {
    fmt::format_to(out, R"({{"processor":{},"row":{},"column":{},"rows":{},"columns":{}}})", processor, plain(rect.row),
                   plain(rect.column), plain(rect.rows), plain(rect.columns));
  };
  auto further = decomposition.further.begin();
  for (std::size_t i = 0; i < decomposition.parts.size(); ++i) {
    if (i > 0) text.push_back(',');
    add(i, decomposition.parts[i]);
    for (; further != decomposition.further.end() && further->processor == i; ++further) {
      text.push_back(',');
      add(i, further->rect);
    }
  }
}

Decomposition read_rectangles(const JsonReader& rectangles, const Extent& extent, std::size_t processors) {
  std::vector<FurtherRect> all;
  for (const JsonReader& entry : rectangles.items()) {
    entry.require_keys({"processor", "row", "column", "rows", "columns"}, {});
    const std::int64_t processor = entry["processor"].whole();
    if (processor < 0 || static_cast<std::size_t>(processor) >= processors)
      throw InputError(
          fmt::format("{} is {}; there are processors 0 to {}", entry["processor"].place(), processor, processors - 1));
    all.push_back(
        {static_cast<std::size_t>(processor),
         {entry["row"].number(), entry["column"].number(), entry["rows"].number(), entry["columns"].number()}});
  }
  std::ranges::stable_sort(all, {}, &FurtherRect::processor);
  Decomposition decomposition{extent, {}};
  for (const FurtherRect& each : all) {
    if (each.processor > decomposition.parts.size()) break;
    if (each.processor == decomposition.parts.size())
      decomposition.parts.push_back(each.rect);
    else
      decomposition.further.push_back(each);
  }
  if (decomposition.parts.size() < processors)
    throw InputError(
        fmt::format("{} has no rectangle of processor {}", rectangles.place(), decomposition.parts.size()));
  return decomposition;
}

std::string to_json(const RectangleAnswer& answer, const std::string& more) {
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out,
                 R"({{"schema":1,"algorithm":{},"acost":{},"bcost":{},"internal_edges":{},"total":{},"lower_bound":{})",
                 json_string(answer.algorithm), plain(answer.acost), plain(answer.bcost), answer.internal_edges,
                 plain(answer.total), plain(answer.lower_bound));
  if (answer.whole)
    fmt::format_to(out, R"(,"whole":{{"imbalance":{},"empty":{}}})", plain(answer.whole->imbalance),
                   answer.whole->empty);
  if (answer.proof != Proof::none)
    fmt::format_to(out, R"(,"proven":"{}")", answer.proof == Proof::slicing ? "slicing" : "rectangles");
  if (answer.network)
    fmt::format_to(
        out, R"(,"network":{})",
        costs_json(answer.network->name, answer.network->costs, answer.network->saved, answer.network->fastest_of));
  if (!more.empty()) fmt::format_to(out, ",{}", more);
  if (!answer.names.empty()) fmt::format_to(out, R"(,"names":{})", names_json(answer.names));
  fmt::format_to(out, R"(,"rectangles":[)");
  add_rectangles(answer.decomposition, text);
  fmt::format_to(out, "]}}");
  return fmt::to_string(text);
}

}  // namespace apportion::problems
