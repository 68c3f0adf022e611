// Parsing of rectangle problems, and printing of their answers.
#include "experiments/families/rectangles_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "experiments/families/strict_json.hpp"
#include "sim/error.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion::families {
namespace {

using Json = nlohmann::json;

double number(std::string_view key, const Json& value) {
  if (!value.is_number()) throw wrong_kind(key, value, "a number");
  return value.get<double>();
}

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
  if (std::all_of(parts.begin(), parts.end(), [](const Machine& part) { return part.is_processor(); }))
    cluster.machine = {};
  return cluster;
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

double listed_number(std::string_view text, std::size_t index) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range)
    throw InputError(fmt::format("weight {} is {}; that is out of range", index, text));
  if (error != std::errc{} || end != text.data() + text.size())
    throw InputError(fmt::format("weight {} is '{}'; weights must be positive numbers", index, text));
  return value;
}

// Parts without an element need no communication.
Decomposition without_empty_parts(Decomposition decomposition) {
  std::erase_if(decomposition.parts, [](const Rect& part) { return !(part.area() > 0); });
  return decomposition;
}

void require_finite_costs(const RectangleAnswer& answer) {
  for (const double cost : {answer.acost, answer.bcost, answer.total, answer.lower_bound})
    if (!std::isfinite(cost)) throw InputError("the costs overflow; give smaller sides or a smaller latency");
}

// Never -0.
double plain(double value) { return value == 0 ? 0 : value; }

}  // namespace

RectangleQuestion parse_question(std::string_view json) {
  const Json value = parse_strict_json(json);
  if (!value.is_object()) throw wrong_kind("the problem", value, "an object with rows, columns and weights");
  require_known_keys(value, {"algorithm", "columns", "latency", "rows", "weights", "whole"});
  for (const char* key : {"rows", "columns", "weights"})
    if (!value.contains(key))
      throw InputError(fmt::format("{} is missing; a problem needs rows, columns, weights", key));
  RectangleQuestion question;
  question.problem = {{number("rows", value["rows"]), number("columns", value["columns"])},
                      cluster_of(value["weights"]),
                      value.contains("latency") ? number("latency", value["latency"]) : 0};
  if (value.contains("algorithm")) {
    if (!value["algorithm"].is_string()) throw wrong_kind("algorithm", value["algorithm"], "a name");
    question.algorithm = value["algorithm"].get<std::string>();
  }
  if (value.contains("whole")) {
    if (!value["whole"].is_boolean()) throw wrong_kind("whole", value["whole"], "true or false");
    question.whole = value["whole"].get<bool>();
  }
  return question;
}

Cluster parse_weights(std::string_view text) {
  text = without_blanks(text);
  if (text.starts_with('[')) return cluster_of(parse_strict_json(text));
  Cluster cluster;
  if (text.empty()) return cluster;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    cluster.speeds.push_back(listed_number(without_blanks(text.substr(start, end - start)), cluster.size()));
    start = end + 1;
  }
  return cluster;
}

RectangleAnswer solve(const RectangleQuestion& question) {
  const Chosen<RectangleAlgorithm> chosen = RectangleRegistry::instance().choose(question.algorithm);
  RectangleAnswer answer;
  answer.algorithm = chosen.canonical_name();
  RandomStream stream(1, "solve rectangles|" + answer.algorithm);
  answer.decomposition = solve_rectangles(chosen, question.problem, stream).decomposition;
  if (question.whole) {
    WholeDecomposition rounded = to_whole(answer.decomposition, question.problem.cluster);
    answer.decomposition = std::move(rounded.decomposition);
    answer.whole = {rounded.load_imbalance, rounded.empty_parts};
  }
  const Decomposition costly = answer.whole ? without_empty_parts(answer.decomposition) : Decomposition{};
  const Decomposition& measured = answer.whole ? costly : answer.decomposition;
  answer.acost = acost(measured);
  answer.bcost = bcost(measured);
  answer.internal_edges = internal_edges(measured);
  answer.total = total_cost(answer.acost, answer.internal_edges, question.problem.latency);
  answer.lower_bound = total_lower_bound(question.problem);
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

std::string error_json(std::string_view message, std::int64_t line) {
  return fmt::format(R"({{"schema":1,"error":{},"line":{}}})", json_string(message), line);
}

}  // namespace apportion::families
