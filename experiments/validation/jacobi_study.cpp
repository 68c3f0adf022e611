// Axes, sampler and measures of the studies of Jacobi iterations, and these studies: all networks, kinds of progress,
// and whole cells.
#include "experiments/validation/jacobi_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/random/uniform_int_distribution.hpp>
#include <memory>
#include <numeric>
#include <span>
#include <utility>

#include "base/error.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/common/axes.hpp"
#include "experiments/problems/rectangles/solve.hpp"
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
constexpr std::array<double, 6> array_columns = {1000, 2000, 3000, 5000, 10000, 20000};
constexpr std::array<double, 5> speed_ratios = {1, 2, 3, 4, 8};

double one_of(std::span<const double> values, RandomStream& stream) {
  return values[boost::random::uniform_int_distribution<std::size_t>(0, values.size() - 1)(stream)];
}

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
  if (whole.empty_parts > 0)
    throw InputError(fmt::format("{} parts are left without an element in whole cells", whole.empty_parts));
  return std::move(whole.decomposition);
}

std::string instance_line(const JacobiProblem& problem) {
  std::string line = problems::to_json(problem);
  line.pop_back();
  return line + fmt::format(R"(,"network":"{}","startup":"{}","element_seconds":{}}})", problem.network_name,
                            word_of(startup_words, problem.network->startup.where),
                            problem.settings.seconds_per_element);
}

engine::Experiment networks_experiment() {
  engine::Experiment study = jacobi_study("validation/networks");
  study.title = "Costs of decompositions against simulated iterations, without a barrier, on five networks";
  study.claim = "Kaddoura et al. take it that a lower total makes a program faster";
  problems::set_axis(study.axes, "network", engine::name_values(network_names()));
  problems::set_axis(study.axes, "startup", engine::name_values({"medium", "cpu", "wire"}));
  problems::set_axes(study.axes, {{"latency", {0, 100, 1000}}, {"share", {1, 0.5, 0.1, 0.01}}});
  return engine::completed(std::move(study));
}

engine::Experiment progress_experiment() {
  engine::Experiment study = jacobi_study("validation/progress");
  study.title = "The same where processors go on freely, at barriers, or while boundaries travel; 10 and 40 iterations";
  study.claim = "none; the question is what a barrier changes";
  problems::set_axis(study.axes, "network", engine::name_values(network_names()));
  problems::set_axes(study.axes, {{"latency", {0, 1000}}, {"share", {0.5, 0.1}}});
  problems::set_axis(study.axes, "progress", engine::name_values({"free", "barrier", "overlap"}));
  problems::set_axis(study.axes, "iterations", engine::axis_values({10, 40}));
  return engine::completed(std::move(study));
}

engine::Experiment cells_experiment() {
  engine::Experiment study = jacobi_study("validation/cells");
  study.title = "The same where parts are rounded to whole rows and columns";
  study.claim = "none; the question is what rounding changes";
  problems::set_axis(study.axes, "network", engine::name_values(network_names()));
  problems::set_axis(study.axes, "share", engine::axis_values({1, 0.5, 0.1, 0.01}));
  problems::set_axis(study.axes, "cells", engine::name_values({"real", "whole"}));
  return engine::completed(std::move(study));
}

const engine::Registration networks_registration{networks_experiment, progress_experiment, cells_experiment};

}  // namespace

Axis applied_name(const std::string& name, const std::string& title, const std::vector<std::string>& names) {
  Axis axis = engine::name_axis(name, title, AxisRole::applied, names);
  axis.values.resize(1);
  return axis;
}

Axis start_up_axis(const std::vector<double>& values) {
  Axis axis = problems::rectangle_axis("latency", values);
  axis.title = "start-up of a message, in elements";
  return axis;
}

std::vector<std::string> flat_methods() {
  return {"HYBRID", "RecursiveBisection", "RecursiveBisection2", "RecursiveBisection3", "TILE", "XY2"};
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
  problem.extent = {array_rows, one_of(array_columns, stream)};
  problem.cluster = draw_cluster(point.text("sampling"), processors, one_of(speed_ratios, stream), stream);
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

JacobiMeasures measure_jacobi(const JacobiProblem& problem, const RectangleSolution& solution) {
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
  return {.acost = length,
          .total = total_cost(length, edges, problem.latency),
          .most = most(stencil, on_processors ? problem.latency : 0),
          .net = net(*problem.network, halo_exchange(stencil)) / problem.element_time,
          .compute = computation(stencil, problem) / problem.element_time,
          .time = timeline.makespan() / static_cast<double>(problem.settings.iterations) / problem.element_time};
}

engine::Experiment jacobi_study(const std::string& name) {
  using Measures = JacobiMeasures;
  engine::Experiment study{.name = name};
  study.source = "beyond the four papers: README.md in experiments/validation";
  study.axes = jacobi_axes();
  study.algorithms = flat_methods();
  study.algorithms.emplace_back("MULTILEVEL");
  study.solvers = engine::solvers_of<RectangleAlgorithm, JacobiProblem>();
  study.measured = engine::measured(
      measure_jacobi,
      {{"acost", "length of the inner boundary", "elements", "less", 1, &Measures::acost},
       {"total", "Acost + latency x internal edges", "elements", "less", 1, &Measures::total},
       {"most", "greatest boundary of a part, with start-ups on processors", "elements", "less", 1, &Measures::most},
       {"net", "time for which the busiest resource is busy", "element times", "less", 1, &Measures::net},
       {"compute", "longest computation of an iteration", "element times", "", 1, &Measures::compute},
       {"time", "an iteration, simulated", "element times", "less", 1, &Measures::time}});
  study.keep_samples = true;
  study.samples = 200;
  study.chunk_size = 20;
  study.sample = engine::sampler(sample_jacobi);
  study.forms =
      engine::shown<RectangleAlgorithm, JacobiProblem>(problems::presentation_of(problems::rectangle_frame()));
  study.forms.instance = [](const engine::Value& problem) { return instance_line(problem.as<JacobiProblem>()); };
  return study;
}

}  // namespace apportion::validation
