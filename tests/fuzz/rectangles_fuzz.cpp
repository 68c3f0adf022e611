// Fuzz target: problems of `solve rectangles`, solved if they are small.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "sim/rectangles/costs.hpp"
#include "tests/fuzz/checks.hpp"
#include "tests/fuzz/fuzz_targets.hpp"
#include "tests/support/questions.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion::fuzz {
namespace {

using problems::RectangleAnswer;
using problems::RectangleQuestion;

// Algorithms whose parts are rectangles.
constexpr std::array quick_algorithms = {"COLUMNS",
                                         "HUFFMAN",
                                         "HYBRID",
                                         "NAGAMOCHI-ABE",
                                         "ROLLOUT",
                                         "RecursiveBisection",
                                         "RecursiveBisection2",
                                         "RecursiveBisection3",
                                         "SQUARIFIED",
                                         "TILE",
                                         "XY",
                                         "XY2",
                                         "XY2[enumerate]"};
// Algorithms whose parts may have several rectangles.
constexpr std::array shaped_algorithms = {"NRRP", "SNRRP", "ROLLOUT[l-shapes]"};

void expect_areas(const RectangleProblem& problem, const Decomposition& division) {
  const std::vector<double>& speeds = problem.cluster.speeds;
  const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    const double asked = speeds[i] / sum * problem.extent.area();
    expect(std::abs(part_area(division, i) - asked) <= 2e-9 * asked,
           fmt::format("processor {} has the area {}; its share is {}", i, part_area(division, i), asked));
  }
}

void expect_right(const RectangleQuestion& question, const RectangleAnswer& answer) {
  const Decomposition& division = answer.decomposition;
  const double side = question.problem.extent.half_perimeter();
  expect(division.parts.size() == question.problem.cluster.size(), "a processor without a part");
  expect(testing_support::tiles(division), fmt::format("{} does not tile the array", answer.algorithm));
  const std::string json = to_json(answer);
  expect_json(json);
  if (!question.whole) {
    expect_areas(question.problem, division);
    expect(answer.internal_edges == testing_support::adjacent_pairs(division),
           fmt::format("{}: {} internal edges; there are {}", answer.algorithm, answer.internal_edges,
                       testing_support::adjacent_pairs(division)));
    expect_accepted(problems::rectangle_frame().exchange, question.problem, json);
  }
  expect_at_most(answer.lower_bound, answer.total, side, fmt::format("{}: bound and total", answer.algorithm));
  expect_at_most(answer.any_shape_bound, answer.total, side, fmt::format("{}: bound for any shape", answer.algorithm));
}

// docs/answers.md, "The range of good answers": every algorithm that makes rectangles accepts these weights.
bool must_be_accepted(const RectangleProblem& problem) {
  const auto [rows, columns] = problem.extent;
  const std::vector<double>& speeds = problem.cluster.speeds;
  const double least = std::max(1e-6, 2e-9 * (rows + columns) / std::min(rows, columns)) *
                       std::accumulate(speeds.begin(), speeds.end(), 0.0);
  constexpr double far = 1e100;  // above it costs may overflow
  const auto is_near = [](double number) { return number > 1 / far && number < far; };
  return problem.objective == Objective::total && problem.latency < far && is_near(rows) && is_near(columns) &&
         std::ranges::all_of(speeds, [&](double speed) { return is_near(speed) && speed > least * (1 + 1e-9); });
}

/// The answers of several algorithms to one problem.
struct RectangleAnswers {
  RectangleQuestion question;
  std::vector<RectangleAnswer> all = {};

  const RectangleAnswer* solve_by(const std::string& algorithm) {
    question.algorithm = algorithm;
    all.push_back(solve(question));
    expect_right(question, all.back());
    return &all.back();
  }

  // An algorithm may refuse what another one solves, except problems that all must solve.
  void try_by(const std::string& algorithm, bool may_refuse) {
    try {
      static_cast<void>(solve_by(algorithm));
    } catch (const InputError& refusal) {
      expect(may_refuse, fmt::format("{} refuses a problem that it must solve: {}", algorithm, refusal.what()));
    }
  }

  [[nodiscard]] const RectangleAnswer* find(const std::string& algorithm) const {
    const auto found = std::ranges::find(all, algorithm, &RectangleAnswer::algorithm);
    return found == all.end() ? nullptr : &*found;
  }
};

// A proof is among all layouts, or among those by straight cuts through whole pieces.
void expect_proofs(const RectangleAnswers& answers) {
  const double side = answers.question.problem.extent.half_perimeter();
  for (const RectangleAnswer& proven : answers.all)
    for (const RectangleAnswer& other : answers.all) {
      if (proven.proof == Proof::none || shapes_of(other.decomposition) != Shapes::rectangles) continue;
      if (proven.proof == Proof::slicing && !testing_support::is_slicing(other.decomposition)) continue;
      expect_at_most(proven.total, other.total, side,
                     fmt::format("{} is proven, and {} is cheaper", proven.algorithm, other.algorithm));
    }
}

void expect_no_more(const RectangleAnswers& answers, const char* better, const char* other) {
  const RectangleAnswer* first = answers.find(better);
  const RectangleAnswer* second = answers.find(other);
  if (first == nullptr || second == nullptr) return;
  expect_at_most(first->total, second->total, answers.question.problem.extent.half_perimeter(),
                 fmt::format("{} costs more than {}", better, other));
}

void fuzz_rectangles(std::string_view input) {
  constexpr std::size_t most_processors = 6;
  constexpr std::size_t most_for_proofs = 5;
  RectangleAnswers answers{problems::parse_rectangle_question(input)};
  const RectangleProblem& problem = answers.question.problem;
  validate(problem);
  expect_same_problem(problem, problems::parse_rectangle_question, problems::to_json);
  if (problem.cluster.size() > most_processors) return;
  if (!is_search(answers.question.algorithm)) answers.try_by(std::string(answers.question.algorithm), true);
  // On a network every answer is simulated: one suffices.
  if (answers.question.network != nullptr || answers.question.objective) return;
  const bool may_refuse = !must_be_accepted(problem) || answers.question.whole;
  for (const char* name : quick_algorithms) answers.try_by(name, may_refuse);
  for (const char* name : shaped_algorithms) answers.try_by(name, true);
  if (problem.cluster.size() <= most_for_proofs)
    for (const char* name : {"OPTIMAL", "OPTIMAL[layouts=slicing]", "BEST"}) answers.try_by(name, may_refuse);
  if (answers.question.whole) return;
  expect_proofs(answers);
  expect_no_more(answers, "XY2", "XY");
  expect_no_more(answers, "XY2", "XY2[enumerate]");
  expect_no_more(answers, "XY2[enumerate]", "XY2");
  expect_no_more(answers, "BEST", "OPTIMAL");
}

const TargetRegistration rectangles_registration{{"rectangles", fuzz_rectangles}};

}  // namespace
}  // namespace apportion::fuzz
