// The registry, and the options of algorithms.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "algorithms/options.hpp"
#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "algorithms/registry.hpp"
#include "base/error.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

const std::vector<OptionSpec> declared = {
    {.name = "fast", .kind = OptionKind::flag},
    {.name = "levels", .kind = OptionKind::count, .default_value = "1"},
    {.name = "inner", .kind = OptionKind::text, .default_value = "XY2"},
    {.name = "shape", .kind = OptionKind::text, .default_value = "any", .choices = {"any", "boxes", "rows"}},
    {.name = "size", .kind = OptionKind::count, .default_value = "8", .least = 3, .most = 12}};

Options parse(std::string_view text) { return Options::parse(text, declared, "DEMO"); }

std::string refusal(std::string_view text) {
  return message_of([&] { (void)parse(text); });
}

TEST(Options, DefaultsHold) {
  const Options options = parse("");
  EXPECT_FALSE(options.flag("fast"));
  EXPECT_EQ(options.count("levels"), 1);
  EXPECT_EQ(options.text("inner"), "XY2");
  EXPECT_EQ(options.canonical(declared), "");
}

TEST(Options, ChosenValuesAreSpelledInTheOrderOfDeclaration) {
  const Options options = parse("inner=HYBRID[levels=2,x],levels=03,fast");
  EXPECT_TRUE(options.flag("fast"));
  EXPECT_EQ(options.count("levels"), 3);
  EXPECT_EQ(options.text("inner"), "HYBRID[levels=2,x]");
  EXPECT_EQ(options.canonical(declared), "fast,levels=3,inner=HYBRID[levels=2,x]");
  EXPECT_EQ(parse(options.canonical(declared)).canonical(declared), options.canonical(declared));
}

TEST(Options, DefaultsThatAreSpelledOutVanish) { EXPECT_EQ(parse("levels=1,inner=XY2").canonical(declared), ""); }

TEST(Options, BadOnesAreNamed) {
  EXPECT_THAT(refusal("level=2"), HasSubstr("option of DEMO 'level'; did you mean levels?"));
  EXPECT_THAT(refusal("fast=1"), HasSubstr("takes no value"));
  EXPECT_THAT(refusal("levels"), HasSubstr("needs a value"));
  EXPECT_THAT(refusal("levels="), HasSubstr("needs a value"));
  EXPECT_THAT(refusal("levels=100000001"), HasSubstr("a whole number from 0 to 100000000"));
  EXPECT_EQ(parse("levels=100000000").count("levels"), 100'000'000);
  EXPECT_THAT(refusal("levels=-1"), HasSubstr("'-1'"));
  EXPECT_THAT(refusal("levels=2x"), HasSubstr("'2x'"));
  EXPECT_THAT(refusal("levels=1.5"), HasSubstr("whole number"));
  EXPECT_THAT(refusal("levels=99999999999999999999"), HasSubstr("whole number"));
  EXPECT_THAT(refusal("fast,fast"), HasSubstr("given twice"));
  EXPECT_THAT(refusal("fast,,levels=2"), HasSubstr("empty name"));
  EXPECT_THAT(refusal("inner=A[b"), HasSubstr("do not balance"));
  EXPECT_THROW((void)Options::parse("x", {}, "PLAIN"), InputError);
}

TEST(Options, ChoicesAndRangesAreThoseThatAreDeclared) {
  EXPECT_EQ(parse("shape=rows,size=3").canonical(declared), "shape=rows,size=3");
  EXPECT_EQ(parse("size=012").count("size"), 12);
  EXPECT_EQ(refusal("shape=row"), "option shape of DEMO is 'row'; it must be any, boxes or rows");
  for (const std::string size : {"2", "13", "x"})
    EXPECT_EQ(refusal("size=" + size), "option size of DEMO is '" + size + "'; it must be a whole number from 3 to 12");
}

TEST(Options, AskingForAnUndeclaredOneIsAProgrammersError) {
  EXPECT_THROW((void)parse("").flag("slow"), std::logic_error);
}

TEST(SplitBracketed, TakesNameAndOptionsApart) {
  EXPECT_EQ(split_bracketed("XY2").name, "XY2");
  EXPECT_EQ(split_bracketed("XY2").options, "");
  const BracketedName nested = split_bracketed("M[inner=XY2[enumerate],groups=3]");
  EXPECT_EQ(nested.name, "M");
  EXPECT_EQ(nested.options, "inner=XY2[enumerate],groups=3");
  EXPECT_THROW((void)split_bracketed("XY2[x"), InputError);
  EXPECT_THROW((void)split_bracketed("XY2]"), InputError);
  EXPECT_THROW((void)split_bracketed("XY2[x]y"), InputError);
}

TEST(SplitNames, LeavesBracketsWhole) {
  EXPECT_THAT(split_names(""), IsEmpty());
  EXPECT_THAT(split_names("XY2,M[outer=XY,inner=XY2],TILE"), ElementsAre("XY2", "M[outer=XY,inner=XY2]", "TILE"));
  EXPECT_THROW((void)split_names("XY2,"), InputError);
  EXPECT_THROW((void)split_names("XY2]["), InputError);
}

using ::testing::IsSupersetOf;

std::vector<std::string> names_of_algorithms() {
  std::vector<std::string> names;
  for (const RectangleAlgorithm& algorithm : RectangleRegistry::instance().algorithms())
    names.push_back(algorithm.name);
  return names;
}

TEST(RectangleRegistry, NoRegistrationIsDropped) {
  const std::vector<std::string> names = names_of_algorithms();
  EXPECT_THAT(names, IsSupersetOf({"HYBRID", "MULTILEVEL", "RecursiveBisection", "RecursiveBisection2",
                                   "RecursiveBisection3", "TILE", "XY", "XY2"}));
  EXPECT_GE(names.size(), 8U);
}

TEST(RectangleRegistry, NamesAreSortedAndUnique) {
  const std::vector<std::string> names = names_of_algorithms();
  EXPECT_TRUE(std::ranges::is_sorted(names));
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

TEST(RectangleRegistry, EveryAlgorithmSaysWhatItIs) {
  for (const RectangleAlgorithm& algorithm : RectangleRegistry::instance().algorithms()) {
    EXPECT_FALSE(algorithm.source.empty()) << algorithm.name;
    EXPECT_FALSE(algorithm.summary.empty()) << algorithm.name;
    EXPECT_GE(algorithm.revision, 1) << algorithm.name;
    EXPECT_NE(algorithm.solve, nullptr) << algorithm.name;
    for (const OptionSpec& option : algorithm.options)
      EXPECT_FALSE(option.summary.empty()) << algorithm.name << " " << option.name;
  }
}

TEST(RectangleRegistry, EntriesHaveTheVariantsAndAreFoundByTheirNames) {
  const RectangleRegistry& registry = RectangleRegistry::instance();
  std::set<std::string> entries;
  for (const Configured<RectangleAlgorithm>& chosen : registry.entries()) {
    const std::string name = chosen.canonical_name();
    EXPECT_TRUE(entries.insert(name).second) << name;
    EXPECT_EQ(registry.choose(name).canonical_name(), name);
  }
  EXPECT_THAT(entries, IsSupersetOf({"XY2", "XY2[enumerate]", "TILE[legacy]", "HYBRID", "HYBRID[levels=2]"}));
}

TEST(RectangleRegistry, FormerNamesAreRefusedWithWhatToUse) {
  const auto refusal = [](const char* name) -> std::string {
    return message_of([&] { (void)RectangleRegistry::instance().choose(name); });
  };
  EXPECT_EQ(refusal("LNS[steps=5]"), "LNS is no longer an algorithm; use BEST");
  EXPECT_EQ(
      refusal("BEST[effort=quick,shapes=any]"),
      "shapes is no longer an option of BEST; use NRRP, SNRRP or ROLLOUT[l-shapes] for other parts than rectangles");
}

TEST(RectangleRegistry, CanonicalNamesDropDefaults) {
  const RectangleRegistry& registry = RectangleRegistry::instance();
  EXPECT_EQ(registry.choose("HYBRID[levels=1]").canonical_name(), "HYBRID");
  EXPECT_EQ(registry.choose("XY2[]").canonical_name(), "XY2");
  EXPECT_EQ(registry.choose("MULTILEVEL[groups=3,inner=XY2[enumerate]]").canonical_name(),
            "MULTILEVEL[inner=XY2[enumerate],groups=3]");
}

TEST(RectangleRegistry, UnknownNamesHelp) {
  const auto refusal = [](std::string_view text) -> std::string {
    return message_of([&] { (void)RectangleRegistry::instance().choose(text); });
  };
  EXPECT_THAT(refusal("TIEL"), HasSubstr("unknown algorithm 'TIEL'; did you mean TILE"));
  EXPECT_THAT(refusal("XY2[enumarate]"), HasSubstr("did you mean enumerate?"));
  EXPECT_THAT(refusal("XY[enumerate]"), HasSubstr("XY has no options"));
}

// A separate family, so that no other registry has missing algorithms.
using Doubling = Algorithm<int, long>;

TEST(OptionalAlgorithms, AreMissingUntilTheyAreRegistered) {
  Registry<Doubling> registry;
  registry.expect({{.name = "FAST", .library = "libfast"}, {.name = "FASTER", .library = "libfast"}});
  registry.add({.name = "SLOW", .source = "this test", .summary = "adds the number to itself"});
  ASSERT_EQ(registry.missing().size(), 2U);
  for (const char* spelled : {"FAST", "FAST[quality]"}) {
    EXPECT_EQ(message_of([&] { static_cast<void>(registry.choose(spelled)); }),
              "FAST is not built in, because the library libfast was not found; `scripts/setup rivals` installs "
              "it, then build again")
        << spelled;
  }
  registry.add({.name = "FAST", .source = "this test", .summary = "shifts it"});
  ASSERT_EQ(registry.missing().size(), 1U);
  EXPECT_EQ(registry.missing().front().name, "FASTER");
  EXPECT_EQ(registry.choose("FAST").algorithm->name, "FAST");
}

}  // namespace
}  // namespace apportion
