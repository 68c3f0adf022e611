// Ranking: the same order for all families, including ties, and its table.
#include "experiments/problems/common/ranking.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::problems {
namespace {

// "1 B", "2 A": ranks and names, best first.
std::vector<std::string> order_of(const std::vector<RankingKey>& keys) {
  std::vector<std::string> order;
  for (const Place& place : places_of(keys))
    order.push_back(std::to_string(place.rank) + " " + keys.at(place.answer).algorithm);
  return order;
}

TEST(Ranking, ShortcomingsComeBeforeCosts) {
  EXPECT_THAT(order_of({{"A", {2}, 1, 0}, {"B", {0}, 9, 0}, {"C", {1}, 5, 0}, {"D", {0}, 8, 0}}),
              ElementsAre("1 D", "2 B", "3 C", "4 A"));
  // The gravest kind decides, whatever the amount of another.
  EXPECT_THAT(order_of({{"A", {1, 0}, 1, 0}, {"B", {0, 9}, 9, 0}, {"C", {0, 2}, 10, 0}}),
              ElementsAre("1 C", "2 B", "3 A"));
  // With different shortcomings equal costs are no tie.
  EXPECT_THAT(order_of({{"A", {1}, 5, 0}, {"B", {0}, 5, 0}}), ElementsAre("1 B", "2 A"));
}

TEST(Ranking, TiesStandByTheSecondaryNumberThenByName) {
  EXPECT_THAT(order_of({{"C", {0}, 4, 3}, {"B", {0}, 4, 2}, {"A", {0}, 4, 3}, {"Z", {0}, 3, 9}, {"D", {0}, 5, 0}}),
              ElementsAre("1 Z", "2 B", "2 A", "2 C", "5 D"));
}

// A rank extends to 1e-9 above its least cost, and chains of small steps do not extend it.
TEST(Ranking, TiesAreWithinTheTolerance) {
  EXPECT_THAT(order_of({{"A", {0}, 1e6 * (1 + 9e-10), 1}, {"B", {0}, 1e6, 2}, {"C", {0}, 1e6 * (1 + 1.8e-9), 0}}),
              ElementsAre("1 A", "1 B", "3 C"));
  EXPECT_THAT(order_of({{"A", {0}, 0, 1}, {"B", {0}, 1e-300, 0}, {"C", {0}, 0, 0}}), ElementsAre("1 C", "1 A", "3 B"));
  EXPECT_TRUE(places_of({}).empty());
}

TEST(Ranking, NamesSayTheRank) {
  EXPECT_THAT(ranked_names({{"A", {0}, 7, 0}, {"B", {0}, 5, 0}, {"C", {0}, 7, 0}}),
              ElementsAre("A, rank 2 of 3", "B, rank 1 of 3", "C, rank 2 of 3"));
  EXPECT_THAT(ranked_names({{"A", {0}, 7, 0}}), ElementsAre("A"));
  EXPECT_TRUE(ranked_names({}).empty());
}

struct Answer {
  std::string algorithm;
  double cost = 0;
};

const Ranking<Answer> by_length = {
    .solve =
        [](const std::string& algorithm) {
          if (algorithm.empty()) throw InputError("it has no name");
          return Answer{algorithm, static_cast<double>(algorithm.size())};
        },
    .key = [](const Answer& answer) { return RankingKey{.algorithm = answer.algorithm, .cost = answer.cost}; },
    .row =
        [](const Answer& answer, const Answer& best) {
          return std::vector<RankedValue>{{"letters", answer.cost},
                                          {"nothing", std::nullopt},
                                          {"more", given_if(answer.cost > best.cost, answer.cost - best.cost), "none"}};
        },
    .json_line = [](const Answer& answer, std::int64_t rank) { return answer.algorithm + std::to_string(rank); },
    .draw =
        [](const std::vector<Answer>& answers, const std::string& format) {
          std::string drawing = format;
          for (const Answer& answer : answers) drawing += " " + answer.algorithm;
          return drawing;
        }};

TEST(Ranking, ColumnsStandWhereAnyAnswerHasAValue) {
  const Comparison comparison = ranked<Answer>("words", {"three", "", "one"}, by_length);
  EXPECT_EQ(comparison.title, "words");
  EXPECT_THAT(comparison.columns, ElementsAre("rank", "algorithm", "letters", "more"));
  using Row = std::vector<ComparedValue>;
  EXPECT_THAT(comparison.rows,
              ElementsAre(Row{std::int64_t{1}, "one", 3.0, "none"}, Row{std::int64_t{2}, "three", 5.0, 2.0}));
  ASSERT_EQ(comparison.refusals.size(), 1U);
  EXPECT_EQ(comparison.refusals[0].reason, "it has no name");
  EXPECT_THAT(comparison.lines,
              ElementsAre("one1", "three2", R"({"schema":1,"algorithm":"","error":"it has no name"})"));
  EXPECT_EQ(comparison.draw("text"), "text one three");
}

TEST(Ranking, AnAnswerWithANumberThatIsNotFiniteIsRefused) {
  Ranking<Answer> with_numbers = by_length;
  with_numbers.json_line = [](const Answer& answer, std::int64_t rank) {
    return fmt::format(R"({{"algorithm":"nan","cost":{},"rank":{}}})", answer.algorithm, rank);
  };
  const Comparison comparison = ranked<Answer>("words", {"1.5", "-nan", "inf"}, with_numbers);
  EXPECT_EQ(comparison.rows.size(), 1U);
  ASSERT_EQ(comparison.refusals.size(), 2U);
  for (const Refusal& refusal : comparison.refusals)
    EXPECT_THAT(refusal.reason, HasSubstr("beyond the range of a double"));
  EXPECT_EQ(comparison.lines.front(), R"({"algorithm":"nan","cost":1.5,"rank":1})");
}

TEST(Ranking, WhereAllRefuseNothingIsDrawn) {
  const Comparison comparison = ranked<Answer>("words", {""}, by_length);
  EXPECT_FALSE(comparison.is_solved());
  EXPECT_FALSE(comparison.draw);
  EXPECT_EQ(comparison.lines.size(), 1U);
}

}  // namespace
}  // namespace apportion::problems
