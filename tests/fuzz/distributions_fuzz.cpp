// Fuzz target: problems of `solve distributions`.
#include <algorithm>
#include <string>

#include "algorithms/distributions/communication_count.hpp"
#include "algorithms/distributions/notation.hpp"
#include "experiments/problems/distributions/solve.hpp"
#include "tests/fuzz/checks.hpp"
#include "tests/fuzz/fuzz_targets.hpp"

namespace apportion::fuzz {
namespace {

void expect_same_counts(const MatrixProduct& product, const Communications& counted) {
  constexpr Index most_side = 6;
  const Index longest = std::max({product.rows.length(), product.columns.length(), product.inner.length()});
  if (longest > most_side || product.processes() > 2 * most_side) return;
  const Communications plain = count_communications("by-definition", product);
  expect(plain == counted, "by-loads counts otherwise than by-definition");
}

void fuzz_distributions(std::string_view input) {
  const problems::DistributionQuestion question = problems::parse_distribution_question(input);
  // A grid of p processes is chosen by trial division.
  if (!question.distribution && !(question.M && question.N) && question.p.value_or(1) > 1'000'000) return;
  const problems::DistributionAnswer answer = solve(question);
  for (const Distribution& each : {answer.product.rows, answer.product.columns, answer.product.inner})
    expect_consistent(each);
  expect_same_counts(answer.product, answer.counted);
  expect_json(to_json(answer));
  const std::string name = name_of(answer);
  const std::string again = to_text(read_again(name, parse_replicated));
  expect(again == name || again == name + "·1", "the name is not what it is read as: " + name);
}

const TargetRegistration distributions_registration{{"distributions", fuzz_distributions}};

}  // namespace
}  // namespace apportion::fuzz
