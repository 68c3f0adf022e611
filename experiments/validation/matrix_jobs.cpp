// Matrix product and LU decomposition on process grids, also by other protocols.
#include "experiments/validation/matrix_jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/common/sweep_study.hpp"
#include "experiments/problems/grids/solve.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "experiments/validation/jacobi_study.hpp"
#include "sim/network/jacobi.hpp"
#include "sim/network/simulate.hpp"

namespace apportion::validation {

using engine::Axis;
using engine::AxisRole;

namespace {

// The dimensions whose slices are reversed.
struct Reversal {
  bool rows = false;
  bool columns = false;
};

MatrixLayout layout_of(const GridJobProblem& problem, const GridSolution& solution, const Reversal& reversal) {
  MatrixLayout layout{problem.grid, solution.rounded, problem.size, {}};
  if (reversal.rows) std::ranges::reverse(layout.lengths[0]);
  if (reversal.columns) std::ranges::reverse(layout.lengths[1]);
  const std::size_t rows = problem.grid.edge(0);
  const std::size_t columns = problem.grid.edge(1);
  layout.speeds.resize(rows * columns);
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column) {
      const std::size_t from_row = reversal.rows ? rows - 1 - row : row;
      const std::size_t from_column = reversal.columns ? columns - 1 - column : column;
      layout.speeds[row + rows * column] = problem.performances[solution.mapping[from_row + rows * from_column]];
    }
  return layout;
}

Job job_of(const GridJobProblem& problem, const GridSolution& solution, const Reversal& reversal) {
  return matrix_job(layout_of(problem, solution, reversal), problem.workload);
}

void scale_messages(Job& job, double factor) {
  for (Message& message : job.messages) message.bytes *= factor;
}

double reordered_time(const GridJobProblem& problem, const GridSolution& solution, const Reversal& reversal) {
  Job job = job_of(problem, solution, reversal);
  scale_messages(job, problem.message_scale);
  if (problem.noise > 0) {
    RandomStream stream(problem.noise_seed, fmt::format("noise {:.9g}", solution.rounded_time));
    add_noise(job, problem.noise, stream);
  }
  return simulate(problem.network, job).makespan();
}

double message_scale(const GridJobProblem& problem, double share, RandomStream& stream) {
  if (share == 0) return 0;
  const GridSolution reference = GridRegistry::instance().choose("beaumont").solve(problem, stream);
  Job job = job_of(problem, reference, {});
  const double messages = simulate(problem.network, with_element_seconds(job, 0)).makespan();
  scale_messages(job, 0);
  const double computation = simulate(problem.network, job).makespan();
  return share / (1 - share) * computation / messages;
}

engine::Experiment grid_job_experiment(const std::string& name, std::vector<Axis> axes = grid_job_axes(),
                                       GridJobProblem (*sample)(const engine::Point& point,
                                                                RandomStream& stream) = sample_grid_job) {
  engine::Experiment study = sweeps::described({.name = name, .axes = std::move(axes)});
  study.solvers = engine::solvers_of<GridAlgorithm, GridJobProblem>();
  engine::set_measure(study, measure_grid_job);
  study.sample = engine::sampler(sample);
  return engine::completed(std::move(study));
}

// --- Other protocols: the study, and the conclusions that still hold

constexpr double overhead_elements = 100;  // of a receiver, and of a gap

// Matrix jobs have their own order of messages, no overlap and no reductions.
void require_for_matrices(const Variation& variation, const std::string& text) {
  if (variation.order != SendOrder::by_number || variation.progress != Progress::free || variation.reduces)
    throw InputError("protocol '{}': matrix jobs have eager, receiver, gap, noise, fat-tree and links", text);
}

GridJobProblem sample_varied_job(const engine::Point& point, RandomStream& stream) {
  const std::string& text = point.text("protocol");
  const Variation variation = parse_variation(text);
  require_for_matrices(variation, text);
  GridJobProblem problem = sample_grid_job(point, stream);
  const double bandwidth = named_bandwidth(point.text("network"), problem.network.processors);
  if (variation.oversubscription)
    problem.network = fat_tree(two_level_groups(problem.network.processors), bandwidth, *variation.oversubscription);
  if (variation.links != 1) change_every_second(problem.network, variation.links);
  // Times per byte are stretched as messages are.
  const double seconds = overhead_elements * bytes_per_element * problem.message_scale / bandwidth;
  problem.network.protocol = protocol_of(variation, seconds, problem.message_scale);
  problem.noise = variation.noise;
  problem.noise_seed = stream();
  return problem;
}

engine::Experiment grid_protocols_experiment() {
  std::vector<Axis> axes = grid_job_axes();
  axes.push_back(protocol_axis());
  return grid_job_experiment("validation/grid-protocols", std::move(axes), sample_varied_job);
}

const engine::Registration grids_registration{[] { return grid_job_experiment("validation/grids"); },
                                              [] { return grid_job_experiment("validation/order"); },
                                              grid_protocols_experiment};

}  // namespace

std::vector<Axis> grid_job_axes() {
  std::vector<Axis> axes = problems::grid_axes();
  problems::set_axis(axes, "block", {engine::AxisValue::of(60)});
  axes.push_back(applied_name("network", "network between the processes", network_names()));
  problems::set_axis(axes, "network", engine::name_values({"star"}));
  axes.push_back(applied_name("workload", "matrix product, or LU decomposition", {"product", "lu"}));
  axes.push_back(
      engine::real_axis("share", "share of messages, for Beaumont et al.'s answer", AxisRole::applied, 0, 0.999, {0}));
  axes.push_back(engine::whole_axis("blocks", "generalised blocks along each side of the matrices", AxisRole::applied,
                                    1, 100, {3}));
  axes.push_back(applied_name("order", "of slices: as the answer has them, or the best of it and its reversals",
                              {"given", "best"}));
  return axes;
}

GridJobProblem sample_grid_job(const engine::Point& point, RandomStream& stream) {
  GridJobProblem problem{problems::grid_study().sample({}, point, stream)};
  problem.network = named_network(point.text("network"), problem.grid.cells(), {});
  problem.workload = point.text("workload") == "product" ? MatrixWork::product : MatrixWork::lu;
  problem.size = problem.block.front() * static_cast<std::int64_t>(point.count("blocks"));
  problem.best_order = point.text("order") == "best";
  problem.message_scale = message_scale(problem, point.number("share"), stream);
  return problem;
}

double simulated_time(const GridJobProblem& problem, const GridSolution& solution) {
  return reordered_time(problem, solution, {});
}

engine::Numbers measure_grid_job(const GridJobProblem& problem, const GridSolution& solution) {
  const auto size = static_cast<double>(problem.size);
  const double blocks = size / static_cast<double>(problem.block.front());
  double time = simulated_time(problem, solution);
  if (problem.best_order)
    for (const Reversal& reversal : {Reversal{true, false}, Reversal{false, true}, Reversal{true, true}})
      time = std::min(time, reordered_time(problem, solution, reversal));
  return {{"block_time", solution.rounded_time * size * blocks * blocks}, {"time", time}};
}

}  // namespace apportion::validation
