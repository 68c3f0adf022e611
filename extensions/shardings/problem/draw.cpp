// Drawings of the memory that shardings take, and tables of answers.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/drawing/svg.hpp"
#include "extensions/shardings/problem/sharding_file.hpp"
#include "extensions/shardings/problem/solve.hpp"
#include "extensions/shardings/problem/study.hpp"
#include "extensions/shardings/sim/sharding.hpp"

namespace apportion::problems {
namespace {

// --- The memory of a device over time

// Memory over time, with a title.
struct MemoryCurve {
  std::string title;
  std::vector<MemoryStep> steps;
};

constexpr double margin = 20;
constexpr double axis_width = 70;
constexpr double chart_width = 760;
constexpr double chart_height = 300;
constexpr double line_height = 18;
constexpr double line_indent = 24;
constexpr std::size_t text_columns = 72;
constexpr int text_rows = 12;

// The ranges of time and memory that contain all curves.
struct Range {
  double from = 0;
  double to = 1;
  double most = 1;
};

Range range_of(const std::vector<MemoryCurve>& curves, std::optional<std::int64_t> limit) {
  Range range{std::numeric_limits<double>::infinity(), 0, static_cast<double>(limit.value_or(0))};
  for (const MemoryCurve& curve : curves)
    for (const MemoryStep& step : curve.steps) {
      range.from = std::min(range.from, static_cast<double>(step.from));
      range.to = std::max(range.to, static_cast<double>(step.from));
      range.most = std::max(range.most, static_cast<double>(step.usage));
    }
  if (!(range.from < range.to)) range = {0, 1, range.most};
  range.most = std::max(range.most, 1.0);
  return range;
}

// The most memory within each column of the text drawing; there may be many steps in one.
std::vector<double> greatest_by_column(const MemoryCurve& curve, const Range& range, std::size_t columns) {
  std::vector<double> greatest(columns, 0);
  const auto place_of = [&](std::int64_t time) {
    return static_cast<double>(columns) * (static_cast<double>(time) - range.from) / (range.to - range.from);
  };
  for (std::size_t i = 0; i + 1 < curve.steps.size(); ++i) {
    const double end = std::min(place_of(curve.steps[i + 1].from), static_cast<double>(columns));
    for (auto k = static_cast<std::size_t>(place_of(curve.steps[i].from)); static_cast<double>(k) < end; ++k)
      greatest[k] = std::max(greatest[k], static_cast<double>(curve.steps[i].usage));
  }
  return greatest;
}

std::string text_of(const MemoryCurve& curve, const Range& range, std::optional<std::int64_t> limit) {
  const std::vector<double> greatest = greatest_by_column(curve, range, text_columns);
  const double row_height = range.most / text_rows;
  std::string text = curve.title + "\n";
  for (int row = text_rows; row > 0; --row) {
    // A row is filled if the memory reaches its middle.
    const double level = (row - 0.5) * row_height;
    const bool has_limit = limit && static_cast<double>(*limit) > (row - 1) * row_height &&
                           static_cast<double>(*limit) <= row * row_height;
    std::string line;
    for (const double memory : greatest) line += memory >= level ? '#' : has_limit ? '-' : ' ';
    text += fmt::format("{:>12.4g} |{}\n", row * row_height, line);
  }
  return text + fmt::format("{:>12} +{:-<{}}\n{:>14}{:<{}.10g}{:>.10g}\n", "", "", text_columns, "", range.from,
                            text_columns - 8, range.to);
}

// A chart of all curves, below lines for the title, each curve and the limit.
class MemoryChart {
 public:
  MemoryChart(const std::string& title, const std::vector<MemoryCurve>& curves, const Range& range,
              std::optional<std::int64_t> limit)
      : range_(range),
        top_(margin + line_height * (limit ? 3.5 : 2.5) + line_height * static_cast<double>(curves.size())) {
    add_axes();
    add_line(0, 0, title);
    for (std::size_t i = 0; i < curves.size(); ++i) add(curves[i], i);
    if (limit) add_limit(*limit, curves.size());
  }

  [[nodiscard]] std::string document() const {
    return svg_document(left() + chart_width + 2 * margin, top_ + chart_height + 2 * line_height + margin, body_);
  }

 private:
  template <class... Values>
  void put(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(body_), format, std::forward<Values>(values)...);
    body_ += '\n';
  }

  [[nodiscard]] static double left() { return margin + axis_width; }
  [[nodiscard]] std::string x(double time) const {
    return svg_length(left() + chart_width * (time - range_.from) / (range_.to - range_.from));
  }
  [[nodiscard]] std::string y(double memory) const {
    return svg_length(top_ + chart_height * (1 - memory / range_.most));
  }

  // The height of the text's line: 0 is that of the title.
  static double line_at(std::size_t number) { return margin + line_height * static_cast<double>(number); }

  void add_line(std::size_t number, double indent, const std::string& text) {
    put(R"(<text x="{}" y="{}" font-size="12">{}</text>)", svg_length(left() + indent), svg_length(line_at(number)),
        xml_escaped(text));
  }

  void add_axes() {
    constexpr int most_ticks = 8;
    const double memory_step = svg_step(range_.most, most_ticks);
    for (int k = 0; k * memory_step <= range_.most; ++k) {
      put(R"(<path d="M{} {}h{}" stroke="#cccccc" fill="none"/>)", svg_length(left()), y(k * memory_step),
          svg_length(chart_width));
      put(R"(<text x="{}" y="{}" font-size="12" text-anchor="end" dy="4">{:.6g}</text>)", svg_length(left() - 6),
          y(k * memory_step), k * memory_step);
    }
    const double time_step = svg_step(range_.to - range_.from, most_ticks);
    const double first = std::ceil(range_.from / time_step) * time_step;
    // The loop counts ticks: adding a small step to a time of 10^18 might change nothing.
    for (int k = 0; k <= most_ticks && first + k * time_step <= range_.to; ++k)
      put(R"(<text x="{}" y="{}" font-size="12" text-anchor="middle">{:.10g}</text>)", x(first + k * time_step),
          svg_length(top_ + chart_height + line_height), first + k * time_step);
    put(R"(<text x="{}" y="{}" font-size="12" text-anchor="middle">time</text>)", svg_length(left() + chart_width / 2),
        svg_length(top_ + chart_height + 2 * line_height));
    put(R"(<text x="{}" y="{}" font-size="12" text-anchor="end">memory</text>)", svg_length(left() - 6),
        svg_length(top_ - line_height));
  }

  void add_limit(std::int64_t limit, std::size_t curves) {
    constexpr const char* dashed = R"(<path d="M{} {}h{}" stroke="#cc3311" stroke-dasharray="6 3" fill="none"/>)";
    put(dashed, svg_length(left()), y(static_cast<double>(limit)), svg_length(chart_width));
    put(dashed, svg_length(left()), svg_length(line_at(curves + 1) - 4), svg_length(line_indent - 4));
    add_line(curves + 1, line_indent, fmt::format("limit {}", limit));
  }

  void add(const MemoryCurve& curve, std::size_t number) {
    constexpr std::size_t columns = 2 * static_cast<std::size_t>(chart_width);
    const std::string colour = svg_colour(number + svg_palette_size);
    const double width = (range_.to - range_.from) / columns;
    std::string path = fmt::format("M{} {}", x(range_.from), y(0));
    const std::vector<double> greatest = greatest_by_column(curve, range_, columns);
    for (std::size_t k = 0; k < columns; ++k)
      if (k == 0 || greatest[k] != greatest[k - 1])
        fmt::format_to(std::back_inserter(path), "H{}V{}", x(range_.from + width * static_cast<double>(k)),
                       y(greatest[k]));
    put(R"(<path d="{}H{}V{}" stroke="{}" fill="none" stroke-width="1.5"/>)", path, x(range_.to), y(0), colour);
    put(R"(<rect x="{}" y="{}" width="10" height="10" fill="{}"/>)", svg_length(left() + line_indent - 14),
        svg_length(line_at(number + 1) - 9), colour);
    add_line(number + 1, line_indent, curve.title);
  }

  Range range_;
  double top_;
  std::string body_;
};

// The drawing of the curves, and of the limit if there is one, as "svg" or "text".
std::string memory_drawing(const std::string& title, const std::vector<MemoryCurve>& curves,
                           std::optional<std::int64_t> limit, const std::string& format) {
  const Range range = range_of(curves, limit);
  if (format == "text") {
    std::string text = title + "\n";
    for (const MemoryCurve& curve : curves) text += "\n" + text_of(curve, range, limit);
    return text;
  }
  return MemoryChart(title, curves, range, limit).document();
}

// --- The picture

// "NAME: 816 nodes, 1096 edges, limit 14392528"
std::string title_of(const ShardingGraph& graph) {
  std::string title = graph.name.empty() ? "" : graph.name + ": ";
  title += fmt::format("{}, {}", counted(static_cast<std::int64_t>(graph.size()), "node"),
                       counted(static_cast<std::int64_t>(graph.edges.size()), "edge"));
  return title + (graph.usage_limit ? fmt::format(", limit {}", *graph.usage_limit) : ", no limit");
}

// The memory of each node's cheapest strategy, without edges and limit.
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

// Draws all solutions that have labels, and the cheapest strategies.
std::string drawn(const ShardingGraph& graph, const std::vector<std::string>& titles,
                  const std::vector<ShardingSolution>& solutions, const std::string& format) {
  std::vector<MemoryCurve> curves{cheapest_curve(graph)};
  for (std::size_t i = 0; i < solutions.size(); ++i)
    if (solutions[i].labels) curves.push_back(curve_of(titles[i], graph, *solutions[i].labels));
  return memory_drawing(title_of(graph), curves, graph.usage_limit, format);
}

// A whole number if 64 bits can hold it, else text.
ComparedValue compared(WideWhole value) {
  if (value > std::numeric_limits<std::int64_t>::max()) return fmt::format("{}", value);
  return static_cast<std::int64_t>(value);
}

std::vector<RankedValue> row_of_sharding(const ShardingAnswer& answer, const ShardingAnswer& /*best*/) {
  const ShardingSolution& solution = answer.solution;
  return {{"cost", compared(solution.cost)},
          {"bound", compared(solution.lower_bound)},
          {"gap, %", with_decimals(gap_percent(solution.cost, solution.lower_bound), 4)},
          {"proven", solution.proven_optimal ? "yes" : "no"},
          {"peak", compared(answer.totals.peak)},
          {"nodes left", given_if(solution.sizes.nodes > 0, static_cast<std::int64_t>(solution.sizes.nodes))},
          {"time, s", with_digits(answer.seconds, 3)}};
}

// Longer lists of labels cannot be read.
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
    asked.certificate.clear();  // a file holds the proof of one algorithm
    return found_answer(asked);
  };
  const auto key = [](const ShardingAnswer& answer) {
    return RankingKey{.algorithm = answer.algorithm, .cost = static_cast<double>(answer.solution.cost)};
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
      {.solve = answer_by, .key = key, .row = row_of_sharding, .json_line = json_of, .draw = draw});
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
