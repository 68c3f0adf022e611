// Axes, sampler and metrics of the grid family.
#include "experiments/problems/grids/study.hpp"

#include "base/error.hpp"
#include "sim/grids/heterogeneity.hpp"
#include "sim/samplers.hpp"

namespace apportion::problems {

using engine::Axis;
using engine::AxisKind;
using engine::AxisRole;
using engine::AxisValue;

namespace {

enum MetricIndex : std::size_t { time_metric, rounded_metric, ideal_metric, rounding_metric };

void check_grid(const std::string& text) {
  const ProcessGrid grid = parse_grid(text);
  require_sorted_edges(grid);
  if (spelled(grid) != text) throw InputError("the plain spelling is " + spelled(grid));
}

double relative_time(std::span<const double> mine, std::span<const double> rival) {
  return mine[rounded_metric] / rival[rounded_metric];
}

double worse(std::span<const double> mine, std::span<const double> rival) {
  return mine[rounded_metric] > rival[rounded_metric] ? 1 : 0;
}

}  // namespace

std::vector<Axis> grid_axes() {
  return {{.name = "grid",
           .title = "edges of the process grid",
           .role = AxisRole::sampled,
           .kind = AxisKind::text,
           .values = grid_values({"4x4"}),
           .check_text = check_grid,
           .text_kind = "nondecreasing edges joined by x, such as 6x6 or 2x3x4"},
          {.name = "level",
           .title = "greatest over least performance",
           .role = AxisRole::sampled,
           .kind = AxisKind::real,
           .least = 1,
           .most = 1e9,
           .values = {AxisValue::of(8)}},
          {.name = "sampling",
           .title = "sampling model",
           .role = AxisRole::sampled,
           .kind = AxisKind::name,
           .names = sampler_names(),
           .values = {AxisValue::parse("extremes")}},
          {.name = "block",
           .title = "side of the generalised block, the same in every dimension",
           .role = AxisRole::applied,
           .kind = AxisKind::whole,
           .least = 1,
           .most = 1e9,
           .values = {AxisValue::of(1000)}}};
}

std::vector<AxisValue> grid_values(const std::vector<std::string>& grids) {
  std::vector<AxisValue> values;
  for (const std::string& grid : grids) values.push_back(AxisValue::parse(grid));
  return values;
}

GridProblem sample_grids(const engine::Point& point, RandomStream& stream) {
  GridProblem problem{parse_grid(point.text("grid")), {}, {}};
  problem.performances =
      draw_cluster(point.text("sampling"), problem.grid.cells(), point.number("level"), stream).speeds;
  problem.block.assign(problem.grid.dimensions(), static_cast<std::int64_t>(point.number("block")));
  return problem;
}

std::vector<results::MetricRecord> grid_metrics() {
  return {{"time", "time of the block before rounding", "", "less", 3},
          {"rounded_time", "time of the block in whole elements", "", "less", 3},
          {"over_ideal", "rounded time over the ideal time", "", "less", 5},
          {"rounding_loss", "rounded time over the time before rounding, minus 1", "", "less", 5}};
}

void measure_grids(const GridProblem& problem, const GridSolution& solution, std::span<double> values) {
  values[time_metric] = solution.time;
  values[rounded_metric] = solution.rounded_time;
  values[ideal_metric] = solution.rounded_time / ideal_time(problem);
  values[rounding_metric] = solution.rounded_time / solution.time - 1;
}

std::vector<results::MetricRecord> heterogeneity_metrics() {
  return {grid_metrics()[ideal_metric],
          {"internal_heterogeneity", "internal heterogeneity of the network (corrected)", "", "", 4}};
}

void measure_with_heterogeneity(const GridProblem& problem, const GridSolution& solution, std::span<double> values) {
  values[0] = solution.rounded_time / ideal_time(problem);
  values[1] = internal_heterogeneity(problem.performances);
}

std::vector<engine::PairedMetric> grid_paired_metrics() {
  return {{{"relative_time", "rounded time over the rival's on the same network", "", "less", 5}, relative_time},
          {{"worse", "share of networks on which it takes longer than the rival", "", "less", 4}, worse}};
}

engine::Study<GridAlgorithm> grid_study() {
  engine::Study<GridAlgorithm> study;
  study.title = "Blocks divided over process grids";
  study.source = "Kalinov & Klimov 2004";
  study.axes = grid_axes();
  study.samples = 100;
  study.chunk_size = 100;
  study.algorithms = {"natural", "proposed"};
  study.metrics = grid_metrics();
  study.paired_metrics = grid_paired_metrics();
  study.sample = sample_grids;
  study.measure = measure_grids;
  study.presentation = show_grids();
  return study;
}

}  // namespace apportion::problems
