// Fuzz targets: problems of `solve distributions`, and distributions in Niculescu's notation.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "algorithms/distributions/communication_count.hpp"
#include "algorithms/distributions/notation.hpp"
#include "base/error.hpp"
#include "experiments/problems/distributions/json.hpp"
#include "tests/fuzz/checks.hpp"
#include "tests/fuzz/fuzz_targets.hpp"

namespace apportion::fuzz {
namespace {

constexpr Index most_looked_at = 64;

// Loads, owners and extremes, index by index.
void expect_consistent(const Distribution& distribution) {
  const std::vector<LoadRun> runs = distribution.loads();
  Index processes = 0;
  WideCount indices = 0;
  for (const LoadRun& run : runs) {
    expect(run.first == processes && run.processes > 0, "runs of loads have a gap");
    expect(run.load >= distribution.least() && run.load <= distribution.most(), "a load beyond the extremes");
    processes += run.processes;
    indices += static_cast<WideCount>(run.processes) * static_cast<WideCount>(run.load);
  }
  expect(processes == distribution.processes() && indices == static_cast<WideCount>(distribution.length()),
         "the loads are not those of all indices");
  if (distribution.length() > most_looked_at || distribution.processes() > most_looked_at) return;
  std::vector<Index> counts(static_cast<std::size_t>(distribution.processes()), 0);
  for (Index index = 0; index < distribution.length(); ++index)
    ++counts[static_cast<std::size_t>(distribution.owner(index))];
  for (Index process = 0; process < distribution.processes(); ++process)
    expect(distribution.owned_count(process) == counts[static_cast<std::size_t>(process)],
           "a load is not what is owned");
  expect(std::ranges::max(counts) == distribution.most() && std::ranges::min(counts) == distribution.least(),
         "the extremes are not those of the loads");
  expect(std::ranges::count_if(counts, [](Index count) { return count > 0; }) == distribution.image_size(),
         "not as many processes with indices");
}

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
  expect(to_text(parse_replicated(name)) == name || to_text(parse_replicated(name)) == name + "·1",
         "the name is not what it is read as: " + name);
}

// What `read` makes of the text is spelled in both ways, and read again. A text that it refuses is another one's.
template <class Read>
void expect_spelled(std::string_view input, const Read& read) {
  try {
    const auto given = read(input);
    for (const Signs signs : {Signs::mathematical, Signs::ascii}) {
      const std::string text = to_text(given, signs);
      expect(to_text(read(text), signs) == text, "a distribution does not come back from its notation: " + text);
      expect(read(text) == given, "another distribution comes back from the notation: " + text);
    }
  } catch (const InputError& refusal) {
    expect(*refusal.what() != '\0', "a refusal says nothing");
  }
}

void fuzz_notation(std::string_view input) {
  expect_spelled(input, parse_distribution);
  expect_spelled(input, parse_cartesian);
  expect_spelled(input, parse_replicated);
  try {
    expect_consistent(parse_distribution(input));
  } catch (const InputError&) {
  }
  const SetDistribution set = parse_set_distribution(input);
  expect(parse_set_distribution(to_text(set)) == set, "a set distribution does not come back from its notation");
}

const TargetRegistration distributions_registration{{"distributions", fuzz_distributions}};
const TargetRegistration notation_registration{{"notation", fuzz_notation}};

}  // namespace
}  // namespace apportion::fuzz
