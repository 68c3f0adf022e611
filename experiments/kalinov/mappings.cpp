// The three mappings: Table 1, and networks whose heterogeneity is shifted to either side, on which they are compared.
#include <boost/random/uniform_real_distribution.hpp>
#include <cmath>
#include <string>

#include "algorithms/grids/mappings.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/grids/solve.hpp"
#include "experiments/sweeps/code_studies.hpp"

namespace apportion::kalinov {
namespace {

// --- Table 1: nine processes of performances 1 to 9 on a 3 x 3 grid

// The performance that a mapping puts onto a cell.
template <Mapping (*map)(const ProcessGrid&, std::span<const double>)>
engine::Numbers performance_at(const engine::Point& point) {
  const std::vector<double> performances = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  const std::size_t cell = point.count("rho0") + 3 * point.count("rho1");
  return {{"performance", performances[map({{3, 3}}, performances)[cell]]}};
}

const engine::Registration table1_registration{[] {
  return sweeps::experiment_of_functions(
      {.name = "kalinov/table1"},
      {{"NAT", performance_at<nat>}, {"NAT1", performance_at<nat1>}, {"NAT2", performance_at<nat2>}});
}};

// --- Networks whose heterogeneity is shifted

// *Reconstructed*, with u uniform in [0,1). Shifted to the weak: a few processes are weak and most are powerful, as in
// the paper's example 1, 10, 11, 12, 13, ... Shifted to the powerful: the reciprocals of these, times the level, which
// exchanges Fhet_min and Fhet_max.
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
  engine::Experiment study = problems::grid_study().study("kalinov/mappings");
  study.axes = problems::grid_axes();
  std::erase_if(study.axes, [](const engine::Axis& axis) { return axis.name == "sampling"; });
  study.axes.insert(
      study.axes.begin() + 2,
      engine::name_axis("shift", "where the heterogeneity lies: few processes are weak, or few are powerful",
                        engine::AxisRole::sampled, {"weak", "none", "powerful"}));
  study.paired_metrics = problems::grid_study().paired_metrics;
  study.pairs = {{"proposed[mapping=NAT]", "proposed"},
                 {"proposed[mapping=NAT1]", "proposed"},
                 {"proposed[mapping=NAT2]", "proposed"},
                 {"proposed[mapping=NAT1]", "proposed[mapping=NAT]"},
                 {"proposed[mapping=NAT2]", "proposed[mapping=NAT]"}};
  study.sample = engine::sampler(shifted_network);
  return engine::completed(sweeps::described(std::move(study)));
}

const engine::Registration mappings_registration{mappings_experiment};

}  // namespace
}  // namespace apportion::kalinov
