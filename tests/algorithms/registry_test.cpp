// The registry: how algorithms are found and spelled, and that the linker drops no algorithm.
#include "algorithms/registry.hpp"

#include <algorithm>
#include <set>

#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

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

// A family of its own, so that no other registry has what is missing.
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
