// Table 1 and Section 6.2: the number of XY decompositions, how few of them need to be compared, and how many TILE and
// XY2 compare; and Table 8, the times of the algorithms.
#include <cmath>

#include "algorithms/rectangles/tile.hpp"
#include "algorithms/rectangles/xy2.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/kaddoura/lemmas.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "experiments/sweeps/code_studies.hpp"
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

engine::Experiment timing_experiment() {
  engine::Experiment study = problems::rectangle_study().study("kaddoura/table8");
  study.axes = {problems::processors_axis(24), problems::rectangle_axis("latency")};
  study.sample = engine::sampler(any_setting_of_the_grid);
  return engine::completed(sweeps::described(std::move(study)));
}

const engine::Registration table8_registration{timing_experiment};

}  // namespace
}  // namespace apportion::kaddoura
