// The family of rectangles: arrays divided into a rectangle for each processor.
#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/problems/rectangles/compare.hpp"
#include "experiments/problems/rectangles/drawing.hpp"
#include "experiments/problems/rectangles/inputs.hpp"
#include "experiments/problems/rectangles/json.hpp"
#include "experiments/problems/rectangles/study.hpp"
#include "experiments/problems/sweep_study.hpp"

namespace apportion::problems {
namespace {

RectangleQuestion question_of(const OptionValues& options) {
  std::optional<GivenCluster> given = cluster_in(options, "weights");
  options.require(given ? std::vector<std::string>{"rows", "columns"}
                        : std::vector<std::string>{"rows", "columns", "weights"});
  RectangleQuestion question;
  question.algorithm = options.text("algorithm", question.algorithm);
  question.problem.extent = {options.number("rows").value_or(0), options.number("columns").value_or(0)};
  question.problem.cluster =
      given ? given->cluster_for(question.problem.extent.area()) : parse_weights(options.text("weights"));
  if (given) question.names = std::move(given->names);
  question.problem.latency = options.number("latency").value_or(0);
  question.whole = options.has("whole");
  question.network = network_of(options, question.problem.cluster.size());
  if (question.network) question.problem.latency = question.network->latency;
  question.own = own_algorithms(options.own(), rectangle_exchange());
  if (options.has("objective")) question.objective = parse_objective(options.text("objective"));
  if (!options.has("algorithm") && !options.has("objective")) want_fastest(question);
  return question;
}

std::string title_of(const RectangleQuestion& question, const RectangleAnswer& answer) {
  const Extent& extent = question.problem.extent;
  std::string title = fmt::format("{} on {} x {}: Acost {:.10g}, {} internal edges", answer.algorithm, extent.rows,
                                  extent.columns, answer.acost, answer.internal_edges);
  if (question.problem.latency > 0)
    title += fmt::format(", total {:.10g} at latency {}", answer.total, question.problem.latency);
  if (answer.whole) title += fmt::format(", load imbalance {:.3g} %", 100 * answer.whole->imbalance);
  if (answer.whole && answer.whole->empty > 0) title += fmt::format(", {} without an element", answer.whole->empty);
  return title;
}

std::string solve_options(const OptionValues& options) { return to_json(solve(question_of(options))); }

std::string solve_line(const std::string& line) { return to_json(solve(parse_rectangle_question(line))); }

std::string draw(const OptionValues& options, const std::string& format) {
  const RectangleQuestion question = question_of(options);
  const RectangleAnswer answer = solve(question);
  const std::string title = title_of(question, answer);
  return drawing_of({{title, answer.decomposition, {}, {}, answer.names}}, format);
}

Comparison compare(const OptionValues& options, const std::vector<std::string>& algorithms) {
  return compare_rectangles(question_of(options), algorithms);
}

std::vector<AlgorithmInfo> algorithms() { return registered_algorithms<RectangleAlgorithm>("rectangles"); }

engine::Experiment sweep(const engine::SweepDefinition& definition) {
  return sweep_study(rectangle_study(), definition, rectangle_inputs(), own_solvers(rectangle_exchange()));
}

std::vector<OptionDeclaration> options() {
  std::vector<OptionDeclaration> all = {
      {.name = "algorithm",
       .value = "NAME",
       .summary = "such as BEST, the default, or HYBRID[levels=2]; A,B or all: a ranking"},
      external_option(),
      {.name = "rows", .value = "M", .summary = "rows of the array"},
      {.name = "columns", .value = "N", .summary = "columns of the array"},
      {.name = "weights", .value = "LIST", .summary = "relative speeds: 3,1,2; or [[3,1],2], lists being machines"},
      cluster_option(),
      {.name = "latency", .value = "L", .summary = "start-up cost per pair of neighbours (default: 0)"},
      {.name = "whole", .summary = "round to whole rows and columns, and say what that costs"}};
  std::vector<OptionDeclaration> network = network_options();
  network.front().summary += "; the fastest of several methods answers where no algorithm is named";
  all.insert(all.end(), network.begin(), network.end());
  all.push_back({.name = "objective",
                 .value = "NAME",
                 .summary = "what to minimise: total, or net on a network (the default there where an algorithm can)"});
  return all;
}

const FamilyRegistration registration{
    {.name = "rectangles",
     .summary = "arrays divided into a rectangle for each of unequal processors",
     .compared_metric = "total",
     .algorithms = algorithms,
     .sweep = sweep,
     .usage = "[--algorithm A|A,B|all] [--external FILE.ini] --rows M --columns N {--weights LIST | --cluster FILE} "
              "[--latency L] [--whole] [--network NAME|FILE [--startup PLACE] [--element-seconds S] [--objective "
              "total|net]]",
     .options = options(),
     .solve = solve_options,
     .solve_line = solve_line,
     .draw = draw,
     .compare = compare}};

}  // namespace

RectangleQuestion rectangle_question(const OptionValues& options) { return question_of(options); }

}  // namespace apportion::problems
