// Which of the three mappings is the best one, by where a network's heterogeneity lies.
#include <fmt/format.h>

#include <boost/random/uniform_real_distribution.hpp>
#include <cmath>

#include "experiments/engine/erasure.hpp"
#include "experiments/kalinov/figures.hpp"

namespace apportion::kalinov {
namespace {

// *Reconstructed*, with u uniform in [0,1). Shifted to the weak: a few are weak and most are powerful, as in the
// paper's example 1, 10, 11, 12, 13, ... Shifted to the powerful: the reciprocals of these, times the level; Fhet_min
// and Fhet_max of the two change places.
double shifted(const std::string& shift, double level, double u) {
  if (shift == "none") return 1 + (level - 1) * u;
  const double mostly_powerful = 1 + (level - 1) * std::sqrt(std::sqrt(u));
  return shift == "weak" ? mostly_powerful : level / mostly_powerful;
}

GridProblem shifted_network(const engine::Point& point, RandomStream& stream) {
  GridProblem problem{parse_grid(point.text("grid")), {}, {}};
  problem.block.assign(problem.grid.dimensions(), static_cast<std::int64_t>(point.number("block")));
  boost::random::uniform_real_distribution<double> uniform(0, 1);
  const double level = point.number("level");
  for (std::size_t j = 0; j < problem.grid.cells(); ++j)
    problem.performances.push_back(shifted(point.text("shift"), level, uniform(stream)));
  problem.performances.front() = 1;
  if (problem.performances.size() > 1) problem.performances[1] = level;
  return problem;
}

engine::Experiment mappings_experiment() {
  engine::Study study = grid_study("kalinov/mappings", mapped_grids(), {"proposed", "proposed[mapping=NAT]"});
  study.title = "The three mappings one by one, on networks whose heterogeneity is shifted to either side";
  study.claim =
      "NAT is good enough for networks of about equal processes, NAT1 is for heterogeneity shifted to the weak ones, "
      "NAT2 for heterogeneity shifted to the powerful ones";
  study.source = "Kalinov & Klimov 2004, Section 3.1; how networks are drawn is reconstructed";
  std::erase_if(study.axes, [](const engine::Axis& axis) { return axis.name == "sampling"; });
  problems::set_axis(study.axes, "level", engine::axis_values(mapped_levels()));
  study.axes.insert(
      study.axes.begin() + 2,
      engine::name_axis("shift", "where the heterogeneity lies: few processes are weak, or few are powerful",
                        engine::AxisRole::sampled, shifts()));
  study.algorithms = {"proposed", "proposed[mapping=NAT]", "proposed[mapping=NAT1]", "proposed[mapping=NAT2]"};
  study.pairs = {{"proposed[mapping=NAT]", "proposed"},
                 {"proposed[mapping=NAT1]", "proposed"},
                 {"proposed[mapping=NAT2]", "proposed"},
                 {"proposed[mapping=NAT1]", "proposed[mapping=NAT]"},
                 {"proposed[mapping=NAT2]", "proposed[mapping=NAT]"}};
  study.sample = engine::sampler(shifted_network);
  study.samples = 2000;
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit mappings() {
  results::Exhibit exhibit{.name = "kalinov/mappings"};
  exhibit.title = "Share of networks on which no other mapping is better, by where the heterogeneity lies";
  exhibit.sql = fmt::format(
      R"sql(SELECT 'shift: ' || shift AS shift, grid || ', level ' || level AS network,
       grid || ', ' || shift AS panel, level, grid,
       replace(substr(algorithm, instr(algorithm, '=') + 1), ']', '') AS mapping, 1 - worse AS best_share,
       worse_se AS standard_error, relative_time AS over_best, relative_time_se AS over_best_error
FROM kalinov_mappings
WHERE seed = :seed AND rival = 'proposed' AND block = {}
ORDER BY instr('weak, none, powerful', kalinov_mappings.shift), length(grid), grid, level, mapping)sql",
      block_side);
  exhibit.layout = {.page = "shift",
                    .row = "network",
                    .column = "mapping",
                    .row_title = "grid",
                    .pages_across = 3,
                    .values = {{"best_share", "share of networks where it is best", 3},
                               {"over_best", "mean time over the best mapping's", 4},
                               {"standard_error", "standard error of the share", 4}}};
  exhibit.note =
      "Shares sum to more than 1 where mappings tie. Shift weak: few processes are weak, as in 1, 10, 11, 12, 13, "
      "...; powerful: the mirror image, few are powerful; none: uniform. "
      "The networks (reconstructed): 1 + (level-1) u^(1/4), its reciprocal times the level, and 1 + (level-1) u, "
      "then one process set to 1 and one to the level. "
      "Lengths are those of `proposed` (reconstructed and calibrated).";
  exhibit.charts = {{.name = "curves",
                     .x = {"level", "level"},
                     .y = {.title = "share"},
                     .values = {{"best_share", "share", 3}},
                     .series = "mapping",
                     .panel = "panel",
                     .panels_across = 4}};
  return {"kalinov/mappings", exhibit};
}

const engine::Registration mappings_registration{mappings_experiment, mappings};

}  // namespace
}  // namespace apportion::kalinov
