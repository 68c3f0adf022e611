// Pieces of texts, and lists of them.
#include "base/text.hpp"

#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

TEST(Texts, CommasInBracketsSeparateNothing) {
  EXPECT_THAT(split_outside_brackets("a,b(c,d),e[f,(g,h)]"), ElementsAre("a", "b(c,d)", "e[f,(g,h)]"));
  EXPECT_THAT(split_outside_brackets(""), ElementsAre(""));
  EXPECT_THAT(split_outside_brackets(",a(b,"), ElementsAre("", "a(b,"));
}

TEST(Texts, OnlyAsciiLettersHaveALowerCase) { EXPECT_EQ(in_lower_case("Sweeps_\xC3\x84Z9"), "sweeps_\xC3\x84z9"); }

TEST(Texts, AreCollectedByMembersAndFunctions) {
  struct Item {
    std::string name;
  };
  const std::vector<Item> items = {{"One"}, {"two"}};
  EXPECT_THAT(collected(items, &Item::name), ElementsAre("One", "two"));
  EXPECT_THAT(collected(collected(items, &Item::name), in_lower_case), ElementsAre("one", "two"));
}

}  // namespace
}  // namespace apportion
