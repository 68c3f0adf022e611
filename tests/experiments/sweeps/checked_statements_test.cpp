// Checks joined to what statements.csv says of them, and the claims and sentences of the program's own papers.
#include "experiments/sweeps/checked_statements.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/sweeps/judgements.hpp"

namespace apportion::sweeps {
namespace {

using ::testing::HasSubstr;

constexpr const char* first_line = "name,place,text,said,reach,checked,sizes,standing,amends,unjudged\n";

std::string refusal(const std::string& lines) {
  try {
    static_cast<void>(parse_statements("s.csv", first_line + lines));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(StatementFiles, AreReadInTheOrderOfTheirLines) {
  const auto all =
      parse_statements("s.csv", first_line + std::string("b,Section 1,\"one, two\",,,n <= %d,n,,,\n"
                                                         "a,Section 2,three,amended,mostly,,,reconstructed,b,\n"));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].name, "b");
  EXPECT_EQ(all[0].text, "one, two");
  EXPECT_EQ(all[0].said, engine::Said::paper);
  EXPECT_EQ(all[1].position, 2);
  EXPECT_EQ(all[1].said, engine::Said::amended);
  EXPECT_EQ(all[1].reach, engine::Reach::mostly);
  EXPECT_EQ(all[1].amends, "b");
}

TEST(StatementFiles, WhatCannotBeReadIsNamedWithItsLine) {
  EXPECT_THAT(refusal("a,1,t,perhaps,,,,,,\n"), HasSubstr("s.csv:2: unknown word 'perhaps'"));
  EXPECT_THAT(refusal("a,1,t,,,,,,,\na,1,t,,,,,,,\n"), HasSubstr("s.csv:3: there is a second statement a"));
  EXPECT_THAT(refusal("a,1,t\n"), HasSubstr("s.csv:2: expected 10 fields, found 3"));
  EXPECT_THROW(static_cast<void>(parse_statements("s.csv", "name\n")), InputError);
}

TEST(StatementFiles, TakeTheirFunctionsByName) {
  using Check = engine::Check<int>;
  const auto function = []() -> engine::CheckedCases { return {.cases = 1}; };
  EXPECT_THROW(static_cast<void>(checks_said<int>("kalinov", {{Check{{.name = "nat-formula"}, +function}}})),
               std::logic_error);
}

// A paper's data files must be as good as its users' are: what is wrong is an InputError with a line.
TEST(SaidInData, EveryPaperHasClaimsAndSentences) {
  for (const engine::Paper& paper : engine::Catalogue::instance().papers()) {
    SCOPED_TRACE(paper.name);
    for (const std::string said : {"claims", "sentences"}) {
      const bool has_file = FolderTexts::built_in(paper.name).has(said + (said == "claims" ? ".ini" : ".csv"));
      if (has_file) {
        EXPECT_FALSE(engine::Catalogue::instance().exhibits_named(paper.name + "/" + said).empty());
      }
    }
  }
  EXPECT_TRUE(FolderTexts::built_in("kaddoura").has("claims.ini"));
  EXPECT_TRUE(FolderTexts::built_in("kaddoura").has("sentences.csv"));
}

}  // namespace
}  // namespace apportion::sweeps
