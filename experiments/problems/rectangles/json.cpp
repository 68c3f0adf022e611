// Parsing of rectangle problems, and printing of their answers.
#include "experiments/problems/rectangles/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/problems/json_text.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion::problems {
namespace {

Machine machine_of(const Json& value, std::vector<double>& speeds) {
  if (!value.is_array()) {
    speeds.push_back(number(fmt::format("weight {}", speeds.size()), value));
    return {};
  }
  if (value.empty()) throw InputError("weights have an empty list in them; a machine needs at least one processor");
  Machine machine;
  machine.parts.reserve(value.size());
  for (const Json& part : value) machine.parts.push_back(machine_of(part, speeds));
  return machine;
}

Cluster cluster_of(const Json& value) {
  if (!value.is_array()) throw wrong_kind("weights", value, "a list of numbers, or of such lists");
  Cluster cluster;
  if (value.empty()) return cluster;
  cluster.machine = machine_of(value, cluster.speeds);
  const std::vector<Machine>& parts = cluster.machine.parts;
  if (std::ranges::all_of(parts, [](const Machine& part) { return part.is_processor(); })) cluster.machine = {};
  return cluster;
}

// Costs and bound of a decomposition, whose coordinates are one where they differ by at most `tolerance`.
void measure(const Decomposition& decomposition, const Cluster& cluster, double latency, double tolerance,
             RectangleAnswer& answer) {
  answer.acost = acost(decomposition, tolerance);
  answer.bcost = bcost(decomposition, tolerance);
  answer.internal_edges = internal_edges(decomposition, tolerance);
  answer.total = total_cost(answer.acost, answer.internal_edges, latency);
  answer.lower_bound = total_lower_bound({decomposition.extent, cluster, latency});
}

// Of the parts that have elements, by the areas that rounding gave them. The others need no communication.
void measure_whole(Decomposition decomposition, double latency, RectangleAnswer& answer) {
  std::erase_if(decomposition.parts, [](const Rect& part) { return !(part.area() > 0); });
  Cluster cluster;
  for (const Rect& part : decomposition.parts) cluster.speeds.push_back(part.area());
  constexpr double between_whole_coordinates = 0.5;
  measure(decomposition, cluster, latency, between_whole_coordinates, answer);
}

void require_finite_costs(const RectangleAnswer& answer) {
  for (const double cost : {answer.acost, answer.bcost, answer.total, answer.lower_bound})
    if (!std::isfinite(cost)) throw InputError("the costs overflow; give smaller sides or a smaller latency");
}

}  // namespace

RectangleQuestion parse_question(std::string_view json) {
  const Json value = parse_json(json);
  require_keys(value, {"rows", "columns", "weights"}, {"algorithm", "latency", "whole"});
  RectangleQuestion question;
  question.problem = {{number("rows", value["rows"]), number("columns", value["columns"])},
                      cluster_of(value["weights"]),
                      value.contains("latency") ? number("latency", value["latency"]) : 0};
  if (value.contains("algorithm")) question.algorithm = text_of("algorithm", value["algorithm"]);
  if (value.contains("whole")) {
    if (!value["whole"].is_boolean()) throw wrong_kind("whole", value["whole"], "true or false");
    question.whole = value["whole"].get<bool>();
  }
  return question;
}

Cluster parse_weights(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('[')) return cluster_of(parse_json(text));
  return {listed_numbers("weight", text), {}};
}

RectangleAnswer solve(const RectangleQuestion& question) {
  const Configured<RectangleAlgorithm> chosen = RectangleRegistry::instance().choose(question.algorithm);
  RectangleAnswer answer;
  answer.algorithm = chosen.canonical_name();
  RandomStream stream(1, "solve rectangles|" + answer.algorithm);
  answer.decomposition = solve_rectangles(chosen, question.problem, stream).decomposition;
  if (question.whole) {
    WholeDecomposition rounded = to_whole(answer.decomposition, question.problem.cluster);
    answer.decomposition = std::move(rounded.decomposition);
    answer.whole = {rounded.load_imbalance, rounded.empty_parts};
    measure_whole(answer.decomposition, question.problem.latency, answer);
  } else {
    measure(answer.decomposition, question.problem.cluster, question.problem.latency,
            coincidence_tolerance(question.problem.extent), answer);
  }
  require_finite_costs(answer);
  return answer;
}

std::string to_json(const RectangleAnswer& answer) {
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out,
                 R"({{"schema":1,"algorithm":{},"acost":{},"bcost":{},"internal_edges":{},"total":{},"lower_bound":{})",
                 json_string(answer.algorithm), plain(answer.acost), plain(answer.bcost), answer.internal_edges,
                 plain(answer.total), plain(answer.lower_bound));
  if (answer.whole)
    fmt::format_to(out, R"(,"whole":{{"imbalance":{},"empty":{}}})", plain(answer.whole->imbalance),
                   answer.whole->empty);
  fmt::format_to(out, R"(,"rectangles":[)");
  for (std::size_t i = 0; i < answer.decomposition.parts.size(); ++i) {
    const Rect& part = answer.decomposition.parts[i];
    fmt::format_to(out, R"({}{{"processor":{},"row":{},"column":{},"rows":{},"columns":{}}})", i == 0 ? "" : ",", i,
                   plain(part.row), plain(part.column), plain(part.rows), plain(part.columns));
  }
  fmt::format_to(out, "]}}");
  return fmt::to_string(text);
}

}  // namespace apportion::problems
