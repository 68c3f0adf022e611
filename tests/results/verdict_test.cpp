// The scale of verdicts: every word in use is on it, and a denial turns it around.
#include "results/verdict.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <set>

#include "base/files.hpp"
#include "results/comparing/baseline.hpp"

namespace apportion::results {
namespace {

const std::vector<std::string> usual = {
    "exact", "rounded", "mostly reproduced", "differs",        "holds",   "same magnitude",
    "fails", "outside", "reproduced",        "not reproduced", "violated"};

TEST(VerdictScale, HasEveryAcceptedVerdict) {
  std::set<std::string> words;
  const std::filesystem::path folder = std::filesystem::path(APPORTION_SOURCE_DIR) / "results/baselines";
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (const std::string file = entry.path().string(); file.ends_with(".verdicts.csv"))
      for (const Verdict& verdict : parse_verdicts(file, read_input(file))) words.insert(verdict.verdict);
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

}  // namespace
}  // namespace apportion::results
