// The family `timeline`: runs of jobs on simulated networks, which are looked at and not searched for.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/networks/simulated_run.hpp"
#include "experiments/problems/networks/timeline_drawing.hpp"
#include "experiments/problems/problem_family.hpp"

namespace apportion::problems {
namespace {

std::string solve_given(const FieldValues& given) { return to_json(simulated_run(run_question(given))); }

std::string drawn(const std::vector<SimulatedRun>& runs, const std::string& format) {
  std::vector<LabelledRun> labelled;
  for (const SimulatedRun& run : runs) labelled.push_back({run.title, run.job.messages, run.timeline, run.names});
  return format == "svg" ? svg_timeline(labelled) : text_timeline(labelled);
}

std::string draw(const FieldValues& given, const std::string& format) {
  return drawn({simulated_run(run_question(given))}, format);
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
Comparison compare(const FieldValues& given, const std::vector<std::string>& algorithms) {
  RunQuestion question = run_question(given);
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

const FamilyRegistration registration{
    {.name = "timeline",
     .summary = "runs on simulated networks: who computes, sends and waits when; not for sweeps",
     .fields = run_fields,
     .solve = solve_given,
     .draw = draw,
     .compare = compare}};

}  // namespace
}  // namespace apportion::problems
