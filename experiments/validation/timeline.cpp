// A run to look at: when each processor computes, sends and waits, for three methods on two switches that a slow line
// joins.

#include <array>
#include <string>
#include <vector>

#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/networks/network.hpp"
#include "experiments/problems/networks/solve.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "experiments/validation/jacobi_study.hpp"
#include "sim/network/network.hpp"

namespace apportion::validation {
namespace {

constexpr double drawn_latency = 300;
const std::vector<double> speeds = {8, 6, 5, 5, 4, 3, 3, 2, 2, 1, 1, 1};

// The time of an element is that of XY2's run for all methods.
problems::SimulatedRun run_of(const char* algorithm, double latency) {
  const StartupPlace where = StartupPlace::cpu;
  const double seconds = latency * bytes_per_element / named_bandwidth("two-level", speeds.size());
  const auto network =
      problems::exchange_time_on("two-level", named_network("two-level", speeds.size(), {where, seconds}), latency);
  problems::RectangleQuestion division;
  division.algorithm = "XY2";
  division.problem = {{10'000, 20'000}, {speeds, {}}, latency};
  division.network = network;
  problems::RunQuestion question{.division = division, .network = network};
  question.seconds_per_element = simulated_run(question).seconds_per_element;
  division.algorithm = algorithm;
  question.division = division;
  return simulated_run(question);
}

constexpr const char* multilevel = "MULTILEVEL[groups=3]";

engine::Numbers figures_of(const char* algorithm, const engine::Point& point) {
  const problems::SimulatedRun run = run_of(algorithm, point.number("latency"));
  return {{"seconds", run.timeline.makespan()},
          {"computing", run.percent_computing()},
          {"wait", run.seconds_of_longest_wait()},
          {"messages", run.job.messages.size()}};
}

std::vector<problems::SimulatedRun> drawn_runs() {
  std::vector<problems::SimulatedRun> runs;
  for (const char* algorithm : {"XY2", multilevel, "BEST"}) runs.push_back(run_of(algorithm, drawn_latency));
  return runs;
}

// The bars of each processor, in seconds.
std::vector<engine::DrawnPart> listed_figure() {
  std::vector<engine::DrawnPart> parts;
  for (const problems::SimulatedRun& run : drawn_runs()) {
    const std::vector<std::array<double, 3>> seconds = run.seconds_by_doing();
    for (std::size_t i = 0; i < seconds.size(); ++i)
      parts.push_back(
          {run.title,
           "processor",
           i,
           {{"computing, s", seconds[i][0]}, {"starting up, s", seconds[i][1]}, {"waiting, s", seconds[i][2]}}});
  }
  return parts;
}

const engine::Registration timeline_registration{
    [] {
      return sweeps::experiment_of_functions(
          {.name = "validation/timeline", .axes = {start_up_axis()}},
          {{"XY2", [](const engine::Point& point) { return figures_of("XY2", point); }},
           {"MULTILEVEL", [](const engine::Point& point) { return figures_of(multilevel, point); }},
           {"BEST", [](const engine::Point& point) { return figures_of("BEST", point); }, false}});
    },
    engine::NamedDrawing{"validation/timeline",
                         {[] { return problems::svg_timeline(drawn_runs()); },
                          [] { return problems::text_timeline(drawn_runs()); }, listed_figure}}};

}  // namespace
}  // namespace apportion::validation
