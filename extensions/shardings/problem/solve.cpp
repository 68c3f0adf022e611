// The family of shardings: its problems, searches that end by a clock or a signal, checks of answers and proofs,
// drawings of memory, and studies.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/file_replacement.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/problems/common/family.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/common/sweep_study.hpp"
#include "experiments/problems/common/watched_search.hpp"
#include "experiments/problems/drawing/svg.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/problem_family.hpp"
#include "extensions/shardings/algorithms/sharding_algorithm.hpp"
#include "extensions/shardings/problem/proof.hpp"
#include "extensions/shardings/problem/sharding_file.hpp"
#include "extensions/shardings/sim/sharding_graphs.hpp"

namespace apportion::problems {
namespace {

// --- Problems

// One graph, the algorithm, and where the proof goes.
struct ShardingQuestion : Asked<ShardingAlgorithm> {
  std::shared_ptr<const ShardingGraph> graph;
  std::string certificate = {};  // the file for the log of the proof; "": no file
};

const std::vector<Field>& sharding_fields() {
  static const std::vector<Field> all = {
      algorithm_field("best", "greedy or optimal", registered_names<ShardingAlgorithm>, true),
      external_field(),
      field_of(FieldKind::json, "problem", "FILE|-", "the graph as JSON, plain or gzip; - is standard input")
          .must_be_given(),
      seconds_field("without it the algorithm's own limits end it"),
      field_of(FieldKind::file, "certificate", "FILE", "write the proof here, for evaluate --certificate")
          .only_as(FieldPlace::option)
          .written(),
      threads_field().by_default("").noting("without it all of the machine's with seconds, else one"),
      seed_field()};
  return all;
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

// The graph of a field `problem`: the name of a file, or the problem itself.
ShardingGraph sharding_graph(const JsonReader& problem) {
  return problem.json().is_string() ? read_sharding_file(problem.text()) : parse_sharding_graph(problem.json().dump());
}

// The labels of a list. InputError unless there is a valid one for each node of the graph.
Sharding sharding_in(const ShardingGraph& graph, const JsonReader& labels) {
  const std::vector<JsonReader> entries = labels.items();
  if (entries.size() != graph.size())
    throw InputError("{} has {} for {} nodes", labels.place().empty() ? "the list" : labels.place(),
                     counted(entries.size(), "label"), graph.size());
  Sharding sharding;
  for (const JsonReader& entry : entries) {
    const std::int64_t label = entry.whole();
    const std::uint32_t strategies = graph.nodes[sharding.size()].strategies;
    if (label < 0 || label >= static_cast<std::int64_t>(strategies))
      throw InputError("{} is {}; node {} has strategies 0 to {}", entry.place(), label, sharding.size(),
                       strategies - 1);
    sharding.push_back(static_cast<std::uint32_t>(label));
  }
  return sharding;
}

// Graphs as the key `problem`; answers with "labels".
Exchange<ShardingAlgorithm> sharding_exchange() {
  return {[](const ShardingProblem& problem) { return fmt::format(R"({{"problem":{}}})", to_json(*problem.graph)); },
          [](const ShardingProblem& problem, const JsonReader& answer) {
            require_answer_keys(answer, {"labels"},
                                {"cost", "lower_bound", "proven_optimal", "peak", "limit", "sizes", "infeasible"});
            Sharding labels = sharding_in(*problem.graph, answer["labels"]);
            const ShardingTotals sum = totals(*problem.graph, labels);
            if (!sum.allowed) throw InputError("the labels are not allowed: cost {}, peak {}", sum.cost, sum.peak);
            return ShardingSolution{.labels = std::move(labels), .cost = sum.cost};
          }};
}

ShardingQuestion sharding_question(const FieldValues& given) {
  ShardingQuestion question;
  set_asked(given, sharding_exchange(), question);
  question.graph = std::make_shared<const ShardingGraph>(sharding_graph(given["problem"]));
  // With a clock the answer depends on the machine in any case, so all its cores are used.
  if (question.seconds && !given.has("jobs")) question.threads = std::max(std::thread::hardware_concurrency(), 1U);
  if (given.has("certificate")) question.certificate = given.text("certificate");
  return question;
}

// --- Searches

// The best cost and bound from a moment on.
struct SearchStep {
  double seconds = 0;  // since the search began
  std::optional<WideWhole> cost = std::nullopt;
  WideWhole bound = 0;
};

struct ShardingAnswer {
  std::string algorithm;  // canonical name
  ShardingSolution solution;
  ShardingTotals totals = {};  // the totals of the labels, if there are any
  std::optional<std::int64_t> limit = std::nullopt;
  double seconds = 0;                  // the time of the search
  std::vector<SearchStep> steps = {};  // one for each improvement of the cost or the bound
};

// By how much the cost is above the bound, in percent of the bound.
double gap_percent(WideWhole cost, WideWhole bound) {
  if (cost <= bound) return 0;
  if (bound <= 0) return std::numeric_limits<double>::infinity();
  return 100 * static_cast<double>(cost - bound) / static_cast<double>(bound);
}

// "cost 198479600174, bound 193830164921, gap 2.40 %"
std::string cost_text(const std::optional<WideWhole>& cost, WideWhole bound) {
  if (!cost) return fmt::format("no answer yet, bound {}", bound);
  if (bound == 0 && *cost > 0) return fmt::format("cost {}, no bound yet", *cost);
  return fmt::format("cost {}, bound {}, gap {:.3f} %", *cost, bound, gap_percent(*cost, bound));
}

std::string whole_or_null(const std::optional<std::int64_t>& value) { return value ? std::to_string(*value) : "null"; }

// "[0,0,2,1,0]", "[]" for no labels.
std::string labels_json(const std::optional<Sharding>& labels) {
  return labels ? fmt::format("[{}]", fmt::join(*labels, ",")) : "[]";
}

// Names a node without an allowed strategy, the most likely reason for a problem without answers.
void explain_missing(const ShardingGraph& graph, const ShardingSolution& solution) {
  if (!solution.proven_infeasible) return;
  for (std::size_t v = 0; v < graph.size(); ++v) {
    const ShardingNode& node = graph.nodes[v];
    const bool is_limited = node.from < node.to && graph.usage_limit.has_value();
    bool is_possible = false;
    for (std::size_t place = node.first; place < node.first + node.strategies; ++place)
      is_possible |= graph.costs[place] < forbidden_cost && !(is_limited && graph.usages[place] > *graph.usage_limit);
    if (is_possible) continue;
    engine::print_error(fmt::format(
        "apportion: node {} has no allowed strategy: each costs 10^18 or more, or takes more than the limit alone\n",
        v));
    return;
  }
}

ShardingAnswer answer_of(const ShardingGraph& graph, const std::string& algorithm, ShardingSolution solution) {
  ShardingAnswer answer{.algorithm = algorithm, .solution = std::move(solution), .limit = graph.usage_limit};
  if (answer.solution.labels) answer.totals = totals(graph, *answer.solution.labels);
  return answer;
}

// std::logic_error for labels that are not allowed, or whose cost is not the one that the algorithm returned.
ShardingAnswer solve(const ShardingQuestion& question, const ShardingWatch& watch) {
  const ChosenAlgorithm<ShardingAlgorithm> chosen = choose_algorithm(question.own, question.algorithm);
  RandomStream stream = solving_stream("shardings", chosen.canonical_name(), question.seed);
  ShardingAnswer answer =
      answer_of(*question.graph, chosen.canonical_name(), chosen.solve({question.graph, watch}, stream));
  if (answer.solution.labels && (!answer.totals.allowed || answer.totals.cost != answer.solution.cost))
    throw std::logic_error(fmt::format("{} returned the cost {}; its answer costs {} and is {}", answer.algorithm,
                                       answer.solution.cost, answer.totals.cost,
                                       answer.totals.allowed ? "allowed" : "not allowed"));
  return answer;
}

// {"schema":1,"algorithm":…,"cost":…,"lower_bound":…,"proven_optimal":…,"peak":…,"limit":…,"sizes":{…},"labels":[…]} in
// one line without its end. `more` are further members, placed behind the algorithm.
std::string answer_json(const ShardingAnswer& answer, const std::string& more = {}) {
  const ShardingSolution& solution = answer.solution;
  const std::string start =
      fmt::format(R"({{"schema":1,"algorithm":{}{}{})", json_string(answer.algorithm), more.empty() ? "" : ",", more);
  const auto& [nodes, labels, edges, times] = solution.sizes;
  const std::string rest = fmt::format(R"("limit":{},"sizes":{{"nodes":{},"labels":{},"edges":{},"times":{}}})",
                                       whole_or_null(answer.limit), nodes, labels, edges, times);
  if (solution.labels)
    return fmt::format(R"({},"cost":{},"lower_bound":{},"proven_optimal":{},"peak":{},{},"labels":{}}})", start,
                       solution.cost, solution.lower_bound, solution.proven_optimal, answer.totals.peak, rest,
                       labels_json(solution.labels));
  return fmt::format(
      R"({},"cost":null,"lower_bound":{},"proven_optimal":false,"peak":null,{},"infeasible":"{}","labels":null}})",
      start, solution.proven_infeasible ? "null" : fmt::format("{}", solution.lower_bound), rest,
      solution.proven_infeasible ? "proven" : "none found");
}

using Printed = std::string (*)(const ShardingAnswer& answer);

std::string json_of(const ShardingAnswer& answer) { return answer_json(answer); }

// A search with its course. If a signal ends the program, the best answer so far is printed.
class ShardingSearch {
 public:
  // The graph may still be unread.
  ShardingSearch(std::string algorithm, Printed printed)
      : algorithm_(std::move(algorithm)),
        printed_(printed),
        search_([this] { return printed_({.algorithm = algorithm_, .solution = {}}); }) {}

  // The answer may have no labels.
  ShardingAnswer answer(const ShardingQuestion& question) {
    graph_ = question.graph;
    search_.begin(question.seconds, unfinished({}));
    search_.note(cost_text(std::nullopt, 0), unfinished({}));
    ShardingWatch watch{.stop = [this] { return search_.is_over(); },
                        .progress = [this](const auto& so_far) { note(so_far); },
                        .is_timed = question.seconds.has_value(),
                        .threads = question.threads};
    std::optional<FileReplacement> proof;
    if (!question.certificate.empty()) {
      proof.emplace(question.certificate);
      watch.certificate = [&proof](const CertificateRecord& record) { proof->write(to_json(record) + '\n'); };
    }
    ShardingAnswer answer = solve(question, watch);
    if (proof) proof->commit();
    answer = with_course(std::move(answer));
    search_.finish(printed_(answer));
    return answer;
  }

 private:
  [[nodiscard]] WatchedSearch::Printed unfinished(const ShardingSolution& best) const {
    return [this, best] { return printed_(with_course(answer_of(*graph_, algorithm_, best))); };
  }

  [[nodiscard]] ShardingAnswer with_course(ShardingAnswer answer) const {
    answer.seconds = search_.seconds();
    const std::scoped_lock lock(mutex_);
    answer.steps = steps_;
    return answer;
  }

  void note(const ShardingSolution& so_far) {
    const SearchStep step{search_.seconds(), so_far.labels ? std::optional(so_far.cost) : std::nullopt,
                          so_far.lower_bound};
    {
      const std::scoped_lock lock(mutex_);
      steps_.push_back(step);
    }
    search_.note(cost_text(step.cost, step.bound), unfinished(so_far));
  }

  std::string algorithm_;  // canonical name
  Printed printed_;
  std::shared_ptr<const ShardingGraph> graph_;
  mutable std::mutex mutex_;  // guards the steps
  std::vector<SearchStep> steps_ = {SearchStep{}};
  WatchedSearch search_;  // its end may print
};

std::string answered(const FieldValues& given, Printed printed) {
  const OwnAlgorithms<ShardingAlgorithm> own = own_algorithms(given.own(), sharding_exchange());
  ShardingSearch search(choose_algorithm(own, given.text("algorithm")).canonical_name(), printed);
  const ShardingQuestion question = sharding_question(given);
  const ShardingAnswer answer = search.answer(question);
  std::string line = printed(answer);
  if (answer.solution.labels) return line;
  explain_missing(*question.graph, answer.solution);
  throw NoSolution(line);
}

// solve() with progress on standard error; if a signal ends the program, the JSON of the best answer is printed.
// NoSolution, with the reason, if there is no answer.
ShardingAnswer found_answer(const ShardingQuestion& question) {
  ShardingAnswer answer =
      ShardingSearch(choose_algorithm(question.own, question.algorithm).canonical_name(), json_of).answer(question);
  const ShardingSolution& solution = answer.solution;
  if (!solution.labels)
    throw NoSolution(solution.proven_infeasible ? "no sharding is allowed" : "no sharding that is allowed was found");
  return answer;
}

std::string solve_progress(const FieldValues& given) {
  return answered(given, [](const ShardingAnswer& answer) {
    std::string text = "seconds,cost,lower_bound";
    const auto add = [&text](double seconds, const std::optional<WideWhole>& cost, WideWhole bound) {
      text += fmt::format("\n{:.3f},{},{}", seconds, cost ? fmt::format("{}", *cost) : "", bound);
    };
    for (const SearchStep& step : answer.steps) add(step.seconds, step.cost, step.bound);
    const ShardingSolution& end = answer.solution;
    add(answer.seconds, end.labels ? std::optional(end.cost) : std::nullopt, end.lower_bound);
    return text;
  });
}

// --- Checks of given answers and proofs

// The labels of a list, or of an answer that contains one.
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

// Replays a proof; one that does not hold gives exit status 1, since the problem is valid.
Evaluation evaluate_certificate(const ShardingGraph& graph, const std::string& file) {
  const TextPieces pieces = unpacked_input(file);
  ProofReplay replay(graph);
  ProvenFacts facts;
  std::int64_t records = 0;
  try {
    read_proof(pieces, [&](const CertificateRecord& record) {
      replay.take(record);
      ++records;
    });
    facts = replay.facts();
  } catch (const InputError& error) {
    return {error_json(error.what(), records + 1), false};
  }
  const bool is_infeasible = facts.is_complete && !facts.cost;
  return {
      fmt::format(
          R"({{"schema":1,"cost":{},"lower_bound":{},"proven_optimal":{},"proven_infeasible":{},"records":{}}})",
          facts.cost ? fmt::format("{}", *facts.cost) : "null",
          is_infeasible ? "null" : fmt::format("{}", facts.lower_bound), facts.is_optimal(), is_infeasible, records),
      true};
}

Evaluation evaluate_shardings(const FieldValues& given) {
  const ShardingGraph graph = sharding_graph(given["problem"]);
  if (given.has("certificate")) return evaluate_certificate(graph, given.text("certificate"));
  const ShardingTotals sum = totals(graph, given_labels(graph, given["labels"]));
  return {fmt::format(R"({{"schema":1,"cost":{},"peak":{},"limit":{},"forbidden":{},"allowed":{}}})", sum.cost,
                      sum.peak, whole_or_null(graph.usage_limit), sum.forbidden, sum.allowed),
          sum.allowed};
}

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
    add_text(left, line_at(0), "", title);
    for (std::size_t i = 0; i < curves.size(); ++i) add(curves[i], i);
    if (limit) add_limit(*limit, curves.size());
  }

  [[nodiscard]] std::string document() const {
    return svg_document(left + chart_width + 2 * margin, top_ + chart_height + 2 * line_height + margin, body_);
  }

 private:
  static constexpr double left = margin + axis_width;

  [[nodiscard]] double x(double time) const {
    return left + chart_width * (time - range_.from) / (range_.to - range_.from);
  }
  [[nodiscard]] double y(double memory) const { return top_ + chart_height * (1 - memory / range_.most); }

  // The height of the text's line: 0 is that of the title.
  static double line_at(std::size_t number) { return margin + line_height * static_cast<double>(number); }

  void add_text(double at_x, double at_y, std::string_view attributes, std::string_view text) {
    body_ += svg_text(at_x, at_y, 12, attributes, text) + '\n';
  }

  // A horizontal line from the left.
  void add_line(double height, double width, std::string_view attributes) {
    body_ += fmt::format("<path d=\"M{} {}h{}\" {} fill=\"none\"/>\n", svg_length(left), svg_length(height),
                         svg_length(width), attributes);
  }

  void add_axes() {
    constexpr int most_ticks = 8;
    constexpr std::string_view centred = R"( text-anchor="middle")";
    const double memory_step = svg_step(range_.most, most_ticks);
    for (int k = 0; k * memory_step <= range_.most; ++k) {
      const double memory = k * memory_step;
      add_line(y(memory), chart_width, R"(stroke="#cccccc")");
      add_text(left - 6, y(memory), R"( text-anchor="end" dy="4")", fmt::format("{:.6g}", memory));
    }
    const double time_step = svg_step(range_.to - range_.from, most_ticks);
    const double first = std::ceil(range_.from / time_step) * time_step;
    // The loop counts ticks: adding a small step to a time of 10^18 might change nothing.
    for (int k = 0; k <= most_ticks && first + k * time_step <= range_.to; ++k)
      add_text(x(first + k * time_step), top_ + chart_height + line_height, centred,
               fmt::format("{:.10g}", first + k * time_step));
    add_text(left + chart_width / 2, top_ + chart_height + 2 * line_height, centred, "time");
    add_text(left - 6, top_ - line_height, R"( text-anchor="end")", "memory");
  }

  void add_limit(std::int64_t limit, std::size_t curves) {
    constexpr std::string_view dashed = R"(stroke="#cc3311" stroke-dasharray="6 3")";
    add_line(y(static_cast<double>(limit)), chart_width, dashed);
    add_line(line_at(curves + 1) - 4, line_indent - 4, dashed);
    add_text(left + line_indent, line_at(curves + 1), "", fmt::format("limit {}", limit));
  }

  void add(const MemoryCurve& curve, std::size_t number) {
    constexpr std::size_t columns = 2 * static_cast<std::size_t>(chart_width);
    const std::string colour = svg_colour(number + svg_palette_size);
    const double width = (range_.to - range_.from) / columns;
    const auto length_x = [this](double time) { return svg_length(x(time)); };
    const auto length_y = [this](double memory) { return svg_length(y(memory)); };
    std::string path = fmt::format("M{} {}", length_x(range_.from), length_y(0));
    const std::vector<double> greatest = greatest_by_column(curve, range_, columns);
    for (std::size_t k = 0; k < columns; ++k)
      if (k == 0 || greatest[k] != greatest[k - 1])
        path += fmt::format("H{}V{}", length_x(range_.from + width * static_cast<double>(k)), length_y(greatest[k]));
    body_ += fmt::format("<path d=\"{}H{}V{}\" stroke=\"{}\" fill=\"none\" stroke-width=\"1.5\"/>\n", path,
                         length_x(range_.to), length_y(0), colour);
    body_ +=
        svg_rect(left + line_indent - 14, line_at(number + 1) - 9, 10, 10) + fmt::format(" fill=\"{}\"/>\n", colour);
    add_text(left + line_indent, line_at(number + 1), "", curve.title);
  }

  Range range_;
  double top_;
  std::string body_;
};

// "NAME: 816 nodes, 1096 edges, limit 14392528"
std::string title_of(const ShardingGraph& graph) {
  std::string title = graph.name.empty() ? "" : graph.name + ": ";
  title += fmt::format("{}, {}", counted(graph.size(), "node"), counted(graph.edges.size(), "edge"));
  return title + (graph.usage_limit ? fmt::format(", limit {}", *graph.usage_limit) : ", no limit");
}

// Draws all solutions that have labels, and the cheapest strategies, as "svg" or "text".
std::string drawn(const ShardingGraph& graph, const std::vector<std::string>& titles,
                  const std::vector<ShardingSolution>& solutions, const std::string& format) {
  const Sharding cheapest = least_strategies(graph, graph.costs);
  std::vector<MemoryCurve> curves = {
      {fmt::format("each node's cheapest strategy, without regard to edges and limit: peak {}",
                   totals(graph, cheapest).peak),
       memory_over_time(graph, cheapest)}};
  for (std::size_t i = 0; i < solutions.size(); ++i)
    if (const std::optional<Sharding>& labels = solutions[i].labels) {
      const ShardingTotals sum = totals(graph, *labels);
      curves.push_back(
          {fmt::format("{}: cost {}, peak {}", titles[i], sum.cost, sum.peak), memory_over_time(graph, *labels)});
    }
  const Range range = range_of(curves, graph.usage_limit);
  if (format == "svg") return MemoryChart(title_of(graph), curves, range, graph.usage_limit).document();
  std::string text = title_of(graph) + "\n";
  for (const MemoryCurve& curve : curves) text += "\n" + text_of(curve, range, graph.usage_limit);
  return text;
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
  const auto line_of = [](const ShardingAnswer& answer, std::int64_t rank) {
    return answer_json(answer, fmt::format(R"("rank":{},"seconds":{})", rank, plain(answer.seconds)));
  };
  const auto draw = [graph = question.graph](const std::vector<ShardingAnswer>& answers, const std::string& format) {
    std::vector<ShardingSolution> solutions;
    for (const ShardingAnswer& answer : answers) solutions.push_back(answer.solution);
    return drawn(*graph, collected(answers, &ShardingAnswer::algorithm), solutions, format);
  };
  return ranked<ShardingAnswer>(
      title_of(*question.graph), canonical_names(algorithms, question.own),
      {.solve = answer_by, .key = key, .row = row_of_sharding, .json_line = line_of, .draw = draw});
}

engine::Presentation<ShardingAlgorithm> show_shardings() {
  return {.instance = instance_line,
          .text = solution_text,
          .drawing = [](const ShardingProblem& problem, const std::vector<std::string>& titles,
                        const std::vector<ShardingSolution>& solutions) {
            return engine::SampleDrawing{drawn(*problem.graph, titles, solutions, "svg")};
          }};
}

// --- Studies

// The measures of an answer, but for its cost, gap and peak, and of the algorithm's work.
engine::Numbers measure_shardings(const ShardingProblem& /*problem*/, const ShardingSolution& solution) {
  return {{"cost", 0},
          {"gap", 0},
          {"peak", 0},
          {"lower_bound", static_cast<double>(solution.lower_bound)},
          {"proven", solution.proven_optimal || solution.proven_infeasible ? 1 : 0},
          {"answered", solution.labels ? 1 : 0},
          {"nodes_left", solution.sizes.nodes},
          {"labels_left", solution.sizes.labels},
          {"edges_left", solution.sizes.edges},
          {"times_left", solution.sizes.times},
          {"sweeps", solution.sweeps},
          {"moves", solution.moves},
          {"search_nodes", solution.nodes}};
}

// Cost, gap and peak of an answer.
void measure_answer(const ShardingProblem& problem, const ShardingSolution& solution, std::span<double, 3> row) {
  if (!solution.labels) throw std::runtime_error("no sharding that is allowed was found");
  const ShardingTotals sum = totals(*problem.graph, *solution.labels);
  row[0] = static_cast<double>(sum.cost);
  // Moments must be finite, so a bound of 0 counts as 1.
  row[1] = gap_percent(sum.cost, std::max<WideWhole>(solution.lower_bound, 1));
  const double limit = static_cast<double>(problem.graph->usage_limit.value_or(0));
  row[2] = limit > 0 ? 100 * static_cast<double>(sum.peak) / limit : 0;
}

ShardingProblem problem_of(ShardingGraph graph) { return {std::make_shared<const ShardingGraph>(std::move(graph))}; }

ShardingProblem problem_in_line(const std::string& line) {
  const FieldValues given(sharding_fields(), parse_json(line));
  given.require_no_files();
  return problem_of(sharding_graph(given["problem"]));
}

ShardingProblem problem_in_file(const std::string& file) { return problem_of(read_sharding_file(file)); }

// Draws a graph of sharding_graphs.hpp. The search ends only by the algorithm's own limits.
ShardingProblem sample_sharding(const engine::Point& point, RandomStream& stream) {
  return problem_of(draw_sharding_graph({.kind = value_of(sharding_kind_words, point.text("kind")).value(),
                                         .nodes = point.count("nodes"),
                                         .strategies = static_cast<std::uint32_t>(point.count("strategies")),
                                         .slack_percent = static_cast<std::int64_t>(point.count("slack"))},
                                        stream));
}

// kind, nodes, strategies and slack, all sampled, each with one small default value, which studies replace.
std::vector<engine::Axis> sharding_axes() {
  engine::Axis kind = engine::name_axis("kind", "layers; tied: few decisions and many times; clusters: soft clusters",
                                        engine::AxisRole::sampled, words_in(sharding_kind_words));
  kind.values = engine::name_values({words_in(sharding_kind_words).front()});
  kind.omitted_at = kind.values.front();
  const auto whole = [](const char* name, const char* title, double least, double most, double value) {
    return engine::whole_axis(name, title, engine::AxisRole::sampled, least, most, {value});
  };
  return {whole("nodes", "nodes of the graph", 1, 1e6, 500),
          whole("strategies", "most strategies of a node", 2, 1000, 12),
          whole("slack", "limit above the peak of least usages, percent", 0, 1e6, 10), std::move(kind)};
}

// A study of the family's algorithms with samples of sample_sharding() and all measures. If an algorithm finds no
// sharding, the sample fails if cost, gap or peak is stored.
engine::Experiment study_of_shardings() {
  engine::Experiment study;
  study.title = "Sharding graphs like those of compilers";
  study.source = "Moffitt & Fegade, ASPLOS 2025 / EuroSys 2025 contest, doi 10.1145/3676642.3736399";
  study.axes = sharding_axes();
  study.samples = 5;
  study.chunk_size = 1;
  study.solvers = engine::solvers_of<ShardingAlgorithm>();
  study.algorithms = {"greedy", "best"};
  study.measured.metrics = {
      {{"cost", "sum of the costs of nodes and edges", "", "less", 0}},
      {{"gap", "cost above the lower bound, percent of the bound", "%", "less", 4}},
      {{"peak", "most memory at any time, percent of the limit", "%", "", 2}},
      {{"lower_bound", "lower bound on the cost that the algorithm itself proves", "", "more", 0}},
      {{"proven", "share of samples proved optimal or infeasible by the algorithm itself", "", "more", 4}},
      {{"answered", "share of samples with a sharding that is allowed", "", "more", 4}},
      {{"nodes_left", "nodes after reductions", "", "less", 0}},
      {{"labels_left", "strategies after reductions", "", "less", 0}},
      {{"edges_left", "edges after reductions", "", "less", 0}},
      {{"times_left", "times after reductions at which memory can bind", "", "less", 0}},
      {{"sweeps", "sweeps of message passing", "", "less", 0}},
      {{"moves", "neighbourhoods that were searched", "", "less", 0}},
      {{"search_nodes", "nodes of the search tree", "", "less", 0}}};
  engine::set_measure(study, measure_shardings);
  // The first three need an answer.
  study.measured.prepare = [others = study.measured.prepare](const std::vector<bool>& needed) -> engine::Measure {
    engine::Measure measure = others(needed);
    if (!needed[0] && !needed[1] && !needed[2]) return measure;
    return [measure](const engine::Value& problem, const engine::Value& solution, std::span<double> row) {
      measure(problem, solution, row);
      measure_answer(problem.as<ShardingProblem>(), solution.as<ShardingSolution>(), row.first<3>());
    };
  };
  study.paired_metrics = {
      engine::relative_metric("relative_cost", "cost over the rival's on the same graph", 4, "cost")};
  study.sample = engine::sampler(sample_sharding);
  study.forms = engine::shown(show_shardings());
  return study;
}

// Instances may be lines as `solve shardings --batch` takes them, or a folder of files as --problem takes them.
engine::Experiment sharding_sweep(const engine::SweepDefinition& definition) {
  GivenInstances instances = given_instances<ShardingProblem>(problem_in_line);
  instances.read_files = given_instances<ShardingProblem>(problem_in_file).read;
  return sweep_study(study_of_shardings(), definition, {.instances = instances}, own_solvers(sharding_exchange()));
}

const FamilyRegistration sharding_family{
    {.name = "shardings",
     .summary = "strategies for the operations of a program: a matrix of costs per edge, memory over time",
     .compared_metric = "cost",
     .algorithms = [] { return registered_algorithms<ShardingAlgorithm>("shardings"); },
     .fields = sharding_fields,
     .solve = [](const FieldValues& given) { return answered(given, json_of); },
     .formats = {{"labels", "the labels alone, as [0,0,2,1,0]",
                  [](const FieldValues& given) {
                    return answered(given,
                                    [](const ShardingAnswer& each) { return labels_json(each.solution.labels); });
                  }},
                 {"progress", "cost and bound over time as CSV", solve_progress}},
     .evaluation = AnswerEvaluation{evaluated_sharding_fields, evaluate_shardings},
     .sweep = sharding_sweep,
     .draw = draw_shardings,
     .compare = compare_shardings}};

}  // namespace
}  // namespace apportion::problems
