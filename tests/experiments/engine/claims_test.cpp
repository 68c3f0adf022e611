// Claims and sentences as data: when a claim is reproduced, when it has no verdict, and the verdict of a
// sentence.
#include "experiments/engine/claims.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>

#include "experiments/engine/catalogue.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "results/judge.hpp"
#include "results/rows.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion::engine {
namespace {

class ClaimsTest : public ::testing::Test {
 protected:
  ClaimsTest() { const results::Store store(file_); }

  [[nodiscard]] results::Rows answer(const ClaimTable& table,
                                     const std::map<std::string, results::Value>& parameters = {}) const {
    return results::Reader(file_).query(claims_sql(table), parameters);
  }
  // Writes one point with one mean over this many samples.
  void write_study(const std::string& name, std::int64_t samples) const {
    results::Store store(file_);
    const results::Id study = store.study({name, 1, "d", 40000, {"x"}, {{"m", "M", "", "less", 1}}});
    const results::Id point = store.point(study, {{"x", "1", 1}});
    results::Moments moments;
    moments.count = samples;
    store.write({{point, store.column({"A", 1}), 0, samples, {{store.metric(study, "m"), moments}}, {}, {}}}, {point});
  }
  /// The rows, each as the texts of its columns.
  [[nodiscard]] std::vector<std::vector<std::string>> texts(
      const ClaimTable& table, const std::map<std::string, results::Value>& parameters = {}) const {
    std::vector<std::vector<std::string>> texts;
    for (const auto& row : answer(table, parameters).rows) {
      texts.emplace_back();
      for (const results::Value& value : row) texts.back().push_back(results::cell_text(value));
    }
    return texts;
  }

 private:
  testing_support::TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "claims.sqlite";
};

// `holding` points at which the claim holds, others at which it fails, and some that were not run.
std::string points(int holding, int failing, int missing) {
  std::string values;
  for (int i = 0; i < holding + failing + missing; ++i)
    values += std::string(i == 0 ? "" : ", ") + (i < holding ? "(2)" : i < holding + failing ? "(-1)" : "(NULL)");
  return "p AS (SELECT column1 AS x, 7 AS place FROM (VALUES " + values + "))";
}

TEST_F(ClaimsTest, AreJudgedByTheShareOfTheirPoints) {
  for (int holding = 0; holding <= 4; ++holding)
    for (int failing = 0; failing <= 4; ++failing)
      for (int missing = 0; missing <= 1; ++missing) {
        SCOPED_TRACE(::testing::Message() << holding << ' ' << failing << ' ' << missing);
        if (holding + failing + missing == 0) continue;
        const auto rows =
            texts({points(holding, failing, missing), "place", "at ", {{"x is positive", "p", "x", "x > 0"}}});
        if (holding + failing == 0) {
          EXPECT_TRUE(rows.empty());
          continue;
        }
        const std::string wanted = missing > 0         ? ""
                                   : failing == 0      ? "reproduced"
                                   : holding > failing ? "mostly reproduced"
                                                       : "not reproduced";
        ASSERT_EQ(rows.size(), 1U);
        EXPECT_THAT(rows.front(), ::testing::ElementsAre("1. x is positive", "at 7", wanted, ::testing::_,
                                                         fmt::format("{} of {}{}", holding, holding + failing,
                                                                     missing > 0 ? "; 1 not run" : ""),
                                                         "reconstructed"));
        EXPECT_EQ(results::outcome_of(wanted).has_value(), !wanted.empty());
      }
}

TEST_F(ClaimsTest, SayWhatWasMeasured) {
  const std::string relation = "p AS (SELECT column1 AS place, column2 AS x FROM (VALUES (1, -0.001), (1, 3), (2, 5)))";
  const auto rows = texts({relation,
                           "place",
                           "",
                           {{"it's small", "p", "x", "measure < 4", "%"},
                            {"it's smaller", "p WHERE place = 1", "2 * x", "measure < 4", "", 1}}});
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0][3], "0.00 to 3.00 %");
  EXPECT_EQ(rows[1][3], "5.00 to 5.00 %");
  EXPECT_EQ(rows[2][3], "0.0 to 6.0");
  EXPECT_EQ(rows[2][0], "2. it's smaller");
  EXPECT_EQ(rows[2][2], "not reproduced");
}

// The reason is shown in `measured`, whatever the result.
TEST_F(ClaimsTest, MayBeBeyondJudgement) {
  const auto rows =
      texts({points(2, 1, 0),
             "place",
             "",
             {{.text = "x is positive", .points = "p", .measure = "x", .holds = "x > 0", .unjudged = "'so it is'"},
              {.text = "so is x",
               .points = "p",
               .measure = "x",
               .holds = "x > 0",
               .unjudged = "CASE WHEN count(*) < 3 THEN 'too few' END"}}});
  EXPECT_EQ(rows[0][2], results::cannot_be_judged);
  EXPECT_EQ(rows[0][3], "-1.00 to 2.00; so it is");
  EXPECT_EQ(rows[1][2], "mostly reproduced");
  EXPECT_EQ(rows[1][3], "-1.00 to 2.00");
}

// A claim about a whole figure is judged once, but needs every point of it.
TEST_F(ClaimsTest, MayBeJudgedAsOne) {
  const auto judged = [this](const std::string& values) {
    return texts({"p AS (SELECT column1 AS x, 1 AS place FROM (VALUES " + values + "))",
                  "place",
                  "",
                  {{.text = "%s is the greatest",
                    .points = "p",
                    .measure = "x",
                    .holds = "max(x) = 9",
                    .measured = "'greatest: ' || max(x)",
                    .as_one = true,
                    .quoted = "'nine'",
                    .standing = "calibrated"}}})
        .at(0);
  };
  EXPECT_THAT(judged("(1), (9)"), ::testing::ElementsAre("1. nine is the greatest", "1", "reproduced", "greatest: 9",
                                                         "1 of 1", "calibrated"));
  EXPECT_THAT(judged("(1), (8)"), ::testing::Contains("not reproduced"));
  EXPECT_THAT(judged("(NULL), (9)"), ::testing::Contains("1 of 1; 1 not run"));
  EXPECT_THAT(judged("(NULL), (9)"), ::testing::Not(::testing::Contains("reproduced")));
}

TEST_F(ClaimsTest, NeedAShareOfTheSamplesThatAnExperimentDraws) {
  EXPECT_EQ(fewest_samples(1), 1);
  EXPECT_EQ(fewest_samples(20), 10);
  EXPECT_EQ(fewest_samples(101), 11) << "a tenth, rounded up";
  EXPECT_EQ(fewest_samples(32000), 3200);
  const ClaimTable table{
      .relations = points(3, 0, 0) + ", q AS (SELECT 2 AS x, 7 AS place)",
      .setting = "place",
      .claims = {{"x is positive", "p WHERE x > 0", "x", "x > 0"}, {"so is this", "q", "x", "x > 0"}},
      .sampled = {{"p", {"kalinov/figure3a"}}},
      .samples = {{"kalinov/figure3a", 32000}}};
  const auto judged = [&](std::int64_t samples) {
    write_study("kalinov/figure3a", samples);
    return texts(table, {{"seed", std::int64_t{1}}});
  };
  const auto few = judged(3199);
  EXPECT_EQ(few.at(0).at(2), "not judged, needs 3200 samples");
  EXPECT_EQ(few.at(0).back(), "reproduced") << "what a reference grid is compared by";
  EXPECT_EQ(few.at(1).at(2), "reproduced");
  EXPECT_FALSE(results::outcome_of(few.at(0).at(2)));
  EXPECT_EQ(judged(3200).at(0).at(2), "reproduced");
}

TEST_F(ClaimsTest, MayBeCheckedByAProgram) {
  const std::string checks =
      "checks AS (SELECT column1 AS algorithm, column2 AS cases, column3 AS failures FROM "
      "(VALUES ('lemma1', 20, 0), ('lemma2', 20, 3), ('lemma3', 0, 0)))";
  const ClaimTable table{
      .relations = checks,
      .claims = {checked_claim("Lemma 1", "checks", "lemma1"), checked_claim("Lemma 2", "checks", "lemma2"),
                 checked_claim("Lemma 3", "checks", "lemma3")}};
  EXPECT_EQ(answer(table).columns, (std::vector<std::string>{"claim", "verdict", "measured", "points", "standing"}));
  EXPECT_THAT(texts(table),
              ::testing::ElementsAre(
                  ::testing::ElementsAre("1. Lemma 1", "reproduced", "0 of 20 cases fail", "1 of 1", ""),
                  ::testing::ElementsAre("2. Lemma 2", "not reproduced", "3 of 20 cases fail", "0 of 1", "")));
  // Without settings the rows are shown in their order.
  EXPECT_EQ(claims_exhibit(table).layout.row, "");
}

TEST_F(ClaimsTest, MayHoldUnderAConditionOnly) {
  const auto judged = [this](int failures, int amended) {
    const std::string cases = amended < 0 ? "NULL, NULL" : fmt::format("10, {}", amended);
    return texts({.relations = fmt::format("checks AS (SELECT column1 AS algorithm, column2 AS cases, column3 AS "
                                           "failures FROM (VALUES ('it''s', 20, {}), ('if', {})))",
                                           failures, cases),
                  .claims = {checked_claim("It is so", "checks", "it's", "if")}})
        .at(0);
  };
  EXPECT_THAT(judged(0, 0), ::testing::Contains("reproduced"));
  EXPECT_THAT(judged(3, 0), ::testing::ElementsAre("1. It is so", "under a condition",
                                                   "3 of 20 cases fail; if: 0 of 10", "0 of 1", ""));
  EXPECT_THAT(judged(3, 1), ::testing::Contains("not reproduced"));
  EXPECT_EQ(judged(3, -1).at(1), "");
  EXPECT_EQ(results::outcome_of("under a condition"), results::Outcome::conditional);
}

TEST_F(ClaimsTest, QuoteOnlyWhereThereIsAPlaceForIt) {
  EXPECT_THROW((void)claims_sql({.claims = {{"%s", "p", "x", "x"}}}), std::logic_error);
  EXPECT_THROW(
      (void)claims_sql({.claims = {{.text = "x", .points = "p", .measure = "x", .holds = "x", .quoted = "1"}}}),
      std::logic_error);
}

// Claims that hold, hold mostly, fail, and cannot be judged.
ClaimTable four_claims() {
  return {.relations = "p AS (SELECT column1 AS x FROM (VALUES (1), (2), (3)))",
          .claims = {{.text = "it holds", .points = "p", .measure = "x", .holds = "x > 0", .key = "holds"},
                     {.text = "it holds mostly", .points = "p", .measure = "x", .holds = "x > 1", .key = "mostly"},
                     {.text = "it fails", .points = "p", .measure = "x", .holds = "x > 3", .key = "fails"},
                     {.text = "it is open",
                      .points = "p",
                      .measure = "x",
                      .holds = "x > 3",
                      .unjudged = "'there is no way to see it'",
                      .key = "open"}}};
}

std::map<std::string, std::string> verdicts(const std::vector<Sentence>& sentences) {
  const testing_support::TemporaryFolder folder;
  const std::filesystem::path file = folder / "empty.sqlite";
  { const results::Store store(file); }
  std::map<std::string, std::string> verdicts;
  for (const auto& row :
       results::Reader(file).query(sentences_exhibit("p", "P says", four_claims(), sentences).sql, {}).rows) {
    const auto* const verdict = std::get_if<std::string>(&row.at(4));
    verdicts[std::get<std::string>(row.at(1))] = verdict != nullptr ? *verdict : std::get<std::string>(row.at(2));
  }
  return verdicts;
}

TEST(Sentences, AreJudgedByTheirClaims) {
  const auto found = verdicts({{"1", "a", {"holds"}},
                               {"2", "b", {"holds", "mostly"}},
                               {"3", "c", {"fails"}},
                               {"4", "d", {"open"}},
                               {"5", "e", {"holds", "open"}},
                               {"6", "f", {}},
                               {"7", "g", {"holds", "fails"}}});
  EXPECT_EQ(found.at("1"), "reproduced");
  EXPECT_EQ(found.at("2"), "partly reproduced");
  EXPECT_EQ(found.at("3"), "not reproduced");
  EXPECT_EQ(found.at("4"), "cannot be judged");
  EXPECT_EQ(found.at("5"), "reproduced");
  EXPECT_EQ(found.at("6"), "no verdict");
  EXPECT_EQ(found.at("7"), "partly reproduced");
  EXPECT_EQ(found.at("all"), "2 reproduced, 2 partly, 1 not, 1 cannot be judged, 1 have no verdict, 0 not run");
}

TEST(Sentences, NameClaimsByTheirKeys) {
  EXPECT_THROW(static_cast<void>(sentences_exhibit("p", "P says", four_claims(), {{"1", "a", {"hold"}}})),
               std::logic_error);
  EXPECT_TRUE(sentences_exhibit("p", "P says", four_claims(), {{"1", "a", {"holds", "fails"}}})
                  .note.ends_with(" Rows 2, 4 judge no sentence of the paper."));
}

// Building the exhibits looks up every sentence's claims.
TEST(Sentences, EveryPaperHasThem) {
  for (const char* paper : {"kaddoura", "kalinov", "chatterjee", "niculescu"})
    EXPECT_EQ(Catalogue::instance().exhibits_named(std::string(paper) + "/sentences").size(), 1U) << paper;
}

}  // namespace
}  // namespace apportion::engine
