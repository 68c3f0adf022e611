// RCB, HIER-RB and HIER-RELAXED: recursive bisection by loads.
#include <algorithm>
#include <limits>

#include "extensions/cells/algorithms/cell_algorithm.hpp"
#include "extensions/cells/algorithms/load_cuts.hpp"
#include "extensions/cells/algorithms/mesh_cuts.hpp"

namespace apportion {
namespace {

// --- RCB

CellSolution rcb_in_space(const CellProblem& problem, bool jogs) {
  const GridMesh<3> mesh = mesh_of<3>(problem, "RCB");
  const std::vector<double> ideal = shares(problem);
  const SweepTree<3> tree = bisected(mesh, ideal, fastest_first(problem), Halves::by_speed);
  const Decomposition division =
      division_of(problem, mesh, replayed(mesh, ideal, tree, jogs ? CutBetween::places : CutBetween::lines));
  return {jogs ? division : matched_to_speeds(problem, division)};
}

CellSolution solve_rcb(const CellProblem& problem, const Options& options, RandomStream& /*stream*/) {
  if (problem.in_space()) return rcb_in_space(problem, options.flag("jogs"));
  return {cut_by(problem, options.flag("jogs"), [&](const SpeedOrder& order, const BoxToCut& asked) {
    const bool wide = asked.box.band.width() >= asked.box.band.height();
    const LineBox box = wide ? asked.box : turned(asked.box);
    const std::size_t middle = nearest_half(order, asked.first, asked.last);
    const double share = order.speed(asked.first, middle) / order.speed(asked.first, asked.last);
    return LoadCut{box.turned, nearest_line(problem, box, share * load_of(problem, box)), middle};
  })};
}

const Registration<CellAlgorithm> rcb_registration{
    {.name = "RCB",
     .source = "Berger and Bokhari 1987, A partitioning strategy for nonuniform problems on multiprocessors; "
               "unequal processors and jogs by this project",
     .summary = "Splits the processors, fastest first, into halves of about equal speed, "
                "cuts their box across its longer side in proportion, and repeats this in both halves; takes loads.",
     .revision = 2,
     .in_space = true,
     .options = {jogs_option()},
     .variants = {"jogs"},
     .solve = solve_rcb}};

// --- HIER-RB and HIER-RELAXED

// A cut, and the greater load per speed of its two sides.
struct JudgedCut {
  LoadCut cut = {};
  double bottleneck = std::numeric_limits<double>::infinity();
};

// The best cut of this box along its lines, with the processors up to `middle` on one side.
JudgedCut judged(const CellProblem& problem, const SpeedOrder& order, const BoxToCut& asked, const LineBox& box,
                 std::size_t middle) {
  const double first_speed = order.speed(asked.first, middle);
  const double second_speed = order.speed(middle, asked.last);
  const double load = load_of(problem, box);
  const std::int64_t x = nearest_line(problem, box, load * first_speed / (first_speed + second_speed));
  const double before = load_between(problem, box, box.band.x, x);
  return {{box.turned, x, middle}, std::max(before / first_speed, (load - before) / second_speed)};
}

// The better of both directions; at ties the cut across the longer side.
JudgedCut better_direction(const CellProblem& problem, const SpeedOrder& order, const BoxToCut& asked,
                           std::size_t middle) {
  const bool wide = asked.box.band.width() >= asked.box.band.height();
  const LineBox along = wide ? asked.box : turned(asked.box);
  const JudgedCut across = judged(problem, order, asked, along, middle);
  const JudgedCut other = judged(problem, order, asked, turned(along), middle);
  return other.bottleneck < across.bottleneck ? other : across;
}

CellSolution solve_bisection(const CellProblem& problem, const Options& options, RandomStream& /*stream*/) {
  return {cut_by(problem, options.flag("jogs"), [&](const SpeedOrder& order, const BoxToCut& asked) {
    return better_direction(problem, order, asked, nearest_half(order, asked.first, asked.last)).cut;
  })};
}

// The most ways to divide the processors of one box that are compared, evenly spaced: the time stays O(p log p).
constexpr std::size_t most_splits = 128;

CellSolution solve_relaxed(const CellProblem& problem, const Options& options, RandomStream& /*stream*/) {
  require_few_processors(problem, "HIER-RELAXED");
  return {cut_by(problem, options.flag("jogs"), [&](const SpeedOrder& order, const BoxToCut& asked) {
    const std::size_t ways = asked.last - asked.first - 1;
    const std::size_t tried = std::min(ways, most_splits);
    JudgedCut best;
    for (std::size_t i = 0; i < tried; ++i) {
      const std::size_t middle = asked.first + 1 + (2 * i + 1) * ways / (2 * tried);
      const JudgedCut candidate = better_direction(problem, order, asked, middle);
      if (i == 0 || candidate.bottleneck < best.bottleneck) best = candidate;
    }
    return best.cut;
  })};
}

const Registration<CellAlgorithm> bisection_registration{
    {.name = "HIER-RB",
     .source = "Saule, Bas and Catalyurek 2012, "
               "Load-balancing spatially located computations using rectangular partitions, HIER-RB-LOAD; "
               "reconstructed, unequal processors by this project",
     .summary = "Like RCB, but each cut goes in the direction that balances better; takes loads.",
     .revision = 2,
     .options = {jogs_option()},
     .solve = solve_bisection}};

const Registration<CellAlgorithm> relaxed_registration{
    {.name = "HIER-RELAXED",
     .source = "Saule, Bas and Catalyurek 2012, "
               "Load-balancing spatially located computations using rectangular partitions, HIER-RELAXED-LOAD; "
               "reconstructed, unequal processors by this project",
     .summary = "Each cut chooses its direction and how to split the processors, fastest first, "
                "so that the greater load per speed of its two sides is least; takes loads.",
     .revision = 2,
     .options = {jogs_option()},
     .solve = solve_relaxed}};

}  // namespace

}  // namespace apportion
