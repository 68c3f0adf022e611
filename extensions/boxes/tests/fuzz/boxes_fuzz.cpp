// Fuzz target: problems of `solve boxes`, solved where they are small.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "experiments/problems/common/json.hpp"
#include "extensions/boxes/problem/solve.hpp"
#include "tests/fuzz/checks.hpp"
#include "tests/fuzz/fuzz_targets.hpp"

namespace apportion::fuzz {
namespace {
using problems::BoxAnswer;
using problems::BoxQuestion;

constexpr std::array box_algorithms = {"HUFFMAN", "RCB", "RecursiveBisection2"};

// The sum of the common surfaces of all pairs.
double surface_by_pairs(const BoxDivision& division) {
  double surface = 0;
  for (std::size_t i = 0; i < division.parts.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Cuboid& a = division.parts[i];
      const Cuboid& b = division.parts[j];
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const double gap = std::min(std::abs(a.end(axis) - b.at[axis]), std::abs(b.end(axis) - a.at[axis]));
        double area = gap <= coincidence_tolerance(division.extent) ? 1 : 0;
        for (std::size_t k = 0; k < 3; ++k)
          if (k != axis) area *= std::max(0.0, std::min(a.end(k), b.end(k)) - std::max(a.at[k], b.at[k]));
        surface += area;
      }
    }
  return surface;
}

void expect_right(const BoxQuestion& question, const BoxAnswer& answer) {
  const double whole = half_surface(question.problem.extent);
  expect(std::abs(surface_by_pairs(answer.division) - answer.surface) <= 1e-6 * (answer.surface + whole),
         fmt::format("{}: the surface is {}, and {} between the pairs", answer.algorithm, answer.surface,
                     surface_by_pairs(answer.division)));
  expect_at_most(answer.lower_bound, answer.total, whole, answer.algorithm + " is below the bound");
  require_tiling(question.problem, answer.division);
  expect_accepted(problems::box_frame().exchange, question.problem, to_json(answer));
}

// nullopt if the algorithm does not accept the problem.
std::optional<BoxAnswer> solved_by(const std::string& algorithm, BoxQuestion question) {
  question.algorithm = algorithm;
  std::optional<BoxAnswer> answer;
  try {
    answer = solve(question);
  } catch (const InputError&) {
    return answer;
  }
  expect_right(question, *answer);
  return answer;
}

BoxQuestion parse_box_question(std::string_view json) {
  return problems::box_question({problems::box_fields(), problems::parse_json(json)});
}

void fuzz_boxes(std::string_view input) {
  constexpr std::size_t most_processors = 5;
  const BoxQuestion question = parse_box_question(input);
  validate(question.problem);
  expect_same_problem(question.problem, parse_box_question, problems::to_json);
  if (question.problem.cluster.size() > most_processors) return;
  const double whole = half_surface(question.problem.extent);
  const std::optional<BoxAnswer> best = solved_by("BEST", question);
  for (const char* name : box_algorithms) {
    const std::optional<BoxAnswer> other = solved_by(name, question);
    if (best && other) expect_at_most(best->total, other->total, whole, fmt::format("BEST costs more than {}", name));
  }
}

const TargetRegistration boxes_registration{{"boxes", fuzz_boxes}};

}  // namespace
}  // namespace apportion::fuzz
