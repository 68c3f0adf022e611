// The family `timeline`: runs of jobs on simulated networks, which are looked at and not searched for.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/networks/simulated_run.hpp"
#include "experiments/problems/networks/timeline_drawing.hpp"
#include "experiments/problems/problem_family.hpp"

namespace apportion::problems {
namespace {

std::string solve_options(const OptionValues& options) { return to_json(simulated_run(run_question(options))); }

std::string solve_line(const std::string& line) { return to_json(simulated_run(parse_run_question(line))); }

std::string drawn(const std::vector<SimulatedRun>& runs, const std::string& format) {
  std::vector<LabelledRun> labelled;
  for (const SimulatedRun& run : runs) labelled.push_back({run.title, run.job.messages, run.timeline, run.names});
  return format == "svg" ? svg_timeline(labelled) : text_timeline(labelled);
}

std::string draw(const OptionValues& options, const std::string& format) {
  return drawn({simulated_run(run_question(options))}, format);
}

double share_computing(const Timeline& timeline) {
  double seconds = 0;
  for (const Activity& activity : timeline.activities)
    if (activity.doing == Doing::computing) seconds += activity.end - activity.begin;
  return seconds / timeline.makespan() / static_cast<double>(timeline.finish.size());
}

std::vector<RankedValue> row_of(const SimulatedRun& run, const SimulatedRun& best) {
  const std::optional<Activity> longest = longest_wait(run.timeline);
  const double seconds = run.timeline.makespan();
  return {{"time, s", with_digits(seconds, 6)},
          {"over first, %", with_decimals(100 * (seconds / best.timeline.makespan() - 1), 2)},
          {"computing, %", with_decimals(100 * share_computing(run.timeline), 1)},
          {"longest wait, s", with_digits(longest ? longest->end - longest->begin : 0, 4)},
          {"messages", static_cast<std::int64_t>(run.job.messages.size())},
          {"without an element", given_if(run.empty > 0, run.empty), std::int64_t{0}}};
}

Standing standing_of(const SimulatedRun& run) {
  return {.algorithm = run.algorithm,
          .shortcomings = run.empty,
          .cost = run.timeline.makespan(),
          .secondary = static_cast<std::int64_t>(run.job.messages.size())};
}

std::string json_of(const SimulatedRun& run, std::int64_t rank) {
  return to_json(run, fmt::format(R"("rank":{})", rank));
}

// The time of an element is that of the first algorithm's run where it is not given, so that all compute equally long.
Comparison compare(const OptionValues& options, const std::vector<std::string>& algorithms) {
  RunQuestion question = run_question(options);
  std::string title = fmt::format("on {}", question.network->name);
  const auto run_by = [&](const std::string& algorithm) {
    std::visit([&](auto& division) { division.algorithm = algorithm; }, question.division);
    SimulatedRun run = simulated_run(question);
    question.seconds_per_element = run.seconds_per_element;
    title = run.what;
    return run;
  };
  const std::vector<std::string> names =
      std::visit([&](const auto& division) { return canonical_names(algorithms, division.own); }, question.division);
  Comparison comparison = ranked<SimulatedRun>(
      {}, names, {.solve = run_by, .standing = standing_of, .row = row_of, .json_line = json_of, .draw = drawn});
  comparison.title = title;
  return comparison;
}

std::vector<OptionDeclaration> options() {
  std::vector<OptionDeclaration> all = {
      {.name = "workload", .value = "NAME", .summary = "jacobi, the default, product or lu"},
      {.name = "algorithm",
       .value = "NAME",
       .summary = "of rectangles, or of grids for product and lu; A,B: a ranking"},
      external_option(),
      {.name = "rows", .value = "M", .summary = "rows of the array"},
      {.name = "columns", .value = "N", .summary = "columns of the array"},
      {.name = "weights", .value = "LIST", .summary = "relative speeds"},
      cluster_option(),
      {.name = "whole", .summary = "round to whole rows and columns"},
      {.name = "edges", .value = "E0xE1", .summary = "edges of the process grid of product and lu: 2x3"},
      {.name = "performances", .value = "LIST", .summary = "one per process of the grid"},
      {.name = "block", .value = "S0,S1", .summary = "sides of the generalised block"},
      {.name = "size", .value = "N", .summary = "rows and columns of the matrices"},
      {.name = "latency", .value = "L", .summary = "start-up of a message on a named network, in elements"}};
  std::vector<OptionDeclaration> network = network_options();
  std::ranges::find(network, "element-seconds", &OptionDeclaration::name)->summary =
      "seconds for an element at speed 1; default: computing takes as long as the messages alone";
  all.insert(all.end(), network.begin(), network.end());
  all.push_back({.name = "objective", .value = "NAME", .summary = "of the division: total, or net where it can"});
  all.push_back({.name = "iterations", .value = "K", .summary = "Jacobi sweeps (default: 3)"});
  all.push_back({.name = "progress",
                 .value = "WORD",
                 .summary = "free, the default: on when neighbours' messages are there; barrier, or overlap"});
  return all;
}

const FamilyRegistration registration{
    {.name = "timeline",
     .summary = "runs on simulated networks: who computes, sends and waits when; not for sweeps",
     .usage =
         "[--workload jacobi|product|lu] [--algorithm A|A,B] [--external FILE.ini] {--rows M --columns N {--weights "
         "LIST | --cluster FILE} [--whole] "
         "[--iterations K] [--progress WORD] [--objective total|net] | --edges 2x3 --performances LIST --block "
         "S0,S1 --size N} --network NAME|FILE [--startup PLACE] [--latency L] [--element-seconds S]",
     .options = options(),
     .solve = solve_options,
     .solve_line = solve_line,
     .draw = draw,
     .compare = compare}};

}  // namespace
}  // namespace apportion::problems
