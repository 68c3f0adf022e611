// Table 1 and Section 6.2: the number of XY decompositions, how few of them need to be compared, and how many TILE and
// XY2 compare.
#include <cmath>

#include "algorithms/rectangles/tile.hpp"
#include "algorithms/rectangles/xy2.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/kaddoura/grid.hpp"
#include "experiments/kaddoura/lemmas.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "sim/rectangles/partition_number.hpp"

namespace apportion::kaddoura {
namespace {

// --- Table 1: the number of XY decompositions, and how few of them need to be compared

double by_recurrence(const std::size_t& p) { return static_cast<double>(partition_number(p)); }

double by_enumeration(const std::size_t& p) {
  const RectangleProblem problem{{1, 1}, {std::vector<double>(p, 1.0), {}}, 0};
  return static_cast<double>(enumerate_columns(make_frame(problem), Orientations::columns).candidates);
}

// p! ways to arrange the parts times 2^(p-1) ordered sums (Section 4).
double all_decompositions(const std::size_t& p) { return std::ldexp(factorial(p), static_cast<int>(p) - 1); }

engine::Experiment counting_experiment() {
  engine::Experiment study = sweeps::described({.name = "kaddoura/table1"});
  engine::set_functions<std::size_t, double>(study, {{"pt-by-recurrence", by_recurrence},
                                                     {"pt-by-enumeration", by_enumeration},
                                                     {"all-decompositions", all_decompositions}});
  study.measured = engine::measured_number({"count", "decompositions", "", "", 0});
  study.sample =
      engine::sampler([](const engine::Point& point, RandomStream& /*stream*/) { return point.count("processors"); });
  return engine::completed(std::move(study));
}

const engine::Registration table1_registration{counting_experiment};

// --- How many decompositions TILE and XY2 compare (Section 6.2), counted on the paper's arrays

constexpr std::uint64_t most_leaf_nodes = 50'000'000;

double count_tile(const RectangleProblem& problem, Pruning pruning) {
  return static_cast<double>(search_tile(make_frame(problem), pruning, most_leaf_nodes).candidates);
}

double tile_leaves(const RectangleProblem& problem) { return count_tile(problem, Pruning::none); }

double bounded_leaves(const RectangleProblem& problem) { return count_tile(problem, Pruning::bounds); }

double xy2_candidates(const RectangleProblem& problem) {
  return static_cast<double>(enumerate_columns(make_frame(problem), Orientations::with_transposed).candidates);
}

// A problem without randomness: speeds are equally spaced from 1 to the ratio.
RectangleProblem leaves_problem(const engine::Point& point, RandomStream& /*stream*/) {
  RectangleProblem problem{{array_rows, point.number("columns")}, {}, 0};
  const std::size_t p = point.count("processors");
  const double step = p > 1 ? (point.number("ratio") - 1) / static_cast<double>(p - 1) : 0;
  for (std::size_t i = 0; i < p; ++i) problem.cluster.speeds.push_back(1 + step * static_cast<double>(i));
  return problem;
}

engine::Experiment leaves_experiment() {
  engine::Experiment study = sweeps::described(
      {.name = "kaddoura/leaves",
       .axes = {problems::rectangle_axis("columns"), problems::ratio_axis(), problems::processors_axis(1e7)}});
  engine::set_functions<RectangleProblem, double>(
      study, {{"TILE", tile_leaves}, {"TILE-bounded", bounded_leaves}, {"XY2", xy2_candidates}});
  study.measured = engine::measured_number({"count", "decompositions compared", "", "", 0});
  study.sample = engine::sampler(leaves_problem);
  return engine::completed(std::move(study));
}

const engine::Registration leaves_registration{leaves_experiment};

}  // namespace
}  // namespace apportion::kaddoura
