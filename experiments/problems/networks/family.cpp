// The family `timeline`: runs of jobs on simulated networks, which are looked at and not searched for.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/networks/simulated_run.hpp"
#include "experiments/problems/networks/timeline_drawing.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/problems/ranking.hpp"

namespace apportion::problems {
namespace {

std::string solve_options(const OptionValues& options) { return to_json(simulated_run(run_question(options))); }

std::string solve_line(const std::string& line) { return to_json(simulated_run(parse_run_question(line))); }

std::string drawn(const std::vector<LabelledRun>& runs, const std::string& format) {
  return format == "svg" ? svg_timeline(runs) : text_timeline(runs);
}

LabelledRun labelled(SimulatedRun run) {
  return {std::move(run.title), std::move(run.job.messages), std::move(run.timeline)};
}

std::string draw(const OptionValues& options, const std::string& format) {
  return drawn({labelled(simulated_run(run_question(options)))}, format);
}

double share_computing(const Timeline& timeline) {
  double seconds = 0;
  for (const Activity& activity : timeline.activities)
    if (activity.doing == Doing::computing) seconds += activity.end - activity.begin;
  return seconds / timeline.makespan() / static_cast<double>(timeline.finish.size());
}

std::vector<ComparedValue> row_of(std::size_t rank, const SimulatedRun& run, double fastest) {
  const std::optional<Activity> longest = longest_wait(run.timeline);
  const double seconds = run.timeline.makespan();
  return {static_cast<std::int64_t>(rank),
          run.algorithm,
          with_digits(seconds, 6),
          with_decimals(100 * (seconds / fastest - 1), 2),
          with_decimals(100 * share_computing(run.timeline), 1),
          with_digits(longest ? longest->end - longest->begin : 0, 4),
          static_cast<std::int64_t>(run.job.messages.size())};
}

void set_algorithm(RunQuestion& question, const std::string& name) {
  std::visit([&](auto& division) { division.algorithm = name; }, question.division);
}

// The time of an element is that of the first algorithm's run where it is not given, so that all compute equally long.
Comparison compare(const OptionValues& options, const std::vector<std::string>& algorithms) {
  RunQuestion question = run_question(options);
  Comparison comparison;
  std::vector<SimulatedRun> runs;
  for (const std::string& name : algorithms) {
    set_algorithm(question, name);
    try {
      runs.push_back(simulated_run(question));
      question.seconds_per_element = runs.front().seconds_per_element;
    } catch (const UserError& error) {
      comparison.refusals.push_back({name, error.what()});
    }
  }
  std::ranges::stable_sort(runs, {}, [](const SimulatedRun& run) { return run.timeline.makespan(); });
  comparison.title = runs.empty() ? fmt::format("on {}", question.network->name) : runs.front().what;
  comparison.columns = {"rank", "algorithm", "time, s", "over first, %", "computing, %", "longest wait, s", "messages"};
  auto drawings = std::make_shared<std::vector<LabelledRun>>();
  for (SimulatedRun& run : runs) {
    comparison.rows.push_back(row_of(comparison.rows.size() + 1, run, runs.front().timeline.makespan()));
    comparison.lines.push_back(to_json(run));
    drawings->push_back({run.title, run.job.messages, run.timeline});
  }
  for (const Refusal& refusal : comparison.refusals) comparison.lines.push_back(to_json(refusal));
  if (!runs.empty()) comparison.draw = [drawings](const std::string& format) { return drawn(*drawings, format); };
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
