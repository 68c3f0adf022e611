// Quantities, axes and sampler of the grid family, and its sweeps with clusters and instances from files.
#include "experiments/problems/grids/study.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "algorithms/grids/optimal.hpp"
#include "base/error.hpp"
#include "experiments/problems/grids/solve.hpp"
#include "sim/grids/process_grid.hpp"

namespace apportion::problems {

using engine::Axis;
using engine::AxisKind;
using engine::AxisRole;
using engine::AxisValue;

namespace {

void check_grid(const std::string& text) {
  const ProcessGrid grid = parse_grid(text);
  require_sorted_edges(grid);
  if (spelled(grid) != text) throw InputError("the plain spelling is " + spelled(grid));
}

void add_bound(const GridProblem& problem, GridAnswer& answer) {
  answer.arranged_bound = arranged_lower_bound(problem);
}

// On 2 x 2 cells the bound is the optimum, and rounding errors may put the time below it.
QuantityValue above_bound(const GridAnswer& answer, double time) {
  return answer.arranged_bound ? QuantityValue(std::max(0.0, 100 * (time / *answer.arranged_bound - 1))) : std::nullopt;
}

double heterogeneity(const GridProblem& problem, const GridSolution& /*solution*/, const GridAnswer& /*answer*/) {
  return internal_heterogeneity(problem.performances);
}

QuantityValue proven_words(const GridAnswer& answer) {
  return answer.solution.proven_optimal ? "optimal before rounding" : "-";
}

std::vector<GridQuantity> all_grid_quantities() {
  using Row = GridQuantity;
  using Answer = GridAnswer;
  return {Row("time", "time of the block before rounding", "", "less",
              [](const Answer& answer) { return answer.solution.time; }, {{.place = 3}}, {{.place = 1, .digits = 3}}),
          Row("rounded_time", "time of the block in whole elements", "", "less",
              [](const Answer& answer) { return answer.solution.rounded_time; },
              {{.place = 1, .title = "rounded time"}}, {{.place = 2, .digits = 3}}),
          Row("ideal_time", "time of an even share, which no division beats", "", "",
              [](const Answer& answer) { return answer.ideal_time; }, {}, {}),
          Row("lower_bound", "no division takes less time before rounding", "", "",
              [](const Answer& answer) { return answer.lower_bound; }, {}, {}),
          Row("proven_optimal", "the time before rounding is proved to be the least", "", "",
              [](const Answer& answer) { return answer.solution.proven_optimal ? "true" : "false"; },
              {{.place = 4, .title = "proven", .words = proven_words}}, {}),
          Row(
              "over_ideal", "rounded time over the ideal time", "", "less",
              [](const Answer& answer) { return answer.solution.rounded_time / answer.ideal_time; },
              {{.place = 2, .title = "over ideal", .decimals = 4}}, {{.place = 3, .digits = 5}}, MemberOf::nothing),
          Row(
              "rounding_loss", "rounded time over the time before rounding, minus 1", "", "less",
              [](const Answer& answer) { return answer.solution.rounded_time / answer.solution.time - 1; }, {},
              {{.place = 4, .digits = 5}}, MemberOf::nothing),
          Row(
              "gap", "time before rounding above the lower bound, percent of the bound", "%", "less",
              [](const Answer& answer) { return above_bound(answer, answer.solution.time); }, {},
              {{.place = 5, .digits = 3, .added = true, .prepare = add_bound}}, MemberOf::nothing),
          Row(
              "rounded_gap", "time in whole elements above the lower bound of any lengths, percent of the bound", "%",
              "less", [](const Answer& answer) { return above_bound(answer, answer.solution.rounded_time); }, {},
              {{.place = 6, .digits = 3, .added = true, .prepare = add_bound}}, MemberOf::nothing),
          Row("internal_heterogeneity", "internal heterogeneity of the network (corrected)", "", "", nullptr, {},
              {{.place = 7, .digits = 4, .added = true, .exact_everywhere = false, .measure = heterogeneity}},
              MemberOf::nothing)};
}

double worse(double mine, double rival) { return mine > rival ? 1 : 0; }

void require_cells(const std::vector<engine::Axis>& axes, std::size_t processors) {
  const auto grid = std::ranges::find(axes, "grid", &engine::Axis::name);
  for (const engine::AxisValue& value : grid->values)
    if (const std::size_t cells = parse_grid(value.text).cells(); cells != processors)
      throw InputError(fmt::format("grid = {} has {} cells, and the cluster {} processors; the numbers must be equal",
                                   value.text, cells, processors));
}

GridProblem sample_grids_from(const ClusterSource& source, const engine::Point& point, RandomStream& stream) {
  GridProblem problem{parse_grid(point.text("grid")), {}, {}};
  problem.block.assign(problem.grid.dimensions(), static_cast<std::int64_t>(point.number("block")));
  problem.performances = source.given != nullptr ? source.given->cluster_for(elements_of(problem)).speeds
                                                 : source.draw(point, "level", problem.grid.cells(), stream).speeds;
  return problem;
}

void require_cells_of(const GivenCluster& cluster, engine::Study& study) {
  static_cast<void>(constant_speeds(cluster));
  study.require = [processors = cluster.size()](const std::vector<engine::Axis>& axes,
                                                const std::vector<std::string>& /*metrics*/) {
    require_cells(axes, processors);
  };
}

}  // namespace

const std::vector<GridQuantity>& grid_quantities() {
  static const std::vector<GridQuantity> all = all_grid_quantities();
  return all;
}

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

std::vector<engine::PairedMetric> grid_paired_metrics() {
  return {
      engine::relative_metric("relative_time", "rounded time over the rival's on the same network", 5, "rounded_time"),
      {{"worse", "share of networks on which it takes longer than the rival", "", "less", 4}, "rounded_time", worse}};
}

const FamilyStudy<GridQuestion, GridAnswer>& grid_study() {
  static const FamilyStudy<GridQuestion, GridAnswer> study{
      .frame = grid_frame,
      .title = "Blocks divided over process grids",
      .source = "Kalinov & Klimov 2004",
      .samples = 100,
      .chunk_size = 100,
      .algorithms = {"natural", "proposed"},
      .paired_metrics = grid_paired_metrics(),
      .axes = grid_axes,
      .sample = sample_grids_from,
      .take_cluster = require_cells_of,
      .cluster_axes = {"level", "sampling"},
      .fields = grid_fields,
      .only_in_solve = {{"network", ""}},
      .applied = {{"block", [](double side, GridProblem& problem) {
                     std::ranges::fill(problem.block, static_cast<std::int64_t>(side));
                   }}}};
  return study;
}

}  // namespace apportion::problems
