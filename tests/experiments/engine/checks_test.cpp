// Checks: what they count, which numbers are stored of it, and how a study runs a list of them.
#include "experiments/engine/checks.hpp"

#include <stdexcept>

#include "base/error.hpp"
#include "experiments/engine/replay.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::engine {
namespace {

TEST(CheckedCases, KeepsTheCounterexampleOfTheLeastSum) {
  CheckedCases checked;
  checked.add(true, {1, 1});
  checked.add(false, {3, 1});
  checked.add(false, {1, 2});
  checked.add(false, {2, 1});
  EXPECT_EQ(checked.cases, 4);
  EXPECT_EQ(checked.failures, 3);
  EXPECT_EQ(checked.counterexample, (std::vector<std::int64_t>{1, 2}));
}

TEST(CheckedCases, CountsCasesWithoutSizes) {
  CheckedCases checked;
  checked.add(false);
  checked.add(true);
  EXPECT_EQ(checked.cases, 2);
  EXPECT_EQ(checked.failures, 1);
  EXPECT_TRUE(checked.counterexample.empty());
}

TEST(CaseNumbers, HaveTheSizesOfTheCounterexample) {
  const std::vector<double> numbers = case_numbers({.bound = 4, .cases = 3, .failures = 2, .counterexample = {5, 6}});
  EXPECT_THAT(numbers, ElementsAre(4, 3, 2, 5, 6, 0, 0, 0, 0, 0, 0));
  EXPECT_THROW((void)case_numbers({.counterexample = std::vector<std::int64_t>(most_case_sizes + 1, 1)}),
               std::out_of_range);
}

TEST(CaseNumbers, AreStoredWithAsManySizesAsAskedFor) {
  EXPECT_EQ(case_metrics(2).size(), 5U);
  EXPECT_EQ(case_metrics(2).back().record.name, "size2");
  EXPECT_EQ(case_metrics().back().record.name, "size8");
}

using IntCheck = Check<std::int64_t>;

CheckedCases none() { return {.bound = 7}; }
CheckedCases as_far_as(const std::int64_t& bound) { return {.bound = bound, .cases = 1}; }
CheckedCases drawn(RandomStream& stream) { return {.cases = static_cast<std::int64_t>(stream() >> 12U)}; }
CheckedCases drawn_as_far_as(const std::int64_t& bound, RandomStream& stream) {
  CheckedCases cases = drawn(stream);
  cases.bound = bound;
  return cases;
}
CheckedCases fails(const std::int64_t& bound) {
  if (bound > 3) throw std::runtime_error("too far");
  return {.bound = bound, .cases = 1};
}

std::int64_t bound_of(const Point& point, RandomStream& /*sample*/) {
  return static_cast<std::int64_t>(point.count("size"));
}

std::vector<IntCheck> all() {
  return in_order<std::int64_t>(
      {{{{.position = 5, .name = "none"}, none},
        {{.position = 2, .name = "bound"}, as_far_as, 3},
        {{.position = 9, .name = "fails"}, fails}},
       {{{.position = 3, .name = "drawn"}, drawn}, {{.position = 4, .name = "both"}, drawn_as_far_as}}});
}

Experiment experiment() {
  CheckingStudy study{.name = "tests/checks"};
  study.axes = {bound_axis("size", "greatest size", 1, 9, 4)};
  study.checks = point_checks(all(), bound_of);
  study.metrics = case_metrics(1);
  return checking_experiment(study);
}

TEST(Checks, StandInOrderOfPosition) {
  EXPECT_THAT(experiment().algorithms, ElementsAre("bound", "drawn", "both", "none", "fails"));
  EXPECT_EQ(statements_of(all()).front().name, "bound");
}

TEST(Checks, TakeWhatTheyNeed) {
  RandomStream same(1, "tests/checks|size=4|0|both");
  const auto expected = static_cast<double>(same() >> 12U);
  const Experiment checks = experiment();
  const Replay found = replay(checks, {"none", "bound", "both", "bound"}, 1, point_at(checks, {}), 0);
  ASSERT_EQ(found.columns.size(), 3U);
  EXPECT_THAT(found.columns[0].values, ElementsAre(7, 0, 0, 0));
  EXPECT_THAT(found.columns[1].values, ElementsAre(4, 1, 0, 0));
  EXPECT_EQ(found.columns[1].column.revision, 3);
  EXPECT_THAT(found.columns[2].values, ElementsAre(4, expected, 0, 0));
  EXPECT_EQ(found.instance, "");
}

TEST(Checks, ThatThrowAreFailures) {
  const Experiment checks = experiment();
  EXPECT_EQ(replay(checks, {"fails"}, 1, point_at(checks, {}), 0).columns.at(0).failure, "too far");
  EXPECT_EQ(replay(checks, {"fails"}, 1, point_at(checks, {{"size", "3"}}), 0).columns.at(0).failure, std::nullopt);
}

TEST(Checks, AreChosenByNameAndHaveNoOptions) {
  EXPECT_THROW((void)experiment().columns({"bond"}), InputError);
  EXPECT_THROW((void)experiment().columns({"bound[x]"}), InputError);
}

}  // namespace
}  // namespace apportion::engine
