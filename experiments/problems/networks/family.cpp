// The family `timeline`: runs of jobs on simulated networks, which are looked at and not searched for.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "experiments/problems/networks/simulated_run.hpp"
#include "experiments/problems/networks/timeline_drawing.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/problems/ranking.hpp"

namespace apportion::problems {
namespace {

std::string solve_given(const FieldValues& given) { return to_json(simulated_run(run_question(given))); }

std::string drawn(const std::vector<LabelledRun>& runs, const std::string& format) {
  return format == "svg" ? svg_timeline(runs) : text_timeline(runs);
}

LabelledRun labelled(SimulatedRun run) {
  return {std::move(run.title), std::move(run.job.messages), std::move(run.timeline)};
}

std::string draw(const FieldValues& given, const std::string& format) {
  return drawn({labelled(simulated_run(run_question(given)))}, format);
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
Comparison compare(const FieldValues& given, const std::vector<std::string>& algorithms) {
  RunQuestion question = run_question(given);
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

const FamilyRegistration registration{
    {.name = "timeline",
     .summary = "runs on simulated networks: who computes, sends and waits when; not for sweeps",
     .fields = run_fields,
     .solve = solve_given,
     .draw = draw,
     .compare = compare}};

}  // namespace
}  // namespace apportion::problems
