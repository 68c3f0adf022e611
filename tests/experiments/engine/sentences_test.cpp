// Sentences as data: every claim of a paper is one of ours or judges a sentence, and verdicts follow from the claims'.
#include "experiments/engine/sentences.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>

#include "experiments/engine/catalogue.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion::engine {
namespace {

// Claims that hold, hold mostly, fail, and cannot be judged.
ClaimTable four_claims() {
  return {
      .relations = "p AS (SELECT column1 AS x FROM (VALUES (1), (2), (3)))",
      .claims = {{"it holds", "p", "x", "x > 0"},
                 {"it holds mostly", "p", "x", "x > 1"},
                 {"it fails", "p", "x", "x > 3"},
                 {.text = "who knows", .points = "p", .measure = "x", .holds = "x > 3", .unjudged = "'nobody knows'"}}};
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
  const auto found = verdicts({{"1", "a", {"it holds"}},
                               {"2", "b", {"it holds", "it holds mostly"}},
                               {"3", "c", {"it fails"}},
                               {"4", "d", {"who"}},
                               {"5", "e", {"it holds", "who knows"}},
                               {"6", "f", {}},
                               {"7", "g", {"it holds", "it fails"}}});
  EXPECT_EQ(found.at("1"), "reproduced");
  EXPECT_EQ(found.at("2"), "partly reproduced");
  EXPECT_EQ(found.at("3"), "not reproduced");
  EXPECT_EQ(found.at("4"), "cannot be judged");
  EXPECT_EQ(found.at("5"), "reproduced");
  EXPECT_EQ(found.at("6"), "no verdict");
  EXPECT_EQ(found.at("7"), "partly reproduced");
  EXPECT_EQ(found.at("all"), "2 reproduced, 2 partly, 1 not, 1 cannot be judged, 1 have no verdict, 0 not run");
}

TEST(Sentences, NameOneClaimEach) {
  EXPECT_THROW(static_cast<void>(sentences_exhibit("p", "P says", four_claims(), {{"1", "a", {"it ho"}}})),
               std::logic_error);
  EXPECT_THROW(static_cast<void>(sentences_exhibit("p", "P says", four_claims(), {{"1", "a", {"nothing"}}})),
               std::logic_error);
  EXPECT_TRUE(sentences_exhibit("p", "P says", four_claims(), {{"1", "a", {"it holds", "it fails"}}})
                  .note.ends_with(" Rows 2, 4 judge no sentence of the paper."));
}

// Building the exhibits looks every sentence's claims up.
TEST(Sentences, EveryPaperHasThem) {
  for (const char* paper : {"kaddoura", "kalinov", "chatterjee", "niculescu"})
    EXPECT_EQ(Catalogue::instance().exhibits_named(std::string(paper) + "/sentences").size(), 1U) << paper;
}

}  // namespace
}  // namespace apportion::engine
