// Fuzz target: runs of jobs on networks, as `solve timeline` takes them.
#include <algorithm>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "experiments/problems/networks/solve.hpp"
#include "tests/fuzz/checks.hpp"
#include "tests/fuzz/fuzz_targets.hpp"
#include "tests/support/questions.hpp"

namespace apportion::fuzz {
namespace {

// Activities of one processor follow each other; nothing ends after the whole.
void expect_in_order(const Timeline& timeline, std::size_t processors) {
  const double end = timeline.makespan();
  expect(std::isfinite(end) && end >= 0, "a run that does not end");
  expect(timeline.finish.size() == processors, "not one finish for each processor");
  std::vector<double> last(processors, 0);
  for (const Activity& activity : timeline.activities) {
    expect(activity.processor < processors && activity.end >= activity.begin, "an invalid activity");
    expect_at_most(last[activity.processor], activity.begin, end, "a processor does two things at once");
    last[activity.processor] = activity.end;
    expect_at_most(activity.end, timeline.finish[activity.processor], end, "a processor works after its finish");
  }
  for (const Transfer& transfer : timeline.transfers)
    expect(transfer.end >= transfer.begin && transfer.end <= end * (1 + 1e-9), "a message arrives after the end");
}

// No link carries more than it can, and all that was sent is carried.
void expect_capacities(const problems::SimulatedRun& run) {
  const double end = run.timeline.makespan();
  for (std::size_t i = 0; i < run.links.size(); ++i)
    expect_at_most(run.timeline.link_bytes[i], run.links[i].bandwidth * end, 0, "a link carries more than it can");
}

bool is_small(const problems::RunQuestion& question) {
  constexpr std::size_t most_processors = 6;
  constexpr std::int64_t most_size = 200;
  if (question.iterations > 5 || question.size > most_size) return false;
  if (const auto* rectangles = std::get_if<problems::RectangleQuestion>(&question.division))
    return rectangles->problem.cluster.size() <= most_processors && !is_search(rectangles->algorithm);
  const auto& grid = std::get<problems::GridQuestion>(question.division);
  return grid.problem.performances.size() <= most_processors &&
         std::ranges::all_of(grid.problem.block, [](std::int64_t block_side) { return block_side >= 3; });
}

// The portfolios, which are the defaults, are searches.
void choose_quick(problems::RunQuestion& question) {
  if (auto* rectangles = std::get_if<problems::RectangleQuestion>(&question.division)) {
    if (is_search(rectangles->algorithm)) rectangles->algorithm = "XY2";
    return;
  }
  auto& grid = std::get<problems::GridQuestion>(question.division);
  if (grid.algorithm.find("natural") == std::string::npos) grid.algorithm = "equal-pressure";
}

void fuzz_timeline(std::string_view input) {
  problems::RunQuestion question = problems::parse_run_question(input);
  choose_quick(question);
  if (!is_small(question)) return;
  const problems::SimulatedRun run = simulated_run(question);
  expect_in_order(run.timeline, run.job.programs.size());
  expect_capacities(run);
  expect_json(to_json(run));
}

const TargetRegistration timeline_registration{{"timeline", fuzz_timeline}};

}  // namespace
}  // namespace apportion::fuzz
