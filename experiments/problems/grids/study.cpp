// Axes, sampler and metrics of the grid family, and its sweeps with clusters and instances from files.
#include "experiments/problems/grids/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "algorithms/grids/optimal.hpp"
#include "base/error.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/common/sweep_study.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/grids/solve.hpp"
#include "sim/grids/process_grid.hpp"

namespace apportion::problems {

using engine::Axis;
using engine::AxisKind;
using engine::AxisRole;
using engine::AxisValue;

namespace {

// How good a division of a block is, and what the network is like.
struct GridMeasures {
  double time = 0;                                                           // before rounding
  double rounded_time = 0;                                                   // in whole elements
  double over_ideal = 0;                                                     // rounded_time over the ideal time
  double rounding_loss = 0;                                                  // rounded_time over time, minus 1
  double internal_heterogeneity = std::numeric_limits<double>::quiet_NaN();  // costly: takes logarithms
  // Costly; percent of arranged_lower_bound().
  double gap = 0;          // time above the bound
  double rounded_gap = 0;  // rounded_time above the bound
};

void check_grid(const std::string& text) {
  const ProcessGrid grid = parse_grid(text);
  require_sorted_edges(grid);
  if (spelled(grid) != text) throw InputError("the plain spelling is " + spelled(grid));
}

GridMeasures measure_grids(const GridProblem& problem, const GridSolution& solution) {
  return {.time = solution.time,
          .rounded_time = solution.rounded_time,
          .over_ideal = solution.rounded_time / ideal_time(problem),
          .rounding_loss = solution.rounded_time / solution.time - 1};
}

void measure_heterogeneity(const GridProblem& problem, const GridSolution& /*solution*/, GridMeasures& measures) {
  measures.internal_heterogeneity = internal_heterogeneity(problem.performances);
}

// On 2 x 2 cells the bound is the optimum, which rounding errors may put below it.
void measure_gaps(const GridProblem& problem, const GridSolution& /*solution*/, GridMeasures& measures) {
  const double bound = arranged_lower_bound(problem);
  measures.gap = std::max(0.0, 100 * (measures.time / bound - 1));
  measures.rounded_gap = std::max(0.0, 100 * (measures.rounded_time / bound - 1));
}

double worse(double mine, double rival) { return mine > rival ? 1 : 0; }

engine::MemberMetric<GridMeasures> over_ideal_metric() {
  return {"over_ideal", "rounded time over the ideal time", "", "less", 5, &GridMeasures::over_ideal};
}

void require_cells(const std::vector<engine::Axis>& axes, std::size_t processors) {
  const auto grid = std::ranges::find(axes, "grid", &engine::Axis::name);
  for (const engine::AxisValue& value : grid->values)
    if (const std::size_t cells = parse_grid(value.text).cells(); cells != processors)
      throw InputError(fmt::format("grid = {} has {} cells, and the cluster {} processors; the numbers must be equal",
                                   value.text, cells, processors));
}

void set_grid_clusters(const ClusterSource& source, engine::Study& study) {
  study.sample = engine::sampler(
      [source](const engine::Point& point, RandomStream& stream) { return sample_grids_from(source, point, stream); });
  if (source.given == nullptr) return;
  static_cast<void>(constant_speeds(*source.given));
  study.require = [processors = source.given->size()](const std::vector<engine::Axis>& axes,
                                                      const std::vector<std::string>& /*metrics*/) {
    require_cells(axes, processors);
  };
  study.deterministic = true;
  study.samples = 1;
  study.forms = engine::shown(show_grids(source.given->names));
}

GridProblem read_grid_line(const std::string& line) {
  const FieldValues given(grid_fields(), parse_json(line));
  given.require_no_files();
  GridProblem problem = grid_question(given).problem;
  validate(problem);
  return problem;
}

void set_block(double side, GridProblem& problem) { std::ranges::fill(problem.block, static_cast<std::int64_t>(side)); }

}  // namespace

std::vector<Axis> grid_axes() {
  Axis block = axis_of(field_named(grid_fields(), "block"));
  block.title = "side of the generalised block, the same in every dimension";
  return {{.name = "grid",
           .title = "edges of the process grid",
           .role = AxisRole::sampled,
           .kind = AxisKind::text,
           .values = engine::name_values({"4x4"}),
           .check_text = check_grid,
           .text_kind = "nondecreasing edges joined by x, such as 6x6 or 2x3x4"},
          engine::real_axis("level", "greatest over least performance", AxisRole::sampled, 1, 1e9, {8}),
          sampling_axis("extremes"),
          block};
}

GridProblem sample_grids(const engine::Point& point, RandomStream& stream) {
  return sample_grids_from({}, point, stream);
}

GridProblem sample_grids_from(const ClusterSource& source, const engine::Point& point, RandomStream& stream) {
  GridProblem problem{parse_grid(point.text("grid")), {}, {}};
  problem.block.assign(problem.grid.dimensions(), static_cast<std::int64_t>(point.number("block")));
  problem.performances =
      source.given != nullptr
          ? source.given->cluster_for(elements_of(problem)).speeds
          : source.draw(point.text("sampling"), problem.grid.cells(), point.number("level"), stream).speeds;
  return problem;
}

engine::Study study_of_grids(const std::string& name) {
  engine::Study study{.name = name};
  study.solvers = engine::solvers_of<GridAlgorithm>();
  study.measured = engine::measured(
      measure_grids,
      {{"time", "time of the block before rounding", "", "less", 3, &GridMeasures::time},
       {"rounded_time", "time of the block in whole elements", "", "less", 3, &GridMeasures::rounded_time},
       over_ideal_metric(),
       {"rounding_loss", "rounded time over the time before rounding, minus 1", "", "less", 5,
        &GridMeasures::rounding_loss},
       {"gap", "time before rounding above the lower bound, percent of the bound", "%", "less", 3, &GridMeasures::gap,
        /*exact_everywhere=*/true, /*added=*/true},
       {"rounded_gap", "time in whole elements above the lower bound of any lengths, percent of the bound", "%", "less",
        3, &GridMeasures::rounded_gap, /*exact_everywhere=*/true, /*added=*/true}},
      {{{&GridMeasures::gap, &GridMeasures::rounded_gap}, measure_gaps}});
  study.sample = engine::sampler(sample_grids);
  study.forms = engine::shown(show_grids());
  return study;
}

engine::Measured measured_heterogeneity() {
  return engine::measured(measure_grids,
                          {over_ideal_metric(),
                           {"internal_heterogeneity", "internal heterogeneity of the network (corrected)", "", "", 4,
                            &GridMeasures::internal_heterogeneity, /*exact_everywhere=*/false}},
                          {{{&GridMeasures::internal_heterogeneity}, measure_heterogeneity}});
}

std::vector<engine::PairedMetric> grid_paired_metrics() {
  return {
      engine::relative_metric("relative_time", "rounded time over the rival's on the same network", 5, "rounded_time"),
      {{"worse", "share of networks on which it takes longer than the rival", "", "less", 4}, "rounded_time", worse}};
}

engine::Study grid_study() {
  engine::Study study = study_of_grids();
  study.title = "Blocks divided over process grids";
  study.source = "Kalinov & Klimov 2004";
  study.axes = grid_axes();
  study.samples = 100;
  study.chunk_size = 100;
  study.algorithms = {"natural", "proposed"};
  study.paired_metrics = grid_paired_metrics();
  return study;
}

engine::Experiment grid_sweep(const engine::SweepDefinition& definition) {
  return sweep_study(grid_study(), definition,
                     {.cluster_axes = {"level", "sampling"},
                      .set_clusters = set_grid_clusters,
                      .instances = given_instances<GridProblem>(read_grid_line, {{"block", set_block}})},
                     own_solvers(grid_exchange()));
}

}  // namespace apportion::problems
