// The judge: rules, roundings, margins, the scale of verdicts, and notes below tables.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/random/normal_distribution.hpp>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <set>
#include <tuple>
#include <vector>

#include "base/error.hpp"
#include "base/files.hpp"
#include "results/comparing/baseline.hpp"
#include "results/exhibit.hpp"
#include "results/judge.hpp"
#include "results/statistics.hpp"
#include "sim/random_stream.hpp"

namespace apportion::results {
namespace {

TEST(JudgeTest, UnitsAreThoseOfTheLastPrintedDigit) {
  EXPECT_DOUBLE_EQ(unit_of("13"), 1);
  EXPECT_DOUBLE_EQ(unit_of("3.25"), 0.01);
  EXPECT_DOUBLE_EQ(unit_of("1.857945e+09"), 1000);
  EXPECT_DOUBLE_EQ(unit_of("2.5e-3"), 1e-4);
  EXPECT_EQ(decimals_of("12.3e2"), -1);
}

TEST(JudgeTest, HalvesAreRoundedUpAndAreHalvesDespiteRoundingErrors) {
  EXPECT_DOUBLE_EQ(rounded_half_up(12.5, 1), 13);
  EXPECT_DOUBLE_EQ(rounded_half_up(-2.5, 1), -2);
  EXPECT_DOUBLE_EQ(rounded_half_up(12.5 - 1e-12, 1), 13);
  EXPECT_DOUBLE_EQ(rounded_half_up(12.4999, 1), 12);
  EXPECT_NEAR(rounded_half_up(0.25, 0.1), 0.3, 1e-12);
}

TEST(JudgeTest, ExactIsWhatRoundsToIt) {
  EXPECT_EQ(verdict({Rule::exact, 12, 1, 12.49}), "exact");
  EXPECT_EQ(verdict({Rule::exact, 12, 1, 12.5}), "differs");
  EXPECT_EQ(verdict({Rule::exact, 0, 1, -0.5}), "exact");
}

TEST(JudgeTest, DigitsSayWhetherTheyAreRoundedOrCutOff) {
  EXPECT_EQ(verdict({Rule::digits, 4500, 1, 4500}), "exact");
  EXPECT_EQ(verdict({Rule::digits, 4667, 1, 4666.67}), "rounded");
  EXPECT_EQ(verdict({Rule::digits, 4666, 1, 4666.67}), "truncated");
  EXPECT_EQ(verdict({Rule::digits, 4665, 1, 4666.67}), "differs");
  EXPECT_EQ(verdict({Rule::digits, 1.857945e9, 1000, 1857945600}), "truncated");
}

TEST(JudgeTest, IntervalsMeetWhatRoundsToThePrintedNumber) {
  EXPECT_EQ(verdict({Rule::interval, 20, 1, 19, 18.5, 19.5}), "inside");
  EXPECT_EQ(verdict({Rule::interval, 20, 1, 19, 18.6, 19.4}), "outside");
  EXPECT_EQ(verdict({Rule::interval, 0, 1, 12.3, 12, 12.7}), "outside");
}

// A mean that rounds to the printed number agrees, even if nothing is random.
TEST(JudgeTest, StandardErrorsKnowThatPrintedNumbersAreRounded) {
  EXPECT_EQ(verdict({Rule::standard_errors, 3.2, 0.1, 3.2387, 3.2387, 3.2387}), "inside");
  EXPECT_EQ(verdict({Rule::standard_errors, 3.2, 0.1, 3.27, 3.27, 3.27}), "outside");
  EXPECT_EQ(verdict({Rule::standard_errors, 3.2, 0.1, 3.27, 3.24, 3.30}), "inside");
}

TEST(JudgeTest, RatiosOfTimesAgreeWithinAFactorOfTen) {
  EXPECT_EQ(verdict({Rule::ratio, 3, 1, 29}), "same magnitude");
  EXPECT_EQ(verdict({Rule::ratio, 3, 1, 0.2}), "differs");
}

TEST(JudgeTest, MarginsAreOfMeansOverThePrintedNumbersSamples) {
  EXPECT_NEAR(margin(Rule::interval, 20, 10, 2000), 1.959964 * 10 / std::sqrt(20.0), 1e-5);
  EXPECT_NEAR(margin(Rule::interval, 5, 10, 2000), 1.959964 * 10 / std::sqrt(5.0), 1e-5);
  EXPECT_NEAR(margin(Rule::standard_errors, 0, 10, 400), 1.5, 1e-12);
  EXPECT_EQ(margin(Rule::exact, 0, 10, 400), 0);
  EXPECT_THROW(static_cast<void>(margin(Rule::interval, 0, 10, 400)), InputError);
}

TEST(JudgeTest, AnUnknownRuleIsNamedWithTheNearest) {
  try {
    static_cast<void>(rule_named("intervall"));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("did you mean interval?"));
  }
}

// Whole percentages with hardly varying results nearly all agree; finely printed ones agree in 95 %.
TEST(JudgeTest, AChanceIsThatOfTheModelsOwnResults) {
  constexpr double many = 1e9;
  EXPECT_EQ(chance(Rule::exact, 1, 12.3, 0, 5, many), 1);
  EXPECT_EQ(chance(Rule::interval, 1, 12.3, 20, 0, many), 1);
  EXPECT_NEAR(chance(Rule::interval, 1e-6, 12.3, 20, 5, many), 0.95, 1e-4);
  EXPECT_GT(chance(Rule::interval, 1, 12.3, 20, 2, many), 0.97);
  EXPECT_NEAR(chance(Rule::standard_errors, 1e-9, 12.3, 0, 5, 1e6), 0.9973, 1e-4);
}

// Compared with draws: the printed mean and ours are of normal samples, whose deviation is estimated from ours.
TEST(JudgeTest, AChanceDependsOnHowFewSamplesOursRestsOn) {
  RandomStream stream(1, "judge");
  boost::random::normal_distribution<double> normal;
  for (const auto& [rule, of, samples] : {std::tuple{Rule::interval, 20, 5},
                                          {Rule::interval, 20, 40},
                                          {Rule::interval, 5, 100},
                                          {Rule::standard_errors, 0, 4}}) {
    SCOPED_TRACE(::testing::Message() << of << " " << samples);
    constexpr double unit = 0.01;
    constexpr int trials = 5'000;
    const auto mean_of = [&](int count, std::vector<double>& drawn) {
      for (drawn.clear(); std::ssize(drawn) < count;) drawn.push_back(normal(stream));
      return std::accumulate(drawn.begin(), drawn.end(), 0.0) / count;
    };
    double agreeing = 0;
    double expected = 0;
    for (int trial = 0; trial < trials; ++trial) {
      std::vector<double> drawn;
      const double printed = of == 0 ? 0 : rounded_half_up(mean_of(of, drawn), unit);
      const double ours = mean_of(samples, drawn);
      const double deviation = standard_deviation(drawn).value();
      const double off = margin(rule, of, deviation, samples);
      agreeing += verdict({rule, printed, unit, ours, ours - off, ours + off}) == "inside" ? 1 : 0;
      expected += chance(rule, unit, ours, of, deviation, samples);
    }
    EXPECT_NEAR(agreeing / trials, expected / trials, 0.03);
  }
}

const std::vector<std::string> usual = {
    "exact", "rounded", "mostly reproduced", "differs",        "holds",   "same magnitude",
    "fails", "outside", "reproduced",        "not reproduced", "violated"};

TEST(VerdictScale, HasEveryAcceptedVerdict) {
  std::set<std::string> words;
  const std::filesystem::path folder = std::filesystem::path(APPORTION_SOURCE_DIR) / "results/baselines";
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (const std::string file = entry.path().string(); file.ends_with(".verdicts.csv"))
      for (const Verdict& verdict : parsed_input(file, parse_verdicts)) words.insert(verdict.verdict);
  EXPECT_THAT(words, ::testing::IsSupersetOf({"exact", "fails", "mostly reproduced", "same magnitude"}));
  for (const std::string& word : words) EXPECT_TRUE(agreement(word) || word == cannot_be_judged) << word;
}

TEST(VerdictScale, GoesFromTheDigitToNotAtAll) {
  EXPECT_EQ(outcome_of("exact"), Outcome::reproduced);
  EXPECT_EQ(outcome_of("truncated"), Outcome::reproduced);
  EXPECT_EQ(outcome_of("CC"), Outcome::partly);
  EXPECT_EQ(outcome_of("not reproduced"), Outcome::not_reproduced);
  EXPECT_EQ(outcome_of("under a condition"), Outcome::conditional);
  EXPECT_EQ(outcome_of("cannot be judged"), Outcome::unjudged);
  EXPECT_EQ(outcome_of("well enough"), std::nullopt);
  EXPECT_EQ(improvement("differs", "exact"), 3);
  EXPECT_EQ(improvement("exact", "rounded"), -1);
  EXPECT_EQ(improvement("exact", "well enough"), std::nullopt);
}

TEST(VerdictScale, IsTurnedAroundByADenialAndSilentWhereThePaperIs) {
  for (const std::string& older : usual) {
    SCOPED_TRACE(older);
    EXPECT_FALSE(outcome_of(older, Stance::open));
    for (const std::string& newer : usual) {
      SCOPED_TRACE(newer);
      EXPECT_EQ(improvement(older, newer, Stance::denied), improvement(newer, older)) << older << ", " << newer;
      EXPECT_EQ(improvement(older, newer, Stance::open), std::nullopt);
    }
  }
  EXPECT_EQ(outcome_of("fails", Stance::denied), Outcome::reproduced);
  EXPECT_EQ(outcome_of("holds", Stance::denied), Outcome::not_reproduced);
}

Exhibit judged_table() {
  Exhibit exhibit;
  exhibit.name = "toy/table";
  exhibit.note = "A note.";
  exhibit.requirements = {{"printed numbers", "verdict", "printed", "It takes two samples."}};
  return exhibit;
}

Rows rows_with(const std::vector<std::pair<Value, Value>>& printed_and_verdict) {
  Rows rows{{"printed", "verdict"}, {}};
  for (const auto& [printed, verdict] : printed_and_verdict) rows.rows.push_back({printed, verdict});
  return rows;
}

TEST(NoteBelow, SaysWhatIsNotJudged) {
  const Rows some = rows_with({{1.0, std::monostate()}, {2.0, "equal"}, {std::monostate(), std::monostate()}});
  EXPECT_EQ(note_below(judged_table(), some),
            "Not judged, for too few samples: 1 of 2 printed numbers. It takes two samples. A note.");
}

TEST(NoteBelow, IsTheNoteAloneWhereAllIsJudged) {
  EXPECT_EQ(note_below(judged_table(), rows_with({{2.0, "equal"}, {std::monostate(), std::monostate()}})), "A note.");
  EXPECT_EQ(note_below(judged_table(), rows_with({})), "A note.");
  Exhibit plain = judged_table();
  plain.requirements.clear();
  EXPECT_EQ(note_below(plain, {{"n"}, {{1.0}}}), "A note.");
}

TEST(NoteBelow, EveryRowCountsWhereThereIsNoSubject) {
  Exhibit exhibit = judged_table();
  exhibit.note.clear();
  exhibit.requirements.front().subject.clear();
  EXPECT_EQ(note_below(exhibit, rows_with({{std::monostate(), std::monostate()}})),
            "Not judged, for too few samples: 1 of 1 printed numbers. It takes two samples.");
  EXPECT_THROW(static_cast<void>(note_below(exhibit, {{"printed"}, {}})), InputError);
}

}  // namespace
}  // namespace apportion::results
