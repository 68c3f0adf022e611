// Axes, sampler and measures of the studies of Jacobi iterations.
#include "experiments/validation/jacobi_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <memory>
#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/common/sweep_study.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "sim/network/network.hpp"
#include "sim/network/simulate.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/rectangles/decomposition.hpp"
#include "sim/rectangles/whole.hpp"
#include "sim/samplers.hpp"

namespace apportion::validation {

using engine::Axis;
using engine::AxisRole;

namespace {

constexpr int fewest_processors = 4;
constexpr int most_processors = 20;
constexpr double array_rows = 1000;
const std::vector<double> array_columns = {1000, 2000, 3000, 5000, 10000, 20000};
const std::vector<double> speed_ratios = {1, 2, 3, 4, 8};

// A cluster of machines with consecutive processors.
Machine machines_of(const std::vector<std::size_t>& groups) {
  Machine cluster;
  for (const std::size_t group : groups)
    cluster.parts.push_back(group == 1 ? Machine{} : Machine{std::vector<Machine>(group)});
  return cluster;
}

// The time of the slowest processor.
double computation(const Stencil& stencil, const JacobiProblem& problem) {
  double longest = 0;
  for (std::size_t i = 0; i < stencil.elements.size(); ++i)
    longest = std::max(longest, stencil.elements[i] / problem.cluster.speeds[i]);
  return longest * problem.settings.seconds_per_element;
}

Decomposition in_whole_cells(const JacobiProblem& problem, const Decomposition& decomposition) {
  WholeDecomposition whole = to_whole(decomposition, problem.cluster);
  if (whole.empty_parts > 0) throw InputError("{} parts are left without an element in whole cells", whole.empty_parts);
  return std::move(whole.decomposition);
}

std::string instance_line(const JacobiProblem& problem) {
  std::string line = problems::to_json(problem);
  line.pop_back();
  return line + fmt::format(R"(,"network":"{}","startup":"{}","element_seconds":{}}})", problem.network_name,
                            word_of(startup_words, problem.network->startup.where),
                            problem.settings.seconds_per_element);
}

const engine::Registration networks_registration{[] { return jacobi_experiment("validation/networks"); },
                                                 [] { return jacobi_experiment("validation/progress"); },
                                                 [] { return jacobi_experiment("validation/cells"); }};

}  // namespace

Axis applied_name(const std::string& name, const std::string& title, const std::vector<std::string>& names) {
  Axis axis = engine::name_axis(name, title, AxisRole::applied, names);
  axis.values.resize(1);
  return axis;
}

Axis start_up_axis() {
  Axis axis = problems::rectangle_axis("latency");
  axis.title = "start-up of a message, in elements";
  return axis;
}

std::vector<Axis> jacobi_axes() {
  return {problems::sampling_axis("max-set"),
          applied_name("network", "network between the processors", network_names()),
          applied_name("startup", "where the start-up of a message is spent", {"medium", "cpu", "wire"}),
          start_up_axis(),
          engine::real_axis("share", "share of messages in an iteration of RecursiveBisection2", AxisRole::applied,
                            1e-6, 1, {1}),
          applied_name("progress", "what a processor waits for: its neighbours, or all at a barrier",
                       {"free", "barrier", "overlap"}),
          applied_name("cells", "sides of parts: as they are, or in whole rows and columns", {"real", "whole"}),
          engine::whole_axis("iterations", "iterations that are simulated", AxisRole::applied, 1, 1000, {10})};
}

double seconds_per_element(const JacobiProblem& problem, double share, RandomStream& stream) {
  if (share == 1) return 0;
  const auto reference = RectangleRegistry::instance().choose("RecursiveBisection2");
  const Stencil stencil = stencil_of(reference.solve(problem, stream).decomposition);
  const Job messages = jacobi(stencil, problem.cluster.speeds, {.iterations = 1});
  Network network = *problem.network;
  network.protocol = {};
  const double communication = simulate(network, messages).makespan();
  const std::vector<double>& speeds = problem.cluster.speeds;
  const double elements_at_once =
      problem.extent.rows * problem.extent.columns / std::accumulate(speeds.begin(), speeds.end(), 0.0);
  return communication * (1 - share) / share / elements_at_once;
}

JacobiProblem sample_jacobi(const engine::Point& point, RandomStream& stream) {
  const auto processors = static_cast<std::size_t>(
      boost::random::uniform_int_distribution<int>(fewest_processors, most_processors)(stream));
  JacobiProblem problem;
  problem.extent = {array_rows, drawn_from(array_columns, stream)};
  problem.cluster = draw_cluster(point.text("sampling"), processors, drawn_from(speed_ratios, stream), stream);
  problem.latency = point.number("latency");
  problem.network_name = point.text("network");
  if (problem.network_name == "two-level") problem.cluster.machine = machines_of(two_level_groups(processors));
  problem.element_time = bytes_per_element / named_bandwidth(problem.network_name, processors);
  const Startup startup{known_value(startup_words, point.text("startup"), "place of start-ups"),
                        problem.latency * problem.element_time};
  problem.network = std::make_shared<const Network>(named_network(problem.network_name, processors, startup));
  problem.whole_cells = point.text("cells") == "whole";
  problem.settings = {.iterations = point.count("iterations"),
                      .progress = known_value(progress_words, point.text("progress"), "progress")};
  problem.settings.seconds_per_element = seconds_per_element(problem, point.number("share"), stream);
  return problem;
}

engine::Numbers measure_jacobi(const JacobiProblem& problem, const RectangleSolution& solution) {
  require_accurate(problem, solution.decomposition);
  const Decomposition decomposition =
      problem.whole_cells ? in_whole_cells(problem, solution.decomposition) : solution.decomposition;
  const Stencil stencil = stencil_of(decomposition);
  const bool on_processors = problem.network->startup.where == StartupPlace::cpu;
  const double length = acost(decomposition);
  const std::int64_t edges = internal_edges(decomposition);
  Job job = jacobi(stencil, problem.cluster.speeds, problem.settings);
  if (problem.noise > 0) {
    RandomStream stream(problem.noise_seed, fmt::format("noise {:.9g} {}", length, edges));
    add_noise(job, problem.noise, stream);
  }
  const Timeline timeline = simulate(*problem.network, job);
  return {{"acost", length},
          {"total", total_cost(length, edges, problem.latency)},
          {"most", most(stencil, on_processors ? problem.latency : 0)},
          {"net", net(*problem.network, halo_exchange(stencil)) / problem.element_time},
          {"compute", computation(stencil, problem) / problem.element_time},
          {"time", timeline.makespan() / static_cast<double>(problem.settings.iterations) / problem.element_time}};
}

engine::Experiment jacobi_experiment(const std::string& name, std::vector<Axis> axes,
                                     JacobiProblem (*sample)(const engine::Point& point, RandomStream& stream)) {
  engine::Experiment study = sweeps::described({.name = name, .axes = std::move(axes)});
  study.solvers = engine::solvers_of<RectangleAlgorithm, JacobiProblem>();
  engine::set_measure(study, measure_jacobi);
  study.sample = engine::sampler(sample);
  study.forms =
      engine::shown<RectangleAlgorithm, JacobiProblem>(problems::presentation_of(problems::rectangle_frame()));
  study.forms.instance = [](const engine::Value& problem) { return instance_line(problem.as<JacobiProblem>()); };
  return engine::completed(std::move(study));
}

}  // namespace apportion::validation
