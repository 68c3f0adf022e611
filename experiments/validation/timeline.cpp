// A run to look at: when each processor computes, sends and waits, for three methods on two switches that a slow line
// joins.

#include <array>
#include <string>
#include <vector>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/networks/network.hpp"
#include "experiments/problems/networks/solve.hpp"
#include "experiments/validation/jacobi_study.hpp"
#include "sim/network/network.hpp"

namespace apportion::validation {
namespace {

constexpr double drawn_latency = 300;
const std::vector<double> speeds = {8, 6, 5, 5, 4, 3, 3, 2, 2, 1, 1, 1};

/// The figures of a method's run.
struct RunFigures {
  double seconds = 0;
  double computing = 0;  // the share of all processors' time, in percent
  double wait = 0;       // the longest, in seconds
  double messages = 0;
};

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

RunFigures figures_of(const char* algorithm, double latency) {
  const problems::SimulatedRun run = run_of(algorithm, latency);
  return {run.timeline.makespan(), run.percent_computing(), run.seconds_of_longest_wait(),
          static_cast<double>(run.job.messages.size())};
}

constexpr const char* multilevel = "MULTILEVEL[groups=3]";

engine::Experiment timeline_experiment() {
  engine::Experiment study{.name = "validation/timeline"};
  study.title = "Three Jacobi sweeps of 10000 x 20000 by twelve processors in three groups";
  study.source = "this project";
  study.claim = "none: it is a run to look at, of three methods on a cluster of clusters";
  study.revision = 2;  // the divisions of BEST have changed
  study.axes = {start_up_axis({0, drawn_latency, 1000})};
  study.deterministic = true;
  engine::set_functions<double, RunFigures>(
      study, {{"XY2", [](const double& latency) { return figures_of("XY2", latency); }},
              {"MULTILEVEL", [](const double& latency) { return figures_of(multilevel, latency); }},
              {"BEST", [](const double& latency) { return figures_of("BEST", latency); }, false}});
  study.measured = engine::measured_members<RunFigures>(
      {{"seconds", "seconds for three iterations", "s", "less", 5, &RunFigures::seconds},
       {"computing", "share of all processors' time that is spent computing", "%", "more", 1, &RunFigures::computing},
       {"wait", "the longest wait of a processor", "s", "less", 5, &RunFigures::wait},
       {"messages", "messages", "", "", 0, &RunFigures::messages}});
  study.sample =
      engine::sampler([](const engine::Point& point, RandomStream& /*stream*/) { return point.number("latency"); });
  return engine::completed(std::move(study));
}

std::vector<problems::SimulatedRun> drawn_runs() {
  std::vector<problems::SimulatedRun> runs;
  for (const char* algorithm : {"XY2", multilevel, "BEST"}) runs.push_back(run_of(algorithm, drawn_latency));
  return runs;
}

std::string svg_figure() { return problems::svg_timeline(drawn_runs()); }
std::string text_figure() { return problems::text_timeline(drawn_runs()); }

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
    timeline_experiment, engine::NamedDrawing{"validation/timeline", {svg_figure, text_figure, listed_figure}}};

}  // namespace
}  // namespace apportion::validation
