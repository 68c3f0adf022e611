// Levels above XY2: HYBRID (Section 7) bisects before it, MULTILEVEL (Section 1, Figure 1) divides among clusters of
// clusters.
#include <algorithm>
#include <charconv>
#include <numeric>

#include "algorithms/rectangles/bisection.hpp"
#include "base/error.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/rectangles/decomposition.hpp"
#include "sim/rectangles/partition_number.hpp"
#include "sim/samplers.hpp"

namespace apportion::kaddoura {
namespace {

using engine::Numbers;

// --- HYBRID (Section 7): the cost of levels of bisection before XY2, and the candidates that they save

/// An array to be divided by this number of levels of bisection, and then by XY2.
struct LevelledProblem {
  RectangleProblem problem;
  std::int64_t levels = 0;
};

// The cost of the algorithm's answer, and the number of XY decompositions that the paper's algorithm compares.
Numbers solved(const std::string& algorithm, const RectangleProblem& problem, double candidates, RandomStream& stream) {
  const Decomposition found = RectangleRegistry::instance().choose(algorithm).solve(problem, stream).decomposition;
  require_accurate(problem, found);
  const std::int64_t edges = internal_edges(found);
  return {{"total", total_cost(acost(found), edges, problem.latency)},
          {"internal_edges", edges},
          {"candidates", candidates}};
}

// The candidates for items [first, last); a piece with one item needs no search.
double candidates_of_levels(const Frame& frame, std::size_t first, std::size_t last, std::int64_t levels) {
  if (last - first == 1) return 0;
  if (levels == 0) return static_cast<double>(partition_number(last - first));
  const std::size_t middle = end_of_first_half(frame, first, last);
  return candidates_of_levels(frame, first, middle, levels - 1) + candidates_of_levels(frame, middle, last, levels - 1);
}

Numbers hybrid(const LevelledProblem& asked, RandomStream& stream) {
  const Frame frame = make_frame(asked.problem);
  return solved("HYBRID[levels=" + std::to_string(asked.levels) + "]", asked.problem,
                candidates_of_levels(frame, 0, frame.size(), asked.levels), stream);
}

Numbers bisection(const LevelledProblem& asked, RandomStream& stream) {
  return solved("RecursiveBisection2", asked.problem, 0, stream);
}

LevelledProblem levelled_problem(const engine::Point& point, RandomStream& stream) {
  return {problems::rectangle_study().sample({}, point, stream), static_cast<std::int64_t>(point.count("levels"))};
}

const engine::Registration hybrid_registration{[] {
  return sweeps::experiment_of_functions({.name = "kaddoura/hybrid", .axes = problems::rectangle_axes()},
                                         levelled_problem, {{"HYBRID", hybrid}, {"RecursiveBisection2", bisection}});
}};

// --- MULTILEVEL (Section 1, Figure 1): clusters of clusters, and the cost and savings of dividing among machines first

constexpr std::size_t most_processors = 100;

// "4x5" is 4 machines of 5 processors, "2x3x4" 2 clusters of 3 machines of 4 processors.
std::vector<std::size_t> shape_of(const std::string& text) {
  std::vector<std::size_t> counts;
  const char* next = text.data();
  const char* const end = text.data() + text.size();
  while (next != end) {
    std::size_t count = 0;
    const auto [behind, error] = std::from_chars(next, end, count);
    const bool separated = behind == end || (*behind == 'x' && behind + 1 != end);
    if (error != std::errc{} || count == 0 || count > most_processors || !separated) return {};
    counts.push_back(count);
    next = behind == end ? end : behind + 1;
  }
  return counts;
}

void check_shape(const std::string& text) {
  const std::vector<std::size_t> counts = shape_of(text);
  const std::size_t processors = std::accumulate(counts.begin(), counts.end(), std::size_t{1},
                                                 [](auto a, auto b) { return std::min(a * b, most_processors + 1); });
  if (counts.size() < 2 || counts.size() > 8 || processors > most_processors)
    throw InputError(
        "'{}' is not a shape of a nested cluster: 4x5 is 4 machines of 5 processors, "
        "2x3x4 has three levels; at most 8 levels and {} processors",
        text, most_processors);
}

// The speeds within a machine differ by `ratio`, those of the machines of one level by `machine_ratio`.
struct Speeds {
  std::string sampling;
  double ratio = 1;
  double machine_ratio = 1;
};

void add_machine(const std::vector<std::size_t>& shape, std::size_t level, double factor, const Speeds& speeds,
                 RandomStream& stream, Machine& machine, std::vector<double>& all) {
  const bool processors = level + 1 == shape.size();
  const Cluster drawn =
      draw_cluster(speeds.sampling, shape[level], processors ? speeds.ratio : speeds.machine_ratio, stream);
  machine.parts.resize(shape[level]);
  for (std::size_t i = 0; i < shape[level]; ++i) {
    if (processors)
      all.push_back(factor * drawn.speeds[i]);
    else
      add_machine(shape, level + 1, factor * drawn.speeds[i], speeds, stream, machine.parts[i], all);
  }
}

RectangleProblem multilevel_problem(const engine::Point& point, RandomStream& stream) {
  RectangleProblem problem{{point.number("rows"), point.number("columns")}, {}, point.number("latency")};
  add_machine(shape_of(point.text("machines")), 0, 1,
              {point.text("sampling"), point.number("ratio"), point.number("machine_ratio")}, stream,
              problem.cluster.machine, problem.cluster.speeds);
  return problem;
}

double candidates_of(const Machine& machine) {
  if (machine.is_processor()) return 0;
  return std::accumulate(machine.parts.begin(), machine.parts.end(),
                         static_cast<double>(partition_number(machine.parts.size())),
                         [](double sum, const Machine& part) { return sum + candidates_of(part); });
}

// For each processor its machine of the highest level.
std::vector<std::size_t> machines_of(const Machine& cluster) {
  std::vector<std::size_t> machines;
  for (std::size_t i = 0; i < cluster.parts.size(); ++i)
    machines.insert(machines.end(), cluster.parts[i].processors(), i);
  return machines;
}

// The length of the boundary of two parts; 0 if they are apart or share a corner only.
double shared_boundary(const Rect& a, const Rect& b, double tolerance) {
  const double rows = std::min(a.row_end(), b.row_end()) - std::max(a.row, b.row);
  const double columns = std::min(a.column_end(), b.column_end()) - std::max(a.column, b.column);
  if (rows < -tolerance || columns < -tolerance) return 0;
  const double length = std::max(rows, columns);
  return length > tolerance ? length : 0;
}

Numbers measure_multilevel(const RectangleProblem& problem, const RectangleSolution& solution) {
  const Decomposition& decomposition = solution.decomposition;
  require_accurate(problem, decomposition);
  const double length = acost(decomposition);
  const std::int64_t edges = internal_edges(decomposition);
  double outer_boundary = 0;
  std::int64_t outer_edges = 0;
  const std::vector<std::size_t> machines = machines_of(problem.cluster.machine);
  const double tolerance = coincidence_tolerance(problem.extent);
  for (std::size_t i = 0; i < machines.size(); ++i)
    for (std::size_t j = i + 1; j < machines.size(); ++j) {
      if (machines[i] == machines[j]) continue;
      const double shared = shared_boundary(decomposition.parts[i], decomposition.parts[j], tolerance);
      outer_boundary += shared;
      outer_edges += shared > 0 ? 1 : 0;
    }
  return {{"total", total_cost(length, edges, problem.latency)},
          {"acost", length},
          {"internal_edges", edges},
          {"outer_boundary", outer_boundary},
          {"outer_edges", outer_edges},
          {"level_candidates", candidates_of(problem.cluster.machine)},
          {"flat_candidates", partition_number(problem.cluster.size())}};
}

std::vector<engine::Axis> nested_axes() {
  std::vector<engine::Axis> axes = problems::rectangle_axes();
  std::erase_if(axes, [](const engine::Axis& axis) { return axis.name == "processors"; });
  axes.push_back({.name = "machines",
                  .title = "machines and processors of a machine, from the highest level down",
                  .kind = engine::AxisKind::text,
                  .check_text = check_shape,
                  .text_kind = "4x5: 4 machines of 5 processors; 2x2x5: 2 clusters of 2 machines of 5"});
  return axes;
}

const engine::Registration multilevel_registration{[] {
  engine::Experiment study = problems::rectangle_study().study("kaddoura/multilevel");
  study.axes = nested_axes();
  study = sweeps::described(std::move(study));
  engine::set_measure(study, measure_multilevel);
  study.sample = engine::sampler(multilevel_problem);
  return engine::completed(std::move(study));
}};

}  // namespace
}  // namespace apportion::kaddoura
