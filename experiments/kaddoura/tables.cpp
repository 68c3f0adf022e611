// Table 1 and Section 6.2: the number of XY decompositions, how few of them need to be compared, and how many TILE and
// XY2 compare; Table 8, the times of the algorithms; and Figure 16, decompositions of one array.
#include <fmt/format.h>

#include <cmath>

#include "algorithms/rectangles/tile.hpp"
#include "algorithms/rectangles/xy2.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/kaddoura/lemmas.hpp"
#include "experiments/problems/drawing/decompositions.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/rectangles/partition_number.hpp"
#include "sim/samplers.hpp"

namespace apportion::kaddoura {
namespace {

using engine::Numbers;
using engine::Point;

// --- Table 1: the number of XY decompositions, and how few of them need to be compared

Numbers by_recurrence(const Point& point) { return {{"count", partition_number(point.count("processors"))}}; }

Numbers by_enumeration(const Point& point) {
  const RectangleProblem problem{{1, 1}, {std::vector<double>(point.count("processors"), 1.0), {}}, 0};
  return {{"count", enumerate_columns(make_frame(problem), Orientations::columns).candidates}};
}

// p! ways to arrange the parts times 2^(p-1) ordered sums (Section 4).
Numbers all_decompositions(const Point& point) {
  const std::size_t p = point.count("processors");
  return {{"count", std::ldexp(factorial(p), static_cast<int>(p) - 1)}};
}

const engine::Registration table1_registration{[] {
  return sweeps::experiment_of_functions({.name = "kaddoura/table1"}, {{"pt-by-recurrence", by_recurrence},
                                                                       {"pt-by-enumeration", by_enumeration},
                                                                       {"all-decompositions", all_decompositions}});
}};

// --- How many decompositions TILE and XY2 compare (Section 6.2), counted on the paper's arrays

constexpr std::uint64_t most_leaf_nodes = 50'000'000;

Numbers count_tile(const RectangleProblem& problem, Pruning pruning) {
  return {{"count", search_tile(make_frame(problem), pruning, most_leaf_nodes).candidates}};
}

Numbers tile_leaves(const RectangleProblem& problem) { return count_tile(problem, Pruning::none); }

Numbers bounded_leaves(const RectangleProblem& problem) { return count_tile(problem, Pruning::bounds); }

Numbers xy2_candidates(const RectangleProblem& problem) {
  return {{"count", enumerate_columns(make_frame(problem), Orientations::with_transposed).candidates}};
}

// A problem without randomness: speeds are equally spaced from 1 to the ratio.
RectangleProblem leaves_problem(const Point& point, RandomStream& /*stream*/) {
  RectangleProblem problem{{array_rows, point.number("columns")}, {}, 0};
  const std::size_t p = point.count("processors");
  const double step = p > 1 ? (point.number("ratio") - 1) / static_cast<double>(p - 1) : 0;
  for (std::size_t i = 0; i < p; ++i) problem.cluster.speeds.push_back(1 + step * static_cast<double>(i));
  return problem;
}

const engine::Registration leaves_registration{[] {
  return sweeps::experiment_of_functions(
      {.name = "kaddoura/leaves",
       .axes = {problems::rectangle_axis("columns"), problems::ratio_axis(), problems::processors_axis(1e7)}},
      leaves_problem, {{"TILE", tile_leaves}, {"TILE-bounded", bounded_leaves}, {"XY2", xy2_candidates}});
}};

// --- Table 8: times of the algorithms, with and without latency

// The paper does not name the arrays that it timed, so every sample draws a shape and a ratio of its grid.
RectangleProblem any_setting_of_the_grid(const Point& point, RandomStream& stream) {
  const double width = drawn_from(array_columns(), stream);
  const double ratio = drawn_from(speed_ratios(), stream);
  return {
      {array_rows, width}, draw_cluster("max-set", point.count("processors"), ratio, stream), point.number("latency")};
}

const engine::Registration table8_registration{[] {
  engine::Experiment study = problems::rectangle_study().study("kaddoura/table8");
  study.axes = {problems::processors_axis(24), problems::rectangle_axis("latency")};
  study.sample = engine::sampler(any_setting_of_the_grid);
  return engine::completed(sweeps::described(std::move(study)));
}};

// --- Figure 16: five decompositions of one array, and their costs

// In the order of the figure's parts (a) to (e).
const std::vector<std::string> figure_algorithms = {"RecursiveBisection", "XY2", "TILE", "RecursiveBisection2",
                                                    "RecursiveBisection3"};

constexpr double example_rows = 1000;
constexpr double example_columns = 3000;

RectangleProblem example(double rows, double columns) {
  return {{rows, columns}, {{0.5, 0.1, 0.1, 0.1, 0.1, 0.05, 0.05}, {}}, 0};
}

std::vector<problems::LabelledDecomposition> figure_parts() {
  std::vector<problems::LabelledDecomposition> parts;
  for (const std::string& name : figure_algorithms) {
    RandomStream unused(0, name);
    const RectangleSolution solution =
        solve_rectangles(RectangleRegistry::instance().choose(name), example(example_rows, example_columns), unused);
    parts.push_back({fmt::format("({}) {}", static_cast<char>('a' + parts.size()), name), solution.decomposition});
  }
  return parts;
}

std::vector<problems::LabelledDecomposition> figure_parts_with_costs() {
  std::vector<problems::LabelledDecomposition> parts = figure_parts();
  for (problems::LabelledDecomposition& part : parts) part.title += fmt::format(": {:.6g}", acost(part.decomposition));
  return parts;
}

std::string text_figure() {
  std::string text;
  for (const problems::LabelledDecomposition& part : figure_parts_with_costs())
    text += "\n" + part.title + "\n" + problems::text_drawing(part);
  return text;
}

const engine::Registration figure16_registration{
    [] {
      engine::Experiment study = sweeps::described(problems::rectangle_study().study("kaddoura/figure16"));
      study.sample = engine::sampler([](const engine::Point& point, RandomStream& /*stream*/) {
        return example(point.number("rows"), point.number("columns"));
      });
      return engine::completed(std::move(study));
    },
    engine::NamedDrawing{"kaddoura/figure16",
                         {[] { return problems::svg_drawing(figure_parts_with_costs()); }, text_figure,
                          [] { return problems::drawn_parts(figure_parts()); }}}};

}  // namespace
}  // namespace apportion::kaddoura
