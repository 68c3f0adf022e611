// The list of a paper's sentences, checks joined to it, and the claims and sentences of the program's own
// papers.
#include "experiments/sweeps/sentences.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/sweeps/paper_sources.hpp"
#include "experiments/sweeps/sweep_file.hpp"

namespace apportion::sweeps {
namespace {

using ::testing::HasSubstr;

constexpr const char* first_line = "place,words,claims,name,text,said,reach,checked,sizes,standing,amends,unjudged\n";

std::string refusal(const std::string& lines) {
  try {
    static_cast<void>(parse_sentences("s.csv", first_line + lines));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(StatementFiles, AreReadInTheOrderOfTheirLines) {
  const auto list =
      parse_sentences("s.csv", first_line + std::string("Section 1,its words,c,b,\"one, two\",,,n <= %d,n,,,\n"
                                                        "Section 1,others,b c,,,,,,,,,\n"
                                                        "Section 2,,,c,measured,,,,,,,\n"
                                                        "Section 2,,,a,three,amended,mostly,all,,reconstructed,b,\n"));
  ASSERT_EQ(list.size(), 4U);
  EXPECT_EQ(list[0].words, "its words");
  EXPECT_EQ(list[0].claims, (std::vector<std::string>{"b", "c"}));
  EXPECT_EQ(list[1].claims, (std::vector<std::string>{"b", "c"}));
  EXPECT_EQ(list[2].claims, (std::vector<std::string>{"c"}));
  const auto all = checked_in(list);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].name, "b");
  EXPECT_EQ(all[0].text, "one, two");
  EXPECT_EQ(all[0].said, engine::Said::paper);
  EXPECT_EQ(all[1].position, 5);
  EXPECT_EQ(all[1].said, engine::Said::amended);
  EXPECT_EQ(all[1].reach, engine::Reach::mostly);
  EXPECT_EQ(all[1].amends, "b");
}

TEST(StatementFiles, WhatCannotBeReadIsNamedWithItsLine) {
  EXPECT_THAT(refusal("1,,,a,t,perhaps,,,,,,\n"), HasSubstr("s.csv:2: unknown word 'perhaps'"));
  EXPECT_THAT(refusal("1,,,a,t,,,,,,,\n1,,,a,t,,,,,,,\n"), HasSubstr("s.csv:3: line 2 is about a already"));
  EXPECT_THAT(refusal("a,1,t\n"), HasSubstr("s.csv:2: expected 12 fields, found 3"));
  EXPECT_THROW(static_cast<void>(parse_sentences("s.csv", "name\n")), InputError);
  EXPECT_THROW(static_cast<void>(parse_sentences("s.csv", "place,words,claims,nme\n1,w,,\n")), InputError);
}

TEST(StatementFiles, TakeTheirFunctionsByName) {
  using Check = engine::Check<int>;
  const auto function = [](const int& /*bound*/) -> engine::CheckedCases { return {.cases = 1}; };
  EXPECT_THROW(static_cast<void>(checks_said<int>("kalinov", {{Check{"nat-formula", function}}})), std::logic_error);
}

// The program's own data files satisfy the same rules as users': an error is an InputError with a line.
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
