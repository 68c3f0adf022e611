// What drawings and tables say of answers.
#include "experiments/problems/shardings/draw.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "base/text.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/shardings/memory_drawing.hpp"
#include "experiments/problems/shardings/search.hpp"
#include "experiments/problems/shardings/sharding_file.hpp"
#include "experiments/problems/shardings/solve.hpp"

namespace apportion::problems {
namespace {

// "NAME: 816 nodes, 1096 edges, limit 14392528"
std::string title_of(const ShardingGraph& graph) {
  std::string title = graph.name.empty() ? "" : graph.name + ": ";
  title += fmt::format("{}, {}", counted(static_cast<std::int64_t>(graph.size()), "node"),
                       counted(static_cast<std::int64_t>(graph.edges.size()), "edge"));
  return title + (graph.usage_limit ? fmt::format(", limit {}", *graph.usage_limit) : ", no limit");
}

// The choice of who asks neither edges nor the limit.
MemoryCurve cheapest_curve(const ShardingGraph& graph) {
  Sharding cheapest;
  for (const ShardingNode& node : graph.nodes) {
    const auto first = graph.costs.begin() + static_cast<std::ptrdiff_t>(node.first);
    cheapest.push_back(static_cast<std::uint32_t>(std::min_element(first, first + node.strategies) - first));
  }
  const ShardingTotals sum = totals(graph, cheapest);
  return {fmt::format("each node's cheapest strategy, without regard to edges and limit: peak {}", sum.peak),
          memory_over_time(graph, cheapest)};
}

MemoryCurve curve_of(const std::string& title, const ShardingGraph& graph, const Sharding& sharding) {
  const ShardingTotals sum = totals(graph, sharding);
  return {fmt::format("{}: cost {}, peak {}", title, sum.cost, sum.peak), memory_over_time(graph, sharding)};
}

// All solutions that are one, beside the cheapest strategies.
std::string drawn(const ShardingGraph& graph, const std::vector<std::string>& titles,
                  const std::vector<ShardingSolution>& solutions, const std::string& format) {
  std::vector<MemoryCurve> curves{cheapest_curve(graph)};
  for (std::size_t i = 0; i < solutions.size(); ++i)
    if (solutions[i].labels) curves.push_back(curve_of(titles[i], graph, *solutions[i].labels));
  return memory_drawing(title_of(graph), curves, graph.usage_limit, format);
}

// Exact while the column can hold it.
ComparedValue compared(WideWhole value) {
  if (value > std::numeric_limits<std::int64_t>::max()) return fmt::format("{}", value);
  return static_cast<std::int64_t>(value);
}

std::vector<RankedValue> row_of(const ShardingAnswer& answer, const ShardingAnswer& /*best*/) {
  const ShardingSolution& solution = answer.solution;
  return {{"cost", compared(solution.cost)},
          {"bound", compared(solution.lower_bound)},
          {"gap, %", with_decimals(gap_percent(solution.cost, solution.lower_bound), 4)},
          {"proven", solution.proven_optimal ? "yes" : "no"},
          {"peak", compared(answer.totals.peak)},
          {"nodes left", given_if(solution.sizes.nodes > 0, static_cast<std::int64_t>(solution.sizes.nodes))},
          {"time, s", with_digits(answer.seconds, 3)}};
}

// Lines of more numbers than this help nobody.
constexpr std::size_t most_shown_nodes = 2'000;

std::string instance_line(const ShardingProblem& problem) {
  if (problem.graph->size() > most_shown_nodes) return "";
  return fmt::format(R"({{"problem":{}}})", to_json(*problem.graph));
}

std::string solution_text(const ShardingProblem& problem, const ShardingSolution& solution) {
  std::string text = cost_text(solution.labels ? std::optional(solution.cost) : std::nullopt, solution.lower_bound);
  text += "\n";
  if (problem.graph->size() <= most_shown_nodes) text += labels_json(solution.labels) + "\n";
  return text;
}

}  // namespace

std::string draw_shardings(const FieldValues& given, const std::string& format) {
  const ShardingQuestion question = sharding_question(given);
  const ShardingAnswer answer = found_answer(question);
  return drawn(*question.graph, {answer.algorithm}, {answer.solution}, format);
}

Comparison compare_shardings(const FieldValues& given, const std::vector<std::string>& algorithms) {
  const ShardingQuestion question = sharding_question(given);
  const auto answer_by = [&question](const std::string& algorithm) {
    ShardingQuestion asked = question;
    asked.algorithm = algorithm;
    asked.certificate.clear();  // a file has the proof of one
    return found_answer(asked);
  };
  const auto standing = [](const ShardingAnswer& answer) {
    return Standing{.algorithm = answer.algorithm, .cost = static_cast<double>(answer.solution.cost)};
  };
  const auto json_of = [](const ShardingAnswer& answer, std::int64_t rank) {
    return to_json(answer, fmt::format(R"("rank":{},"seconds":{})", rank, plain(answer.seconds)));
  };
  const auto draw = [graph = question.graph](const std::vector<ShardingAnswer>& answers, const std::string& format) {
    std::vector<std::string> titles;
    std::vector<ShardingSolution> solutions;
    for (const ShardingAnswer& answer : answers) {
      titles.push_back(answer.algorithm);
      solutions.push_back(answer.solution);
    }
    return drawn(*graph, titles, solutions, format);
  };
  return ranked<ShardingAnswer>(
      title_of(*question.graph), canonical_names(algorithms, question.own),
      {.solve = answer_by, .standing = standing, .row = row_of, .json_line = json_of, .draw = draw});
}

engine::Presentation<ShardingAlgorithm> show_shardings() {
  return {.instance = instance_line,
          .text = solution_text,
          .svg = [](const ShardingProblem& problem, const std::vector<std::string>& titles,
                    const std::vector<ShardingSolution>& solutions) {
            return drawn(*problem.graph, titles, solutions, "svg");
          }};
}

}  // namespace apportion::problems
